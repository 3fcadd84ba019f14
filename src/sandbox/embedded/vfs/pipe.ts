import { PIPE_ATOMIC_BYTES, PIPE_CAPACITY_BYTES } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'

/** Properties that make a stream a terminal. */
export interface TerminalFacts {
  size(): { readonly columns: number; readonly rows: number }
  /** Raw: each key comes as it is pressed. */
  setRaw(isRaw: boolean): void
}

/** Source of bytes that never blocks. */
export interface ByteSource {
  readonly terminal?: TerminalFacts
  /** Up to `length` bytes; empty at the end; undefined when there is nothing yet. */
  tryRead(length: number): Uint8Array | undefined
  /** Whether `tryRead` would give something now, be it the end; without this it always does. */
  isReady?(): boolean
  /** Calls back, once, when `tryRead` may succeed; returns how to call it off. */
  whenReadable(listener: () => void): () => void
  close(): void
}

/** Sink of bytes that never blocks. */
export interface ByteSink {
  readonly terminal?: TerminalFacts
  /** Bytes taken, 0 when there is no room. EPIPE when nobody will read. */
  tryWrite(data: Uint8Array): number
  /** Whether `tryWrite` would take a small piece now, or fail; without this it always does. */
  isReady?(): boolean
  /** Calls back, once, when `tryWrite` may succeed or fail; returns how to call it off. */
  whenWritable(listener: () => void): () => void
  close(): void
}

/** A bounded buffer with an end to read from and an end to write to. Each end is closed once. */
export class Pipe {
  readonly #chunks: Uint8Array[] = []
  readonly #capacity: number
  #buffered = 0
  #writerClosed = false
  #readerClosed = false
  readonly #readable = new Waiters()
  readonly #writable = new Waiters()

  readonly source: ByteSource = {
    tryRead: (length) => this.#tryRead(length),
    isReady: () => this.#buffered > 0 || this.#writerClosed,
    whenReadable: (listener) => this.#readable.add(listener),
    close: () => this.#closeReader(),
  }

  readonly sink: ByteSink = {
    tryWrite: (data) => this.#tryWrite(data),
    isReady: () => this.#readerClosed || this.#capacity - this.#buffered >= PIPE_ATOMIC_BYTES,
    whenWritable: (listener) => this.#writable.add(listener),
    close: () => this.#closeWriter(),
  }

  constructor(capacity: number = PIPE_CAPACITY_BYTES) {
    this.#capacity = capacity
  }

  #tryRead(length: number): Uint8Array | undefined {
    if (length === 0) return new Uint8Array(0)
    if (this.#buffered === 0) {
      return this.#writerClosed || this.#readerClosed ? new Uint8Array(0) : undefined
    }
    const out = new Uint8Array(Math.min(length, this.#buffered))
    let filled = 0
    while (filled < out.length) {
      const chunk = this.#chunks[0]
      if (chunk === undefined) break
      const part = chunk.subarray(0, out.length - filled)
      out.set(part, filled)
      filled += part.length
      if (part.length === chunk.length) this.#chunks.shift()
      else this.#chunks[0] = chunk.subarray(part.length)
    }
    this.#buffered -= filled
    this.#writable.wake()
    return out
  }

  #tryWrite(data: Uint8Array): number {
    if (this.#readerClosed) throw new Errno('EPIPE', 'write')
    const free = this.#capacity - this.#buffered
    if (data.length <= PIPE_ATOMIC_BYTES && data.length > free) return 0
    const taken = Math.min(free, data.length)
    if (taken === 0) return 0
    this.#chunks.push(data.slice(0, taken))
    this.#buffered += taken
    this.#readable.wake()
    return taken
  }

  #closeReader(): void {
    this.#readerClosed = true
    this.#chunks.length = 0
    this.#buffered = 0
    // A reader must not wait for ever when another descriptor's owner closes the pipe.
    this.#readable.wake()
    this.#writable.wake()
  }

  #closeWriter(): void {
    this.#writerClosed = true
    this.#readable.wake()
  }
}

/** Listeners that are called once, in order. */
export class Waiters {
  #listeners = new Set<() => void>()

  add(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  wake(): void {
    const listeners = this.#listeners
    this.#listeners = new Set()
    for (const listener of listeners) listener()
  }
}
