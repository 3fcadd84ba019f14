/** The beginnings of notes as the ranking compares them, kept by their versions: a message does not read all of them anew. */
import { PICK_HEAD_CHARS, PICK_HEAD_LINES } from '../../limits.ts'
import { readNote } from '../notes/note-file.ts'
import type { PickNote } from './pick-candidates.ts'
import { Shelf } from './shelf.ts'

/** Texts of notes by their paths, with the beginnings of their hashes; none for one that cannot be read. */
export type NoteTexts = (
  paths: readonly string[],
) => Promise<ReadonlyMap<string, { readonly hash: string; readonly text: string }>>

export class NoteShelves {
  #known: ReadonlyMap<string, Shelf> = new Map()

  /** A shelf for each; without those that have changed meanwhile or cannot be read. */
  async of(notes: readonly PickNote[], read: NoteTexts): Promise<ReadonlyMap<Shelf, PickNote>> {
    const known = this.#known
    const fresh = notes.filter(({ hash }) => !known.has(hash)).map(({ path }) => path)
    const texts = fresh.length === 0 ? new Map<string, never>() : await read(fresh)
    const shelves = new Map<string, Shelf>()
    const found = notes.flatMap((note): [Shelf, PickNote][] => {
      const text = texts.get(note.path)
      const shelf = known.get(note.hash) ?? (text?.hash === note.hash ? shelfOf(text.text) : undefined)
      if (shelf === undefined) return []
      shelves.set(note.hash, shelf)
      return [[shelf, note]]
    })
    this.#known = shelves
    return new Map(found)
  }
}

function shelfOf(text: string): Shelf {
  const { name = '', description = '', body } = readNote(text)
  const head = body.slice(0, PICK_HEAD_CHARS).split('\n').slice(0, PICK_HEAD_LINES)
  const shelf = new Shelf()
  shelf.add([name, description, ...head].join('\n'))
  return shelf
}
