/** Limits of what may be spent, and what the next request will cost. */
import { describe, expect, it } from 'vitest'
import { costOf } from '../model/models.ts'
import { factsOf } from './facts.ts'
import type { SessionFacts } from './facts.ts'
import { Spending } from './spending.ts'

const MODEL = 'claude-sonnet-4-6'
const SETTINGS = { model: MODEL, models: {} }
const usage = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 }
const NO_LIMITS = { run: 0, session: 0 }

function spending(facts: Partial<SessionFacts> = {}) {
  // Only the facts are looked at.
  const session = { facts: { ...factsOf([]), ...facts } } as NonNullable<
    ReturnType<ConstructorParameters<typeof Spending>[0]['session']>
  >
  return new Spending({ session: () => session })
}

describe('spending', () => {
  it('refuses the request after the one that went beyond the limit, and not that one (QUO-19)', () => {
    const run = spending()
    const limits = { ...NO_LIMITS, run: 1 }
    run.begin()
    run.note({ costUsd: 0.99 })
    expect(run.problem(limits)).toBeUndefined()
    run.note({ costUsd: 0.05 })
    expect(run.problem(limits)).toBe('The limit of $1.00 for a run is reached: $1.04 were spent.')
    run.begin()
    expect(run.problem(limits)).toBeUndefined()
  })

  it('counts the session from its log', () => {
    const used = factsOf([
      { type: 'run_started', runId: 'r', model: MODEL, mode: 'default', seq: 1, at: 0 },
      { type: 'response_ended', turnId: 't', stopReason: 'end_turn', usage, costUsd: 2, seq: 2, at: 0 },
    ])
    expect(spending(used).problem({ ...NO_LIMITS, session: 2 })).toContain('session')
    expect(spending(used).problem({ ...NO_LIMITS, session: 2.5 })).toBeUndefined()
  })

  it('foretells the next request from the last', () => {
    expect(spending().next(SETTINGS)).toBeUndefined()
    const expected = { inputTokens: 0, cacheReadTokens: 1000, cacheWriteTokens: 100, outputTokens: 100 }
    expect(spending({ lastUsage: usage }).next(SETTINGS)).toEqual({
      promptTokens: 1100,
      costUsd: costOf(MODEL, expected),
    })
  })
})
