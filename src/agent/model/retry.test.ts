import { describe, expect, it } from 'vitest'
import type { ModelError, ModelErrorKind } from './contract.ts'
import { retryAfter } from './failure.ts'
import { retryDecision } from './retry.ts'

const error = (kind: ModelErrorKind, more: Partial<ModelError> = {}): ModelError => ({
  kind,
  message: 'm',
  hint: 'h',
  ...more,
})
const delays = (kind: ModelErrorKind, random: number) =>
  Array.from({ length: 10 }, (_, index) => {
    const decision = retryDecision(error(kind), index + 1, () => random)
    return decision.retry ? decision.delayMs : 'stop'
  })

describe('retries', () => {
  it('wait twice as long each time, with up to a quarter more, never over the ceiling (ER-15)', () => {
    expect(delays('overloaded', 0)).toEqual([500, 1000, 2000, 4000, 8000, 16000, 32000, 32000, 32000, 'stop'])
    expect(delays('server', 0.999)).toEqual([625, 1250, 2500, 4999, 9998, 19996, 32000, 32000, 32000, 'stop'])
  })

  it('are not made for what will not pass, and few for a server that never answers (ER-02, ER-07)', () => {
    for (const kind of ['authentication', 'invalid_request', 'not_found', 'cors', 'offline'] as const) {
      expect(delays(kind, 0)[0], kind).toBe('stop')
    }
    expect(delays('unreachable', 0).filter((delay) => delay !== 'stop')).toEqual([500, 1000, 2000])
  })

  it('follow the server’s word, with a floor and a ceiling (ER-16)', () => {
    const after = (retryAfterMs: number) => retryDecision(error('rate_limited', { retryAfterMs }), 1, () => 0)
    expect(after(5000)).toEqual({ retry: true, delayMs: 5000 })
    expect(after(0)).toEqual({ retry: true, delayMs: 500 })
    expect(after(10 * 3_600_000)).toEqual({ retry: true, delayMs: 6 * 3_600_000 })
    expect(retryDecision(error('server', { shouldRetry: false }), 1, () => 0)).toEqual({ retry: false })
  })

  it('read retry-after as seconds or a date, and nothing else', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(retryAfter('3', now)).toBe(3000)
    expect(retryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000)
    for (const nothing of [null, '', '-5', 'soon']) expect(retryAfter(nothing, now)).toBeUndefined()
  })
})
