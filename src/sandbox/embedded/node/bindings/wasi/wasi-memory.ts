/** The memory of a WebAssembly instance as WASI's calls read and write it. It may grow, and it may be shared. */
const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()

/** Bytes of an entry of a vector of buffers. */
const VECTOR_BYTES = 8

export class WasiMemory {
  #memory: WebAssembly.Memory | undefined

  set(memory: WebAssembly.Memory): void {
    this.#memory = memory
  }

  get view(): DataView {
    return new DataView(this.#buffer)
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#buffer, at >>> 0, length >>> 0)
  }

  setU8(at: number, value: number): void {
    this.view.setUint8(at >>> 0, value)
  }

  setU16(at: number, value: number): void {
    this.view.setUint16(at >>> 0, value, true)
  }

  setU32(at: number, value: number): void {
    this.view.setUint32(at >>> 0, value, true)
  }

  setU64(at: number, value: bigint | number): void {
    this.view.setBigUint64(at >>> 0, BigInt(value), true)
  }

  text(at: number, length: number): string {
    // Shared memory has to be copied before it can be decoded.
    return DECODER.decode(this.bytes(at, length).slice())
  }

  /** Bytes written. */
  setText(at: number, text: string, maxBytes = Infinity): number {
    const bytes = ENCODER.encode(text)
    const count = Math.min(bytes.length, maxBytes)
    this.bytes(at, count).set(bytes.subarray(0, count))
    return count
  }

  /** The buffers that a vector names. */
  vector(at: number, count: number): Uint8Array[] {
    const { view } = this
    return Array.from({ length: count }, (_, index) => {
      const entry = (at >>> 0) + index * VECTOR_BYTES
      return this.bytes(view.getUint32(entry, true), view.getUint32(entry + 4, true))
    })
  }

  get #buffer(): ArrayBufferLike {
    if (!this.#memory) throw new Error('A WASI call was made before the instance was given its memory.')
    return this.#memory.buffer
  }
}

/** Bytes of a text with the zero behind it. */
export function sizeWithZero(text: string): number {
  return ENCODER.encode(text).length + 1
}
