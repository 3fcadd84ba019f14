/** The notes that a message of the user may pick. */
import { PICK_CANDIDATES } from '../../limits.ts'
import { isIndex } from '../notes/note-path.ts'
import { toldVersion } from '../notes/told-memory.ts'
import type { KnownNotes, MemoryNow } from '../notes/told-memory.ts'
import type { PreparedMemory } from '../notes/prepared-memory.ts'
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
export function candidatesOf(
  { notes, toldWhole }: Pick<PreparedMemory, 'notes' | 'toldWhole'>,
  { index, texts }: Known,
): readonly PickNote[] {
  const isTold = ({ path, hash, origin }: PickNote) =>
    toldWhole.has(path) && index.get(path) === toldVersion(hash, origin)
  return notes
    .filter((note) => !isIndex(note.path) && note.body !== '' && !knowsText(texts, note) && !isTold(note))
    .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.path < b.path ? -1 : Number(a.path > b.path)))
    .slice(0, PICK_CANDIDATES)
}

/** Candidates of a session that has been told the index, and nothing more. */
export function firstCandidates(memory: PreparedMemory): readonly PickNote[] {
  const index = new Map(memory.notes.map(({ path, hash, origin }) => [path, toldVersion(hash, origin)]))
  return candidatesOf(memory, { index, texts: new Map() })
}
