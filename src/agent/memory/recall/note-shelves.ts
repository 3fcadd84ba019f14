/** The beginnings of notes as the ranking compares them, kept by their versions: a message does not read all of them anew. */
import { PICK_HEAD_CHARS, PICK_HEAD_LINES } from '../../limits.ts'
import { splitFrontmatter } from '../frontmatter.ts'
import { KeptShelf } from './kept-shelf.ts'
import type { PickNote } from './pick-candidates.ts'
import type { Shelf } from './shelf.ts'

/** Texts of notes by their paths, with the beginnings of their hashes; none for one that cannot be read. */
export type NoteTexts = (
  paths: readonly string[],
) => Promise<ReadonlyMap<string, { readonly hash: string; readonly text: string }>>

/** Notes by their places on a shelf that may have others. */
export interface ShelvedNotes {
  readonly shelf: Shelf
  readonly notes: ReadonlyMap<number, PickNote>
}

export class NoteShelves {
  readonly #kept = new KeptShelf()

  /** Without notes that have changed meanwhile or cannot be read. */
  async of(notes: readonly PickNote[], read: NoteTexts): Promise<ShelvedNotes> {
    const kept = this.#kept
    const fresh = new Set(kept.unknown(notes.map(({ hash }) => hash)))
    const paths = notes.filter(({ hash }) => fresh.has(hash)).map(({ path }) => path)
    const texts = paths.length === 0 ? new Map<string, never>() : await read(paths)
    for (const note of notes) {
      const text = texts.get(note.path)
      if (text?.hash === note.hash) kept.add(note.hash, headOf(note, text.text))
    }
    const { shelf } = kept
    const placed = notes.flatMap((note): [number, PickNote][] => {
      const place = kept.place(note.hash)
      return place === undefined ? [] : [[place, note]]
    })
    kept.tidy(placed.length)
    return { shelf, notes: new Map(placed) }
  }
}

function headOf({ title, description = '' }: PickNote, text: string): string {
  const body = splitFrontmatter(text).text.slice(0, PICK_HEAD_CHARS).trimStart()
  return [title, description, ...body.split('\n').slice(0, PICK_HEAD_LINES)].join('\n')
}
