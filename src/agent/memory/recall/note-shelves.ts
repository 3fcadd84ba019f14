/** The beginnings of notes as the ranking compares them, kept by their versions: a message does not read all of them anew. */
import { PICK_HEAD_CHARS, PICK_HEAD_LINES } from '../../limits.ts'
import { splitFrontmatter } from '../frontmatter.ts'
import { KeptShelf } from './kept-shelf.ts'
import type { Shelved } from './kept-shelf.ts'
import type { PickNote } from './pick-candidates.ts'

/** Texts of notes by their paths, with the beginnings of their hashes; none for one that cannot be read. */
export type NoteTexts = (
  paths: readonly string[],
) => Promise<ReadonlyMap<string, { readonly hash: string; readonly text: string }>>

export class NoteShelves {
  readonly #kept = new KeptShelf()

  /** Without notes that have changed meanwhile or cannot be read. */
  of(notes: readonly PickNote[], read: NoteTexts): Promise<Shelved<PickNote>> {
    return this.#kept.of(notes, {
      hashOf: ({ hash }) => hash,
      read: async (fresh) => {
        const texts = await read(fresh.map(({ path }) => path))
        return fresh.map((note) => {
          const text = texts.get(note.path)
          return text?.hash === note.hash ? headOf(note, text.text) : undefined
        })
      },
    })
  }
}

function headOf({ title, description = '' }: PickNote, text: string): string {
  const body = splitFrontmatter(text).text.slice(0, PICK_HEAD_CHARS).trimStart()
  return [title, description, ...body.split('\n').slice(0, PICK_HEAD_LINES)].join('\n')
}
