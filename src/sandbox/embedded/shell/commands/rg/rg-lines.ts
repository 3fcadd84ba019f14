/** Places in a text by its lines. */
import { byteLength } from '../frame/loose-text.ts'

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

export function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}

/** The start of the line `count` lines before. */
export function linesBack(text: string, start: number, count: number): number {
  if (count === Infinity) return 0
  let at = start
  for (let left = count; left > 0 && at > 0; left -= 1) at = lineStart(text, at - 1)
  return at
}

/** Numbers of lines and bytes; asked in ascending order, mostly. */
export class LineCounter {
  readonly #text: string
  #at = 0
  #line = 1
  #byteFrom = 0
  #bytes = 0

  constructor(text: string) {
    this.#text = text
  }

  lineAt(offset: number): number {
    if (offset < this.#at) [this.#at, this.#line] = [0, 1]
    for (
      let at = this.#text.indexOf('\n', this.#at);
      at >= 0 && at < offset;
      at = this.#text.indexOf('\n', at + 1)
    )
      this.#line += 1
    this.#at = offset
    return this.#line
  }

  byteAt(offset: number): number {
    if (offset < this.#byteFrom) [this.#byteFrom, this.#bytes] = [0, 0]
    this.#bytes += byteLength(this.#text.slice(this.#byteFrom, offset))
    this.#byteFrom = offset
    return this.#bytes
  }
}
