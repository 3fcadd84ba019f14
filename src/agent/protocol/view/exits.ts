/** Egress requests that were sent or refused. */
import type { EventOf } from '../events.ts'
import { EXITS_SHOWN } from './screen-state.ts'
import type { Draft } from './draft.ts'
import { pick } from './pick.ts'

export function applyExit({ state }: Draft, event: EventOf<'exit_decided'>): void {
  const seen = pick(event, 'at', 'method', 'url', 'program', 'bytes', 'behavior', 'reason')
  const all = [...state.exits, { id: `event-${event.seq}`, ...seen }]
  state.exits = all.slice(-EXITS_SHOWN)
  state.earlierExits += all.length - state.exits.length
}
