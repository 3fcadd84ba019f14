import { describe, expect, it } from 'vitest'
import { addUsage, cachedShare, sumUsage } from './usage.ts'

const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 80, cacheWriteTokens: 10 }

describe('usage', () => {
  it('keeps four classes apart, one line per model whatever its snapshot', () => {
    const one = addUsage([], { model: 'claude-haiku-4-5-20251001', usage, costUsd: 0.1 })
    const two = addUsage(one, { model: 'claude-haiku-4-5', usage, costUsd: 0.2 })
    const three = addUsage(two, { model: 'other', usage, costUsd: null })
    expect(three.map(({ model, requests }) => [model, requests])).toEqual([
      ['claude-haiku-4-5', 2],
      ['other', 1],
    ])
    expect(three[0]).toMatchObject({
      inputTokens: 20,
      outputTokens: 10,
      cacheReadTokens: 160,
      cacheWriteTokens: 20,
    })
    expect(three[0]?.costUsd).toBeCloseTo(0.3)
    expect([three[0]?.isPriced, sumUsage(three).isPriced]).toEqual([true, false])
    expect(one[0]?.requests).toBe(1)
  })

  it('knows the share of prompts that came from the cache', () => {
    expect(cachedShare(sumUsage(addUsage([], { model: 'm', usage, costUsd: 0 })))).toBe(0.8)
    expect(cachedShare(sumUsage([]))).toBeUndefined()
  })
})
