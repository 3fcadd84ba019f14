/** Lessons that a message of the user resembles, by words, as notes are picked. Pure. */
import { LESSONS_KEPT, LESSONS_PICKED } from '../../limits.ts'
import type { PickNote } from '../../memory/recall/pick-candidates.ts'
import { pickByWords } from '../../memory/recall/pick-by-words.ts'
import { Shelf } from '../../memory/recall/shelf.ts'
import { readLesson } from './lesson-text.ts'
import type { StoredLesson } from './lesson-text.ts'

/** Their paths, the best first; of equal ones the newest, then by path. */
export function pickLessons(said: string, lessons: readonly StoredLesson[]): readonly string[] {
  const newest = lessons.toSorted(byAge).slice(0, LESSONS_KEPT)
  const shelf = new Shelf()
  const notes = new Map(
    newest.map(({ path, text, updatedAt }, group): [number, PickNote] => {
      const { task, words } = readLesson(text)
      const place = shelf.add(`${task}\n${words}`, group)
      const note = { path, title: task, body: words, updatedAt, stale: [], hash: path } as const
      return [place, { ...note, origin: 'unconfirmed' }]
    }),
  )
  return pickByWords(said, { shelf, notes })
    .slice(0, LESSONS_PICKED)
    .map(({ path }) => path)
}

function byAge(one: StoredLesson, other: StoredLesson): number {
  return other.updatedAt - one.updatedAt || (one.path < other.path ? -1 : Number(one.path > other.path))
}
