/**
 * A store with a short memory before it: what was stored or read lately is not asked of another thread again. Going
 * back and forth between steps then needs nothing from the disk.
 */
import type { BlobStore } from '../contract/contract.ts'
import type { Result } from '../contract/errors.ts'
import { RECENT_OBJECT_MAX_BYTES, RECENT_OBJECTS_MAX_BYTES } from '../contract/limits.ts'
import { ObjectCache } from '../contract/object-cache.ts'

export class RecentObjects implements BlobStore {
  readonly #store: BlobStore
  readonly #recent = new ObjectCache(RECENT_OBJECTS_MAX_BYTES, RECENT_OBJECT_MAX_BYTES)

  constructor(store: BlobStore) {
    this.#store = store
  }

  missing(hashes: readonly string[]): Promise<readonly string[]> {
    return this.#store.missing(hashes)
  }

  async get(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    const recent = new Map(hashes.map((hash) => [hash, this.#recent.take(hash)]))
    const asked = [...recent].flatMap(([hash, data]) => (data ? [] : [hash]))
    const read = asked.length === 0 ? [] : await this.#store.get(asked)
    for (const [index, hash] of asked.entries()) recent.set(hash, read[index])
    return hashes.map((hash) => recent.get(hash))
  }

  async put(blobs: Parameters<BlobStore['put']>[0]): Promise<Result<void>> {
    // Before they are handed over: a store may take the bytes themselves.
    const copies = blobs.flatMap(({ hash, data }) =>
      this.#recent.takes(data) ? [{ hash, data: data.slice() }] : [],
    )
    const stored = await this.#store.put(blobs)
    if (stored.ok) for (const { hash, data } of copies) this.#recent.keep(hash, data)
    return stored
  }

  /** Remembers what was read, once its bytes are known to have that hash. */
  keep(hash: string, data: Uint8Array): void {
    this.#recent.keep(hash, data)
  }
}
