/** Limits of what may be spent, and totals that outlive sessions, in the browser's own store. */
import { clear, createStore } from 'idb-keyval'
import { afterEach, describe, expect, it } from 'vitest'
import { costOf } from '../model/models.ts'
import type { SessionFacts } from './facts.ts'
import { factsOf } from './facts.ts'
import { Spending } from './spending.ts'

const DAY = 24 * 60 * 60 * 1000
const MODEL = 'claude-sonnet-4-6'
const SETTINGS = { model: MODEL, models: {} }
const usage = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 }
const response = (costUsd: number | null) => ({ usage, costUsd })
const NO_LIMITS = { run: 0, session: 0, day: 0 }

afterEach(() => clear(createStore('vivarium-usage', 'days')))

function spending(now: () => number = () => 0, facts: Partial<SessionFacts> = {}) {
  // Only the facts are looked at.
  const session = { facts: { ...factsOf([]), ...facts } } as NonNullable<
    ReturnType<ConstructorParameters<typeof Spending>[0]['session']>
  >
  return new Spending({ session: () => session, now })
}

describe('spending', () => {
  it('refuses the request after the one that went beyond the limit, and not that one (QUO-19)', async () => {
    const run = spending()
    const limits = { ...NO_LIMITS, run: 1 }
    run.begin()
    await run.note(MODEL, response(0.99))
    expect(await run.problem({ limits })).toBeUndefined()
    await run.note(MODEL, response(0.05))
    expect(await run.problem({ limits })).toBe('The limit of $1.00 for a run is reached: $1.04 were spent.')
    run.begin()
    expect(await run.problem({ limits })).toBeUndefined()
  })

  it('counts the session from its log, and the day over all sessions, also those of other tabs', async () => {
    const used = factsOf([
      { type: 'run_started', runId: 'r', model: MODEL, mode: 'default', seq: 1, at: 0 },
      { type: 'response_ended', turnId: 't', stopReason: 'end_turn', usage, costUsd: 2, seq: 2, at: 0 },
    ])
    expect(await spending(undefined, used).problem({ limits: { ...NO_LIMITS, session: 2 } })).toContain(
      'session',
    )
    let now = 10 * DAY
    const one = spending(() => now)
    const other = spending(() => now)
    await Promise.all([
      one.note(MODEL, response(1)),
      other.note(MODEL, response(1)),
      one.note(MODEL, response(null)),
    ])
    expect(await other.problem({ limits: { ...NO_LIMITS, day: 2 } })).toContain('day')
    expect((await one.report(SETTINGS)).today).toMatchObject([{ requests: 3, costUsd: 2, isPriced: false }])
    now += 2 * DAY
    expect(await other.problem({ limits: { ...NO_LIMITS, day: 2 } })).toBeUndefined()
    const { today, allTime } = await one.report(SETTINGS)
    expect([today, allTime[0]?.requests]).toEqual([[], 3])
  })

  it('foretells the next request from the last', async () => {
    expect((await spending().report(SETTINGS)).next).toBeUndefined()
    const { next } = await spending(undefined, { lastUsage: usage }).report(SETTINGS)
    const expected = { inputTokens: 0, cacheReadTokens: 1000, cacheWriteTokens: 100, outputTokens: 100 }
    expect(next).toEqual({ promptTokens: 1100, costUsd: costOf(MODEL, expected) })
  })
})
