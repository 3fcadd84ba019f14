/** The notes that a message of the user may pick. */
import { PICK_CANDIDATES } from '../../limits.ts'
import { memoryIndex } from '../notes/memory-index.ts'
import { ownLine, standsWhole } from '../notes/note-line.ts'
import { isIndex } from '../notes/note-path.ts'
import { toldVersion } from '../notes/told-memory.ts'
import type { KnownNotes, MemoryNow } from '../notes/told-memory.ts'
import { knowsText } from './known-texts.ts'
import type { KnownTexts } from './known-texts.ts'

export type PickNote = MemoryNow['notes'][number]

export interface Known {
  /** Versions that the index told. */
  readonly index: KnownNotes
  /** Versions whose texts stand in the conversation. */
  readonly texts: KnownTexts
}

/** The newest first, without those whose text the model knows, and without lists of notes, which the index has whole. */
export function candidatesOf({ notes, now }: MemoryNow, { index, texts }: Known): readonly PickNote[] {
  let lines: ReadonlySet<string> | undefined
  const isTold = (note: PickNote) =>
    note.origin === 'user' &&
    standsWhole(note.body) &&
    index.get(note.path) === toldVersion(note.hash, note.origin) &&
    (lines ??= new Set(memoryIndex(notes, { now }).user)).has(ownLine(note, now))
  return notes
    .filter((note) => !isIndex(note.path) && note.body !== '' && !knowsText(texts, note) && !isTold(note))
    .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.path < b.path ? -1 : Number(a.path > b.path)))
    .slice(0, PICK_CANDIDATES)
}
