/** Notes that only repeat the user: whose whole text are sentences that they typed, with all that they said after them. */
import { NOTE_QUOTED_CHARS, NOTE_SAID_CHARS } from '../../limits.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'

export interface SaidMessage {
  readonly id: string
  readonly text: string
}

/** Characters of one word that say enough: "yes" does not. */
const LEAST_CHARS = 8
/** The user's own list marks may be left out, and others be put in. */
const LIST_MARK = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+/gm
/** The end of a sentence; behind an abbreviation follows no capital letter, as a rule. */
const SENTENCE_END = /[.!?…]["”’)]?$|[。！？]$/
/** Text that the user shows: code, and what others have said. */
const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/
const QUOTED = /^[ \t]*>/

/**
 * The id of the message that the whole text is quoted from, or undefined. Word for word, it is the end of a paragraph from the
 * beginning of one of its sentences on, or several whole paragraphs: so that nothing that limits it afterwards is left out. What
 * stands before it must be a whole sentence, not the beginning of one ("Never do this:"). Code blocks and quotations in a message
 * are not the user's words.
 */
export function quotedFrom(body: string, said: readonly SaidMessage[]): readonly string[] | undefined {
  // Nothing in it may look other than it is.
  if (body.length > NOTE_QUOTED_CHARS || untrustedText(body) !== body) return undefined
  const wanted = plain(body)
  if (wanted.length < LEAST_CHARS && !wanted.includes(' ')) return undefined
  let left = NOTE_SAID_CHARS
  const found = said.findLast(({ text }) => (left -= text.length) >= 0 && isQuoted(wanted, text))
  return found && [found.id]
}

function isQuoted(wanted: string, message: string): boolean {
  return ownWords(message).some((paragraphs) => isWhole(wanted, paragraphs) || isEndOfOne(wanted, paragraphs))
}

/** Paragraphs that follow one another, from the first to the last word. */
function isWhole(wanted: string, paragraphs: readonly string[]): boolean {
  const text = paragraphs.join(' ')
  let start = 0
  const starts = paragraphs.map((paragraph) => {
    start += paragraph.length + 1
    return start - paragraph.length - 1
  })
  const ends = new Set([...starts.slice(1).map((next) => next - 1), text.length])
  return starts.some(
    (at, index) =>
      ends.has(at + wanted.length) && text.startsWith(wanted, at) && mayEndBefore(paragraphs[index - 1]),
  )
}

/** The last sentences of one. */
function isEndOfOne(wanted: string, paragraphs: readonly string[]): boolean {
  if (/^[\p{Ll}\p{P}]/u.test(wanted)) return false
  return paragraphs.some(
    (paragraph) =>
      paragraph.endsWith(` ${wanted}`) && mayEndBefore(paragraph.slice(0, -wanted.length - 1).slice(-3)),
  )
}

/** The text before the quotation is not the beginning of a sentence that goes on in it. */
function mayEndBefore(text: string | undefined): boolean {
  return text === undefined || SENTENCE_END.test(text.slice(-3))
}

/** Paragraphs that follow one another, each as one line; those on both sides of code or a quotation do not. */
function ownWords(message: string): readonly (readonly string[])[] {
  const parts: string[][] = [[]]
  let lines: string[] = []
  /** The mark that began a block of code; a longer one ends it, too, and a shorter one stands in it. */
  let fence = ''
  const endParagraph = () => {
    const paragraph = plain(lines.join('\n'))
    if (paragraph !== '') parts.at(-1)?.push(paragraph)
    lines = []
  }
  for (const line of message.split(/\r\n?|\n/)) {
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? []
    if (mark !== '' || fence !== '' || QUOTED.test(line)) {
      endParagraph()
      parts.push([])
      if (fence === '') fence = mark
      else if (mark.startsWith(fence) && rest.trim() === '') fence = ''
    } else if (line.trim() === '') endParagraph()
    else lines.push(line)
  }
  endParagraph()
  return parts
}

function plain(text: string): string {
  return text.replaceAll(LIST_MARK, '').replaceAll(/\s+/g, ' ').trim()
}
