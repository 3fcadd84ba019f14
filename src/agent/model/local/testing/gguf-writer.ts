/** Writes GGUF, the format of models that llama.cpp reads: a header of keys and values, then tensors. */

export type GgufValue = string | number | boolean | { readonly float: number } | GgufArray

type GgufArray =
  | { readonly strings: readonly string[] }
  | { readonly floats: readonly number[] }
  | { readonly integers: readonly number[] }

export interface GgufTensor {
  readonly name: string
  /** Innermost first. */
  readonly shape: readonly number[]
  readonly data: Float32Array<ArrayBuffer>
}

/** The format's numbers of its types of values. */
const TYPE = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 }
const FORMAT_VERSION = 3
const ALIGNMENT = 32
const FLOAT_TENSOR = 0

export function writeGguf(
  values: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
): Uint8Array<ArrayBuffer> {
  const out = new Bytes()
  out.raw(new TextEncoder().encode('GGUF'))
  out.uint32(FORMAT_VERSION)
  out.uint64(tensors.length)
  out.uint64(Object.keys(values).length)
  for (const [key, value] of Object.entries(values)) {
    out.string(key)
    writeValue(out, value)
  }
  let offset = 0
  for (const { name, shape, data } of tensors) {
    out.string(name)
    out.uint32(shape.length)
    for (const length of shape) out.uint64(length)
    out.uint32(FLOAT_TENSOR)
    out.uint64(offset)
    offset = aligned(offset + data.byteLength)
  }
  for (const { data } of tensors) {
    out.pad(ALIGNMENT)
    out.raw(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  }
  return out.whole()
}

function writeValue(out: Bytes, value: GgufValue): void {
  if (typeof value === 'string') {
    out.uint32(TYPE.string)
    out.string(value)
  } else if (typeof value === 'number') {
    out.uint32(TYPE.uint32)
    out.uint32(value)
  } else if (typeof value === 'boolean') {
    out.uint32(TYPE.bool)
    out.raw(new Uint8Array([value ? 1 : 0]))
  } else if ('float' in value) {
    out.uint32(TYPE.float32)
    out.float32(value.float)
  } else {
    out.uint32(TYPE.array)
    writeArray(out, value)
  }
}

function writeArray(out: Bytes, array: GgufArray): void {
  if ('strings' in array) {
    out.uint32(TYPE.string)
    out.uint64(array.strings.length)
    for (const text of array.strings) out.string(text)
  } else if ('floats' in array) {
    out.uint32(TYPE.float32)
    out.uint64(array.floats.length)
    for (const number of array.floats) out.float32(number)
  } else {
    out.uint32(TYPE.int32)
    out.uint64(array.integers.length)
    for (const number of array.integers) out.uint32(number)
  }
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}

/** Grows as it is written to; all numbers little-endian. */
class Bytes {
  readonly #parts: Uint8Array<ArrayBuffer>[] = []
  #length = 0

  raw(bytes: Uint8Array<ArrayBuffer>): void {
    this.#parts.push(bytes)
    this.#length += bytes.length
  }

  uint32(value: number): void {
    this.#number(4, (view) => view.setUint32(0, value, true))
  }

  uint64(value: number): void {
    this.#number(8, (view) => view.setBigUint64(0, BigInt(value), true))
  }

  float32(value: number): void {
    this.#number(4, (view) => view.setFloat32(0, value, true))
  }

  string(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.uint64(bytes.length)
    this.raw(bytes)
  }

  pad(to: number): void {
    this.raw(new Uint8Array((to - (this.#length % to)) % to))
  }

  whole(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#length)
    let at = 0
    for (const part of this.#parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }

  #number(size: number, write: (view: DataView) => void): void {
    const bytes = new Uint8Array(size)
    write(new DataView(bytes.buffer))
    this.raw(bytes)
  }
}
