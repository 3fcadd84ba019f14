/**
 * Ranks texts by a question's words, without a model. A text's own score is that of its stems (the whole text, and its best
 * passage) and that of its spelling, each by BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) times
 * the share of the question that it has; then it gains by what the texts around it say. Each constant was chosen on two sets of
 * conversations with questions (docs/decisions/2026-11-30-recall.md).
 */
import { ownScores, questionOf } from './own-scores.ts'
import type { OwnScores, Question } from './own-scores.ts'
import type { Shelf } from './shelf.ts'

/** A text with its score. */
export interface Scored {
  readonly shelf: Shelf
  /** The text's place on its shelf. */
  readonly place: number
  /** Comparable within one call. */
  readonly score: number
  /** Offset of its best passage. */
  readonly at: number
  /** It has words of the question, or, where no text has any, words that are spelled like them. False: it was found by its neighbours. */
  readonly isMatch: boolean
}

export interface Ranked extends Scored {
  /** Stems of the question that it has. */
  readonly matched: readonly string[]
}

export interface RankOptions {
  readonly limit: number
  /** Only these are among so many. Absent: all. */
  readonly accept?: (one: Scored) => boolean
}

/** Weight of the spelling, of the best at most. */
const SPELLING_SHARE = 0.4
/** Share of a neighbour's score: of the text before, after, and of those one further. */
const BEFORE = [0.25, 0.08]
const AFTER = [0.05, 0.04]
/** Share of the best score of its group. */
const GROUP_SHARE = 0.25
/** Share of the best score below which a text has next to nothing of the question. */
const LEAST_SHARE = 0.25
/** Words that a text has to have to be found by its neighbours alone: "Done." says nothing. */
const TELLING_WORDS = 4

/** The best first; of equal ones the earlier, in the order of the shelves. None where no word of the question is known. */
export function rank(
  query: string,
  shelves: readonly Shelf[],
  { limit, accept }: RankOptions,
): readonly Ranked[] {
  const question = questionOf(query, shelves)
  const own = shelves.map((shelf) => ownScores(shelf, question))
  const best = (of: (scores: OwnScores) => Float64Array) =>
    own.reduce((most, scores) => of(scores).reduce((max, one) => Math.max(max, one), most), 0)
  const most = { stems: best(({ stems }) => stems), letters: best(({ letters }) => letters) }
  const found = new Best(limit)
  for (const scores of own)
    for (const one of withNeighbours(scores, most))
      if (found.takes(one.score) && (accept?.(one) ?? true)) found.add(one)
  const least = LEAST_SHARE * (found.all[0]?.score ?? 0)
  return found.all
    .filter(({ score }) => score >= least)
    .map((one) => ({ ...one, matched: matchedBy(one, question) }))
}

/** The best so far, in their order; of equal ones the earlier first. */
class Best {
  readonly all: Scored[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  takes(score: number): boolean {
    return this.all.length < this.#limit || score > (this.all.at(-1)?.score ?? Infinity)
  }

  add(one: Scored): void {
    const at = this.all.findIndex(({ score }) => score < one.score)
    this.all.splice(at < 0 ? this.all.length : at, 0, one)
    if (this.all.length > this.#limit) this.all.pop()
  }
}

/** `most`: the best of all shelves, by which both kinds of scores are made comparable. */
function* withNeighbours(
  { shelf, stems, letters, offsets }: OwnScores,
  most: { readonly stems: number; readonly letters: number },
): Generator<Scored> {
  const own = stems.map(
    (score, place) =>
      score / (most.stems || 1) + (SPELLING_SHARE * (letters[place] ?? 0)) / (most.letters || 1),
  )
  const matches = most.stems > 0 ? stems : letters
  const tops = new Map<number, number>()
  for (const [place, score] of own.entries()) {
    const group = shelf.groups[place] ?? 0
    if (score > (tops.get(group) ?? 0)) tops.set(group, score)
  }
  for (const [place, score] of own.entries()) {
    const top = tops.get(shelf.groups[place] ?? 0)
    if (top === undefined) continue
    if (score === 0 && (shelf.textLengths[place] ?? 0) < TELLING_WORDS) continue
    const around = along(own, shelf.before, place, BEFORE) + along(own, shelf.after, place, AFTER)
    if (score + around === 0) continue
    const isMatch = (matches[place] ?? 0) > 0
    yield { shelf, place, score: score + around + GROUP_SHARE * top, at: offsets[place] ?? 0, isMatch }
  }
}

/** Shares of the scores of the texts that follow one way. */
function along(own: Float64Array, next: readonly number[], from: number, shares: readonly number[]): number {
  let [sum, place] = [0, from]
  for (const share of shares) {
    place = next[place] ?? -1
    if (place < 0) return sum
    sum += share * (own[place] ?? 0)
  }
  return sum
}

function matchedBy(
  { shelf, place }: Pick<Ranked, 'shelf' | 'place'>,
  { stems }: Question,
): readonly string[] {
  return stems.flatMap(({ key }) =>
    shelf.postings(key)?.passages.some((passage) => shelf.owners[passage] === place) ? [key] : [],
  )
}
