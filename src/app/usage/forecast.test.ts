import { describe, expect, it } from 'vitest'
import type { RequestRow } from '../../agent/protocol/view/usage-view.ts'
import { costOfNext, costTrend, requestsWithin } from './forecast.ts'

const rows = (...costs: (number | null)[]): RequestRow[] =>
  costs.map((costUsd, id) => ({
    id,
    at: id,
    source: 'main',
    model: 'm',
    costUsd,
    cache: 'kept',
    inputTokens: 1,
    outputTokens: 1,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  }))

describe('the forecast of costs', () => {
  it('goes on with what requests cost', () => {
    const trend = costTrend(rows(0.02, 0.02, 0.02))
    expect(trend).toEqual({ first: 0.02, next: 0.02, growth: 0 })
    expect(trend && requestsWithin(trend, 1)).toBe(50)
    expect(trend && costOfNext(trend, 10)).toBeCloseTo(0.2)
  })

  it('goes on growing with what grows', () => {
    const trend = costTrend(rows(0.01, 0.02, 0.03))
    expect(trend?.first).toBeCloseTo(0.01)
    expect(trend?.next).toBeCloseTo(0.04)
    // 4 + 5 + 6 cents.
    expect(trend && costOfNext(trend, 3)).toBeCloseTo(0.15)
    expect(trend && requestsWithin(trend, 0.15)).toBe(3)
    expect(trend && requestsWithin(trend, 0.149)).toBe(2)
    expect(trend && requestsWithin(trend, 0)).toBe(0)
  })

  it('does not take a first request that filled the cache for a fall without end', () => {
    expect(costTrend(rows(0.3, 0.02, 0.03, 0.04))?.next).toBeCloseTo(0.03)
  })

  it('says nothing of two requests, of ones without a price, and of ones that cost nothing', () => {
    expect(costTrend(rows(0.1, 0.1))).toBeUndefined()
    expect(costTrend(rows(null, null, null, 0.1))).toBeUndefined()
    expect(costTrend(rows(0, 0, 0, 0))).toBeUndefined()
  })

  it('leaves out what was asked beside the conversation', () => {
    const beside = rows(9, 9, 9).map((row) => ({ ...row, source: 'title' as const }))
    expect(costTrend([...rows(0.02, 0.02, 0.02), ...beside])?.next).toBeCloseTo(0.02)
  })
})
