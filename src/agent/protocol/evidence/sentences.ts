/** The sentences of an answer in Markdown: its prose as words, without code blocks, quotes and marks. */
import { isFilePath, isPlainPath } from './file-paths.ts'

/** Characters of an answer that are read. */
const TEXT_CHARS = 50_000
/** Characters of a sentence; longer ones are lists or output, not statements. */
const SENTENCE_CHARS = 600

/** Sentences of an answer that are read. */
const SENTENCES = 1_500

export interface Word {
  /** In lower case, with straight apostrophes. Empty for code and quotes. */
  readonly word: string
  /** The content of a code span, or a path in the text. */
  readonly code?: string
  readonly isQuote?: boolean
}

export interface Sentence {
  /** On one line, without marks of Markdown. */
  readonly text: string
  readonly words: readonly Word[]
  readonly isHeading: boolean
}

interface Block {
  readonly lines: readonly string[]
  readonly kind: 'text' | 'heading' | 'item' | 'row'
}

/** Sentences in order. Of a list below a plan ("Next steps:") there are none. */
export function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let isPlan = false
  for (const block of blocksOf(text.slice(0, TEXT_CHARS))) {
    const found = sentencesOf(block)
    if (block.kind === 'heading' || (block.kind === 'text' && found.length > 0)) {
      isPlan = startsPlan(block, found)
      if (isPlan) continue
    }
    if (!isPlan) sentences.push(...found.slice(0, SENTENCES - sentences.length))
    if (sentences.length === SENTENCES) break
  }
  return sentences
}

/** Characters of a line's end in which its colon is looked for. */
const LINE_END_CHARS = 200

const PLAN =
  /\b(?:next|todo|to do|to-do|plan|planned|remaining|open|usage|how to|how you|verify|try|you can|you could|you should|acceptance|criteria|requirements?|goals?|expected|should|would|will|want|suggest(?:ed|ions?)?|recommend(?:ed|ations?)?|options?|optional|if|once|before|until|example|checklist|manual|steps to|nächste|offen|geplant|plane|plan|ziele?|vorschlag|vorschläge|empfehlung|anforderung\w*|kriterien|erwart\w+|sollte|soll|kannst|können|könntest|falls|wenn|beispiel|vorher)\b/

/** A heading, or a line that ends with a colon, over what is to be done or what would be. */
function startsPlan({ kind, lines }: Block, sentences: readonly Sentence[]): boolean {
  const end = lines.at(-1)?.trim().slice(-LINE_END_CHARS) ?? ''
  if (kind !== 'heading' && !/:[*_]*$/.test(end)) return false
  const last = sentences.at(-1)?.text ?? end
  return PLAN.test(last.toLowerCase())
}

const FENCE = /^\s*(?:[-*+] +|\d{1,9}[.)] +)?(`{3,}|~{3,})/
const ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+/
const RULE = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|=+\s*)$/

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: { lines: string[]; kind: 'text' | 'item' } | undefined
  let fence: string | undefined
  let isInQuote = false
  let isAfterBlank = true
  let isInList = false
  const close = () => {
    if (open !== undefined) blocks.push(open)
    open = undefined
  }
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined
      continue
    }
    const mark = FENCE.exec(line)?.[1]
    const isBlank = line.trim() === ''
    if (mark !== undefined && !(mark.startsWith('`') && line.trim().slice(mark.length).includes('`'))) {
      close()
      fence = mark
    } else if (isBlank || RULE.test(line)) {
      close()
      isInQuote = false
    } else if (/^\s*>/.test(line)) {
      close()
      isInQuote = true
    } else if (isInQuote && !ITEM.test(line) && !/^\s{0,3}#/.test(line)) {
      // A quote goes on in the lines that follow it.
    } else if (isAfterBlank && !isInList && /^(?: {4}|\t)/.test(line)) {
      // Code, by its indentation.
    } else if (/^\s{0,3}#{1,6}\s/.test(line)) {
      close()
      isInList = false
      blocks.push({ kind: 'heading', lines: [line.trim().replace(/^#+\s+/, '')] })
    } else if (/^\s*\|/.test(line)) {
      close()
      if (!/^[\s|:-]+$/.test(line)) blocks.push({ kind: 'row', lines: [cellsOf(line)] })
    } else if (ITEM.test(line)) {
      close()
      isInQuote = false
      isInList = true
      open = { kind: 'item', lines: [line.replace(ITEM, '')] }
    } else if (open === undefined) {
      isInList &&= /^\s/.test(line)
      open = { kind: isInList ? 'item' : 'text', lines: [line] }
    } else {
      open.lines.push(line)
    }
    isAfterBlank = isBlank
  }
  close()
  return blocks
}

function closes(line: string, fence: string): boolean {
  const text = line.trim()
  return text.length >= fence.length && text.startsWith(fence) && text.replaceAll(fence.charAt(0), '') === ''
}

/** The row of a table as a sentence: `Tests: 42 passed`. */
function cellsOf(row: string): string {
  const cells = row.split('|').map((cell) => cell.trim())
  const [first = '', ...rest] = cells.filter((cell) => cell !== '')
  return rest.length === 0 ? first : `${first}: ${rest.join(', ')}`
}

/** Marks for code spans and quotes while the text around them is read; a private range that no prose has. */
const MARK = '\ue000'
const MARKED = /\ue000(\d+)\ue000/g

interface Span {
  readonly text: string
  readonly isQuote: boolean
}

function sentencesOf({ lines, kind }: Block): Sentence[] {
  const spans: Span[] = []
  const text = masked(lines.join(' ').replaceAll(MARK, ''), spans)
  if (/^\[ \]/.test(text)) return []
  return partsOf(text).flatMap((part) => {
    if (part.length > SENTENCE_CHARS) return []
    const shown = part.replace(MARKED, (_, index) => spans[Number(index)]?.text ?? '').replace(/\s+/g, ' ')
    const words = wordsOf(part, spans)
    return words.length === 0 ? [] : [{ text: shown.trim(), words, isHeading: kind === 'heading' }]
  })
}

/** The text with code spans, quotes and paths as marks, and without emphasis and addresses of links. */
function masked(text: string, spans: Span[]): string {
  const mark = (span: Span) => `${MARK}${spans.push(span) - 1}${MARK}`
  const withoutCode = maskCode(text, (code) => mark({ text: code.trim(), isQuote: false }))
  const plain = withoutCode
    .replace(/~~[^~]{0,300}~~/g, ' ')
    .replace(/!?\[([^[\]]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]{0,100}>/g, ' ')
    .replace(/"[^"]{1,200}"|“[^”“]{1,200}[”“]|„[^“”„]{1,200}[“”]|«[^«»]{1,200}»/g, (quote) =>
      mark({ text: quote.replace(MARKED, (_, index) => spans[Number(index)]?.text ?? ''), isQuote: true }),
    )
    .replace(/\*+/g, '')
    .replace(/(?<=^|[\s(])_{1,3}(?=\S)|(?<=\S)_{1,3}(?=$|[\s).,;:!?])/g, '')
  return plain
    .split(/(\s+)/)
    .map((word) => maskPath(word, (path) => mark({ text: path, isQuote: false })))
    .join('')
}

function maskPath(word: string, mark: (path: string) => string): string {
  if (word.length > 300 || word.includes(MARK)) return word
  const core = word.replace(/^[([{'‘]+/, '').replace(/[)\]}'’.,;:!?]+$/, '')
  if (!isPlainPath(core)) return word
  const at = word.indexOf(core)
  return word.slice(0, at) + mark(core) + word.slice(at + core.length)
}

/** Code spans as CommonMark has them: a run of backticks to the next run of the same length. */
function maskCode(text: string, mark: (code: string) => string): string {
  const runs = [...text.matchAll(/`+/g)]
  const nextOfLength = new Map<number, number>()
  const partner = new Map<number, number>()
  for (let at = runs.length - 1; at >= 0; at--) {
    const length = runs[at]?.[0].length ?? 0
    const next = nextOfLength.get(length)
    if (next !== undefined) partner.set(at, next)
    nextOfLength.set(length, at)
  }
  let result = ''
  let from = 0
  for (let at = 0; at < runs.length; at++) {
    const open = runs[at]
    const end = partner.get(at)
    const close = end === undefined ? undefined : runs[end]
    if (open === undefined || end === undefined || close === undefined) continue
    result += text.slice(from, open.index) + mark(text.slice(open.index + open[0].length, close.index))
    from = close.index + close[0].length
    at = end
  }
  return result + text.slice(from)
}

const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|z\.\s?b|d\.\s?h|u\.\s?a|vs|etc|ca|bzw|nr|vgl|ggf|inkl|approx|no|st|dr|\d{1,2})\.$/i

/** Cuts after full stops, question and exclamation marks, and semicolons. Check marks in a row begin sentences of their own. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  const isMarked = /^\s*[✅✓✔☑❌✗✘]/.test(text)
  let from = 0
  for (const { index, 0: mark } of text.matchAll(
    /(?<![.!?…])[.!?…]+(?=["'”“’)\]]*(?:\s|$))|;(?=\s|$)|\s(?=[✅✓✔☑❌✗✘])/g,
  )) {
    const end = index + mark.length
    if (mark === '.' && ABBREVIATION.test(text.slice(Math.max(0, end - 12), end))) continue
    // `Tests ✅, build ✅`: here the marks stand behind their entries.
    if (mark.trim() === '' && !isMarked) continue
    parts.push(text.slice(from, end))
    from = end
  }
  parts.push(text.slice(from))
  return parts.filter((part) => part.trim() !== '')
}

const WORD =
  /\ue000(\d+)\ue000|\d+(?:[.,]\d{3})+(?!\d)|\d+(?:\.\d+)*|[\p{L}\p{M}][\p{L}\p{M}\p{N}'’_-]*|[^\s\p{L}\p{N}]/gu

function wordsOf(sentence: string, spans: readonly Span[]): Word[] {
  return [...sentence.matchAll(WORD)].map(([text, index]) => {
    const span = index === undefined ? undefined : spans[Number(index)]
    if (span === undefined)
      return {
        word:
          text
            .toLowerCase()
            .replaceAll('’', "'")
            .replace(/[-']+$/, '') || text,
      }
    return span.isQuote ? { word: '', isQuote: true } : { word: '', code: span.text }
  })
}

/** The path that a code span names; undefined if it is no path. */
export function pathOf({ code }: Word): string | undefined {
  if (code === undefined) return undefined
  const path = code.replace(/(?::\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$/, '')
  return isFilePath(path) ? path : undefined
}
