/**
 * Words of many texts, in groups whose texts follow each other: the messages of a session, or a note by itself. Grows at its end,
 * and loses nothing: who no longer wants a text does not accept it.
 */
import { passagesOf } from './passages.ts'
import { lettersOf, stemOf, wordsOf } from './words.ts'

/** Passages that have a stem, in their order, and how often each has it. */
export interface Postings {
  readonly passages: number[]
  readonly counts: number[]
  /** Texts that have it. */
  texts: number
}

/** Times that a text has the same four letters, at most: place and count are one small number. */
const COUNTED = 32

export class Shelf {
  readonly #postings = new Map<string, Postings>()
  /** Texts that have four letters, as `place * COUNTED + count`, in their order. */
  readonly #letters = new Map<string, number[]>()
  /** The latest text of each group. */
  readonly #latest = new Map<number, number>()
  /** By passage: the place of its text, its offset there, and its words. */
  readonly owners: number[] = []
  readonly offsets: number[] = []
  readonly lengths: number[] = []
  /** By text: its group, the texts before and after it there (or -1), its words, and its fours of letters. */
  readonly groups: number[] = []
  readonly before: number[] = []
  readonly after: number[] = []
  readonly textLengths: number[] = []
  readonly letterLengths: number[] = []
  /** Sums over all texts. */
  words = 0
  letters = 0

  /** Texts in it. */
  get size(): number {
    return this.textLengths.length
  }

  /** Behind the texts of its group. Gives the text's place. */
  add(text: string, group = 0): number {
    const place = this.size
    const words = new Map<string, number>()
    let count = 0
    for (const passage of passagesOf(text)) {
      const found = wordsOf(passage.text)
      if (found.length === 0) continue
      const number = this.owners.push(place) - 1
      this.offsets.push(passage.at)
      this.lengths.push(found.length)
      count += found.length
      for (const word of found) {
        this.#count(stemOf(word), number)
        words.set(word, (words.get(word) ?? 0) + 1)
      }
    }
    this.textLengths.push(count)
    this.words += count
    const letters = this.#countLetters(words, place)
    this.letterLengths.push(letters)
    this.letters += letters
    this.#link(place, group)
    return place
  }

  postings(stem: string): Postings | undefined {
    return this.#postings.get(stem)
  }

  /** Texts that have these four letters, and how often: calls `each` for one after the other. Gives their number. */
  withLetters(four: string, each?: (place: number, count: number) => void): number {
    const packed = this.#letters.get(four) ?? []
    if (each) for (const one of packed) each(Math.floor(one / COUNTED), one % COUNTED)
    return packed.length
  }

  #link(place: number, group: number): void {
    const before = this.#latest.get(group) ?? -1
    if (before >= 0) this.after[before] = place
    this.groups.push(group)
    this.before.push(before)
    this.after.push(-1)
    this.#latest.set(group, place)
  }

  #countLetters(words: ReadonlyMap<string, number>, place: number): number {
    let all = 0
    for (const [word, times] of words)
      for (const four of lettersOf(word)) {
        all += times
        const known = this.#letters.get(four)
        const last = known?.at(-1) ?? -1
        const before = Math.floor(last / COUNTED) === place ? last % COUNTED : 0
        const packed = place * COUNTED + Math.min(before + times, COUNTED - 1)
        if (!known) this.#letters.set(four, [packed])
        else if (before > 0) known[known.length - 1] = packed
        else known.push(packed)
      }
    return all
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
