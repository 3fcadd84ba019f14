/** Gathers new objects and makes a pack of them: one file instead of thousands. */
import { concatenate } from '../../../contract/bytes.ts'
import { crc32 } from '../../../archive/crc32.ts'
import { hexOf } from '../text.ts'
import type { GitObject } from './objects.ts'
import { formatEntryHeader } from './pack-entry.ts'
import { formatPackIndex, type IndexedObject } from './pack-index.ts'
import { sha1Bytes } from './sha1.ts'
import { fastDeflate } from './fast-deflate.ts'
import { inflate } from './zlib.ts'

const HEADER_BYTES = 12
const CHECKSUM_BYTES = 20

interface Packed {
  readonly type: GitObject['type']
  readonly size: number
  readonly stream: Uint8Array
}

export class PackBuilder {
  readonly #objects: IndexedObject[] = []
  readonly #packed = new Map<string, Packed>()
  readonly #parts: Uint8Array[] = []
  #length = HEADER_BYTES

  get count(): number {
    return this.#objects.length
  }

  add(oid: string, object: GitObject): void {
    if (this.#packed.has(oid)) return
    const stream = fastDeflate(object.data)
    const entry = concatenate([formatEntryHeader(object.type, object.data.length), stream])
    this.#packed.set(oid, { type: object.type, size: object.data.length, stream })
    this.#objects.push({ oid, crc: crc32(entry), offset: this.#length })
    this.#parts.push(entry)
    this.#length += entry.length
  }

  has(oid: string): boolean {
    return this.#packed.has(oid)
  }

  get(oid: string): GitObject | undefined {
    const packed = this.#packed.get(oid)
    const data = packed === undefined ? undefined : inflate(packed.stream, packed.size)
    return packed === undefined || data === undefined ? undefined : { type: packed.type, data }
  }

  names(): Iterable<string> {
    return this.#packed.keys()
  }

  finish(): { name: string; pack: Uint8Array; index: Uint8Array } {
    const header = new Uint8Array(HEADER_BYTES)
    const view = new DataView(header.buffer)
    view.setUint32(0, 0x5041434b)
    view.setUint32(4, 2)
    view.setUint32(8, this.#objects.length)
    const pack = concatenate([header, ...this.#parts, new Uint8Array(CHECKSUM_BYTES)])
    const checksum = sha1Bytes(pack.subarray(0, this.#length))
    pack.set(checksum, this.#length)
    return {
      name: hexOf(checksum),
      pack,
      index: formatPackIndex(this.#objects, checksum),
    }
  }
}
