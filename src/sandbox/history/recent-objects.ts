/**
 * A store with a short memory before it: what was stored or read lately is not asked of another thread again. Going
 * back and forth between steps then needs nothing from the disk.
 */
import type { BlobStore } from '../contract.ts'
import type { Result } from '../errors.ts'
import { RECENT_OBJECT_MAX_BYTES, RECENT_OBJECTS_MAX_BYTES } from '../limits.ts'

export class RecentObjects implements BlobStore {
  readonly #store: BlobStore
  /** The oldest first. Copies of its own: whoever hands one in, or gets one, may write to it. */
  readonly #objects = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(store: BlobStore) {
    this.#store = store
  }

  missing(hashes: readonly string[]): Promise<readonly string[]> {
    return this.#store.missing(hashes)
  }

  async get(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    const recent = new Map(hashes.map((hash) => [hash, this.#take(hash)]))
    const asked = [...recent].flatMap(([hash, data]) => (data ? [] : [hash]))
    const read = asked.length === 0 ? [] : await this.#store.get(asked)
    for (const [index, hash] of asked.entries()) recent.set(hash, read[index])
    return hashes.map((hash) => recent.get(hash))
  }

  async put(blobs: Parameters<BlobStore['put']>[0]): Promise<Result<void>> {
    // Before they are handed over: a store may take the bytes themselves.
    const copies = blobs.flatMap(({ hash, data }) => (isSmall(data) ? [{ hash, data: data.slice() }] : []))
    const stored = await this.#store.put(blobs)
    if (stored.ok) for (const { hash, data } of copies) this.#keep(hash, data)
    return stored
  }

  /** Remembers what was read, once its bytes are known to have that hash. */
  keep(hash: string, data: Uint8Array): void {
    if (isSmall(data)) this.#keep(hash, data.slice())
  }

  /** A copy, and as good as new. */
  #take(hash: string): Uint8Array | undefined {
    const data = this.#objects.get(hash)
    if (!data) return undefined
    this.#objects.delete(hash)
    this.#objects.set(hash, data)
    return data.slice()
  }

  #keep(hash: string, data: Uint8Array): void {
    if (this.#objects.has(hash)) return
    this.#objects.set(hash, data)
    this.#bytes += data.length
    for (const [oldest, { length }] of this.#objects) {
      if (this.#bytes <= RECENT_OBJECTS_MAX_BYTES) return
      this.#objects.delete(oldest)
      this.#bytes -= length
    }
  }
}

function isSmall(data: Uint8Array): boolean {
  return data.length <= RECENT_OBJECT_MAX_BYTES
}
