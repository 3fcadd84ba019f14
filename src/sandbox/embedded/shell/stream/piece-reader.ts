/** Reads a stream in chunks of whole lines; the last one may lack its end. */
import { joinBytes } from '../byte-string.ts'
import type { CommandStream } from './command-stream.ts'

export class PieceReader {
  readonly #stream: CommandStream
  readonly #separator: number
  #parts: Uint8Array[] = []

  constructor(stream: CommandStream, separator: number) {
    this.#stream = stream
    this.#separator = separator
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const part = await this.#stream.read()
      if (part.length === 0) break
      const end = part.lastIndexOf(this.#separator) + 1
      if (end === 0) {
        this.#parts.push(part)
        continue
      }
      const whole = joinBytes([...this.#parts, part.subarray(0, end)])
      this.#parts = end < part.length ? [part.subarray(end)] : []
      yield whole
    }
    const rest = joinBytes(this.#parts)
    this.#parts = []
    if (rest.length > 0) yield rest
  }
}
