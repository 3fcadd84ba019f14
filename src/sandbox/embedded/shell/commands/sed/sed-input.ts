/** The lines of sed's input, one file after the other. */
import { decodeLoosely } from '../frame/loose-text.ts'

export interface SourceFile {
  readonly name: string
  /** Pieces of whole lines. */
  readonly pieces: AsyncIterator<Uint8Array>
}

interface Parts {
  readonly separator: string
  readonly isSeparate: boolean
  /** The next file that can be read, or undefined behind the last one. */
  readonly nextFile: () => SourceFile | undefined
  /** A file is over: its output is complete. */
  readonly onEndOfFile: (name: string) => void | Promise<void>
  /** A file begins whose lines are counted from 1. */
  readonly onFile: (name: string) => void
}

export class SedInput {
  readonly #parts: Parts
  #file: SourceFile | undefined
  /** A file that was opened to see whether the one before was the last. */
  #text = ''
  #at = 0
  #isStarted = false
  lineNumber = 0
  fileName = '-'
  /** The line that was read last ended with a separator. */
  hadEnd = true

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Undefined behind the last line. */
  async next(): Promise<string | undefined> {
    if (this.#at >= this.#text.length && !(await this.#fill(true))) return undefined
    return this.take()
  }

  /** A line that is there already. */
  take(): string | undefined {
    if (this.#at >= this.#text.length) return undefined
    const end = this.#text.indexOf(this.#parts.separator, this.#at)
    const line = this.#text.slice(this.#at, end < 0 ? undefined : end)
    this.hadEnd = end >= 0
    this.#at = end < 0 ? this.#text.length : end + 1
    this.lineNumber += 1
    return line
  }

  /** No line follows the one that was read last; in the same file, where files are apart. */
  async isLast(): Promise<boolean> {
    if (this.#at < this.#text.length) return false
    return !(await this.#fill(!this.#parts.isSeparate))
  }

  /** The rest is not wanted. */
  async end(): Promise<void> {
    if (this.#file !== undefined && this.#parts.isSeparate) await this.#parts.onEndOfFile(this.#file.name)
    this.#file = undefined
  }

  async #fill(goesOn: boolean): Promise<boolean> {
    for (;;) {
      const piece = await this.#file?.pieces.next()
      if (piece !== undefined && piece.done !== true) {
        this.#text = decodeLoosely(piece.value).text
        this.#at = 0
        if (this.#text !== '') return true
        continue
      }
      if (this.#file !== undefined && !goesOn) return false
      if (!(await this.#nextFile())) return false
    }
  }

  async #nextFile(): Promise<boolean> {
    const { isSeparate } = this.#parts
    if (this.#file !== undefined && isSeparate) await this.#parts.onEndOfFile(this.#file.name)
    this.#text = ''
    this.#at = 0
    this.#file = this.#parts.nextFile()
    if (this.#file === undefined) return false
    if (isSeparate || !this.#isStarted) this.lineNumber = 0
    this.#isStarted = true
    this.fileName = this.#file.name
    this.#parts.onFile(this.#file.name)
    return true
  }
}
