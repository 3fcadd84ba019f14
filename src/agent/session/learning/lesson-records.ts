/**
 * Lessons among the notes of a memory: how one is stored, and which go. Notes that are no lessons, lessons that the user has
 * confirmed, and deleted ones are never touched. Pure.
 */
import { LESSON_AGE_MS, LESSONS_KEPT, LESSONS_NEWEST, MEMORY_NOTES } from '../../limits.ts'
import { currentOf, isLesson, withVersion } from '../memory/memory-record.ts'
import type { StoredNote, StoredVersion } from '../memory/memory-record.ts'

export interface NewLesson {
  /** From the folder of the record. */
  readonly path: string
  readonly version: StoredVersion
}

/** With one more lesson, or a newer version of it, and without those for which there is no room or time any more. */
export function withLesson(
  notes: readonly StoredNote[],
  { path, version }: NewLesson,
  now: number,
): readonly StoredNote[] {
  const known = notes.find((note) => note.path === path)
  const isFull = !known && notes.filter(currentOf).length >= MEMORY_NOTES
  // The user has confirmed it, or does not want it.
  if (isFull || (known && !isLesson(known))) return prunedLessons(notes, now)
  const isSame = known !== undefined && currentOf(known)?.hash === version.hash
  return withinRoom(prunedLessons(isSame ? notes : withVersion(notes, path, version), now))
}

/** Without lessons that are old and were never told. */
export function prunedLessons(notes: readonly StoredNote[], now: number): readonly StoredNote[] {
  const isPast = (note: StoredNote) => usesOf(note) === 0 && now - timeOf(note) > LESSON_AGE_MS
  return notes.filter((note) => !isLesson(note) || !isPast(note))
}

/** With one use more of each lesson that was told, by its path: at times since the epoch, each of which counts once. */
export function withUse(
  notes: readonly StoredNote[],
  told: ReadonlyMap<string, number>,
): readonly StoredNote[] {
  return notes.map((note) => {
    const at = told.get(note.path)
    if (at === undefined || !isLesson(note) || (note.use?.at ?? -Infinity) >= at) return note
    return { ...note, use: { count: usesOf(note) + 1, at } }
  })
}

/** The least used go first, of those the oldest. */
function withinRoom(notes: readonly StoredNote[]): readonly StoredNote[] {
  const lessons = notes.filter(isLesson)
  if (lessons.length <= LESSONS_KEPT) return notes
  const older = lessons.toSorted((a, b) => byTime(b, a)).slice(LESSONS_NEWEST)
  const gone = new Set(
    older.toSorted((a, b) => usesOf(a) - usesOf(b) || byTime(a, b)).slice(0, lessons.length - LESSONS_KEPT),
  )
  return notes.filter((note) => !gone.has(note))
}

/** The oldest first. */
function byTime(one: StoredNote, other: StoredNote): number {
  return timeOf(one) - timeOf(other) || (one.path < other.path ? -1 : Number(one.path > other.path))
}

function timeOf(note: StoredNote): number {
  return currentOf(note)?.at ?? 0
}

function usesOf({ use }: StoredNote): number {
  return use?.count ?? 0
}
