/** The index: a line for each note, as a session is told them at its start, within limits. */
import type { MemoryIndex, NoteFault, NoteOrigin, NoteType } from '../../protocol/calls/memory.ts'
import { MEMORY_INDEX_BYTES, MEMORY_INDEX_LINES, MEMORY_LINE_CHARS } from '../../limits.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'
import { fitLines } from './fit-lines.ts'
import { deadLinks, namedNotes } from './index-links.ts'
import { ownLine, unconfirmedLine } from './note-line.ts'
import type { NoteFacts } from './note-line.ts'
import { INDEX, isDaily, isIndex } from './note-path.ts'

export interface IndexNote extends NoteFacts {
  readonly origin: NoteOrigin
  /** It is told in another way, and has no line. */
  readonly isLesson?: true
}

/** Lines are safe within their frames, and those of both blocks together within the limits. */
export interface ToldIndex {
  readonly user: readonly string[]
  readonly unconfirmed: readonly string[]
  /** The whole index, before it was cut. */
  readonly size: MemoryIndex
  /** It was cut: which limits it met, how long it is, and how to keep it short. */
  readonly warning?: string
}

/** Days whose dated notes are listed. */
const DAYS = 2
/** Corrections weigh most; a note without a type comes last. */
const ORDER: readonly (NoteType | undefined)[] = ['feedback', 'user', 'project', 'reference', undefined]

/** Notes of the user first; of each origin, lists kept by hand, then a line for each note that they do not name. */
export function memoryIndex(notes: readonly IndexNote[], { now }: { readonly now: number }): ToldIndex {
  const listed = withoutOldDays(notes)
  const user = linesOf(listed, 'user', now)
  const unconfirmed = linesOf(listed, 'unconfirmed', now)
  const { kept, size } = fitLines([...user, ...unconfirmed])
  return {
    user: kept.slice(0, user.length),
    unconfirmed: kept.slice(user.length),
    size,
    ...(size.cut !== 'no' && { warning: warningOf(size) }),
  }
}

/** Faults of a list kept by hand; other notes have none of these. */
export function indexFaults(path: string, text: string, paths: ReadonlySet<string>): readonly NoteFault[] {
  if (!isIndex(path)) return []
  const hasLong = text
    .split('\n')
    .some((line) => line.length > MEMORY_LINE_CHARS && [...line].length > MEMORY_LINE_CHARS)
  const hasDead = deadLinks(path, text, paths).length > 0
  return [...(hasLong ? (['long line'] as const) : []), ...(hasDead ? (['dead link'] as const) : [])]
}

function linesOf(all: readonly IndexNote[], origin: NoteOrigin, now: number): readonly string[] {
  const notes = all.filter((note) => note.origin === origin && !note.isLesson)
  const indexes = notes.filter(({ path }) => isIndex(path)).toSorted(byIndexPath)
  const named = new Set(indexes.flatMap(({ path, body }) => [...namedNotes(path, body)]))
  const others = notes.filter(({ path }) => !isIndex(path) && !named.has(path)).toSorted(byWeight)
  const kept = indexes.flatMap(({ body }) => {
    const text = untrustedText(body.trimEnd()).toWellFormed()
    return text === '' ? [] : text.split('\n')
  })
  return [...kept, ...others.map((note) => (origin === 'user' ? ownLine : unconfirmedLine)(note, now))]
}

/** Dated notes of the latest days, and all others. */
function withoutOldDays(notes: readonly IndexNote[]): readonly IndexNote[] {
  const days = notes.filter(({ path }) => isDaily(path)).map(({ path }) => dayOf(path))
  const latest = new Set([...new Set(days)].toSorted().slice(-DAYS))
  return notes.filter(({ path }) => !isDaily(path) || latest.has(dayOf(path)))
}

function dayOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The project's before that of all projects. */
function byIndexPath(a: IndexNote, b: IndexNote): number {
  return Number(a.path !== INDEX) - Number(b.path !== INDEX)
}

function byWeight(a: IndexNote, b: IndexNote): number {
  return (
    ORDER.indexOf(a.type) - ORDER.indexOf(b.type) ||
    b.updatedAt - a.updatedAt ||
    (a.path < b.path ? -1 : Number(a.path > b.path))
  )
}

function warningOf({ lines, bytes, cut }: MemoryIndex): string {
  const limits = {
    no: '',
    lines: `the limit of ${MEMORY_INDEX_LINES} lines was met`,
    bytes: `the limit of ${number(MEMORY_INDEX_BYTES)} bytes was met`,
    both: `the limits of ${MEMORY_INDEX_LINES} lines and of ${number(MEMORY_INDEX_BYTES)} bytes were met`,
  }
  return `The index of the memory is cut here: ${limits[cut]}; the whole has ${number(lines)} lines and ${number(bytes)} bytes. Keep one line per entry, and detail in the notes.`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
