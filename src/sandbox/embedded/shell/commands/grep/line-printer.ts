/** How grep writes lines and what stands in front of them. */
import { byteLength } from '../frame/loose-text.ts'
import type { Finder } from '../regex/posix-regex.ts'
import type { GrepOptions } from './grep-options.ts'

/** A line within a text. */
export interface Line {
  readonly start: number
  readonly end: number
  /** From 1. */
  readonly number: number
}

const END = '\x1b[m\x1b[K'
const MATCH = '\x1b[01;31m\x1b[K'
const NAME = '\x1b[35m\x1b[K'
const NUMBER = '\x1b[32m\x1b[K'
const SEPARATOR = '\x1b[36m\x1b[K'

export const coloredName = (name: string): string => `${NAME}${name}${END}`
export const coloredSeparator = (mark: string): string => `${SEPARATOR}${mark}${END}`

export class LinePrinter {
  readonly #options: GrepOptions
  readonly #find: Finder
  readonly #name: string | undefined
  readonly #out: (text: string) => void
  /** Last place up to which bytes were counted, and their number. */
  #countedAt = 0
  #countedBytes = 0

  /** `name` is what stands in front of each line, if anything. */
  constructor(parts: {
    options: GrepOptions
    find: Finder
    name: string | undefined
    out: (text: string) => void
  }) {
    this.#options = parts.options
    this.#find = parts.find
    this.#name = parts.name
    this.#out = parts.out
  }

  /** `mark` is what separates: a colon for lines that were looked for, else a dash. */
  line(text: string, line: Line, mark: ':' | '-'): void {
    const content = text.slice(line.start, line.end)
    const isMarked = this.#options.hasColor && (mark === ':') !== this.#options.isInverted
    const shown = isMarked ? this.#colored(content) : content
    this.#out(this.#prefix(text, line, { mark, at: line.start }) + shown + this.#options.separator)
  }

  /** Every match of the line on a line of its own. */
  matches(text: string, line: Line): void {
    const content = text.slice(line.start, line.end)
    for (const [start, end] of this.#found(content)) {
      const match = content.slice(start, end)
      const shown = this.#options.hasColor ? `${MATCH}${match}${END}` : match
      const prefix = this.#prefix(text, line, { mark: ':', at: line.start + start })
      this.#out(prefix + shown + this.#options.separator)
    }
  }

  groupSeparator(): void {
    const { groupSeparator, hasColor } = this.#options
    if (groupSeparator === undefined) return
    this.#out(`${hasColor ? `${SEPARATOR}${groupSeparator}${END}` : groupSeparator}\n`)
  }

  /** The text goes on in another string. */
  nextPiece(length: number, text: string): void {
    if (this.#options.hasByteOffsets) this.#countedBytes += byteLength(text.slice(this.#countedAt, length))
    this.#countedAt = 0
  }

  #found(content: string): readonly (readonly [number, number])[] {
    const found: [number, number][] = []
    let from = 0
    while (from <= content.length) {
      const match = this.#find(content, from)
      if (match === undefined) break
      if (match.end > match.index) found.push([match.index, match.end])
      from = match.end > match.index ? match.end : match.end + 1
    }
    return found
  }

  #colored(content: string): string {
    let shown = ''
    let at = 0
    for (const [start, end] of this.#found(content)) {
      shown += `${content.slice(at, start)}${MATCH}${content.slice(start, end)}${END}`
      at = end
    }
    return shown + content.slice(at)
  }

  #prefix(text: string, line: Line, { mark, at }: { mark: string; at: number }): string {
    const { hasLineNumbers, hasByteOffsets, hasInitialTab, endsNamesWithNull, hasColor } = this.#options
    const paint = (color: string, part: string): string => (hasColor ? `${color}${part}${END}` : part)
    const separator = paint(SEPARATOR, mark)
    let prefix = ''
    if (this.#name !== undefined) prefix += paint(NAME, this.#name) + (endsNamesWithNull ? '\0' : separator)
    if (hasLineNumbers) prefix += paint(NUMBER, String(line.number)) + separator
    if (hasByteOffsets) prefix += paint(NUMBER, String(this.#bytesBefore(text, at))) + separator
    return hasInitialTab && prefix !== '' ? `${prefix}\t` : prefix
  }

  #bytesBefore(text: string, at: number): number {
    if (at >= this.#countedAt) {
      this.#countedBytes += byteLength(text.slice(this.#countedAt, at))
      this.#countedAt = at
      return this.#countedBytes
    }
    return this.#countedBytes - byteLength(text.slice(at, this.#countedAt))
  }
}
