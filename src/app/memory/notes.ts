/** Facts about notes that the screen needs: which fit a search, and in which order they stand. */
import type { ListedNote, NoteSource } from '../../agent/protocol/calls/memory.ts'
import { memory as t } from '../language/en/memory.ts'

/** A daily note of the agent's, `logs/2026/11/2026-11-30.md`. */
export function isDaily({ path }: Pick<ListedNote, 'path'>): boolean {
  return path.startsWith('logs/')
}

/** The writer of a version of a note, in words. */
export function writtenBy({ by, rulesBy }: NoteSource): string {
  return rulesBy === undefined ? t.writers[by] : t.rulesAdded(t.writers[by])
}

/** Notes that have every word of the query, daily ones last. */
export function shownNotes(notes: readonly ListedNote[], query: string): readonly ListedNote[] {
  const words = query.toLowerCase().split(/\s+/)
  const found = notes.filter((note) => {
    const text = searched(note)
    return words.every((word) => text.includes(word))
  })
  return [...found.filter((note) => !isDaily(note)), ...found.filter(isDaily)]
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
