/** Output on its way to the descriptors: short writes are joined, their order over both streams is kept. */
import { concatenate } from '../../contract/bytes.ts'
import { SHELL_OUTPUT_BUFFER_BYTES } from '../../contract/limits.ts'

export class OutputQueue {
  readonly #writeOut: (fd: number, bytes: Uint8Array) => void
  #parts: { readonly fd: number; readonly bytes: Uint8Array }[] = []
  #waiting = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `writeOut` takes all of the bytes. */
  constructor(writeOut: (fd: number, bytes: Uint8Array) => void) {
    this.#writeOut = writeOut
  }

  add(fd: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#parts.push({ fd, bytes })
    this.#waiting += bytes.length
    if (this.#waiting >= SHELL_OUTPUT_BUFFER_BYTES) return this.flush()
    // Flushes the output while the shell waits for anything else.
    this.#timer ??= setTimeout(() => this.flush(), 0)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const parts = this.#parts
    this.#parts = []
    this.#waiting = 0
    let start = 0
    while (start < parts.length) {
      let end = start + 1
      while (end < parts.length && parts[end]?.fd === parts[start]?.fd) end += 1
      this.#writeRun(parts.slice(start, end))
      start = end
    }
  }

  /** One write for neighbours on one descriptor. */
  #writeRun(parts: readonly { readonly fd: number; readonly bytes: Uint8Array }[]): void {
    const [first] = parts
    if (first === undefined) return
    if (parts.length === 1) return this.#writeOut(first.fd, first.bytes)
    this.#writeOut(first.fd, concatenate(parts.map(({ bytes }) => bytes)))
  }
}
