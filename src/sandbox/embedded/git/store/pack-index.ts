/** The index of a pack (`.idx`, version 2): object names in order, and where each begins. */
import { concatenate } from '../../../contract/bytes.ts'
import { bytesOfHex, hexOf } from '../text.ts'
import { sha1Bytes } from './sha1.ts'

const MAGIC = 0xff744f63
const FAN_OUT = 8
const NAMES = FAN_OUT + 256 * 4
const LARGE = 0x80000000

export class PackIndex {
  readonly count: number
  readonly #data: Uint8Array
  readonly #view: DataView
  #sorted: Float64Array | undefined

  private constructor(data: Uint8Array, view: DataView, count: number) {
    this.#data = data
    this.#view = view
    this.count = count
  }

  /** Undefined when it is damaged or of a version that nobody writes any more. */
  static parse(data: Uint8Array): PackIndex | undefined {
    if (data.length < NAMES + 40) return undefined
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (view.getUint32(0) !== MAGIC || view.getUint32(4) !== 2) return undefined
    const count = view.getUint32(FAN_OUT + 255 * 4)
    return data.length < NAMES + count * 28 + 40 ? undefined : new PackIndex(data, view, count)
  }

  name(at: number): string {
    return hexOf(this.#data.subarray(NAMES + at * 20, NAMES + at * 20 + 20))
  }

  offset(at: number): number {
    const table = NAMES + this.count * 24
    const value = this.#view.getUint32(table + at * 4)
    if (value < LARGE) return value
    const large = table + this.count * 4 + (value - LARGE) * 8
    return this.#view.getUint32(large) * 2 ** 32 + this.#view.getUint32(large + 4)
  }

  find(oid: string): number | undefined {
    const at = this.#lowerBound(oid)
    return at < this.count && this.name(at) === oid ? this.offset(at) : undefined
  }

  /** Names that begin with `prefix`. */
  withPrefix(prefix: string, limit: number): string[] {
    const found: string[] = []
    for (
      let at = this.#lowerBound(prefix.padEnd(40, '0'));
      at < this.count && found.length < limit;
      at += 1
    ) {
      const name = this.name(at)
      if (!name.startsWith(prefix)) break
      found.push(name)
    }
    return found
  }

  /** Offset of the object after the one at `offset`; `end` for the last. */
  nextOffset(offset: number, end: number): number {
    this.#sorted ??= Float64Array.from({ length: this.count }, (_, at) => this.offset(at)).sort()
    const sorted = this.#sorted
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return sorted[low] ?? end
  }

  #lowerBound(oid: string): number {
    const first = Number.parseInt(oid.slice(0, 2), 16)
    let low = first === 0 ? 0 : this.#view.getUint32(FAN_OUT + (first - 1) * 4)
    let high = this.#view.getUint32(FAN_OUT + first * 4)
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.name(middle) < oid) low = middle + 1
      else high = middle
    }
    return low
  }
}

export interface IndexedObject {
  readonly oid: string
  readonly crc: number
  readonly offset: number
}

/** The index of a pack that ends with `checksum`. */
export function formatPackIndex(objects: readonly IndexedObject[], checksum: Uint8Array): Uint8Array {
  const sorted = [...objects].sort((a, b) => (a.oid < b.oid ? -1 : 1))
  const large = sorted.filter((object) => object.offset >= LARGE)
  const head = new Uint8Array(NAMES + sorted.length * 28 + large.length * 8)
  const view = new DataView(head.buffer)
  view.setUint32(0, MAGIC)
  view.setUint32(4, 2)
  const counts = new Uint32Array(256)
  const crcs = NAMES + sorted.length * 20
  const offsets = crcs + sorted.length * 4
  let largeAt = 0
  sorted.forEach((object, at) => {
    const name = bytesOfHex(object.oid)
    const first = name[0] ?? 0
    counts[first] = (counts[first] ?? 0) + 1
    head.set(name, NAMES + at * 20)
    view.setUint32(crcs + at * 4, object.crc)
    if (object.offset < LARGE) view.setUint32(offsets + at * 4, object.offset)
    else {
      const place = offsets + sorted.length * 4 + largeAt * 8
      view.setUint32(offsets + at * 4, LARGE + largeAt)
      view.setUint32(place, Math.floor(object.offset / 2 ** 32))
      view.setUint32(place + 4, object.offset >>> 0)
      largeAt += 1
    }
  })
  let sum = 0
  counts.forEach((count, byte) => view.setUint32(FAN_OUT + byte * 4, (sum += count)))
  const body = concatenate([head, checksum])
  return concatenate([body, sha1Bytes(body)])
}
