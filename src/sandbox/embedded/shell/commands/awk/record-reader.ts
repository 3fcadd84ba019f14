/** Records of a text that comes in pieces, cut as RS says. */
import { decodeLoosely } from '../frame/loose-text.ts'
import { joinBytes } from '../../byte-string.ts'
import type { AwkRegexes } from './awk-regex.ts'

export class RecordReader {
  readonly #pieces: AsyncIterator<Uint8Array>
  #text = ''
  #at = 0
  #kept: Uint8Array[] = []
  #isEnd = false
  /** RT: what ended the record that was given last. */
  terminator = ''
  readonly #regexes: AwkRegexes

  constructor(pieces: AsyncIterator<Uint8Array>, regexes: AwkRegexes) {
    this.#pieces = pieces
    this.#regexes = regexes
  }

  /** Reads a first piece: fails now where nothing can be read. */
  async prepare(): Promise<void> {
    if (this.#text === '' && !this.#isEnd) await this.#more()
  }

  /** A record that is there already, where one character separates them. */
  take(separator: string): string | undefined {
    if (separator.length !== 1) return undefined
    const end = this.#text.indexOf(separator, this.#at)
    if (end < 0) return undefined
    const record = this.#text.slice(this.#at, end)
    this.#at = end + 1
    this.terminator = separator
    return record
  }

  /** Undefined at the end. */
  async next(separator: string): Promise<string | undefined> {
    for (;;) {
      const record =
        separator === ''
          ? this.#paragraph()
          : separator.length === 1
            ? this.take(separator)
            : this.#byRegex(separator)
      if (record !== undefined) return record
      if (this.#isEnd) break
      await this.#more()
    }
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    const last = separator === '' ? rest.replace(/^\n+|\n+$/g, '') : rest
    this.terminator = separator === '' ? (/\n+$/.exec(rest)?.[0] ?? '') : ''
    return rest === '' || (last === '' && separator === '') ? undefined : last
  }

  /** Only whole lines are text yet: a letter may be cut in two. */
  async #more(): Promise<void> {
    const part = await this.#pieces.next()
    let bytes: Uint8Array
    if (part.done === true) {
      this.#isEnd = true
      bytes = joinBytes(this.#kept)
      this.#kept = []
    } else {
      const end = part.value.lastIndexOf(10) + 1
      if (end === 0) {
        this.#kept.push(part.value.slice())
        return
      }
      bytes = joinBytes([...this.#kept, part.value.subarray(0, end)])
      this.#kept = end < part.value.length ? [part.value.slice(end)] : []
    }
    this.#text = this.#text.slice(this.#at) + decodeLoosely(bytes).text
    this.#at = 0
  }

  #paragraph(): string | undefined {
    while (this.#text.charAt(this.#at) === '\n') this.#at += 1
    const end = this.#text.indexOf('\n\n', this.#at)
    if (end < 0) return undefined
    const record = this.#text.slice(this.#at, end)
    this.terminator = /^\n+/.exec(this.#text.slice(end, end + 64))?.[0] ?? ''
    this.#at = end + 2
    return record
  }

  /** A match that reaches the end of the buffer may continue in the next chunk. */
  #byRegex(separator: string): string | undefined {
    const match = this.#regexes.get(separator).find(this.#text, this.#at)
    if (match === undefined || match.end === match.index || (match.end === this.#text.length && !this.#isEnd))
      return undefined
    const record = this.#text.slice(this.#at, match.index)
    this.#at = match.end
    this.terminator = this.#text.slice(match.index, match.end)
    return record
  }
}
