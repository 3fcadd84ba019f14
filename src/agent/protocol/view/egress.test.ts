/** Egress requests on the screen. */
import { expect, it } from 'vitest'
import type { AgentEvent } from '../events.ts'
import { EMPTY_SCREEN, EGRESS_SHOWN } from './screen-state.ts'
import { applyEvents } from './view.ts'

function egressDecided(seq: number): AgentEvent {
  return {
    type: 'exit_decided',
    method: 'GET',
    url: `https://a.example/${seq}`,
    program: 'curl',
    execId: 'e',
    bytes: 0,
    behavior: 'deny',
    source: 'person',
    reason: 'The user refused it.',
    seq,
    at: seq,
  }
}

it('is each request with what became of it; of many the last ones, and how many there were before', () => {
  const events = Array.from({ length: EGRESS_SHOWN + 7 }, (_, at) => egressDecided(at + 1))
  const { egress, earlierEgress } = applyEvents(EMPTY_SCREEN, events)
  expect(egress).toHaveLength(EGRESS_SHOWN)
  expect(earlierEgress).toBe(7)
  expect(egress[0]).toEqual({
    id: 'event-8',
    at: 8,
    method: 'GET',
    url: 'https://a.example/8',
    program: 'curl',
    bytes: 0,
    behavior: 'deny',
    reason: 'The user refused it.',
  })
})

it('is none of a recording that was opened: it did not leave here', () => {
  const opened = {
    type: 'recording_opened',
    title: 't',
    hash: 'h',
    from: 'file',
    appVersion: '1',
    calls: 0,
    seq: 2,
    at: 2,
  } as const
  expect(applyEvents(EMPTY_SCREEN, [egressDecided(1), opened])).toMatchObject({
    egress: [],
    earlierEgress: 0,
  })
})
