import { describe, expect, it } from 'vitest'
import type { ModelError, ModelErrorKind, RetryAttempt } from './contract.ts'
import { roomLeft } from './context-overflow.ts'
import { retryAfter } from './failure.ts'
import { retryDecision, type RetryPolicy } from './retry-policy.ts'

const error = (kind: ModelErrorKind, more: Partial<ModelError> = {}): ModelError => ({
  kind,
  message: 'm',
  hint: 'h',
  ...more,
})
const ATTEMPT: RetryAttempt = {
  number: 1,
  overloads: 0,
  refusals: 0,
  maxTokens: 8_192,
  thinkingTokens: 0,
  streaming: true,
  callsBegan: false,
  waitedMs: 0,
  random: () => 0,
}
const POLICY: RetryPolicy = { source: 'main', persistent: false, hasFallback: false }
const decide = (failed: ModelError, attempt: Partial<RetryAttempt> = {}, policy: Partial<RetryPolicy> = {}) =>
  retryDecision(failed, { ...ATTEMPT, ...attempt }, { ...POLICY, ...policy })
const delays = (kind: ModelErrorKind, random: number) =>
  Array.from({ length: 10 }, (_, index) => {
    const decision = decide(error(kind), { number: index + 1, streaming: false, random: () => random })
    return decision.retry ? decision.delayMs : 'stop'
  })
const STOP = { retry: false }

describe('retries', () => {
  it('wait twice as long each time, with up to a quarter more, never over the ceiling', () => {
    expect(delays('overloaded', 0)).toEqual([500, 1000, 2000, 4000, 8000, 16000, 32000, 32000, 32000, 'stop'])
    expect(delays('server', 0.999)).toEqual([625, 1250, 2500, 4999, 9998, 19996, 32000, 32000, 32000, 'stop'])
  })

  it('are not made for what will not pass, and few for a server that never answers', () => {
    for (const kind of [
      'authentication',
      'invalid_request',
      'not_found',
      'cors',
      'offline',
      'credits',
    ] as const) {
      expect(delays(kind, 0)[0], kind).toBe('stop')
    }
    expect(delays('unreachable', 0).filter((delay) => delay !== 'stop')).toEqual([500, 1000, 2000])
  })

  it('follow the server’s word, with a floor and a ceiling', () => {
    const after = (retryAfterMs: number) => decide(error('rate_limited', { retryAfterMs }))
    expect(after(5000)).toEqual({ retry: true, delayMs: 5000, of: 10 })
    expect(after(0)).toMatchObject({ delayMs: 500 })
    expect(after(10 * 3_600_000)).toMatchObject({ delayMs: 6 * 3_600_000 })
    expect(decide(error('server', { shouldRetry: false }))).toEqual(STOP)
  })

  it('are not made in the background where capacity is short, nor for sources that nobody knows', () => {
    for (const source of ['title', 'suggestion', 'memory', 'summary', 'classifier', 'news'] as const) {
      const background = { source: source as RetryPolicy['source'] }
      expect(decide(error('overloaded'), {}, { ...background, hasFallback: true, persistent: true })).toEqual(
        STOP,
      )
      expect(decide(error('rate_limited', { retryAfterMs: 1 }), {}, background)).toEqual(STOP)
      expect(decide(error('server'), {}, background)).toMatchObject({ retry: true })
    }
  })

  it('give way to another model after three overloads in a row, where there is one', () => {
    const fallback = { hasFallback: true }
    expect(decide(error('overloaded'), { overloads: 2, number: 2 }, fallback)).toMatchObject({ retry: true })
    expect(decide(error('overloaded'), { overloads: 3, number: 3 }, fallback)).toEqual({
      ...STOP,
      fallback: true,
    })
    expect(decide(error('overloaded'), { overloads: 3, number: 3 })).toMatchObject({ retry: true })
    expect(decide(error('server'), { overloads: 3, number: 3 }, fallback)).toMatchObject({ retry: true })
  })

  it('are made once with the key read again, whichever attempt it was that the service refused', () => {
    const refused = error('authentication', { status: 401 })
    expect(decide(refused, { refusals: 1 })).toEqual({ retry: true, delayMs: 0, of: 2 })
    expect(decide(refused, { number: 12, refusals: 1 })).toEqual({ retry: true, delayMs: 0, of: 13 })
    expect(decide(refused, { number: 2, refusals: 2 })).toEqual(STOP)
    expect(decide(refused, { number: 4, refusals: 2 })).toEqual(STOP)
    expect(decide(error('authentication', { status: 403 }), { refusals: 0 })).toEqual(STOP)
  })

  it('ask for the whole answer where a stream does not come, unless calls were begun', () => {
    const whole = { retry: true, delayMs: 0, of: 2, streaming: false }
    const html = error('not_messages_api', { status: 200 })
    for (const failed of [error('idle'), html]) {
      expect(decide(failed)).toEqual(whole)
      expect(decide(failed, { callsBegan: true })).not.toHaveProperty('streaming')
      expect(decide(failed, { streaming: false })).not.toHaveProperty('streaming')
    }
    expect(decide(html, { streaming: false })).toEqual(STOP)
    expect(decide(error('not_messages_api', { status: 404 }))).toEqual(STOP)
  })

  it('ask for a shorter answer where that fits, and for none under 3,000 tokens', () => {
    const full = (input: number) =>
      error('prompt_too_long', {
        message: `input length and \`max_tokens\` exceed context limit: ${input} + 8192 > 200000, decrease`,
      })
    expect(decide(full(196_000))).toEqual({ retry: true, delayMs: 0, of: 2, maxTokens: 3_000 })
    expect(decide(full(196_001))).toEqual(STOP)
    expect(decide(full(194_000), { thinkingTokens: 2_000 })).toMatchObject({ maxTokens: 3_000 })
    expect(decide(full(100_000))).toEqual(STOP)
    expect(decide(error('prompt_too_long', { message: 'prompt is too long' }))).toEqual(STOP)
  })

  it.each([
    "This model's maximum context length is 20000 tokens. However, you requested 23192 tokens (15000 in the messages, 8192 in the completion).",
    "'max_tokens' is too large: 8192. This model's maximum context length is 20000 tokens and your request has 15000 input tokens (8192 > 20000 - 15000).",
  ])('read the counts of other servers, too: %s', (message) => {
    expect(roomLeft(message, ATTEMPT)).toBe(4_000)
  })

  it('go on for six hours when nobody watches, five minutes apart at most', () => {
    const persistent = { persistent: true }
    expect(decide(error('overloaded'), { number: 30 }, persistent)).toEqual({ retry: true, delayMs: 300_000 })
    expect(decide(error('rate_limited', { retryAfterMs: 7_200_000 }), {}, persistent)).toMatchObject({
      delayMs: 7_200_000,
    })
    const late = 6 * 3_600_000
    expect(decide(error('overloaded'), { number: 30, waitedMs: late - 1_000 }, persistent)).toMatchObject({
      delayMs: 1_000,
    })
    expect(decide(error('overloaded'), { number: 30, waitedMs: late }, persistent)).toEqual(STOP)
    expect(decide(error('server'), { number: 10 }, persistent)).toEqual(STOP)
  })

  it('follow a yes of the server also where they would not be made of themselves, but not for ever', () => {
    for (const kind of ['invalid_request', 'not_found', 'too_large', 'credits'] as const) {
      expect(decide(error(kind))).toEqual(STOP)
      expect(decide(error(kind, { shouldRetry: true }))).toEqual({ retry: true, delayMs: 500, of: 10 })
      expect(decide(error(kind, { shouldRetry: true }), { number: 10 })).toEqual(STOP)
      expect(decide(error(kind, { shouldRetry: false }))).toEqual(STOP)
    }
    expect(decide(error('malformed', { shouldRetry: true }), { number: 4 })).toEqual(STOP)
  })

  it('are not made within a plan’s window that is used up, whatever the header says, unless nobody watches', () => {
    const plan = { isPlanUsedUp: true, retryAfterMs: 3_600_000 } as const
    for (const shouldRetry of [undefined, true, false]) {
      expect(decide(error('rate_limited', { ...plan, shouldRetry }))).toEqual(STOP)
    }
    expect(decide(error('rate_limited', plan), {}, { persistent: true })).toMatchObject({
      delayMs: 3_600_000,
    })
    // Paid by use: there is no window.
    expect(decide(error('rate_limited', { retryAfterMs: 2_000 }))).toMatchObject({ delayMs: 2_000 })
  })

  it('take the first branch that has a word, whatever else would', () => {
    const all = { hasFallback: true, persistent: true }
    const third = { overloads: 3, number: 3 }
    const vetoed = error('overloaded', { shouldRetry: false })
    expect(decide(vetoed, third, { ...all, source: 'title' })).toEqual(STOP)
    expect(decide(vetoed, third, all)).toEqual({ ...STOP, fallback: true })
    expect(decide(vetoed, {}, all)).toEqual(STOP)
    expect(decide(error('overloaded'), {}, all)).toMatchObject({ of: undefined })
  })

  it('read the two forms of retry-after, and no other', () => {
    const now = Date.UTC(2026, 0, 1)
    expect(retryAfter('7', now)).toBe(7000)
    expect(retryAfter(new Date(now + 30_000).toUTCString(), now)).toBe(30_000)
    for (const value of [null, '', 'soon', '-5']) expect(retryAfter(value, now)).toBeUndefined()
  })
})
