/** The search through one file: which lines are selected, and what becomes of them. */
import type { Finder } from '../regex/posix-regex.ts'
import type { GrepOptions } from './grep-options.ts'
import type { Line, LinePrinter } from './line-printer.ts'

interface Parts {
  readonly options: GrepOptions
  readonly find: Finder
  readonly printer: LinePrinter
  /** Asked before a line is shown; true when the file is not text, and nothing is shown of it. */
  readonly hidesLine: (line: string) => boolean
}

export class LineSearch {
  readonly #options: GrepOptions
  readonly #find: Finder
  readonly #printer: LinePrinter
  readonly #hidesLine: Parts['hidesLine']
  /** Lines that were selected. */
  count = 0
  #text = ''
  /** Line numbers before this place are known: `#number` is that of the line that begins here. */
  #numberedAt = 0
  #number = 1
  /** Lines before this place were printed, or are too far back for context. */
  #printedTo = 0
  #afterLeft = 0
  #hasPrinted = false
  #isOver = false

  constructor(parts: Parts) {
    this.#options = parts.options
    this.#find = parts.find
    this.#printer = parts.printer
    this.#hidesLine = parts.hidesLine
  }

  /** Nothing more of the file is needed. */
  get isOver(): boolean {
    return this.#isOver
  }

  get #showsLines(): boolean {
    const { report } = this.#options
    return report === 'lines' || report === 'matches'
  }

  /** `text` is whole lines; the last one of the file may lack its end. */
  search(text: string): void {
    this.#text = text
    if (this.#options.maxCount === 0) this.#isOver = true
    else if (this.#options.isInverted) this.#searchOthers()
    else this.#searchMatches()
    this.#showContextAfter(text.length)
    if (this.#options.hasLineNumbers) this.#numberOf(text.length)
    this.#printer.nextPiece(text.length, text)
    this.#numberedAt = 0
    this.#printedTo = 0
  }

  #endOfLine(at: number): number {
    const end = this.#text.indexOf(this.#options.separator, at)
    return end < 0 ? this.#text.length : end
  }

  #searchMatches(): void {
    const { length } = this.#text
    let at = 0
    while (at < length && !this.#isOver) {
      const match = this.#find(this.#text, at)
      if (match === undefined || match.index >= length) {
        // A match behind the last line's end is none, unless that line lacks its end.
        if (match === undefined || this.#text.endsWith(this.#options.separator)) return
      }
      const start =
        match.index === 0 ? 0 : this.#text.lastIndexOf(this.#options.separator, match.index - 1) + 1
      const end = this.#endOfLine(match.index)
      this.#select(start, end)
      at = end + 1
    }
  }

  #searchOthers(): void {
    const { length } = this.#text
    let at = 0
    while (at < length && !this.#isOver) {
      const match = this.#find(this.#text, at)
      const isNone =
        match === undefined || (match.index >= length && this.#text.endsWith(this.#options.separator))
      const matched = isNone
        ? length
        : match.index === 0
          ? 0
          : this.#text.lastIndexOf(this.#options.separator, match.index - 1) + 1
      while (at < matched && !this.#isOver) {
        const end = this.#endOfLine(at)
        this.#select(at, end)
        at = end + 1
      }
      if (isNone) return
      at = this.#endOfLine(match.index) + 1
    }
  }

  #select(start: number, end: number): void {
    this.count += 1
    if (!this.#showsLines) {
      this.#isOver = this.#options.report !== 'count' || this.count >= this.#options.maxCount
      return
    }
    if (this.#hidesLine(this.#text.slice(start, end))) {
      this.#isOver = true
      this.#afterLeft = 0
      return
    }
    this.#show(start, end)
    this.#isOver = this.count >= this.#options.maxCount
  }

  #show(start: number, end: number): void {
    const { before, after, hasGroups, report, isInverted } = this.#options
    this.#showContextAfter(start)
    const from = this.#linesBefore(start, before)
    if (hasGroups && this.#hasPrinted && from > this.#printedTo) this.#printer.groupSeparator()
    if (report === 'lines') this.#showContext(from, start)
    const line = this.#line(start, end)
    if (report === 'lines') this.#printer.line(this.#text, line, ':')
    else if (!isInverted) this.#printer.matches(this.#text, line)
    this.#hasPrinted = true
    this.#printedTo = Math.min(end + 1, this.#text.length)
    this.#afterLeft = after
  }

  /** The place `lines` lines before `start`, but not before what was printed. */
  #linesBefore(start: number, lines: number): number {
    let at = start
    for (let left = lines; left > 0 && at > this.#printedTo; left -= 1)
      at = at < 2 ? 0 : this.#text.lastIndexOf(this.#options.separator, at - 2) + 1
    return Math.max(at, this.#printedTo)
  }

  /** Shows the context after the last selected line, up to `limit`. */
  #showContextAfter(limit: number): void {
    while (this.#afterLeft > 0 && this.#printedTo < limit) {
      const start = this.#printedTo
      const end = this.#endOfLine(start)
      if (this.#options.report === 'lines') this.#printer.line(this.#text, this.#line(start, end), '-')
      this.#printedTo = Math.min(end + 1, this.#text.length)
      this.#afterLeft -= 1
    }
  }

  #showContext(from: number, to: number): void {
    let at = from
    while (at < to) {
      const end = this.#endOfLine(at)
      this.#printer.line(this.#text, this.#line(at, end), '-')
      at = end + 1
    }
  }

  #line(start: number, end: number): Line {
    return { start, end, number: this.#options.hasLineNumbers ? this.#numberOf(start) : 0 }
  }

  /** Counted on from the last place that was asked for. */
  #numberOf(start: number): number {
    const { separator } = this.#options
    if (start < this.#numberedAt)
      return this.#number - count(this.#text, separator, [start, this.#numberedAt])
    this.#number += count(this.#text, separator, [this.#numberedAt, start])
    this.#numberedAt = start
    return this.#number
  }
}

function count(text: string, separator: string, [from, to]: readonly [number, number]): number {
  let found = 0
  for (let at = text.indexOf(separator, from); at >= 0 && at < to; at = text.indexOf(separator, at + 1))
    found += 1
  return found
}
