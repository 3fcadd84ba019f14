/** The screen's reduction of what was used. */
import { describe, expect, it } from 'vitest'
import type { AgentEvent, EventOf } from './events.ts'
import { EMPTY_SCREEN } from './screen-state.ts'
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

describe('a lost prompt cache on the screen (API-37)', () => {
  it('is told in the conversation where something was changed, and always where usage is shown', () => {
    const { items, usage } = applyEvents(EMPTY_SCREEN, [
      broken(1),
      broken(2, { cause: 'expired_5m', changed: [] }),
    ])
    const reason = 'the model changed, and the system prompt changed'
    expect(items).toEqual([{ kind: 'cache_lost', id: 'event-1', reason, tokens: 40_000 }])
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
