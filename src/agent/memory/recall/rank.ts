/**
 * Ranks texts by a question's words, without a model: BM25 over stems (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework", 2009), of the whole text and of its best passage, times the share of the question's words that it has; then what
 * the texts around it say. Each constant was chosen on two sets of conversations with questions (docs/decisions/2026-11-30-recall.md).
 */
import { RECALL_QUERY_CHARS, RECALL_QUERY_WORDS } from '../../limits.ts'
import type { Postings, Shelf } from './shelf.ts'
import { stemsOf } from './words.ts'

export interface Ranked {
  readonly shelf: Shelf
  /** The text's place on its shelf. */
  readonly place: number
  /** Comparable within one call. */
  readonly score: number
  /** Offset of its best passage. */
  readonly at: number
  /** Stems of the question that it has. */
  readonly matched: readonly string[]
}

export interface RankOptions {
  readonly limit: number
  /** Absent: all. */
  readonly accept?: (shelf: Shelf, place: number) => boolean
}

/** How soon more of the same word counts for nothing, and how much a longer text loses by its length. */
const TEXT = { k1: 1.2, b: 0.4, coverage: 1 }
const PASSAGE = { k1: 1, b: 0.25, coverage: 0.4 }
/** Share of the best passage in a text's own score, and of the passage before in a passage's. */
const PASSAGE_SHARE = 0.5
const BEFORE_SHARE = 0.2
/** Share of a neighbour's score: of the text before, after, and of those one further. */
const NEIGHBOURS = [
  [-2, 0.08],
  [-1, 0.3],
  [1, 0.1],
  [2, 0.04],
] as const
/** Share of the best score on its shelf. */
const SHELF_SHARE = 0.2

interface Word {
  readonly stem: string
  readonly ofTexts: number
  readonly ofPassages: number
}

interface Question {
  readonly words: readonly Word[]
  /** The weights of all words together. */
  readonly ofTexts: number
  readonly ofPassages: number
  /** Mean words of a text and of a passage. */
  readonly textLength: number
  readonly passageLength: number
}

/** The best first; of equal ones the earlier, in the order of the shelves. None where no word of the question is known. */
export function rank(query: string, shelves: readonly Shelf[], { limit, accept }: RankOptions): readonly Ranked[] {
  const question = questionOf(query, shelves)
  if (question.words.length === 0) return []
  return shelves
    .flatMap((shelf) => rankShelf(shelf, question).filter(({ place }) => accept?.(shelf, place) ?? true))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ shelf, place, score, at }) => ({ shelf, place, score, at, matched: matchedBy(shelf, place, question) }))
}

function questionOf(query: string, shelves: readonly Shelf[]): Question {
  const stems = [...new Set(stemsOf(query.slice(0, RECALL_QUERY_CHARS)))].slice(0, RECALL_QUERY_WORDS)
  const count = (of: (shelf: Shelf) => number) => shelves.reduce((sum, shelf) => sum + of(shelf), 0)
  const texts = count(({ size }) => size)
  const passages = count(({ owners }) => owners.length)
  const words = count((shelf) => shelf.words)
  const known = stems.flatMap((stem): Word[] => {
    const inTexts = count((shelf) => shelf.postings(stem)?.texts ?? 0)
    if (inTexts === 0) return []
    const inPassages = count((shelf) => shelf.postings(stem)?.passages.length ?? 0)
    return [{ stem, ofTexts: rarity(inTexts, texts), ofPassages: rarity(inPassages, passages) }]
  })
  return {
    words: known,
    ofTexts: known.reduce((sum, { ofTexts }) => sum + ofTexts, 0),
    ofPassages: known.reduce((sum, { ofPassages }) => sum + ofPassages, 0),
    textLength: words / Math.max(1, texts),
    passageLength: words / Math.max(1, passages),
  }
}

/** Of a word that so many of all have; never negative. */
function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

function rankShelf(shelf: Shelf, question: Question): { shelf: Shelf; place: number; score: number; at: number }[] {
  const found = question.words.flatMap((word) => {
    const postings = shelf.postings(word.stem)
    return postings ? [{ word, postings }] : []
  })
  if (found.length === 0) return []
  const texts = textScores(shelf, question, found)
  const passages = passageScores(shelf, question, found)
  const best = bestPassages(shelf, passages)
  const own = texts.map((score, place) => (1 - PASSAGE_SHARE) * score + PASSAGE_SHARE * (best.scores[place] ?? 0))
  const top = own.reduce((most, score) => Math.max(most, score), 0)
  const ranked = []
  for (let place = 0; place < own.length; place++) {
    const around = NEIGHBOURS.reduce((sum, [step, share]) => sum + share * (own[place + step] ?? 0), own[place] ?? 0)
    if (around > 0) ranked.push({ shelf, place, score: around + SHELF_SHARE * top, at: best.offsets[place] ?? 0 })
  }
  return ranked
}

type Found = readonly { readonly word: Word; readonly postings: Postings }[]

function textScores(shelf: Shelf, { ofTexts, textLength }: Question, found: Found): Float64Array {
  const scores = new Float64Array(shelf.size)
  const covered = new Float64Array(shelf.size)
  for (const { word, postings } of found) {
    let [place, count] = [-1, 0]
    const close = (): void => {
      if (place < 0) return
      const length = (shelf.textLengths[place] ?? 0) / textLength
      scores[place] = (scores[place] ?? 0) + word.ofTexts * saturated(count, length, TEXT)
      covered[place] = (covered[place] ?? 0) + word.ofTexts
    }
    for (const [at, passage] of postings.passages.entries()) {
      const owner = shelf.owners[passage] ?? 0
      if (owner !== place) {
        close()
        place = owner
        count = 0
      }
      count += postings.counts[at] ?? 0
    }
    close()
  }
  return scores.map((score, place) => score * ((covered[place] ?? 0) / ofTexts) ** TEXT.coverage)
}

function passageScores(shelf: Shelf, { ofPassages, passageLength }: Question, found: Found): Float64Array {
  const scores = new Float64Array(shelf.owners.length)
  const covered = new Float64Array(shelf.owners.length)
  for (const { word, postings } of found)
    for (const [at, passage] of postings.passages.entries()) {
      const length = (shelf.lengths[passage] ?? 0) / passageLength
      const count = postings.counts[at] ?? 0
      scores[passage] = (scores[passage] ?? 0) + word.ofPassages * saturated(count, length, PASSAGE)
      covered[passage] = (covered[passage] ?? 0) + word.ofPassages
    }
  return scores.map((score, passage) => score * ((covered[passage] ?? 0) / ofPassages) ** PASSAGE.coverage)
}

function saturated(count: number, length: number, { k1, b }: typeof TEXT): number {
  return (count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
}

/** Of each text, with where it begins. A sentence often goes on with what the one before is about. */
function bestPassages(shelf: Shelf, passages: Float64Array): { scores: Float64Array; offsets: Float64Array } {
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

function matchedBy(shelf: Shelf, place: number, { words }: Question): string[] {
  return words.flatMap(({ stem }) =>
    shelf.postings(stem)?.passages.some((passage) => shelf.owners[passage] === place) ? [stem] : [],
  )
}
