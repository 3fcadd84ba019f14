/** Rates sentences without a model: those say most whose words and cues are rare in all that the user has said. */
import { termsOf } from './sentence-terms.ts'
import type { SentenceTerms } from './sentence-terms.ts'

/** Number of a sentence's rarest words that count, so that a longer one does not win by its length. */
const WORDS = 4
/** The same for its cues, and how much they count beside the words. */
const CUES = 2
const CUES_WEIGHT = 0.7
/** Words and cues without which a sentence says nothing by itself. */
const LEAST_TERMS = 2
/** A question asks for something that the user does not say. */
const QUESTION = /[?？]["”»)]*$/
const QUESTION_WEIGHT = 0.5
/** Characters of room that a sentence takes beside its own. */
const FRAME_CHARS = 20
/** Part of the way from the average to the best that a sentence has to reach: a talk in which all are alike has no best. */
const ABOVE_AVERAGE = 0.2

/** Worth of each sentence, in their order; 0: it says no more than most. Words of `others` are said, too. */
export function worthOf(sentences: readonly string[], others: readonly string[]): readonly number[] {
  const terms = sentences.map(termsOf)
  const counts = new Map<string, number>()
  for (const { words, cues } of [...terms, ...others.map(termsOf)])
    for (const term of [...words, ...cues.map(cueTerm)]) counts.set(term, (counts.get(term) ?? 0) + 1)
  const most = Math.log(Math.max(2, sentences.length + others.length))
  const rarity = (term: string) => 1 - Math.log(counts.get(term) ?? 1) / most
  const worth = sentences.map((text, at) => worthFor(text, terms[at], rarity))
  const average = worth.reduce((sum, one) => sum + one, 0) / worth.length
  const best = worth.reduce((largest, one) => Math.max(largest, one), 0)
  const least = average + ABOVE_AVERAGE * (best - average)
  return worth.map((one) => (one < least ? 0 : one))
}

/** Each character costs, but the second half of a sentence is not worth as much as the first. */
function worthFor(text: string, terms: SentenceTerms | undefined, rarity: (term: string) => number): number {
  const { words = [], cues = [] } = terms ?? {}
  if (words.length + cues.length < LEAST_TERMS) return 0
  const said = mean(words.map(rarity), WORDS) + CUES_WEIGHT * mean(cues.map(cueTerm).map(rarity), CUES)
  const weight = QUESTION.test(text) ? QUESTION_WEIGHT : 1
  return (weight * said) / Math.sqrt(text.length + FRAME_CHARS)
}

/** Mean of the largest values; missing ones count as nothing. */
function mean(values: readonly number[], count: number): number {
  const largest = values.toSorted((one, other) => other - one).slice(0, count)
  return largest.reduce((sum, value) => sum + value, 0) / count
}

function cueTerm(cue: string): string {
  return `# ${cue}`
}
