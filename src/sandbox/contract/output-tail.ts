/** The end of what a command has said, for whoever looks at it later. */
import { concatenate } from './bytes.ts'
import type { OutputTail as Tail } from './contract.ts'
import { fail, ok } from './errors.ts'
import type { Result } from './errors.ts'
import { OUTPUT_TAIL_BYTES, OUTPUT_TAILS_MAX } from './limits.ts'

class OutputTail {
  #parts: Uint8Array[] = []
  #bytes = 0
  #droppedBytes = 0

  push(part: Uint8Array): void {
    this.#parts.push(part)
    this.#bytes += part.length
    while (this.#bytes > OUTPUT_TAIL_BYTES) {
      const first = this.#parts.shift()
      if (first === undefined) return
      const excess = Math.min(first.length, this.#bytes - OUTPUT_TAIL_BYTES)
      this.#bytes -= excess
      this.#droppedBytes += excess
      if (excess < first.length) this.#parts.unshift(first.subarray(excess))
    }
  }

  get(): Tail {
    return { data: concatenate(this.#parts), droppedBytes: this.#droppedBytes }
  }
}

/** By exec or shell. The oldest is forgotten when there are too many. */
export class OutputTails {
  readonly #tails = new Map<string, OutputTail>()

  push(id: string, part: Uint8Array): void {
    let tail = this.#tails.get(id)
    if (tail === undefined) {
      tail = new OutputTail()
      this.#tails.set(id, tail)
      const [oldest] = this.#tails.keys()
      if (oldest !== undefined && this.#tails.size > OUTPUT_TAILS_MAX) this.#tails.delete(oldest)
    }
    tail.push(part)
  }

  /** `not_found` when that command has said nothing, or too many have since. */
  get(id: string): Result<Tail> {
    const tail = this.#tails.get(id)
    return tail ? ok(tail.get()) : fail('not_found', `No output of "${id}" is kept.`)
  }

  forget(id: string): void {
    this.#tails.delete(id)
  }
}
