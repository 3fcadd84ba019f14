/** Picks notes by the words of a message, without a model. */
import { PICK_NOTES, RECALL_QUERY_CHARS, RECALL_QUERY_WORDS } from '../../limits.ts'
import { rank } from './rank.ts'
import type { Shelf } from './shelf.ts'
import { stemOf, wordsOf } from './words.ts'

/** Words of a message that one note has to have. */
const WORDS = 2
/** A word says something where no more notes have it than this share, or so many. */
const SHARE = 1 / 5
const FEW = 2

/** A shelf is a note. The best first; none where a message has only words that many notes have. */
export function pickByWords(said: string, shelves: readonly Shelf[]): readonly Shelf[] {
  const words = [...new Set(wordsOf(said.slice(0, RECALL_QUERY_CHARS)).map(stemOf))].slice(
    0,
    RECALL_QUERY_WORDS,
  )
  if (words.length === 0) return []
  const most = Math.max(FEW, shelves.length * SHARE)
  const telling = new Set(
    words.filter((word) => shelves.filter((shelf) => shelf.postings(word)).length <= most),
  )
  const belongs = (matched: readonly string[]) =>
    words.length <= WORDS
      ? matched.length === words.length
      : matched.filter((word) => telling.has(word)).length >= WORDS
  return rank(said, shelves, { limit: shelves.length })
    .filter(({ matched }) => belongs(matched))
    .slice(0, PICK_NOTES)
    .map(({ shelf }) => shelf)
}
