/**
 * Keeps the head and the tail of a stream whose length nobody knows, in bounded memory. Chunks are kept, not copied:
 * they must not change afterwards.
 */
import { concatenate } from './bytes.ts'

export class CappedOutput {
  readonly #headMax: number
  readonly #tailMax: number
  readonly #head: Uint8Array[] = []
  #headBytes = 0
  #tail: Uint8Array[] = []
  #tailBytes = 0
  #totalBytes = 0

  /** Keeps at most `maxBytes`, half of it for the head. */
  constructor(maxBytes: number) {
    this.#headMax = Math.floor(maxBytes / 2)
    this.#tailMax = maxBytes - this.#headMax
  }

  get droppedBytes(): number {
    return Math.max(0, this.#totalBytes - this.#headMax - this.#tailMax)
  }

  push(chunk: Uint8Array): void {
    this.#totalBytes += chunk.length
    const forHead = chunk.subarray(0, this.#headMax - this.#headBytes)
    if (forHead.length > 0) {
      this.#head.push(forHead)
      this.#headBytes += forHead.length
    }
    if (forHead.length === chunk.length) return
    const forTail = chunk.subarray(Math.max(forHead.length, chunk.length - this.#tailMax))
    this.#tail.push(forTail)
    this.#tailBytes += forTail.length
    // Twice the wanted length before it is cut, so that the cutting costs a constant share.
    if (this.#tailBytes > 2 * this.#tailMax) this.#cutTail()
  }

  bytes(): Uint8Array {
    this.#cutTail()
    return concatenate([...this.#head, ...this.#tail])
  }

  #cutTail(): void {
    const tail = concatenate(this.#tail)
    const kept = tail.slice(Math.max(0, tail.length - this.#tailMax))
    this.#tail = [kept]
    this.#tailBytes = kept.length
  }
}
