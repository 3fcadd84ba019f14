/** One pack with its index: objects by name, deltas resolved. */
import { GIT_DELTA_CACHE_BYTES, GIT_DELTA_MAX_DEPTH, GIT_PACK_WHOLE_BYTES } from '../../../contract/limits.ts'
import { GitFailure } from '../failure.ts'
import type { GitFiles } from '../files.ts'
import type { GitObject } from './objects.ts'
import { applyDelta } from './pack-delta.ts'
import { readEntryHeader, type PackEntry } from './pack-entry.ts'
import type { PackIndex } from './pack-index.ts'
import { inflate } from './zlib.ts'

const TRAILER_BYTES = 20

export class PackFile {
  readonly index: PackIndex
  readonly path: string
  readonly #files: GitFiles
  readonly #size: number
  #whole: Uint8Array | undefined
  readonly #cache = new Map<number, GitObject>()
  #cached = 0

  constructor(options: { files: GitFiles; path: string; index: PackIndex; size: number }) {
    this.#files = options.files
    this.path = options.path
    this.index = options.index
    this.#size = options.size
  }

  /** `lookUp` finds a base that another pack has. */
  read(oid: string, lookUp: (oid: string) => GitObject): GitObject | undefined {
    const offset = this.index.find(oid)
    return offset === undefined ? undefined : this.#objectAt(offset, lookUp)
  }

  /** Follows deltas down to a whole object and applies them on the way back. */
  #objectAt(offset: number, lookUp: (oid: string) => GitObject): GitObject {
    const deltas: { offset: number; data: Uint8Array }[] = []
    let object: GitObject | undefined
    for (let at = offset; object === undefined;) {
      object = this.#cache.get(at)
      if (object !== undefined) break
      if (deltas.length > GIT_DELTA_MAX_DEPTH) throw this.#damage(offset)
      const { entry, data } = this.#entry(at)
      if (entry.kind === 'object') {
        object = this.#keep(at, { type: entry.type, data })
        break
      }
      deltas.push({ offset: at, data })
      if (entry.kind === 'offset') at = entry.base
      else {
        const inside = this.index.find(entry.base)
        if (inside === undefined) object = lookUp(entry.base)
        else at = inside
      }
    }
    for (const delta of deltas.reverse()) {
      const data = applyDelta(object.data, delta.data)
      if (data === undefined) throw this.#damage(delta.offset)
      object = this.#keep(delta.offset, { type: object.type, data })
    }
    return object
  }

  #entry(offset: number): { entry: PackEntry; data: Uint8Array } {
    const end = this.#size - TRAILER_BYTES
    if (offset < 12 || offset >= end) throw this.#damage(offset)
    const bytes = this.#bytes(offset, this.index.nextOffset(offset, end))
    const entry = readEntryHeader(bytes, offset)
    const data = inflate(bytes.subarray(entry.start), entry.size)
    if (data === undefined) throw this.#damage(offset)
    return { entry, data }
  }

  #bytes(start: number, end: number): Uint8Array {
    if (this.#size > GIT_PACK_WHOLE_BYTES) return this.#files.readRange(this.path, start, end - start)
    this.#whole ??= this.#files.read(this.path) ?? new Uint8Array(0)
    return this.#whole.subarray(start, end)
  }

  #keep(offset: number, object: GitObject): GitObject {
    this.#cached += object.data.length
    if (this.#cached > GIT_DELTA_CACHE_BYTES) {
      this.#cache.clear()
      this.#cached = object.data.length
    }
    this.#cache.set(offset, object)
    return object
  }

  #damage(offset: number): GitFailure {
    return new GitFailure(`packed object at offset ${offset} of ${this.path} is corrupt`)
  }
}
