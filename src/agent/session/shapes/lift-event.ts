/**
 * Reads stored events: lifts each from an older shape, then checks it. Every reader of stored events comes through
 * here. Nothing on disk is changed: the log is chained over the stored bytes.
 *
 * - A type that only a later version knows becomes an `opaque` event.
 * - Fields that this version does not know, at any depth, are not in the event: screen, conversation and requests
 *   to the model are made of known fields alone.
 * - The stored body goes along with an event that differs from it, for whoever writes events out (`stored-shape`).
 */
import { eventBody } from '../../protocol/events.ts'
import type { AgentEvent, ReadBody } from '../../protocol/events.ts'
import { noteLines } from '../../protocol/text/note-lines.ts'
import { lenient } from './lenient-schema.ts'
import { isFields } from './fields.ts'
import type { Fields } from './fields.ts'
import { withStored } from './stored-shape.ts'

/** Makes the next newer shape of a body, and returns the same object where it is newer already. Pure. */
export interface Lift {
  readonly type: string
  readonly lift: (body: Fields) => Fields
}

/** From the oldest shape to the newest; the lifts of one body run in this order. */
const LIFTS: readonly Lift[] = [
  // Titles had no source until imports and prompts gave some, too: the user had typed them.
  { type: 'session_titled', lift: (body) => (body['by'] === undefined ? { ...body, by: 'person' } : body) },
  // Each note was an object.
  { type: 'memory_read', lift: withNoteLines },
]

const KNOWN: ReadonlySet<string> = new Set(eventBody.options.map(({ shape }) => shape.type.value))

/** Made for the first event that the schema refuses. */
let lenientBody: ReturnType<typeof lenient<typeof eventBody>> | undefined

/** A stored event, whose number its place gives. A notice stands for one that cannot be read. */
export function readEvent(stored: unknown, seq: number): AgentEvent {
  const { at, body } = withoutStamp(stored)
  const read = readBody(body)
  if (read) return Object.assign(read, { seq, at })
  const text = `Step ${seq} of this session could not be read and is left out.`
  const notice: AgentEvent = { type: 'notice', level: 'warning', text, seq, at }
  return isFields(body) ? withStored(notice, { raw: body, how: 'unread' }) : notice
}

/** Undefined for the body of a known type that cannot be read, and for what is none. */
export function readBody(body: unknown, lifts: readonly Lift[] = LIFTS): ReadBody | undefined {
  if (!isFields(body)) return undefined
  const lifted = liftBody(body, lifts)
  const { type } = lifted
  if (typeof type !== 'string') return undefined
  if (!KNOWN.has(type)) return withStored({ type: 'opaque', kind: type }, { raw: body, how: 'unread' })
  const { data: exact } = eventBody.safeParse(lifted)
  if (exact) return lifted === body ? exact : withStored(exact, { raw: body, how: 'lifted' })
  lenientBody ??= lenient(eventBody)
  const { data: known } = lenientBody.safeParse(lifted)
  return known && withStored(known, { raw: body, how: 'in part' })
}

/** The body in its newest shape. */
export function liftBody(body: Fields, lifts: readonly Lift[] = LIFTS): Fields {
  return lifts.reduce((older, { type, lift }) => (older['type'] === type ? lift(older) : older), body)
}

/** A stored event apart from its stamp; `at` is 0 where it has none. */
export function withoutStamp(stored: unknown): { readonly at: number; readonly body: unknown } {
  if (!isFields(stored)) return { at: 0, body: stored }
  const { seq: _, chain: __, at, ...body } = stored
  return { at: typeof at === 'number' ? at : 0, body }
}

function withNoteLines(body: Fields): Fields {
  const { notes } = body
  if (!Array.isArray(notes)) return body
  const named = notes.flatMap((note: unknown) => {
    const { path, hash } = isFields(note) ? note : {}
    return typeof path === 'string' && typeof hash === 'string' ? [{ path, hash }] : []
  })
  return { ...body, notes: noteLines(named) }
}
