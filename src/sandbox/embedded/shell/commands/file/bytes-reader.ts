/** Numbers and letters at places of a file's first bytes; what lies behind their end reads as 0. */
export class BytesReader {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  u8(at: number): number {
    return this.bytes[at] ?? 0
  }

  u16(at: number, isLittle = false): number {
    return at + 2 > this.bytes.length ? 0 : this.#view.getUint16(at, isLittle)
  }

  u32(at: number, isLittle = false): number {
    return at + 4 > this.bytes.length ? 0 : this.#view.getUint32(at, isLittle)
  }

  /** One letter a byte, up to `length` of them. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + length))
  }

  /** Up to the first NUL. */
  name(at: number, most: number): string {
    return this.text(at, most).split('\0')[0] ?? ''
  }

  has(at: number, letters: string): boolean {
    for (let offset = 0; offset < letters.length; offset += 1)
      if (this.bytes[at + offset] !== letters.charCodeAt(offset)) return false
    return true
  }
}
