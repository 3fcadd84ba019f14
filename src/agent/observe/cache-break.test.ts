/** When a cache counts as lost, and which cause is named. */
import { describe, expect, it } from 'vitest'
import type { PromptFingerprint } from '../protocol/prompt-cache.ts'
import { causeOf, isBreak, verdictOf } from './cache-break.ts'

const prefix: PromptFingerprint = {
  service: 's',
  model: 'm',
  thinking: 0,
  headers: '',
  markers: '11',
  system: 'a',
  tools: 'b',
  blocks: 1,
  messages: 'c',
}
const answered = (cachedTokens: number) => ({ at: 0, prefix, cachedTokens })
const usage = (cacheReadTokens: number, cacheWriteTokens = 0) => ({
  inputTokens: 5,
  outputTokens: 5,
  cacheReadTokens,
  cacheWriteTokens,
})

describe('a lost prompt cache', () => {
  it('is more than 2,000 tokens, and more than 5 % of what was there', () => {
    expect(isBreak(10_000, 8_000)).toBe(false)
    expect(isBreak(10_000, 7_999)).toBe(true)
    expect(isBreak(100_000, 95_000)).toBe(false)
    expect(isBreak(100_000, 94_999)).toBe(true)
    // Much in tokens, little in share, and the other way round.
    expect(isBreak(1_000_000, 990_000)).toBe(false)
    expect(isBreak(1_900, 0)).toBe(false)
  })

  it('is told of with the second request already: what the first wrote can be read', () => {
    expect(verdictOf(undefined, usage(0, 30_000))).toBe('first')
    expect(verdictOf(answered(30_000), usage(0, 30_000))).toBe('broken')
    expect(verdictOf(answered(30_000), usage(30_000, 500))).toBe('kept')
    expect(verdictOf(answered(0), usage(0))).toBe('none')
  })

  it('names what changed first, then the time, then what was added, and last the provider', () => {
    const calm = { changed: [], ageMs: 1_000, addedBlocks: 2 }
    const minutes = (count: number) => count * 60_000
    expect(causeOf({ ...calm, changed: ['model'], ageMs: minutes(90) })).toBe('changed')
    expect(causeOf({ ...calm, ageMs: minutes(60) + 1 })).toBe('expired_1h')
    expect(causeOf({ ...calm, ageMs: minutes(60) })).toBe('expired_5m')
    expect(causeOf({ ...calm, ageMs: minutes(60), isLong: true })).toBe('evicted')
    expect(causeOf({ ...calm, ageMs: minutes(5) + 1, addedBlocks: 50 })).toBe('expired_5m')
    expect(causeOf({ ...calm, ageMs: minutes(5), addedBlocks: 21 })).toBe('lookback')
    expect(causeOf({ ...calm, addedBlocks: 20 })).toBe('evicted')
  })
})
