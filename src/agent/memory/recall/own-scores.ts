/** Scores of texts by themselves: of their stems, as a whole and in their best passage, and of their spelling. */
import { RECALL_QUERY_CHARS, RECALL_QUERY_WORDS } from '../../limits.ts'
import type { Shelf } from './shelf.ts'
import { lettersOf, stemOf, wordsOf } from './words.ts'

/** How soon more of the same counts for nothing, and how much a longer text loses by its length. */
const SATURATION = 1.2
const LENGTH = 0.3
/** How much it counts that a text, a passage, or the spelling has most of the question. */
const COVERAGE = { texts: 1, passages: 0.5, letters: 0.75 }
/** Share of the best passage in a text's own score, and of the passage before in a passage's. */
const PASSAGE_SHARE = 0.5
const BEFORE_SHARE = 0.2
/** Share of the question's letters that a text has to have which has none of its words. */
const SPELLED_ALIKE = 0.5

interface Part {
  readonly key: string
  readonly weight: number
}

/** Stems that are known, with the weight of each in a text and in a passage, and all fours of letters. */
export interface Question {
  readonly stems: readonly (Part & { readonly ofPassages: number })[]
  readonly letters: readonly Part[]
  /** Mean lengths: words of a text and of a passage, fours of letters of a text. */
  readonly textLength: number
  readonly passageLength: number
  readonly letterLength: number
}

/** Scores of one shelf's texts. */
export interface OwnScores {
  readonly shelf: Shelf
  readonly stems: Float64Array
  readonly letters: Float64Array
  /** Offsets of the best passages. */
  readonly offsets: Float64Array
}

/** The question's parts, weighed by how many texts of all shelves have them. */
export function questionOf(query: string, shelves: readonly Shelf[]): Question {
  const words = [...new Set(wordsOf(query.slice(0, RECALL_QUERY_CHARS)))].slice(0, RECALL_QUERY_WORDS)
  const sum = (of: (shelf: Shelf) => number) => shelves.reduce((all, shelf) => all + of(shelf), 0)
  const texts = sum(({ size }) => size)
  const passages = sum(({ owners }) => owners.length)
  const stems = [...new Set(words.map(stemOf))].flatMap((key) => {
    const inTexts = sum((shelf) => shelf.postings(key)?.texts ?? 0)
    const inPassages = sum((shelf) => shelf.postings(key)?.passages.length ?? 0)
    return inTexts === 0
      ? []
      : [{ key, weight: rarity(inTexts, texts), ofPassages: rarity(inPassages, passages) }]
  })
  const letters = [...new Set(words.flatMap(lettersOf))].map((key) => ({
    key,
    weight: rarity(
      sum((shelf) => shelf.withLetters(key)),
      texts,
    ),
  }))
  const allWords = sum((shelf) => shelf.words)
  return {
    stems,
    letters,
    textLength: allWords / Math.max(1, texts),
    passageLength: allWords / Math.max(1, passages),
    letterLength: sum((shelf) => shelf.letters) / Math.max(1, texts),
  }
}

/** The weight of a word that so many of all have; never negative. */
function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/** Not comparable with scores of other questions. */
export function ownScores(shelf: Shelf, question: Question): OwnScores {
  const { scores: best, offsets } = bestPassages(shelf, passageScores(shelf, question))
  const texts = textScores(shelf, question)
  const stems = texts.map((score, place) => (1 - PASSAGE_SHARE) * score + PASSAGE_SHARE * (best[place] ?? 0))
  return { shelf, stems, letters: letterScores(shelf, question, stems), offsets }
}

/** Adds up what each part of the question is worth. */
class Scores {
  readonly #scores: Float64Array
  readonly #covered: Float64Array
  readonly #lengths: readonly number[]
  readonly #mean: number

  constructor(lengths: readonly number[], mean: number) {
    this.#scores = new Float64Array(lengths.length)
    this.#covered = new Float64Array(lengths.length)
    this.#lengths = lengths
    this.#mean = mean
  }

  add(place: number, count: number, weight: number): void {
    const length = (this.#lengths[place] ?? 0) / this.#mean
    const few = SATURATION * (1 - LENGTH + LENGTH * length)
    this.#scores[place] = (this.#scores[place] ?? 0) + (weight * count * (SATURATION + 1)) / (count + few)
    this.#covered[place] = (this.#covered[place] ?? 0) + weight
  }

  /** `all`: the weight of the whole question. `counts`: whether a text with this share of it counts at all. */
  total(
    all: number,
    coverage: number,
    counts: (place: number, share: number) => boolean = () => true,
  ): Float64Array {
    return this.#scores.map((score, place) => {
      const share = score === 0 ? 0 : (this.#covered[place] ?? 0) / all
      return counts(place, share) ? score * share ** coverage : 0
    })
  }
}

function textScores(shelf: Shelf, { stems, textLength }: Question): Float64Array {
  const scores = new Scores(shelf.textLengths, textLength)
  for (const { key, weight } of stems) {
    let [place, count] = [-1, 0]
    const { passages = [], counts = [] } = shelf.postings(key) ?? {}
    for (const [at, passage] of passages.entries()) {
      const owner = shelf.owners[passage] ?? 0
      if (owner !== place && place >= 0) scores.add(place, count, weight)
      count = (owner === place ? count : 0) + (counts[at] ?? 0)
      place = owner
    }
    if (place >= 0) scores.add(place, count, weight)
  }
  return scores.total(weightOf(stems), COVERAGE.texts)
}

function passageScores(shelf: Shelf, { stems, passageLength }: Question): Float64Array {
  const scores = new Scores(shelf.lengths, passageLength)
  for (const { key, ofPassages } of stems) {
    const { passages = [], counts = [] } = shelf.postings(key) ?? {}
    for (const [at, passage] of passages.entries()) scores.add(passage, counts[at] ?? 0, ofPassages)
  }
  const all = stems.reduce((sum, { ofPassages }) => sum + ofPassages, 0)
  return scores.total(all, COVERAGE.passages)
}

/** Scores by spelling. A few letters that are the same say nothing of a text that has none of the words. */
function letterScores(shelf: Shelf, { letters, letterLength }: Question, stems: Float64Array): Float64Array {
  const scores = new Scores(shelf.letterLengths, letterLength)
  for (const { key, weight } of letters)
    shelf.withLetters(key, (place, count) => scores.add(place, count, weight))
  return scores.total(
    weightOf(letters),
    COVERAGE.letters,
    (place, share) => share >= SPELLED_ALIKE || (stems[place] ?? 0) > 0,
  )
}

function weightOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { weight }) => sum + weight, 0)
}

/** The best passage of each text, with where it begins. A sentence often goes on with what the one before is about. */
function bestPassages(shelf: Shelf, passages: Float64Array) {
  const scores = new Float64Array(shelf.size)
  const offsets = new Float64Array(shelf.size)
  for (const [passage, place] of shelf.owners.entries()) {
    const before = shelf.owners[passage - 1] === place ? (passages[passage - 1] ?? 0) : 0
    const score = (passages[passage] ?? 0) + BEFORE_SHARE * before
    if (score <= (scores[place] ?? 0)) continue
    scores[place] = score
    offsets[place] = shelf.offsets[passage] ?? 0
  }
  return { scores, offsets }
}
