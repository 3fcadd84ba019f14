/** Words of texts that belong together, in their order: the messages of one session, or one note. Grows at its end. */
import { passagesOf } from './passages.ts'
import { stemsOf } from './words.ts'

/** Passages that have a word, in their order, and how often each has it. */
export interface Postings {
  readonly passages: number[]
  readonly counts: number[]
  /** Texts that have it. */
  texts: number
}

export class Shelf {
  readonly #postings = new Map<string, Postings>()
  /** Of each passage: the place of its text, its offset there, and its words. */
  readonly owners: number[] = []
  readonly offsets: number[] = []
  readonly lengths: number[] = []
  /** Words of each text. */
  readonly textLengths: number[] = []
  /** Words of all texts. */
  words = 0

  /** Texts in it. */
  get size(): number {
    return this.textLengths.length
  }

  /** Gives the text's place. */
  add(text: string): number {
    const place = this.size
    let words = 0
    for (const passage of passagesOf(text)) {
      const stems = stemsOf(passage.text)
      if (stems.length === 0) continue
      const number = this.owners.push(place) - 1
      this.offsets.push(passage.at)
      this.lengths.push(stems.length)
      words += stems.length
      for (const stem of stems) this.#count(stem, number)
    }
    this.textLengths.push(words)
    this.words += words
    return place
  }

  postings(stem: string): Postings | undefined {
    return this.#postings.get(stem)
  }

  #count(stem: string, passage: number): void {
    let known = this.#postings.get(stem)
    if (!known) this.#postings.set(stem, (known = { passages: [], counts: [], texts: 0 }))
    const last = known.passages.length - 1
    const before = known.passages[last]
    if (before === passage) {
      known.counts[last] = (known.counts[last] ?? 0) + 1
      return
    }
    if (before === undefined || this.owners[before] !== this.owners[passage]) known.texts++
    known.passages.push(passage)
    known.counts.push(1)
  }
}
