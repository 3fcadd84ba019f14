/** A note that is written: its place in a record, whether it may be stored there, and what the log says of it. */
import type { NewBlob } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { MEMORY_NOTES } from '../../limits.ts'
import { EVERYWHERE } from '../../memory/notes/note-path.ts'
import type { NoteOrigin, NoteSource } from '../../protocol/calls/memory.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Session } from '../log/session.ts'
import { currentOf, withVersion } from './memory-record.ts'
import type { StoredNote, StoredVersion } from './memory-record.ts'
import { changedMeanwhile, tooMany, usersOwn } from './note-problems.ts'

/** `base`: the hash of the version that the user has edited; null: none was there. */
export interface NoteWriter {
  readonly by: NoteSource['by']
  readonly messages?: readonly string[]
  readonly base?: string | null | undefined
  /** An agent beside the conversation, which does not know of it then. */
  readonly aside?: true | undefined
  /** The session whose user it may quote, where that is not the open one. */
  readonly of?: Pick<Session, 'id' | 'events'> | undefined
}

/** A text that is to be a note at a path. */
export interface GivenNote {
  readonly path: string
  readonly text: string
}

export interface WrittenNote {
  readonly path: string
  readonly origin: NoteOrigin
}

export interface ReadyNote {
  readonly path: string
  readonly text: NewBlob
  readonly version: StoredVersion
  /** Hash of the user's note to which an agent only adds rules. */
  readonly extended?: string
}

/** The log's entry of a change, without its type. */
export type NoteChange = Omit<Extract<EventBody, { type: 'memory_changed' }>, 'type'>

/** Letters of a hash in the log: enough to tell versions apart, and no name by which the text is kept. */
export const SHORT_HASH = 32

export function isOfAll(path: string): boolean {
  return path.startsWith(`${EVERYWHERE}/`)
}

/** From the folder of its record. */
export function nameOf(path: string): string {
  return isOfAll(path) ? path.slice(EVERYWHERE.length + 1) : path
}

export function withWritten(
  notes: readonly StoredNote[],
  { path, version, extended }: ReadyNote,
  writer: NoteWriter,
): Result<readonly StoredNote[]> {
  const name = nameOf(path)
  const known = notes.find((note) => note.path === name)
  const current = known && currentOf(known)
  if (writer.base !== undefined && (current?.hash ?? null) !== writer.base) return changedMeanwhile(path)
  const isOthers = writer.by !== 'user' && version.hash !== current?.hash && extended !== current?.hash
  if (isOthers && current?.origin === 'user') return usersOwn(path)
  if (!known && notes.filter(currentOf).length >= MEMORY_NOTES) return tooMany()
  // Written again as it is: no version more.
  return ok(isSame(current, version) ? notes : withVersion(notes, name, version))
}

export function writtenChange({ path, version }: ReadyNote, { by, aside }: NoteWriter): NoteChange {
  const { origin, hash, source, evidence } = version
  return {
    path,
    change: 'written',
    by,
    ...(hash === undefined ? {} : { hash: hash.slice(0, SHORT_HASH) }),
    origin,
    messageIds: [...(source.messages ?? [])],
    ...(evidence.length > 0 && { evidence: [...evidence] }),
    ...(aside && { aside }),
  }
}

function isSame(known: StoredVersion | undefined, { hash, origin }: StoredVersion): boolean {
  return known !== undefined && known.hash === hash && (known.origin === origin || known.origin === 'user')
}

/** The open session's, with the messages that it rests on. */
export function sourceOf(
  session: Pick<Session, 'id'> | undefined,
  { by, messages = [] }: Pick<NoteWriter, 'by'> & { readonly messages?: readonly string[] | undefined },
): StoredVersion['source'] {
  return {
    by,
    ...(session === undefined ? {} : { session: session.id }),
    ...(messages.length > 0 ? { messages: [...messages] } : {}),
  }
}
