/** Texts on one shelf, each in a group of its own, kept by their hashes: a question does not read all of them anew. */
import { RECALL_GONE } from '../../limits.ts'
import { Shelf } from './shelf.ts'

export class KeptShelf {
  #shelf = new Shelf()
  #places = new Map<string, number>()

  get shelf(): Shelf {
    return this.#shelf
  }

  /** Hashes of texts whose words are not known. */
  unknown(hashes: readonly string[]): readonly string[] {
    return [...new Set(hashes)].filter((hash) => !this.#places.has(hash))
  }

  add(hash: string, text: string): void {
    if (!this.#places.has(hash)) this.#places.set(hash, this.#shelf.add(text, this.#shelf.size))
  }

  place(hash: string): number | undefined {
    return this.#places.get(hash)
  }

  /** Only so many are wanted still. Where most are not, all are forgotten, and read once more by the next question. */
  tidy(wanted: number): void {
    if (this.#places.size <= 2 * wanted + RECALL_GONE) return
    this.#shelf = new Shelf()
    this.#places = new Map()
  }
}
