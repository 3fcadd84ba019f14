/** The bytes of one file: grows cheaply, has a sparse tail, and hands out views that later writes leave alone. */

/** A growing file gets at most this many spare bytes, so that doubling does not waste a large file's worth. */
const MAX_SPARE_BYTES = 16 * 1024 * 1024
const MIN_CAPACITY = 64

export class FileContent {
  /** Capacity; only the first `stored` bytes count. */
  #bytes: Uint8Array
  #stored: number
  #size: number
  /** Bytes in front of this are seen by somebody else and are not changed in place. */
  #shared = 0

  /** Takes `bytes` over: the caller must not change them afterwards. */
  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.#bytes = bytes
    this.#stored = bytes.length
    this.#size = bytes.length
  }

  get size(): number {
    return this.#size
  }

  /** Whether it can be read at once. */
  get isHere(): boolean {
    return true
  }

  /** The whole content without copying it; it stays as it is whatever is written later. */
  view(): Uint8Array {
    if (this.#stored < this.#size) this.#materialise()
    this.#shared = Math.max(this.#shared, this.#stored)
    return this.#bytes.subarray(0, this.#stored)
  }

  /** A copy of at most `length` bytes from `position`; shorter at the end. */
  read(position: number, length: number): Uint8Array {
    const end = Math.min(this.#size, position + length)
    if (position >= end) return new Uint8Array(0)
    if (end <= this.#stored) return this.#bytes.slice(position, end)
    const out = new Uint8Array(end - position)
    if (position < this.#stored) out.set(this.#bytes.subarray(position, this.#stored))
    return out
  }

  /** Copies `data` in. A gap between the old end and `position` reads as zeros. */
  write(position: number, data: Uint8Array): void {
    if (data.length === 0) return
    const end = position + data.length
    const from = Math.min(position, this.#stored)
    this.#makeWritable(from, end)
    if (position > this.#stored) this.#bytes.fill(0, this.#stored, position)
    this.#bytes.set(data, position)
    this.#stored = Math.max(this.#stored, end)
    this.#size = Math.max(this.#size, end)
  }

  /** Growth costs no memory until somebody writes behind it or reads the whole. */
  resize(size: number): void {
    this.#stored = Math.min(this.#stored, size)
    this.#size = size
  }

  /** Another file's content with the same bytes; neither sees the other's later writes. */
  share(): FileContent {
    this.#shared = Math.max(this.#shared, this.#stored)
    const copy = new FileContent(this.#bytes)
    copy.#stored = this.#stored
    copy.#size = this.#size
    // The spare bytes behind are the original's to write.
    copy.#shared = copy.#bytes.length
    return copy
  }

  #materialise(): void {
    this.#makeWritable(this.#stored, this.#size)
    this.#bytes.fill(0, this.#stored, this.#size)
    this.#stored = this.#size
  }

  /** Makes `[from, end)` ours to write, keeping the bytes that are stored. */
  #makeWritable(from: number, end: number): void {
    const ours = from >= this.#shared
    if (ours && end <= this.#bytes.length) return
    const grown = end > this.#bytes.length
    const capacity = grown ? spareCapacity(this.#stored, end) : this.#bytes.length
    const next = new Uint8Array(capacity)
    next.set(this.#bytes.subarray(0, this.#stored))
    this.#bytes = next
    this.#shared = 0
  }
}

function spareCapacity(stored: number, needed: number): number {
  if (stored === 0) return needed
  return Math.max(needed, stored + Math.min(stored, MAX_SPARE_BYTES), MIN_CAPACITY)
}
