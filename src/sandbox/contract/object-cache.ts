/** Contents that were used lately, by their hash, up to so many bytes; the oldest go first. It keeps and gives copies. */
export class ObjectCache {
  readonly #maxBytes: number
  readonly #maxObjectBytes: number
  /** The oldest first. */
  readonly #objects = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(maxBytes: number, maxObjectBytes: number) {
    this.#maxBytes = maxBytes
    this.#maxObjectBytes = maxObjectBytes
  }

  /** A copy, and as good as new. */
  take(hash: string): Uint8Array | undefined {
    const data = this.#objects.get(hash)
    if (!data) return undefined
    this.#objects.delete(hash)
    this.#objects.set(hash, data)
    return data.slice()
  }

  /** Whether it is one that would be kept. */
  takes(data: Uint8Array): boolean {
    return data.length <= this.#maxObjectBytes
  }

  /** Keeps a copy, unless it is too large. */
  keep(hash: string, data: Uint8Array): void {
    if (this.#objects.has(hash) || !this.takes(data)) return
    this.#objects.set(hash, data.slice())
    this.#bytes += data.length
    for (const [oldest, { length }] of this.#objects) {
      if (this.#bytes <= this.#maxBytes) return
      this.#objects.delete(oldest)
      this.#bytes -= length
    }
  }
}
