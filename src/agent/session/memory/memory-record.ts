/**
 * The record of one memory: its notes with all versions that are kept. The texts are in the content store, under their hashes; the
 * record has what the list and the index need. It is read note by note, since another version of the program may have written it:
 * a note that cannot be read stays in it as it is.
 */
import { NOTE_VERSIONS, NOTES_REMOVED } from '../../limits.ts'
import { NOTE_TYPES } from '../../protocol/calls/memory.ts'
import type { NoteFault, NoteOrigin, NoteSource, NoteType } from '../../protocol/calls/memory.ts'
import { isFields } from '../shapes/fields.ts'

/** Raised when an older program could not change a record without the loss of something. */
const RECORD_VERSION = 1

/** Fields of later versions stay in each. */
export interface StoredVersion {
  /** Absent: the note was deleted. */
  readonly hash?: string | undefined
  readonly bytes: number
  readonly at: number
  readonly origin: NoteOrigin
  readonly source: {
    readonly by: NoteSource['by']
    readonly session?: string | undefined
    readonly messages?: readonly string[] | undefined
    readonly rulesBy?: 'agent' | undefined
    readonly lesson?: true | undefined
  }
  readonly type?: NoteType | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  /** Rules of the calls before which it is told, as written. */
  readonly when?: readonly string[] | undefined
  /** The beginning of its text, without the frontmatter. */
  readonly head: string
  readonly faults: readonly VersionFault[]
  /** Files that it names, by the beginnings of their hashes. */
  readonly evidence: readonly { readonly path: string; readonly hash: string }[]
}

export interface StoredNote {
  readonly path: string
  /** Place of the version that counts; -1: all were undone. */
  readonly current: number
  /** At least one. */
  readonly versions: readonly StoredVersion[]
  /** How often a lesson was told with a message, and when last, in milliseconds since the epoch. Absent: never. */
  readonly use?: { readonly count: number; readonly at: number } | undefined
}

type VersionFault = Extract<NoteFault, 'no YAML' | 'no type'>

export interface MemoryRecord {
  /** The switch; absent: on. */
  readonly isOn: boolean
  /** A newer program has written it: it is only read. */
  readonly isNewer: boolean
  readonly notes: readonly StoredNote[]
}

/** An empty one where nothing is stored. */
export function readMemory(stored: unknown): MemoryRecord {
  const fields = isFields(stored) ? stored : {}
  const { version: written, isOn, notes } = fields
  const read = Array.isArray(notes) ? notes.flatMap(noteIn) : []
  return {
    isOn: isSwitchedOn({ isOn }),
    isNewer: typeof written === 'number' && written > RECORD_VERSION,
    notes: read,
  }
}

/** The switch alone: a record may have a thousand notes. */
export function isSwitchedOn(stored: unknown): boolean {
  return !isFields(stored) || stored['isOn'] !== false
}

/** `stored` with another switch or other notes; what is not known here stays. */
export function changedMemory(
  stored: unknown,
  change: Partial<Pick<MemoryRecord, 'isOn' | 'notes'>>,
): unknown {
  const before = isFields(stored) ? stored : stored === undefined ? {} : { unread: stored }
  const raw: readonly unknown[] = Array.isArray(before['notes']) ? before['notes'] : []
  const unread = raw.filter((item) => noteIn(item).length === 0)
  return {
    ...before,
    ...change,
    ...(change.notes ? { notes: [...unread, ...withinRemoved(change.notes)] } : {}),
    version: RECORD_VERSION,
  }
}

/** The version that counts; undefined where the note is deleted. */
export function currentOf({ current, versions }: StoredNote): StoredVersion | undefined {
  const found = versions[current]
  return found?.hash === undefined ? undefined : found
}

/** Whether it is a lesson that the program has made of work, as it was made: nobody has changed or confirmed it. */
export function isLesson(note: StoredNote): boolean {
  const current = currentOf(note)
  return current?.origin === 'unconfirmed' && current.source.lesson === true
}

/** With one more version, which is the current one. */
export function withVersion(
  notes: readonly StoredNote[],
  path: string,
  added: StoredVersion,
): readonly StoredNote[] {
  const known = notes.find((one) => one.path === path)
  const versions = [...(known?.versions ?? []), added].slice(-NOTE_VERSIONS)
  const changed = { ...known, path, versions, current: versions.length - 1 }
  return [...notes.filter((one) => one !== known), changed]
}

/** With another version of the note as the current one. */
export function withCurrent(
  notes: readonly StoredNote[],
  path: string,
  current: number,
): readonly StoredNote[] {
  return notes.map((one) => (one.path === path ? { ...one, current } : one))
}

/** The time from which the note is as it is. */
export function changedAt({ versions }: StoredNote): number {
  return Math.max(...versions.map(({ at }) => at))
}

/** Without the deleted notes that are too many, the oldest first. */
function withinRemoved(notes: readonly StoredNote[]): readonly StoredNote[] {
  const removed = notes.filter((one) => currentOf(one) === undefined)
  if (removed.length <= NOTES_REMOVED) return notes
  const left = new Set(
    removed.toSorted((a, b) => changedAt(a) - changedAt(b)).slice(0, removed.length - NOTES_REMOVED),
  )
  return notes.filter((one) => !left.has(one))
}

/** By hand: a session begins with a thousand of them. */
function noteIn(item: unknown): StoredNote[] {
  if (!isNote(item)) return []
  const { use, ...rest } = item
  // A note is not lost over a count.
  return [isUse(use) ? { ...rest, use } : rest]
}

function isUse(item: unknown): item is NonNullable<StoredNote['use']> {
  if (!isFields(item)) return false
  const { count, at } = item
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 && Number.isFinite(at)
}

function isNote(item: unknown): item is Omit<StoredNote, 'use'> & { readonly use?: unknown } {
  if (!isFields(item)) return false
  const { path, current, versions } = item
  return isText(path) && Number.isSafeInteger(current) && isList(versions, isVersion) && versions.length > 0
}

function isVersion(item: unknown): item is StoredVersion {
  if (!isFields(item)) return false
  const { hash, bytes, at, origin, source, type, name, description, when, head, faults, evidence } = item
  return (
    [hash, name, description].every(isTextOrNone) &&
    [bytes, at].every(Number.isFinite) &&
    isOneOf(ORIGINS, origin) &&
    isSource(source) &&
    (type === undefined || isOneOf(NOTE_TYPES, type)) &&
    (when === undefined || isList(when, isText)) &&
    isText(head) &&
    isList(faults, (fault) => isOneOf(FAULTS, fault)) &&
    isList(evidence, isEvidence)
  )
}

function isSource(item: unknown): boolean {
  if (!isFields(item)) return false
  const { by, session, messages, rulesBy, lesson } = item
  return (
    isOneOf(WRITERS, by) &&
    isTextOrNone(session) &&
    (messages === undefined || isList(messages, isText)) &&
    isOneOf([undefined, 'agent'], rulesBy) &&
    isOneOf([undefined, true], lesson)
  )
}

function isEvidence(item: unknown): boolean {
  return isFields(item) && isText(item['path']) && isText(item['hash'])
}

const ORIGINS: readonly NoteOrigin[] = ['user', 'unconfirmed']
const WRITERS: readonly NoteSource['by'][] = ['user', 'agent', 'import']
const FAULTS: readonly VersionFault[] = ['no YAML', 'no type']

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || isText(value)
}

function isOneOf(allowed: readonly unknown[], value: unknown): boolean {
  return allowed.includes(value)
}

function isList(value: unknown, isItem: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isItem)
}
