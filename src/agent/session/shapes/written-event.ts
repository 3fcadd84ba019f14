/** Events as they leave: into another session, a recording, a link or a text. */
import type { AgentEvent } from '../../protocol/events.ts'
import { withChangedFields, isSame } from './with-changes.ts'
import { liftBody, readBody } from './lift-event.ts'
import { storedShape } from './stored-shape.ts'
import type { Fields } from './fields.ts'
import type { StoredShape } from './stored-shape.ts'

/**
 * The event as it was stored, to the byte, but for fields that were changed since it was read. One that was read
 * as it was stored is the same object.
 */
export function writtenEvent(event: AgentEvent): AgentEvent {
  const stored = storedShape(event)
  if (stored === undefined) return event
  const { seq, at, ...after } = event
  // It may be no event that this version knows: its readers check it, as all that is stored.
  return { ...writtenBody(stored, after), seq, at } as object as AgentEvent
}

/** A known event with the fields that only a later version knows; any other as it is. */
export function withUnknownFields(event: AgentEvent): AgentEvent {
  return storedShape(event)?.how === 'in part' ? writtenEvent(event) : event
}

function writtenBody({ raw, how }: StoredShape, after: object): Fields {
  if (how === 'unread') return raw
  const before = readBody(raw)
  if (isSame(before, after)) return raw
  return withChangedFields(liftBody(raw), { ...before }, { ...after })
}
