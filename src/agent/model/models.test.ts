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
      known: false,
      price: undefined,
    })
    expect(modelFacts('llama').maxOutput).toBe(8192)
  })

  it('that are not known are said to see by their names, and are what the user says', () => {
    expect(
      ['llama3.2-vision', 'qwen2.5-vl:7b', 'qwen3-coder'].map((model) => modelFacts(model).vision),
    ).toEqual([true, true, false])
    const overrides = { llama: { contextWindow: 8_000, vision: undefined, price: { input: 1, output: 2 } } }
    expect(modelFacts('llama', overrides)).toEqual({
      ...modelFacts('llama'),
      contextWindow: 8_000,
      price: { input: 1, output: 2 },
      known: true,
    })
    expect(costOf('llama', usage(MILLION, MILLION), overrides)).toBe(3)
    expect(modelFacts('__proto__', overrides).known).toBe(false)
    expect(modelFacts('openai/gpt-5-mini-2025-08-07').known).toBe(true)
  })
})
