/** Bytes in V8's serialisation format as values. */
import { bytesOf } from '../buffer.ts'
import { decode } from '../text-codec.ts'
import { ERROR_TAGS, VERSION, VERSION_TAG, VIEW_TAGS } from './format.ts'
import type { Delegate, ViewClass } from './format.ts'

export class Deserializer {
  declare readonly _readHostObject?: Delegate['_readHostObject']
  readonly buffer: Uint8Array
  readonly #bytes: Uint8Array
  #position = 0
  readonly #objects: unknown[] = []
  readonly #transferred = new Map<number, ArrayBuffer>()

  constructor(buffer: Uint8Array) {
    if (!ArrayBuffer.isView(buffer))
      throw Object.assign(new TypeError('buffer must be a TypedArray or a DataView'), {
        code: 'ERR_INVALID_ARG_TYPE',
      })
    this.buffer = buffer
    this.#bytes = bytesOf(buffer)
  }

  readHeader(): boolean {
    if (this.#bytes[this.#position] !== VERSION_TAG) throw unreadable()
    this.#position += 1
    if (this.readUint32() > VERSION)
      throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.')
    return true
  }

  getWireFormatVersion(): number {
    return VERSION
  }

  transferArrayBuffer(id: number, buffer: ArrayBuffer): void {
    this.#transferred.set(id, buffer)
  }

  readUint32(): number {
    return Number(this.#varint() & 0xffffffffn)
  }

  readUint64(): [number, number] {
    const value = this.#varint()
    return [Number(value >> 32n), Number(value & 0xffffffffn)]
  }

  readDouble(): number {
    const bytes = this.#take(8).slice()
    return new Float64Array(bytes.buffer)[0] ?? 0
  }

  /** Gives the place; the library cuts the bytes out itself. */
  _readRawBytes(length: number): number {
    const start = this.#position
    this.#take(length)
    return start
  }

  readValue(): unknown {
    const type = this.#tag()
    const read = READERS[type]
    if (!read) throw unreadable()
    return read(this.#internals)
  }

  readonly #internals: Reader = {
    value: () => this.readValue(),
    tag: () => this.#tag(),
    peek: () => this.#peek(),
    uint32: () => this.readUint32(),
    varint: () => this.#varint(),
    double: () => this.readDouble(),
    take: (length) => this.#take(length),
    remember: (object) => {
      this.#objects.push(object)
      return object
    },
    recall: (id) => this.#objects[id],
    transferred: (id) => this.#transferred.get(id),
    host: () => this._readHostObject?.(),
  }

  #peek(): string {
    let at = this.#position
    while (this.#bytes[at] === 0) at += 1
    return String.fromCharCode(this.#bytes[at] ?? 0)
  }

  #tag(): string {
    while (this.#bytes[this.#position] === 0) this.#position += 1
    if (this.#position >= this.#bytes.length) throw unreadable()
    this.#position += 1
    return String.fromCharCode(this.#bytes[this.#position - 1] ?? 0)
  }

  #take(length: number): Uint8Array {
    if (this.#position + length > this.#bytes.length) throw new Error('ReadRawBytes() failed')
    this.#position += length
    return this.#bytes.subarray(this.#position - length, this.#position)
  }

  #varint(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#take(1)[0] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if ((byte & 0x80) === 0) return value
    }
  }
}

function unreadable(): Error {
  return new Error('Unable to deserialize cloned data.')
}

interface Reader {
  value: () => unknown
  tag: () => string
  peek: () => string
  uint32: () => number
  varint: () => bigint
  double: () => number
  take: (length: number) => Uint8Array
  remember: <T>(object: T) => T
  recall: (id: number) => unknown
  transferred: (id: number) => ArrayBuffer | undefined
  host: () => unknown
}

function readBigInt(reader: Reader): bigint {
  const field = reader.uint32()
  const bytes = reader.take(field >>> 1)
  let value = 0n
  for (let index = bytes.length - 1; index >= 0; index -= 1) value = (value << 8n) | BigInt(bytes[index] ?? 0)
  return (field & 1) === 1 ? -value : value
}

function readProperties(reader: Reader, target: object, end: string): void {
  while (reader.peek() !== end) {
    const key = reader.value()
    if (typeof key !== 'string' && typeof key !== 'number') throw unreadable()
    Object.defineProperty(target, key, {
      value: reader.value(),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
  reader.tag()
  reader.uint32()
}

function readArray(reader: Reader, dense: boolean): unknown[] {
  const length = reader.uint32()
  const array = reader.remember<unknown[]>([])
  if (dense) for (let index = 0; index < length; index += 1) array.push(reader.value())
  readProperties(reader, array, dense ? '$' : '@')
  array.length = reader.uint32()
  return array
}

function withView(reader: Reader, buffer: ArrayBuffer): unknown {
  if (reader.peek() !== 'V') return buffer
  reader.tag()
  const kind = String.fromCharCode(reader.take(1)[0] ?? 0)
  const offset = reader.uint32()
  const length = reader.uint32()
  reader.uint32()
  const View: ViewClass = VIEW_TAGS.find(([, character]) => character === kind)?.[2] ?? Uint8Array
  return reader.remember(new View(buffer, offset, length / (View.BYTES_PER_ELEMENT ?? 1)))
}

function readError(reader: Reader): Error {
  const parts: {
    prototype: Error
    message?: unknown
    stack?: unknown
    cause?: unknown
    hasCause: boolean
  } = { prototype: Error.prototype, hasCause: false }
  const slot = reader.remember<Error>(new Error())
  for (let type = reader.tag(); type !== '.'; type = reader.tag()) {
    if (type === 'm') parts.message = reader.value()
    else if (type === 's') parts.stack = reader.value()
    else if (type === 'c') {
      parts.cause = reader.value()
      parts.hasCause = true
    } else parts.prototype = ERROR_TAGS.find(([, character]) => character === type)?.[2] ?? Error.prototype
  }
  Object.setPrototypeOf(slot, parts.prototype)
  const define = (key: string, value: unknown) => {
    Object.defineProperty(slot, key, { value, writable: true, configurable: true, enumerable: false })
  }
  if (parts.message !== undefined) define('message', parts.message)
  define('stack', parts.stack)
  if (parts.hasCause) define('cause', parts.cause)
  return slot
}

const zigzag = (value: number): number => (value >>> 1) ^ -(value & 1)

const READERS: Readonly<Record<string, (reader: Reader) => unknown>> = {
  _: () => undefined,
  '0': () => null,
  T: () => true,
  F: () => false,
  I: (reader) => zigzag(reader.uint32()),
  U: (reader) => reader.uint32(),
  N: (reader) => reader.double(),
  Z: (reader) => readBigInt(reader),
  '"': (reader) => decode(reader.take(reader.uint32()), 'latin1'),
  c: (reader) => decode(reader.take(reader.uint32()), 'utf16le'),
  S: (reader) => decode(reader.take(reader.uint32()), 'utf8'),
  '^': (reader) => reader.recall(reader.uint32()),
  o: (reader) => {
    const object = reader.remember({})
    readProperties(reader, object, '{')
    return object
  },
  A: (reader) => readArray(reader, true),
  a: (reader) => readArray(reader, false),
  D: (reader) => reader.remember(new Date(reader.double())),
  R: (reader) => {
    const source = String(reader.value())
    const bits = reader.uint32()
    const flags = ['g', 'i', 'm', 'y', 'u', 's', '', 'd', 'v']
      .filter((_flag, bit) => (bits & (1 << bit)) !== 0)
      .join('')
    return reader.remember(new RegExp(source, flags))
  },
  ';': (reader) => {
    const map = reader.remember(new Map<unknown, unknown>())
    while (reader.peek() !== ':') map.set(reader.value(), reader.value())
    reader.tag()
    reader.uint32()
    return map
  },
  "'": (reader) => {
    const set = reader.remember(new Set<unknown>())
    while (reader.peek() !== ',') set.add(reader.value())
    reader.tag()
    reader.uint32()
    return set
  },
  B: (reader) => {
    const buffer = reader.remember(reader.take(reader.uint32()).slice().buffer)
    return withView(reader, buffer)
  },
  t: (reader) => {
    const buffer = reader.transferred(reader.uint32())
    if (!buffer) throw unreadable()
    return withView(reader, reader.remember(buffer))
  },
  y: (reader) => reader.remember(Object(true)),
  x: (reader) => reader.remember(Object(false)),
  n: (reader) => reader.remember(Object(reader.double())),
  z: (reader) => reader.remember(Object(readBigInt(reader))),
  s: (reader) => reader.remember(Object(reader.value())),
  r: (reader) => readError(reader),
  '\\': (reader) => reader.remember(reader.host()),
}
