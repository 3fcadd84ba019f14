/** Words of a text as the recall compares them: in lower case, without accents, common ones left out; by stems and by spelling. */
import { stemmer } from 'stemmer'
import { RECALL_STEMS } from '../../limits.ts'

/** Words that say nothing of what a text is about (closed classes of English, and what an apostrophe leaves). */
const COMMON: ReadonlySet<string> = new Set(
  `a about above after again against all am an and any are as at be because been before being below between both but by can
could d did do does doing don down during each few for from further had has have having he her here hers herself him himself
his how i if in into is it its itself just ll m me more most my myself no nor not now of off on once only or other our ours
ourselves out over own re s same she should so some such t than that the their theirs them themselves then there these they
this those through to too under until up ve very was we were what when where which while who whom why will with would you
your yours yourself yourselves`.split(/\s+/),
)

const ASCII_WORD = /[a-z\d]+/gi
const WORD = /[\p{L}\p{N}]+/gu
/** Scripts that have no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const ACCENTS = /\p{M}+/gu
const ASCII = /^[\u0000-\u007f]*$/
/** Parts of `parseQuery`, `HTTPServer` and `utf8Text`. */
const PARTS = /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?\p{Ll}+\p{N}*|\p{N}+/gu

const PLAIN = /^\p{L}\p{Ll}*$/u
const LETTERS = 4
const WORD_CHARS = 40

const stems = new Map<string, string>()

/** Words in their order, each as often as it stands there. A name of code gives its parts beside the whole. */
export function wordsOf(text: string): string[] {
  const found: string[] = []
  const isAscii = ASCII.test(text)
  const plain = isAscii ? text : text.normalize('NFKD').replace(ACCENTS, '')
  for (const word of plain.match(isAscii ? ASCII_WORD : WORD) ?? []) addWord(word, found)
  return found
}

/** Equal for the forms of a word. */
export function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = stemmer(word)
  if (stems.size >= RECALL_STEMS) stems.clear()
  stems.set(word, stem)
  return stem
}

/** Four letters each, overlapping, with marks for the ends: words that are spelled alike, or put together, share some. */
export function lettersOf(word: string): string[] {
  const marked = `_${word}_`
  const fours = [marked.slice(0, LETTERS)]
  for (let end = LETTERS + 1; end <= marked.length; end++) fours.push(marked.slice(end - LETTERS, end))
  return fours
}

function addWord(word: string, found: string[]): void {
  if (UNSPACED.test(word)) {
    found.push(...pairs(word))
    return
  }
  const lower = word.toLowerCase()
  addPlain(lower, found)
  if (lower === word || PLAIN.test(word)) return
  const parts = word.match(PARTS) ?? []
  if (parts.length > 1) for (const part of parts) addPlain(part.toLowerCase(), found)
}

function addPlain(word: string, found: string[]): void {
  // Nothing that long is a word.
  if (!COMMON.has(word)) found.push(word.slice(0, WORD_CHARS))
}

/** Two characters each, overlapping: what a search in such a script compares. */
function pairs(word: string): string[] {
  const chars = [...word]
  return chars.length < 2 ? chars : chars.slice(1).map((char, at) => `${chars[at] ?? ''}${char}`)
}
