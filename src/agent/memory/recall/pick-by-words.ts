/** Picks notes by the words of a message, without a model. */
import { PICK_NOTES, RECALL_QUERY_CHARS, RECALL_QUERY_WORDS } from '../../limits.ts'
import type { Shelved } from './kept-shelf.ts'
import type { PickNote } from './pick-candidates.ts'
import { rank } from './rank.ts'
import { stemOf, wordsOf } from './words.ts'

/** Words of a message that one note has to have. */
const WORDS = 2
/** A word says something where no more notes have it than this share, or so many. */
const SHARE = 1 / 5
const FEW = 2

/** The best first; none where a message has only words that many notes have. */
export function pickByWords(said: string, shelved: Shelved<PickNote>): readonly PickNote[] {
  const { shelf, notes } = shelved
  const stems = new Set(wordsOf(said.slice(0, RECALL_QUERY_CHARS)).map(stemOf))
  const words = [...stems].slice(0, RECALL_QUERY_WORDS)
  if (words.length === 0) return []
  const most = Math.max(FEW, notes.size * SHARE)
  const telling = new Set(words.filter((word) => having(word, shelved) <= most))
  const belongs = (matched: readonly string[]) =>
    words.length <= WORDS
      ? matched.length === words.length
      : matched.filter((word) => telling.has(word)).length >= WORDS
  return rank(said, [shelf], { limit: notes.size, accept: ({ place }) => notes.has(place) })
    .filter(({ matched }) => belongs(matched))
    .slice(0, PICK_NOTES)
    .flatMap(({ place }) => notes.get(place) ?? [])
}

/** Number of the notes that have a word. */
function having(stem: string, { shelf, notes }: Shelved<PickNote>): number {
  const places = shelf.postings(stem)?.passages.map((passage) => shelf.owners[passage] ?? -1) ?? []
  return [...new Set(places)].filter((place) => notes.has(place)).length
}
