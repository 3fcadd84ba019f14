/**
 * A command's output on its way to the app. What comes in small pieces goes in large ones: a message between threads
 * costs as much as copying tens of kilobytes. Sent as granted; beyond the ceiling chunks are dropped, since the
 * command's result has them.
 */
import { concatenate } from '../contract/bytes.ts'
import type { OutputChunk } from '../contract/contract.ts'
import { PORT_GATHER_BYTES, PORT_GATHER_MS, PORT_STREAM_BYTES } from '../contract/limits.ts'

export class OutputStream {
  readonly #send: (chunk: OutputChunk) => void
  #granted = 0
  #waiting: OutputChunk[] = []
  #waitingBytes = 0
  /** Set while output that came just now waits for more of its kind. */
  #gathering: ReturnType<typeof setTimeout> | undefined
  /** Told when that chunk is on its way. */
  readonly #onSent = new Map<OutputChunk, () => void>()
  #onDrained: (() => void) | undefined

  /** `send` is called with chunks whose sum never exceeds what was granted by more than one chunk. */
  constructor(send: (chunk: OutputChunk) => void) {
    this.#send = send
  }

  /**
   * The first output after a pause goes at once; what follows it closely is gathered. When the app has no room, the
   * promise settles once the chunk is on its way: a terminal's programs wait for it.
   */
  push(chunk: OutputChunk): void | Promise<void> {
    if (this.#waitingBytes + chunk.data.length > PORT_STREAM_BYTES) return undefined
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.data.length
    if (this.#gathering === undefined) {
      this.#flush()
      this.#gather()
    } else if (this.#waitingBytes >= PORT_GATHER_BYTES) {
      this.#flush()
    }
    if (this.#granted > 0 || this.#waiting.length === 0) return undefined
    return new Promise((resolve) => this.#onSent.set(chunk, resolve))
  }

  /** Bytes that the app has room for, added to those granted before. */
  grant(bytes: number): void {
    this.#granted += bytes
    if (this.#gathering === undefined) this.#flush()
  }

  /** Resolves when everything that will be sent has been. */
  drained(): Promise<void> {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    this.#flush()
    if (this.#waiting.length === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onDrained = resolve
    })
  }

  #gather(): void {
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined
      // Without room what waits goes with the next grant.
      if (this.#waiting.length === 0 || this.#granted <= 0) return
      this.#flush()
      this.#gather()
    }, PORT_GATHER_MS)
  }

  #flush(): void {
    while (this.#granted > 0 && this.#waiting.length > 0) {
      const run = this.#takeRun()
      const chunk = joined(run)
      this.#waitingBytes -= chunk.data.length
      this.#granted -= chunk.data.length
      this.#send(chunk)
      for (const part of run) {
        this.#onSent.get(part)?.()
        this.#onSent.delete(part)
      }
    }
    if (this.#waiting.length === 0) this.#onDrained?.()
  }

  /** The longest beginning of what waits that is of one kind, about PORT_GATHER_BYTES long. */
  #takeRun(): OutputChunk[] {
    const first = this.#waiting[0]
    let bytes = 0
    const end = this.#waiting.findIndex((chunk) => {
      const isOver =
        chunk.stream !== first?.stream || chunk.opened !== first.opened || bytes >= PORT_GATHER_BYTES
      bytes += chunk.data.length
      return isOver
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }
}

function joined(chunks: readonly OutputChunk[]): OutputChunk {
  const [first, ...rest] = chunks
  if (first === undefined) throw new Error('a run of output has at least one chunk')
  if (rest.length === 0) return first
  return { ...first, data: concatenate(chunks.map(({ data }) => data)) }
}
