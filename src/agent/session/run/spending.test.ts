/** Limits of what may be spent, and what the next request will cost. */
import { describe, expect, it } from 'vitest'
import { costOf } from '../../model/models.ts'
import { factsOf } from '../log/facts.ts'
import type { SessionFacts } from '../log/facts.ts'
import { addUsage, mergeUsage } from '../../protocol/usage.ts'
import type { UsageTotals } from '../../protocol/usage.ts'
import { Spending } from './spending.ts'

const MODEL = 'claude-sonnet-4-6'
const SETTINGS = { model: MODEL, models: {} }
const usage = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 }
const NO_LIMITS = { run: 0, session: 0, day: 0 }

function spending(facts: Partial<SessionFacts> = {}, today: UsageTotals = [], agents: UsageTotals = []) {
  const own = { ...factsOf([]), ...facts }
  // Only these are looked at.
  const session = {
    facts: own,
    usage: mergeUsage(own.usage, agents),
    conversation: { messages: [] },
  } as unknown as NonNullable<ReturnType<ConstructorParameters<typeof Spending>[0]['session']>>
  const ledger = {
    today: () => Promise.resolve(today),
    allTime: () => Promise.resolve({ totals: today, since: undefined }),
  }
  return new Spending({ session: () => session, ledger })
}

describe('spending', () => {
  it('refuses the request after the one that went beyond the limit, and not that one', async () => {
    const run = spending()
    const limits = { ...NO_LIMITS, run: 1 }
    run.begin()
    run.note({ type: 'response_ended', costUsd: 0.99, usage })
    expect(await run.problem(limits)).toBeUndefined()
    run.note({ type: 'response_ended', costUsd: 0.05, usage })
    expect(await run.problem(limits)).toBe('The limit of $1.00 for a run is reached: $1.04 were spent.')
    run.begin()
    expect(await run.problem(limits)).toBeUndefined()
  })

  it('warns once in a run whose requests become dearer and dearer', () => {
    const run = spending()
    run.begin()
    const large = { ...usage, cacheReadTokens: 50_000 }
    const told = [1, 2, 3, 4, 5, 6, 7].map(
      (costUsd) => run.note({ type: 'response_ended', costUsd, usage: large })?.type,
    )
    expect(told.map((type) => type ?? '')).toEqual(['', '', '', '', 'notice', '', ''])
    run.begin()
    const grown = [1, 2, 3, 4, 5].map((factor) =>
      run.note({
        type: 'response_ended',
        costUsd: null,
        usage: { ...usage, cacheReadTokens: 20_000 * factor },
      }),
    )
    expect(grown.filter((notice) => notice !== undefined)).toHaveLength(1)
  })

  it('says nothing of the first requests of a conversation, which grows from little', () => {
    const run = spending()
    run.begin()
    const told = [0.001, 0.002, 0.003, 0.004, 0.005, 0.006].map((costUsd) =>
      run.note({ type: 'response_ended', costUsd, usage }),
    )
    expect(told.every((notice) => notice === undefined)).toBe(true)
  })

  it('counts the session from its log', async () => {
    const used = factsOf([
      { type: 'run_started', runId: 'r', model: MODEL, mode: 'default', at: 0 },
      { type: 'response_ended', turnId: 't', stopReason: 'end_turn', usage, costUsd: 2, at: 0 },
    ])
    expect(await spending(used).problem({ ...NO_LIMITS, session: 2 })).toContain('session')
    expect(await spending(used).problem({ ...NO_LIMITS, session: 2.5 })).toBeUndefined()
  })

  it('counts the agents that work beside it, in the session and in its run, and never as the course of it', async () => {
    const agents = addUsage([], { model: MODEL, usage, costUsd: 2 })
    const run = spending({}, [], agents)
    expect(await run.problem({ ...NO_LIMITS, session: 2 })).toContain('session')
    for (const costUsd of [1, 2, 3, 4, 5, 6]) run.noteAgent({ costUsd })
    expect(await run.problem({ ...NO_LIMITS, run: 21 })).toContain('$21.00 were spent')
    expect(await run.problem({ ...NO_LIMITS, run: 22 })).toBeUndefined()
  })

  it('counts the day from what all tabs have stored', async () => {
    const today = addUsage([], { model: MODEL, usage, costUsd: 3 })
    expect(await spending({}, today).problem({ ...NO_LIMITS, day: 3 })).toBe(
      'The limit of $3.00 for a day is reached: $3.00 were spent.',
    )
    expect(await spending({}, today).problem({ ...NO_LIMITS, day: 3.5 })).toBeUndefined()
    expect(await spending({}, today).problem(NO_LIMITS)).toBeUndefined()
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
