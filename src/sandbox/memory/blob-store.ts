import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { BlobStore, NewBlob } from '../contract/contract.ts'
import { fail, ok, type Result } from '../contract/errors.ts'

/** Keeps everything for as long as it lives. Checks each hash, as every blob store must. */
export class MemoryBlobStore implements BlobStore {
  readonly #blobs = new Map<string, Uint8Array>()

  get size(): number {
    return this.#blobs.size
  }

  async missing(hashes: readonly string[]): Promise<readonly string[]> {
    return hashes.filter((hash) => !this.#blobs.has(hash))
  }

  async get(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    return hashes.map((hash) => this.#blobs.get(hash)?.slice())
  }

  async put(blobs: readonly NewBlob[]): Promise<Result<void>> {
    const wrong = blobs.find(({ hash, data }) => bytesToHex(sha256(data)) !== hash)
    if (wrong !== undefined) {
      return fail('corrupt', `An object claims the hash ${wrong.hash} but has another; nothing was stored.`)
    }
    for (const { hash, data } of blobs) this.#blobs.set(hash, data.slice())
    return ok(undefined)
  }
}
