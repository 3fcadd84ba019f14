import { describe, expect, it } from 'vitest'
import { costOf, modelFacts } from './models.ts'

const usage = (inputTokens: number, outputTokens: number, cacheReadTokens = 0, cacheWriteTokens = 0) => ({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
})
const MILLION = 1_000_000

describe('models', () => {
  it('cost their list price, cached tokens less, written ones more', () => {
    expect(costOf('claude-sonnet-4-6', usage(MILLION, MILLION))).toBe(18)
    expect(costOf('claude-haiku-4-5', usage(0, 0, MILLION, MILLION))).toBeCloseTo(0.1 + 1.25)
    expect(costOf('claude-opus-5-5', usage(0, 0, MILLION))).toBeCloseTo(0.2)
  })

  it('cost more for a long prompt where the list says so, cached tokens counted', () => {
    expect(costOf('claude-haiku-5-5', usage(100_000, 1000))).toBeCloseTo(0.0105)
    expect(costOf('claude-haiku-5-5', usage(50_000, 1000, 50_001))).toBeCloseTo(
      5 * (0.005 + 0.0005001 + 0.0005),
    )
  })

  it('are told apart by version, with or without the date of a snapshot', () => {
    expect(costOf('claude-opus-4-20250514', usage(MILLION, 0))).toBe(15)
    expect(costOf('claude-opus-4-5-20251101', usage(MILLION, 0))).toBe(5)
    expect(costOf('claude-opus-4-8', usage(MILLION, 0))).toBe(5)
  })

  it('have no price when they are not known, and never that of a neighbour', () => {
    expect(costOf('claude-opus-9-1', usage(MILLION, 0))).toBeNull()
    expect(costOf('llama', usage(MILLION, 0))).toBeNull()
    expect(modelFacts('claude-opus-9-1')).toEqual({
      contextWindow: 200_000,
      maxOutput: 64_000,
      thinking: 'adaptive',
      vision: true,
      price: undefined,
    })
    expect(modelFacts('llama').maxOutput).toBe(8192)
  })
})
