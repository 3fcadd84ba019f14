/** The list of the notes, as the page shows it. */
import { MEMORY_INDEX_BYTES, MEMORY_INDEX_LINES, NOTES_IMPORTED_BYTES } from '../../limits.ts'
import { countingRules } from '../../memory/at-act/act-rules.ts'
import { excerptOf } from '../../memory/notes/note-file.ts'
import { indexFaults, memoryIndex } from '../../memory/notes/memory-index.ts'
import { isDaily, isIndex, scopeOf } from '../../memory/notes/note-path.ts'
import type {
  ListedNote,
  MemoryList,
  NoteSource,
  NoteVersion,
  RemovedNote,
} from '../../protocol/calls/memory.ts'
import { canHaveRules } from '../../protocol/can-have-rules.ts'
import type { ToldNote } from './memory-index-of.ts'
import { changedAt, currentOf } from './memory-record.ts'
import type { StoredNote, StoredVersion } from './memory-record.ts'
import { currentNote } from './project-memory.ts'
import type { CurrentNote, MemoryState, ProjectMemory } from './project-memory.ts'

type Records = Awaited<ReturnType<ProjectMemory['records']>>

export function memoryList(
  { project, isOn, isOnEverywhere, isNewer }: MemoryState,
  records: Records,
  told: { readonly notes: readonly ToldNote[]; readonly now: number },
): MemoryList {
  const notes = records.flatMap(({ prefix, record }) =>
    record.notes.flatMap((note) => currentNote(note, prefix)),
  )
  const shown = new Map(told.notes.map((note) => [note.path, note]))
  const paths = new Set(notes.map(({ path }) => path))
  const removed = records.flatMap(({ prefix, record }) =>
    record.notes.filter((note) => !currentOf(note)).map((note) => removedOf(note, prefix)),
  )
  return {
    project: project ? { id: project.id, name: project.name } : null,
    isOn,
    isOnEverywhere,
    isNewer,
    notes: latestFirst(notes.map((note) => listedOf(note, shown.get(note.path), paths))),
    removed: latestFirst(removed),
    index: memoryIndex(told.notes, { now: told.now }).size,
    limits: { lines: MEMORY_INDEX_LINES, bytes: MEMORY_INDEX_BYTES, fileBytes: NOTES_IMPORTED_BYTES },
  }
}

/** The versions of a note, the oldest first. */
export function noteVersions({ versions, current }: StoredNote): readonly NoteVersion[] {
  return versions.map(({ hash, at, origin, source }, place) => ({
    number: place + 1,
    hash,
    at,
    origin,
    source: sourceOf(source),
    isCurrent: place === current,
  }))
}

function sourceOf({ by, session, messages, rulesBy, lesson }: StoredVersion['source']): NoteSource {
  return {
    by,
    ...(session === undefined ? {} : { session }),
    ...(messages && { messages }),
    ...(rulesBy && { rulesBy }),
    ...(lesson && { lesson }),
  }
}

function listedOf(
  { path, note, version }: CurrentNote,
  told: ToldNote | undefined,
  paths: ReadonlySet<string>,
): ListedNote {
  const { type, origin, hash, bytes, at, source, head, faults } = version
  const when = canHaveRules(path) ? version.when : undefined
  return {
    path,
    scope: scopeOf(path),
    title: told?.title ?? path,
    excerpt: excerptOf(head),
    ...(type && { type }),
    ...(when && { when }),
    origin,
    hash,
    bytes,
    updatedAt: at,
    source: sourceOf(source),
    stale: told?.stale ?? [],
    faults: [...faultsOf(path, { faults, body: told?.body ?? head, paths }), ...ruleFaults(path, when)],
    canUndo: note.current >= 0,
  }
}

/** An index and a dated note need no type; the entries of an index are checked. */
function faultsOf(
  path: string,
  { faults, body, paths }: { faults: ListedNote['faults']; body: string; paths: ReadonlySet<string> },
): ListedNote['faults'] {
  if (isIndex(path)) return indexFaults(path, body, paths)
  return isDaily(path) ? faults.filter((fault) => fault !== 'no type') : faults
}

/** Rules that are none, or too many. */
function ruleFaults(path: string, when: StoredVersion['when'] = []): ListedNote['faults'] {
  return countingRules(path, when).length === when.length ? [] : ['no rule']
}

function removedOf(note: StoredNote, prefix: string): RemovedNote {
  const path = prefix + note.path
  const last = note.versions.findLast(({ hash }) => hash !== undefined)
  const title = last?.name ?? excerptOf(last?.head ?? '').split('\n')[0] ?? ''
  return { path, scope: scopeOf(path), title: title === '' ? path : title, updatedAt: changedAt(note) }
}

function latestFirst<T extends { readonly updatedAt: number; readonly path: string }>(
  notes: readonly T[],
): readonly T[] {
  return notes.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.path < b.path ? -1 : 1))
}
