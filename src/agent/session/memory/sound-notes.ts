/**
 * Notes of a file that anybody may have made, as far as they can be notes here. Whatever the file says of a text, the text decides: the
 * list and the model's index show it.
 */
import {
  MEMORY_NOTES,
  NOTE_BYTES,
  NOTE_EVIDENCE,
  NOTE_MESSAGES,
  NOTE_VERSIONS,
  NOTES_REMOVED,
} from '../../limits.ts'
import { readNote } from '../../memory/notes/note-file.ts'
import { EVERYWHERE, notePath } from '../../memory/notes/note-path.ts'
import type { StoredNote, StoredVersion } from './memory-record.ts'
import { FOR_ALL } from './memory-store.ts'
import { filesNamedIn } from './note-evidence.ts'
import { meaningOf } from './note-meaning.ts'

export interface SoundNote {
  readonly path: string
  /** In their order of time. */
  readonly versions: readonly StoredVersion[]
  /** The version that counts, one of these. Without a hash: the note was deleted; undefined: all were undone. */
  readonly lead: StoredVersion | undefined
}

/** Ids of sessions and messages. */
const ID = /^[\w-]{1,100}$/
const SHORT_HASH = /^[0-9a-f]{1,64}$/

/** Notes at paths that a note can have, each once, with times that are not later than `now` and no more versions than are kept. */
export function soundNotes(notes: readonly StoredNote[], key: string, now: number): readonly SoundNote[] {
  const sound = new Map<string, SoundNote>()
  for (const { path: written, versions, current } of notes) {
    if (sound.size >= MEMORY_NOTES + NOTES_REMOVED) break
    const path = pathIn(key, written)
    if (path === undefined || sound.has(path)) continue
    const counting = versions[current]
    const others = versions.filter((one) => one !== counting)
    const kept = new Set([...(counting ? [counting] : []), ...latest(others, NOTE_VERSIONS - 1)])
    const timed = new Map([...kept].map((one) => [one, { ...one, at: Math.min(Math.max(one.at, 0), now) }]))
    const inOrder = versions.flatMap((one) => timed.get(one) ?? []).toSorted((a, b) => a.at - b.at)
    sound.set(path, { path, versions: inOrder, lead: counting && timed.get(counting) })
  }
  return [...sound.values()]
}

/**
 * Each version as `change` has it. Of a note that loses the version that counts, the latest that is left counts; one without any text
 * is none.
 */
export function withVersions(
  notes: readonly SoundNote[],
  change: (version: StoredVersion) => StoredVersion | undefined,
): readonly SoundNote[] {
  return notes.flatMap(({ path, versions, lead }) => {
    const changed = new Map(versions.map((one) => [one, change(one)]))
    const kept = [...changed.values()].filter((one) => one !== undefined)
    const last = kept.findLast(({ hash }) => hash !== undefined)
    if (last === undefined) return []
    return [{ path, versions: kept, lead: lead && (changed.get(lead) ?? last) }]
  })
}

/** Undefined unless it is the text of a note. */
export function readText(data: Uint8Array | undefined) {
  if (data === undefined || data.length > NOTE_BYTES) return undefined
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(data)
  if (text.trim() === '') return undefined
  const file = readNote(text)
  return { bytes: data.length, meaning: meaningOf(file), files: filesNamedIn(file.body) }
}
export type ReadText = NonNullable<ReturnType<typeof readText>>

/** The version as this text has it; the rest of it is taken where it can do no harm. `isOwn`: the file is the user's. */
export function soundVersion(
  { hash, at, origin, source, evidence }: StoredVersion,
  text: ReadText | undefined,
  isOwn: boolean,
): StoredVersion | undefined {
  const { session, messages = [] } = source
  const ids = messages.filter((id) => ID.test(id)).slice(-NOTE_MESSAGES)
  const said = {
    at,
    origin: isOwn ? origin : ('unconfirmed' as const),
    source: {
      by: isOwn ? source.by : ('import' as const),
      ...(isOwn && source.lesson && { lesson: true as const }),
      ...(session !== undefined && ID.test(session) && { session }),
      ...(ids.length > 0 && { messages: ids }),
    },
  }
  if (hash === undefined) return { ...said, bytes: 0, head: '', faults: [], evidence: [] }
  if (text === undefined) return undefined
  const named = evidence.filter((one) => SHORT_HASH.test(one.hash) && text.files.has(one.path))
  return {
    hash,
    ...said,
    bytes: text.bytes,
    ...text.meaning,
    evidence: named.slice(0, NOTE_EVIDENCE),
  }
}

/** From the memory's own root; undefined where no note of it can have it. */
function pathIn(key: string, written: string): string | undefined {
  const prefix = key === FOR_ALL ? `${EVERYWHERE}/` : ''
  if (written.startsWith('/')) return undefined
  const path = notePath(prefix + written)
  if (!path.ok || !path.value.startsWith(prefix)) return undefined
  // Notes of a project are at no path at which those of all projects are.
  if (prefix === '' && path.value.startsWith(`${EVERYWHERE}/`)) return undefined
  return path.value.slice(prefix.length)
}

function latest<T>(items: readonly T[], most: number): readonly T[] {
  return items.slice(Math.max(items.length - most, 0))
}
