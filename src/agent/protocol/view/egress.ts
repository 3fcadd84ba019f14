/** Egress requests that were sent or refused. */
import type { EventOf } from '../events.ts'
import { EGRESS_SHOWN } from './screen-state.ts'
import type { Draft } from './draft.ts'
import { pick } from './pick.ts'

export function applyEgress({ state }: Draft, event: EventOf<'exit_decided'>): void {
  const seen = pick(event, 'at', 'method', 'url', 'program', 'bytes', 'behavior', 'reason')
  const all = [...state.egress, { id: `event-${event.seq}`, ...seen }]
  state.egress = all.slice(-EGRESS_SHOWN)
  state.earlierEgress += all.length - state.egress.length
}
