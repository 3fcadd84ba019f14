/** Texts on one shelf, each in a group of its own, kept by their hashes: a question does not read all of them anew. */
import { RECALL_GONE } from '../../limits.ts'
import { Shelf } from './shelf.ts'

/** Notes by their places on a shelf that may have others. */
export interface Shelved<Note> {
  readonly shelf: Shelf
  readonly notes: ReadonlyMap<number, Note>
}

export interface Shelving<Note> {
  readonly hashOf: (note: Note) => string
  /** Texts of notes whose hashes are not known, in their order; undefined for one that cannot be read. */
  readonly read: (fresh: readonly Note[]) => Promise<readonly (string | undefined)[]>
}

export class KeptShelf {
  #shelf = new Shelf()
  #places = new Map<string, number>()

  get shelf(): Shelf {
    return this.#shelf
  }

  /** Puts there what is new, and leaves out notes that cannot be read. */
  async of<Note>(notes: readonly Note[], { hashOf, read }: Shelving<Note>): Promise<Shelved<Note>> {
    const fresh = notes.filter((note) => !this.#places.has(hashOf(note)))
    const texts = fresh.length === 0 ? [] : await read(fresh)
    for (const [at, note] of fresh.entries()) this.#add(hashOf(note), texts[at])
    const shelf = this.#shelf
    const placed = notes.flatMap((note): [number, Note][] => {
      const place = this.#places.get(hashOf(note))
      return place === undefined ? [] : [[place, note]]
    })
    this.#tidy(placed.length)
    return { shelf, notes: new Map(placed) }
  }

  #add(hash: string, text: string | undefined): void {
    if (text !== undefined && !this.#places.has(hash))
      this.#places.set(hash, this.#shelf.add(text, this.#shelf.size))
  }

  /** Only so many are wanted still. Where most are not, all are forgotten, and read once more by the next question. */
  #tidy(wanted: number): void {
    if (this.#places.size <= 2 * wanted + RECALL_GONE) return
    this.#shelf = new Shelf()
    this.#places = new Map()
  }
}
