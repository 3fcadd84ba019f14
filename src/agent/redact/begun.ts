/**
 * Finds where streamed text may be cut without cutting a secret. Each kind of secret has its own watch,
 * which reads each new piece and the few characters before it, never all held text again.
 */
import { ADDRESS_BEGUN } from './encoded-addresses.ts'
import { HEADER_BEGUN, MOST_CONTEXT_CHARS, NAME_BEGUN, SECRET_FORMATS, URL_BEGUN } from './formats.ts'
import { KeyBegun } from './key-begun.ts'
import type { Redactor } from './redactor.ts'
import { valueBegun } from './secret-values.ts'

/** Characters that are held back at most: more than a result may have. */
const MOST_HELD = 4 * 1024 * 1024

interface Kind {
  /** Start of a secret at or after `from` that the end of the text may have cut; -1 for none. */
  readonly search: (text: string, from: number) => number
  /** A character that no such secret goes on behind. */
  readonly breaks: RegExp
  /** Characters before the last break, and before a new piece, that may belong to it. */
  readonly before: number
  /** Characters from which on more of them change nothing. */
  readonly sure: number
}

const STARTS = [
  ...new Set(SECRET_FORMATS.flatMap(({ starts }) => starts).filter((start) => start !== '')),
].map((start) => start.toLowerCase())
const LONGEST_START = Math.max(...STARTS.map((start) => start.length))
const STARTS_BEGUN: ReadonlySet<string> = new Set(
  STARTS.flatMap((start) => Array.from(start, (_, at) => start.slice(0, at + 1))),
)
/** Two formats begin with nothing of their own: they are told by what follows their first part. */
const STARTED = new RegExp(
  `(?<![a-z0-9])(?:${STARTS.map((start) => start.replaceAll(/[$.+]/g, String.raw`\$&`)).join('|')}|\\d{8,10}:|[a-z0-9]{14}\\.a)`,
  'gi',
)

const KINDS: readonly Kind[] = [
  { search: searchOf(ADDRESS_BEGUN), breaks: /[\s"'<>\\]/, before: 8, sure: 0 },
  { search: searchOf(URL_BEGUN), breaks: /[\s/@'"]/, before: 24, sure: 0 },
  { search: searchOf(NAME_BEGUN), breaks: /[\s"'`]/, before: MOST_CONTEXT_CHARS, sure: 0 },
  { search: searchOf(HEADER_BEGUN), breaks: /\s/, before: 16, sure: 0 },
  { search: formatBegun, breaks: /[^!-~]/, before: LONGEST_START, sure: LONGEST_START },
]
/** One more for what a pattern looks back at. */
const MOST_BEFORE = Math.max(...KINDS.map(({ before }) => before)) + 1

/** Watches one text that comes in pieces. */
export class Begun {
  readonly #redactor: Redactor
  /** Characters that have come. */
  #length = 0
  /** The last of them. */
  #recent = ''
  #starts: readonly number[] = KINDS.map(() => -1)
  readonly #key = new KeyBegun()
  #version = -1
  #matched: readonly number[] = []

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  /** Takes the next piece; `held` is the text before it that may not be shown yet. Returns how much of both may be. */
  push(piece: string, held: string): number {
    const text = this.#recent + piece
    const old = this.#recent.length
    const before = this.#length
    this.#length += piece.length
    const { key, whole } = this.#key.push(piece)
    this.#starts = KINDS.map((kind, index) => {
      const start = this.#starts[index] ?? -1
      const isSure = start >= whole && before - start >= kind.sure
      if (start >= 0 && isSure && !kind.breaks.test(piece)) return start
      const near = Math.max(old, lastBreak(text, kind.breaks) + 1) - kind.before
      const at = kind.search(text, Math.max(0, near, whole - before + old))
      return at < 0 ? -1 : before - old + at
    })
    this.#recent = text.slice(-MOST_BEFORE)
    const begun = [...this.#starts, key].filter((start) => start >= 0)
    const earliest = Math.min(this.#length - this.#valueBegun(piece, held), ...begun)
    const shown = before - held.length
    return Math.max(earliest, this.#length - MOST_HELD, shown) - shown
  }

  /** How much at the end may become a registered value. */
  #valueBegun(piece: string, held: string): number {
    const { values, version } = this.#redactor
    const isSame = version === this.#version
    this.#version = version
    this.#matched = values.map((value, index) =>
      isSame ? valueBegun(value, this.#matched[index] ?? 0, piece) : valueBegun(value, 0, held + piece),
    )
    return this.#matched.reduce((longest, length) => Math.max(longest, length), 0)
  }
}

function searchOf(pattern: RegExp): Kind['search'] {
  const global = new RegExp(pattern, `${pattern.flags}g`)
  return (text, from) => {
    global.lastIndex = from
    return global.exec(text)?.index ?? -1
  }
}

/**
 * Start of a word that is, or may become, a secret of a known format; the text has no white space after
 * `from`.
 */
function formatBegun(text: string, from: number): number {
  const first = Math.max(from, lastBreak(text, /[^!-~]/) + 1)
  STARTED.lastIndex = first
  const started = STARTED.exec(text)?.index ?? text.length
  for (let at = Math.max(first, text.length - LONGEST_START); at < started; at += 1) {
    if (/[a-z0-9]/i.test(text.charAt(at - 1))) continue
    if (STARTS_BEGUN.has(text.slice(at).toLowerCase())) return at
  }
  return started < text.length ? started : -1
}

/** Characters that are looked through at once. */
const STEP = 4_096

/** Place of the last character that the pattern matches; -1 for none. */
function lastBreak(text: string, breaks: RegExp): number {
  for (let end = text.length; end > 0; end -= STEP) {
    const start = Math.max(0, end - STEP)
    if (!breaks.test(text.slice(start, end))) continue
    let at = end - 1
    while (!breaks.test(text.charAt(at))) at -= 1
    return at
  }
  return -1
}
