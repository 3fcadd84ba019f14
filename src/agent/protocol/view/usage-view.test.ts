/** The screen's reduction of what was used. */
import { describe, expect, it } from 'vitest'
import type { AgentEvent, EventOf } from '../events.ts'
import { EMPTY_SCREEN } from './screen-state.ts'
import { addUsage, sumUsage } from '../usage.ts'
import type { UsageTotals } from '../usage.ts'
import { applyEvents } from './view.ts'

function broken(seq: number, change: Partial<EventOf<'cache_broken'>> = {}): AgentEvent {
  return {
    type: 'cache_broken',
    turnId: 't1',
    requestId: `r${seq}`,
    source: 'main',
    model: 'm',
    cause: 'changed',
    changed: ['model', 'system'],
    cachedTokens: 42_000,
    readTokens: 2_000,
    ageMs: 9,
    seq,
    at: 0,
    ...change,
  }
}

describe('requests on the screen', () => {
  const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 }
  const ended = (seq: number): AgentEvent => ({
    type: 'response_ended',
    turnId: 't',
    stopReason: 'end_turn',
    model: `model-${seq % 3}`,
    usage,
    costUsd: seq % 2 === 0 ? seq : null,
    cache: 'kept',
    durationMs: seq,
    seq,
    at: seq,
  })
  const cut: AgentEvent = {
    type: 'response_cut',
    turnId: 't',
    requestId: 'r',
    model: 'model-0',
    usage,
    costUsd: 1,
    seq: 501,
    at: 9,
  }

  it('are rows that add up to the session, with those before as one sum', () => {
    const events = [...Array.from({ length: 500 }, (_, index) => ended(index + 1)), cut]
    const { usage: used, contextTokens } = applyEvents(EMPTY_SCREEN, events)
    expect(used.requests).toHaveLength(200)
    expect(used.requests.at(-1)).toMatchObject({ id: 501, cache: 'cut', model: 'model-0', source: 'main' })
    const rows = used.requests.reduce<UsageTotals>(
      (totals, { model, costUsd, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }) =>
        addUsage(totals, {
          model,
          costUsd,
          usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens },
        }),
      used.earlier,
    )
    expect(sumUsage(rows)).toEqual(sumUsage(used.session))
    expect(sumUsage(used.session)).toMatchObject({ requests: 501, isPriced: false, inputTokens: 501 })
    expect(contextTokens).toBe(10)
    // Only whole answers have a duration.
    expect(used.latency.map(({ whole }) => whole.count).toSorted()).toEqual([166, 167, 167])
  })
})

describe('a lost prompt cache on the screen', () => {
  it('is told in the conversation where something was changed, and always where usage is shown', () => {
    const { items, usage } = applyEvents(EMPTY_SCREEN, [
      broken(1),
      broken(2, { cause: 'expired_5m', changed: [] }),
    ])
    const changed = ['model', 'system']
    expect(items).toEqual([{ kind: 'cache_lost', id: 'event-1', cause: 'changed', changed, tokens: 40_000 }])
    expect(usage.breaks.map(({ requestId, cause }) => [requestId, cause])).toEqual([
      ['r1', 'changed'],
      ['r2', 'expired_5m'],
    ])
  })

  it('is kept for the last ones', () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      broken(index + 1, { cause: 'evicted', changed: [] }),
    )
    const { breaks } = applyEvents(EMPTY_SCREEN, many).usage
    expect([breaks.length, breaks.at(-1)?.requestId]).toEqual([20, 'r50'])
  })
})
