/**
 * The record of one memory: its notes with all versions that are kept. The texts are in the content store, under their hashes; the
 * record has what the list and the index need. It is read note by note, since another version of the program may have written it:
 * a note that cannot be read stays in it as it is.
 */
import { z } from 'zod'
import { NOTE_VERSIONS, NOTES_REMOVED } from '../../limits.ts'
import { NOTE_TYPES } from '../../protocol/calls/memory.ts'
import { isFields } from '../shapes/fields.ts'

/** Raised when an older program could not change a record without the loss of something. */
const RECORD_VERSION = 1

const source = z.looseObject({
  by: z.enum(['user', 'agent', 'import']),
  session: z.string().optional(),
  messages: z.array(z.string()).readonly().optional(),
})

const version = z.looseObject({
  /** Absent: the note was deleted. */
  hash: z.string().optional(),
  bytes: z.number(),
  at: z.number(),
  origin: z.enum(['user', 'unconfirmed']),
  source,
  type: z.enum(NOTE_TYPES).optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  /** The beginning of its text, without the frontmatter. */
  head: z.string(),
  faults: z.array(z.enum(['no YAML', 'no type'])),
  /** Files that it names, by the beginnings of their hashes. */
  evidence: z.array(z.object({ path: z.string(), hash: z.string() })).readonly(),
})
export type StoredVersion = Readonly<z.infer<typeof version>>

const note = z.looseObject({
  path: z.string(),
  /** Place of the version that counts; -1: all were undone. */
  current: z.number().int(),
  versions: z.array(version).min(1).readonly(),
})
export type StoredNote = Readonly<z.infer<typeof note>>

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

function noteIn(item: unknown): StoredNote[] {
  const read = note.safeParse(item)
  return read.success ? [read.data] : []
}
