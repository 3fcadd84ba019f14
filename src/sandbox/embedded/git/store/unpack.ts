/** A pack that came from elsewhere: every object in it, by name. */
import { crc32 } from '../../../archive/crc32.ts'
import { VFS_MAX_FILE_BYTES } from '../../../contract/limits.ts'
import { GitFailure } from '../failure.ts'
import { hexOf } from '../text.ts'
import type { GitObject } from './objects.ts'
import type { ObjectStore } from './object-store.ts'
import { applyDelta } from './pack-delta.ts'
import { readEntryHeader, type PackEntry } from './pack-entry.ts'
import { formatPackIndex, type IndexedObject } from './pack-index.ts'
import { objectId, sha1Bytes } from './sha1.ts'
import { inflateStream } from './zlib.ts'

const HEADER_BYTES = 12
const TRAILER_BYTES = 20

interface RawEntry {
  readonly entry: PackEntry
  readonly data: Uint8Array
  readonly crc: number
}

/** Puts the pack into the store: as it is, or object by object when it builds on what the store has already. */
export function importPack(store: ObjectStore, pack: Uint8Array): void {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  if (pack.length < HEADER_BYTES + TRAILER_BYTES || view.getUint32(0) !== 0x5041434b)
    throw new GitFailure('pack signature mismatch')
  const version = view.getUint32(4)
  if (version !== 2 && version !== 3) throw new GitFailure(`pack version ${version} unsupported`)
  const end = pack.length - TRAILER_BYTES
  const checksum = pack.subarray(end)
  if (hexOf(sha1Bytes(pack.subarray(0, end))) !== hexOf(checksum))
    throw new GitFailure('pack is corrupted (SHA1 mismatch)')
  const raw = readEntries(pack.subarray(0, end), view.getUint32(8))
  const resolver = new Resolver(store, raw)
  const indexed: IndexedObject[] = []
  for (const [offset, { crc }] of raw) indexed.push({ oid: resolver.name(offset), crc, offset })
  if (!resolver.usedStore)
    return store.addPack({ name: hexOf(checksum), pack, index: formatPackIndex(indexed, checksum) })
  for (const offset of raw.keys()) {
    const { type, data } = resolver.object(offset)
    store.write(type, data)
  }
  store.flush()
}

function readEntries(pack: Uint8Array, count: number): Map<number, RawEntry> {
  const raw = new Map<number, RawEntry>()
  let at = HEADER_BYTES
  for (let left = count; left > 0; left -= 1) {
    if (at >= pack.length) throw new GitFailure('pack ends too early')
    const entry = readEntryHeader(pack.subarray(at), at)
    if (entry.size > VFS_MAX_FILE_BYTES)
      throw new GitFailure(`an object of ${entry.size} bytes is larger than this sandbox's files may be`)
    const stream = inflateStream(pack.subarray(at + entry.start), Math.max(1, entry.size))
    if (stream?.data.length !== entry.size)
      throw new GitFailure(`pack has bad object at offset ${at}: inflate returned an error`)
    const next = at + entry.start + stream.used
    raw.set(at, { entry, data: stream.data, crc: crc32(pack.subarray(at, next)) })
    at = next
  }
  return raw
}

class Resolver {
  usedStore = false
  readonly #store: ObjectStore
  readonly #raw: ReadonlyMap<number, RawEntry>
  readonly #objects = new Map<number, GitObject>()
  readonly #names = new Map<string, number>()

  constructor(store: ObjectStore, raw: ReadonlyMap<number, RawEntry>) {
    this.#store = store
    this.#raw = raw
    for (const [offset, { entry }] of raw) if (entry.kind === 'object') this.name(offset)
    // Bases that come later in the pack get their names before those that need them.
    for (const [offset, { entry }] of raw) if (entry.kind === 'offset') this.name(offset)
  }

  name(offset: number): string {
    const { type, data } = this.object(offset)
    const oid = objectId(type, data)
    this.#names.set(oid, offset)
    return oid
  }

  object(offset: number): GitObject {
    const chain: RawEntry[] = []
    const offsets: number[] = []
    let at = offset
    let object = this.#objects.get(at)
    while (object === undefined) {
      const raw = this.#raw.get(at)
      if (raw === undefined || chain.length > this.#raw.size)
        throw new GitFailure('pack has a delta without its base')
      if (raw.entry.kind === 'object') {
        object = { type: raw.entry.type, data: raw.data }
        this.#objects.set(at, object)
        break
      }
      chain.push(raw)
      offsets.push(at)
      const base = raw.entry.kind === 'offset' ? raw.entry.base : this.#names.get(raw.entry.base)
      if (base === undefined && raw.entry.kind === 'reference') {
        this.usedStore = true
        object = this.#store.read(raw.entry.base)
        break
      }
      at = base ?? -1
      object = this.#objects.get(at)
    }
    for (let index = chain.length - 1; index >= 0; index -= 1) {
      const data = applyDelta(object.data, chain[index]?.data ?? new Uint8Array(0))
      if (data === undefined) throw new GitFailure('pack has a damaged delta')
      object = { type: object.type, data }
      this.#objects.set(offsets[index] ?? -1, object)
    }
    return object
  }
}
