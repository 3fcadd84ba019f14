/** Every sum of usage counts each request once: in logs of today, and in those from before side queries had events of their own. */
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../protocol/events.ts'
import { billOf } from '../../protocol/billed.ts'
import type { UsageTotals } from '../../protocol/usage.ts'
import { EMPTY_SCREEN } from '../../protocol/view/screen-state.ts'
import { applyEvents } from '../../protocol/view/view.ts'
import { Spending } from '../run/spending.ts'
import { readEvent } from '../shapes/lift-event.ts'
import { usageOf } from '../store/usage-days.ts'
import { factsOf } from './facts.ts'

const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 80, cacheWriteTokens: 10 }
const ids = { turnId: 't', toolUseId: 'c' }

/** The events with an answer, as they are in both. */
const answers = {
  main: {
    type: 'response_ended',
    turnId: 't',
    stopReason: 'tool_use',
    usage,
    model: 'm-20251001',
    costUsd: 1,
  },
  cut: { type: 'response_cut', turnId: 't', requestId: 'r', model: 'm', usage, costUsd: 2 },
  verdict: {
    type: 'call_classified',
    ...ids,
    model: 'small-1',
    decision: 'allow',
    reason: 'x',
    usage,
    costUsd: 0.25,
  },
  ours: { type: 'advice_given', ...ids, model: 'big-1', usage, costUsd: 0.5 },
  service: { type: 'advice_given', turnId: 't', toolUseId: 'srv', model: 'big-2', usage, costUsd: null },
  summary: {
    type: 'conversation_compacted',
    trigger: 'auto',
    summary: 'It goes on.',
    notes: [],
    messages: 2,
    tokensBefore: 9,
    tokensAfter: 1,
    model: 'm-20251001',
    usage,
    costUsd: 0.75,
  },
}

const run = { type: 'run_started', runId: 'r', model: 'm', mode: 'auto' }
/** A first attempt at the summary, which came to nothing. */
const older = [
  run,
  answers.main,
  answers.cut,
  answers.verdict,
  answers.ours,
  answers.service,
  { ...answers.cut, source: 'compaction', costUsd: 4 },
  answers.summary,
]

const query = (requestId: string, source: string, model: string) => ({ requestId, source, model })
const started = (of: ReturnType<typeof query>) => ({ type: 'side_query_started', ...of })
const ended = (of: ReturnType<typeof query>, how: object) => ({
  type: 'side_query_ended',
  ...of,
  outcome: 'done',
  durationMs: 1,
  ...how,
})
const pair = (requestId: string, source: string, { model, costUsd }: { model: string; costUsd: number }) => [
  started(query(requestId, source, model)),
  ended(query(requestId, source, model), { usage, costUsd }),
]
const now = [
  run,
  answers.main,
  answers.cut,
  ...pair('q1', 'classifier', answers.verdict),
  { ...answers.verdict, requestId: 'q1' },
  ...pair('q2', 'advisor', answers.ours),
  { ...answers.ours, requestId: 'q2' },
  answers.service,
  started(query('q3', 'compaction', 'm')),
  ended(query('q3', 'compaction', 'm'), { outcome: 'failed', usage, costUsd: 4, problem: 'It broke off.' }),
  started(query('lost', 'compaction', 'm')),
  ended(query('lost', 'compaction', 'm'), { outcome: 'lost', costUsd: null }),
  ...pair('q4', 'compaction', answers.summary),
  { ...answers.summary, requestId: 'q4' },
]

/** As they are read from the disk. */
const stored = (bodies: readonly object[]): AgentEvent[] =>
  bodies.map((body, index) => readEvent({ ...body, at: 1_000 }, index + 1))

const lines = (totals: UsageTotals) =>
  totals.map(({ model, requests, costUsd, cacheReadTokens }) => [
    model,
    requests,
    costUsd,
    cacheReadTokens / 80,
  ])

async function spentIn(events: readonly AgentEvent[]): Promise<string | undefined> {
  const ledger = {
    today: () => Promise.resolve([]),
    allTime: () => Promise.resolve({ totals: [], since: undefined }),
  }
  const spending = new Spending({ session: () => undefined, ledger })
  for (const event of events) {
    const bill = billOf(event)
    if (bill) spending.note({ ...bill, type: event.type })
  }
  return spending.problem({ run: 0.01, session: 0, day: 0 })
}

describe.each([
  [
    'in an older log',
    older,
    [
      ['m', 3, 7, 3],
      ['small-1 (classifier)', 1, 0.25, 1],
      ['big-1 (advisor)', 1, 0.5, 1],
      ['big-2 (advisor)', 1, 0, 1],
      ['m (compaction)', 1, 0.75, 1],
    ],
  ],
  [
    'in a log of today',
    now,
    [
      ['m', 2, 3, 2],
      ['small-1 (classifier)', 1, 0.25, 1],
      ['big-1 (advisor)', 1, 0.5, 1],
      ['big-2 (advisor)', 1, 0, 1],
      ['m (compaction)', 2, 4.75, 2],
    ],
  ],
])('usage %s', (_, bodies, sums) => {
  const events = stored(bodies)

  it('is read as it was written', () => {
    expect(events.map(({ type }) => type)).toEqual(bodies.map(({ type }) => type))
  })

  it('is the same in the session, on the day, and on the screen, request by request', () => {
    const screen = applyEvents(EMPTY_SCREEN, events).usage
    expect(lines(factsOf(events).usage)).toEqual(sums)
    expect(lines(usageOf(events))).toEqual(sums)
    expect(lines(screen.session)).toEqual(sums)
    expect(lines(screen.run)).toEqual(sums)
    expect(screen.requests.map(({ source }) => source)).toEqual([
      'main',
      'main',
      'classifier',
      'advisor',
      'advisor',
      'compaction',
      'compaction',
    ])
    expect(screen.requests.map(({ cache }) => cache)).toEqual([
      undefined,
      'cut',
      undefined,
      undefined,
      undefined,
      'cut',
      undefined,
    ])
    expect(screen.advice).toEqual([2])
  })

  it('counts against the limit of a run', async () => {
    expect(await spentIn(events)).toBe('The limit of $0.01 for a run is reached: $8.50 were spent.')
  })
})
