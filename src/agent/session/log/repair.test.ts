import { describe, expect, it } from 'vitest'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { upTo } from '../recording/cut-logs.ts'
import { repair } from './repair.ts'

const query = (requestId: string) => ({ requestId, source: 'classifier', model: 'm' }) as const
const started = (requestId: string): EventBody => ({ type: 'side_query_started', ...query(requestId) })
const ended = (requestId: string, outcome: 'done' | 'lost'): EventBody => ({
  type: 'side_query_ended',
  ...query(requestId),
  outcome,
  costUsd: null,
  durationMs: 0,
})
const stamped = (bodies: readonly EventBody[]): AgentEvent[] =>
  bodies.map((body, index) => ({ ...body, seq: index + 1, at: 1_000 }))

const RUN: readonly EventBody[] = [
  { type: 'run_started', runId: 'r', model: 'm', mode: 'auto' },
  { type: 'request_started', turnId: 't', requestId: 'r1', attempt: 1 },
  started('a'),
  started('b'),
  ended('a', 'done'),
  started('c'),
]

describe('side queries that a lost tab has left open', () => {
  it('end as lost, each once, before the run that they served', () => {
    const log = stamped(RUN)
    const ends = repair(log)
    expect(ends.slice(0, 2)).toEqual([ended('b', 'lost'), ended('c', 'lost')])
    expect(ends.map(({ type }) => type).slice(2)).toEqual(['user_message', 'run_ended'])
    expect(repair(stamped([...RUN, ...ends]))).toEqual([])
  })

  it('end without a run, too', () => {
    expect(repair(stamped([started('title')]))).toEqual([ended('title', 'lost')])
    expect(repair(stamped([started('title'), ended('title', 'done')]))).toEqual([])
  })

  it('end in a log that is cut in their midst, as a fork or a recording has it', () => {
    const whole = stamped([...RUN, ended('b', 'done'), ended('c', 'done')])
    const outcomes = (events: readonly AgentEvent[]) =>
      events.flatMap((event) =>
        event.type === 'side_query_ended' ? [`${event.requestId} ${event.outcome}`] : [],
      )
    expect(outcomes(upTo(whole, 6))).toEqual(['a done', 'b lost', 'c lost'])
    expect(outcomes(upTo(whole, 7))).toEqual(['a done', 'b done', 'c lost'])
    expect(outcomes(upTo(whole, undefined))).toEqual(['a done', 'b done', 'c done'])
  })
})
