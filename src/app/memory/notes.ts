/** Facts about notes that the screen needs: which fit a search, and in which order they stand. */
import type { ListedNote, NoteSource } from '../../agent/protocol/calls/memory.ts'
import { memory as t } from '../language/en/memory.ts'

/** A daily note of the agent's, `logs/2026/11/2026-11-30.md`. */
export function isDaily({ path }: Pick<ListedNote, 'path'>): boolean {
  return path.startsWith('logs/')
}

/** A lesson that the program has made of finished work, and that nobody has changed or confirmed. */
export function isLesson({ source, origin }: Pick<ListedNote, 'source' | 'origin'>): boolean {
  return source.lesson === true && origin === 'unconfirmed'
}

/** The writer of a version of a note, in words. */
export function writtenBy({ by, rulesBy, lesson }: NoteSource): string {
  if (lesson) return t.writtenByProgram
  return rulesBy === undefined ? t.writers[by] : t.rulesAdded(t.writers[by])
}

/** Notes that have every word of the query, daily ones and lessons last. */
export function shownNotes(notes: readonly ListedNote[], query: string): readonly ListedNote[] {
  const words = query.toLowerCase().split(/\s+/)
  const found = notes.filter((note) => {
    const text = searched(note)
    return words.every((word) => text.includes(word))
  })
  const isAside = (note: ListedNote) => isDaily(note) || isLesson(note)
  const daily = found.filter((note) => isDaily(note) && !isLesson(note))
  return [...found.filter((note) => !isAside(note)), ...daily, ...found.filter(isLesson)]
}

function searched({ title, excerpt, path, type }: ListedNote): string {
  const typeWords = type === undefined ? '' : `${type} ${t.types[type]}`
  return `${title}\n${excerpt}\n${path}\n${typeWords}`.toLowerCase()
}

/** A note without a name has its first line as its title: it is not said twice. */
export function excerptBelow({ title, excerpt }: Pick<ListedNote, 'title' | 'excerpt'>): string {
  const [first = '', ...rest] = excerpt.trim().split('\n')
  const isTitle = first.replace(/^(?:#+|[-*+]|\d+[.)])\s+/, '').trim() === title
  return (isTitle ? rest : [first, ...rest]).join(' ').replaceAll(/\s+/g, ' ').trim()
}
