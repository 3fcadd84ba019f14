/**
 * Splits a message into sentences of prose, as they stand there. Code, quotes of others and output are gaps. The time is linear in the
 * text: a pattern that can fail after a repetition is bound to the beginning of a line, or sees a few characters.
 */
import { OWN_SENTENCE_CHARS } from '../../limits.ts'

/** Stands for a part that is no sentence of the user. */
export const GAP = ''

/** Not a code span of three marks. */
const FENCE = /^ {0,3}(```|~~~)(?!.*\1)/
const CODE_INDENT = /^( {4}|\t)/
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)]|[a-z]\))\s+|^#{1,6}\s+/
/** A quote in Markdown, a tag, a line of a change or a statement. */
const FOREIGN = /^(?:[><|{}]|@@|\+\+|---|\$ )|[{}]$|\);$|=>$/
/** Lines from this length on may have been broken by an editor: the sentence then goes on in the next one. */
const WRAPPED_CHARS = 60
const GOES_ON = /^\p{Ll}/u

/** Scripts without spaces end a sentence without one, too. */
const TOKEN = /[^\s。！？]+(?:[。！？]+[」』）”"]*)?|[。！？]+[」』）”"]*/g
const UNSPACED_END = /[。！？][」』）”"]*$/
/** Looked at in the last characters of a token only. */
const END = /[.!?…]["'”’“»«)\]*_`]*$/
const STOP = /\.["'”’“»«)\]*_`]*$/
const OPENING = /^["'“„»«([*_`]+/
const CLOSED = /["'”’“»«)]$/
const TAIL_CHARS = 12
const INITIAL = /^\p{L}$/u
/** `e.g`, `z.B`, `U.S`. */
const DOTTED = /^\p{L}{1,2}(?:\.\p{L}{1,2})+$/u
const ORDINAL = /^\d{1,2}$/
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  `approx bsp bspw bzw ca cf dr eg ev evtl fig ggf hr ie inkl incl jr max min mr mrs ms nr núm pp prof resp sog sr sra st usw vgl vs
zb`.split(/\s+/),
)

const QUOTE = /["“”„«»「」『』]/g
const BACKTICK = /`/g
const SOFT_BOUNDARIES = ['; ', ' – ', ' — ', ', ', '，', '、', ' '] as const

/** Least share of letters among the characters that are neither spaces nor punctuation: commands, logs and tables have fewer. */
const LETTERS_SHARE = 0.65
const NO_LETTER = /[^\p{L}\p{M}]+/gu
const PUNCTUATION = /[\s.,!?…。！？，、'"“”„’]+/g
/** Keys, encoded data, addresses with a query. */
const UNREADABLE = /[!-~]{100}/

/** Sentences and gaps in their order: neighbours in the list are neighbours in the text. */
export function sentencesOf(message: string): readonly string[] {
  return paragraphsOf(message).flatMap((paragraph) => (paragraph === GAP ? [GAP] : split(paragraph)))
}

/** Lines; those that an editor has broken are joined. */
function paragraphsOf(message: string): readonly string[] {
  const found: string[] = []
  let lines: string[] = []
  let fence: string | undefined
  const end = () => {
    if (lines.length > 0) found.push(lines.join(' '))
    lines = []
  }
  const gap = () => {
    end()
    if (found.at(-1) !== GAP) found.push(GAP)
  }
  for (const line of message.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1]
    const isFence = mark !== undefined && (fence === undefined || fence === mark)
    if (isFence) fence = fence === undefined ? mark : undefined
    const item = LIST_ITEM.exec(line)?.[0]
    const text = (item === undefined ? line : line.slice(item.length)).trim()
    const isCode = isFence || fence !== undefined || (item === undefined && CODE_INDENT.test(line))
    if (text === '' && !isCode) end()
    else if (isCode || FOREIGN.test(text)) gap()
    else {
      if (item !== undefined || (lines.at(-1)?.length ?? 0) < WRAPPED_CHARS || !GOES_ON.test(text)) end()
      lines.push(text)
    }
  }
  end()
  return found
}

/** No sentence ends within a quotation or a code span: a sentence of somebody else would stand there as the user's own. */
function split(paragraph: string): readonly string[] {
  const marks = [QUOTE, BACKTICK].filter((mark) => count(paragraph, mark) % 2 === 0)
  const found: string[] = []
  let [start, end] = [0, 0]
  const open = new Set<RegExp>()
  const cut = () => {
    found.push(...fitting(paragraph.slice(start, end).trim()))
    start = end
  }
  for (const { 0: token, index } of paragraph.matchAll(TOKEN)) {
    end = index + token.length
    for (const mark of marks) {
      if (count(token, mark) % 2 === 0) continue
      if (!open.delete(mark)) open.add(mark)
    }
    if (open.size > 0 || !isEnd(token)) continue
    // `"So be it." and I did`
    if (!CLOSED.test(token.slice(-1)) || !GOES_ON.test(paragraph.slice(end, end + TAIL_CHARS).trim())) cut()
  }
  if (end > start) cut()
  return found
}

function isEnd(token: string): boolean {
  const tail = token.slice(-TAIL_CHARS)
  if (UNSPACED_END.test(tail)) return true
  if (!END.test(tail)) return false
  if (!STOP.test(tail) || token.length > TAIL_CHARS) return true
  const word = token.replace(OPENING, '').replace(STOP, '')
  return !(
    INITIAL.test(word) ||
    DOTTED.test(word) ||
    ORDINAL.test(word) ||
    ABBREVIATIONS.has(word.toLowerCase())
  )
}

/** The sentence, parts of one that is too long, or a gap. */
function fitting(sentence: string): readonly string[] {
  if (sentence.length <= OWN_SENTENCE_CHARS) return [isProse(sentence) ? sentence : GAP]
  // A part of a quotation would lose the marks that say so.
  if (sentence.search(QUOTE) >= 0) return [GAP]
  const parts: string[] = []
  let start = 0
  while (start < sentence.length) {
    const end = Math.min(
      sentence.length,
      start + partLength(sentence.slice(start, start + OWN_SENTENCE_CHARS)),
    )
    const part = sentence.slice(start, end).trim()
    if (part !== '') parts.push(isProse(part) ? part : GAP)
    start = end
  }
  return parts
}

function partLength(text: string): number {
  if (text.length < OWN_SENTENCE_CHARS) return text.length
  const at = SOFT_BOUNDARIES.map((mark) => text.lastIndexOf(mark) + mark.length).find(
    (end) => end > OWN_SENTENCE_CHARS / 2,
  )
  if (at !== undefined) return at
  const last = text.charCodeAt(text.length - 1)
  const isHalf = last >= 0xd800 && last < 0xdc00
  return isHalf ? text.length - 1 : text.length
}

function isProse(sentence: string): boolean {
  const letters = sentence.replace(NO_LETTER, '').length
  const shown = sentence.replace(PUNCTUATION, '').length
  return letters > 0 && letters >= shown * LETTERS_SHARE && !UNREADABLE.test(sentence)
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found++
  return found
}
