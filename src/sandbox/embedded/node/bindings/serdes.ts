/**
 * `serdes`: V8's serialisation format, version 15, for what programs and the test runner put through it: primitives,
 * text, numbers, dates, regular expressions, objects, arrays, maps, sets, buffers, errors, and cycles.
 */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { bytesOf, toNodeBuffer } from './buffer.ts'
import { decode, encode } from './text-codec.ts'

const VERSION = 15
const VERSION_TAG = 0xff

const tag = (character: string): number => character.charCodeAt(0)

const VIEW_TAGS: readonly (readonly [string, string])[] = [
  ['Int8Array', 'b'],
  ['Uint8Array', 'B'],
  ['Uint8ClampedArray', 'C'],
  ['Int16Array', 'w'],
  ['Uint16Array', 'W'],
  ['Int32Array', 'd'],
  ['Uint32Array', 'D'],
  ['Float32Array', 'f'],
  ['Float64Array', 'F'],
  ['DataView', '?'],
  ['BigInt64Array', 'q'],
  ['BigUint64Array', 'Q'],
]
const ERROR_TAGS: readonly (readonly [string, string])[] = [
  ['EvalError', 'E'],
  ['RangeError', 'R'],
  ['ReferenceError', 'F'],
  ['SyntaxError', 'S'],
  ['TypeError', 'T'],
  ['URIError', 'U'],
]

/** Methods that the library's subclasses add. */
interface Delegate {
  _writeHostObject?: (value: object) => void
  _readHostObject?: () => unknown
  _getDataCloneError?: new (message: string) => Error
}

function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 4294967295
}

class Serializer {
  #bytes = new Uint8Array(256)
  #length = 0
  readonly #ids = new Map<object, number>()
  #viewsAreHostObjects = false

  writeHeader(): void {
    this.#byte(VERSION_TAG)
    this.writeUint32(VERSION)
  }

  writeValue(value: unknown): boolean {
    this.#write(value)
    return true
  }

  releaseBuffer(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return active ? toNodeBuffer(active, bytes) : bytes
  }

  transferArrayBuffer(id: number, buffer: ArrayBuffer): void {
    this.#ids.set(buffer, id)
  }

  writeUint32(value: number): void {
    this.#varint(BigInt(value >>> 0))
  }

  writeUint64(high: number, low: number): void {
    this.#varint((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0))
  }

  writeDouble(value: number): void {
    this.#raw(new Uint8Array(Float64Array.of(value).buffer))
  }

  writeRawBytes(source: Uint8Array): void {
    this.#raw(bytesOf(source))
  }

  _setTreatArrayBufferViewsAsHostObjects(on: boolean): void {
    this.#viewsAreHostObjects = on
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    grown.set(this.#bytes)
    this.#bytes = grown
  }

  #byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length] = value
    this.#length += 1
  }

  #raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #varint(value: bigint): void {
    let rest = value
    while (rest >= 0x80n) {
      this.#byte(Number(rest & 0x7fn) | 0x80)
      rest >>= 7n
    }
    this.#byte(Number(rest))
  }

  #write(value: unknown): void {
    switch (typeof value) {
      case 'undefined':
        this.#byte(tag('_'))
        return
      case 'boolean':
        this.#byte(tag(value ? 'T' : 'F'))
        return
      case 'number':
        this.#number(value)
        return
      case 'bigint':
        this.#byte(tag('Z'))
        this.#bigint(value)
        return
      case 'string':
        this.#string(value)
        return
      case 'object':
        if (value === null) this.#byte(tag('0'))
        else this.#object(value)
        return
      default:
        throw this.#refuse(value)
    }
  }

  #number(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) < 2 ** 30 && !Object.is(value, -0)) {
      this.#byte(tag('I'))
      this.#varint(BigInt(((value << 1) ^ (value >> 31)) >>> 0))
    } else {
      this.#byte(tag('N'))
      this.writeDouble(value)
    }
  }

  #bigint(value: bigint): void {
    const digits: number[] = []
    for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 8n) digits.push(Number(rest & 0xffn))
    while (digits.length % 8 !== 0) digits.push(0)
    this.writeUint32((digits.length << 1) | (value < 0n ? 1 : 0))
    this.#raw(Uint8Array.from(digits))
  }

  #string(value: string): void {
    if (/^[\0-\xff]*$/.test(value)) {
      this.#byte(tag('"'))
      this.writeUint32(value.length)
      this.#raw(encode(value, 'latin1'))
      return
    }
    const bytes = encode(value, 'utf16le')
    const lengthBytes = bytes.length < 0x80 ? 1 : bytes.length < 0x4000 ? 2 : bytes.length < 0x200000 ? 3 : 4
    // Two-byte text begins at an even place.
    if ((this.#length + 1 + lengthBytes) % 2 === 1) this.#byte(0)
    this.#byte(tag('c'))
    this.writeUint32(bytes.length)
    this.#raw(bytes)
  }

  #object(value: object): void {
    const known = this.#ids.get(value)
    if (known !== undefined) {
      this.#byte(tag('^'))
      this.writeUint32(known)
      return
    }
    if (ArrayBuffer.isView(value)) {
      this.#view(value)
      return
    }
    this.#ids.set(value, this.#ids.size)
    if (Array.isArray(value)) this.#array(value)
    else if (value instanceof Date)
      this.#tagged('D', () => {
        this.writeDouble(value.getTime())
      })
    else if (value instanceof RegExp) this.#regExp(value)
    else if (value instanceof Map) this.#map(value)
    else if (value instanceof Set) this.#set(value)
    else if (value instanceof ArrayBuffer) this.#arrayBuffer(value)
    else if (value instanceof Error) this.#error(value)
    else if (
      value instanceof Number ||
      value instanceof Boolean ||
      value instanceof String ||
      isBoxedBigInt(value)
    )
      this.#boxed(value)
    else if (typeof (value as { then?: unknown }).then === 'function' && value instanceof Promise)
      throw this.#refuse(value)
    else if (value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef)
      throw this.#refuse(value)
    else this.#plain(value)
  }

  #tagged(character: string, write: () => void): void {
    this.#byte(tag(character))
    write()
  }

  #plain(value: object): void {
    this.#byte(tag('o'))
    this.writeUint32(this.#properties(value, Object.keys(value)))
    // The count belongs after the end tag.
  }

  #properties(value: object, keys: readonly string[]): number {
    for (const key of keys) {
      if (isIndex(key)) this.#number(Number(key))
      else this.#string(key)
      this.#write((value as Record<string, unknown>)[key])
    }
    this.#byte(tag('{'))
    return keys.length
  }

  #array(value: readonly unknown[]): void {
    const dense = Object.keys(value).filter(isIndex).length === value.length
    const extra = Object.keys(value).filter((key) => !isIndex(key))
    this.#byte(tag(dense ? 'A' : 'a'))
    this.writeUint32(value.length)
    if (dense) for (const item of value) this.#write(item)
    const keys = dense ? extra : Object.keys(value)
    for (const key of keys) {
      if (isIndex(key)) this.#number(Number(key))
      else this.#string(key)
      this.#write((value as unknown as Record<string, unknown>)[key])
    }
    this.#byte(tag(dense ? '$' : '@'))
    this.writeUint32(keys.length)
    this.writeUint32(value.length)
  }

  #regExp(value: RegExp): void {
    this.#byte(tag('R'))
    this.#string(value.source)
    const flags = ['g', 'i', 'm', 'y', 'u', 's', '', 'd', 'v']
    this.writeUint32(
      flags.reduce((bits, flag, bit) => bits | (flag !== '' && value.flags.includes(flag) ? 1 << bit : 0), 0),
    )
  }

  #map(value: Map<unknown, unknown>): void {
    this.#byte(tag(';'))
    const entries = [...value].flat()
    for (const item of entries) this.#write(item)
    this.#byte(tag(':'))
    this.writeUint32(entries.length)
  }

  #set(value: Set<unknown>): void {
    this.#byte(tag("'"))
    const items = [...value]
    for (const item of items) this.#write(item)
    this.#byte(tag(','))
    this.writeUint32(items.length)
  }

  #arrayBuffer(value: ArrayBuffer): void {
    this.#byte(tag('B'))
    this.writeUint32(value.byteLength)
    this.#raw(new Uint8Array(value))
  }

  #view(value: ArrayBufferView): void {
    if (this.#viewsAreHostObjects) {
      this.#ids.set(value, this.#ids.size)
      this.#byte(tag('\\'))
      ;(this as unknown as Delegate)._writeHostObject?.(value)
      return
    }
    if (!this.#ids.has(value.buffer)) this.#object(value.buffer)
    this.#ids.set(value, this.#ids.size)
    const found = VIEW_TAGS.find(([name]) => Object.prototype.toString.call(value) === `[object ${name}]`)
    this.#byte(tag('V'))
    this.#byte(tag(found?.[1] ?? 'B'))
    this.writeUint32(value.byteOffset)
    this.writeUint32(value.byteLength)
    this.writeUint32(0)
  }

  #error(value: Error): void {
    this.#byte(tag('r'))
    const prototype = ERROR_TAGS.find(([name]) => value.name === name)
    if (prototype) this.#byte(tag(prototype[1]))
    if (Object.hasOwn(value, 'message')) {
      this.#byte(tag('m'))
      this.#string(String(value.message))
    }
    if (typeof value.stack === 'string') {
      this.#byte(tag('s'))
      this.#string(value.stack)
    }
    if (Object.hasOwn(value, 'cause')) {
      this.#byte(tag('c'))
      this.#write(value.cause)
    }
    this.#byte(tag('.'))
  }

  #boxed(value: object): void {
    const primitive = value.valueOf()
    switch (typeof primitive) {
      case 'boolean':
        this.#byte(tag(primitive ? 'y' : 'x'))
        return
      case 'number':
        this.#byte(tag('n'))
        this.writeDouble(primitive)
        return
      case 'bigint':
        this.#byte(tag('z'))
        this.#bigint(primitive)
        return
      default:
        this.#byte(tag('s'))
        this.#string(String(primitive))
    }
  }

  #refuse(value: unknown): Error {
    const text =
      typeof value === 'symbol' || typeof value === 'function'
        ? String(value)
        : `#<${(value as object).constructor.name}>`
    const Failure = (this as unknown as Delegate)._getDataCloneError ?? Error
    return new Failure(`${text} could not be cloned.`)
  }
}

function isBoxedBigInt(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object BigInt]' && typeof value.valueOf() === 'bigint'
}

class Deserializer {
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
    if (this.#bytes[this.#position] !== VERSION_TAG) throw new Error('Unable to deserialize cloned data.')
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
    if (!read) throw new Error(`Unable to deserialize cloned data.`)
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
    host: () => (this as unknown as Delegate)._readHostObject?.(),
  }

  #peek(): string {
    let at = this.#position
    while (this.#bytes[at] === 0) at += 1
    return String.fromCharCode(this.#bytes[at] ?? 0)
  }

  #tag(): string {
    while (this.#bytes[this.#position] === 0) this.#position += 1
    if (this.#position >= this.#bytes.length) throw new Error('Unable to deserialize cloned data.')
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
    const key = reader.value() as PropertyKey
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
  const name = VIEW_TAGS.find(([, character]) => character === kind)?.[0] ?? 'Uint8Array'
  type Views = Record<
    string,
    (new (buffer: ArrayBuffer, offset: number, length: number) => ArrayBufferView) & {
      BYTES_PER_ELEMENT?: number
    }
  >
  const View = (globalThis as unknown as Views)[name]
  if (!View) throw new Error('Unable to deserialize cloned data.')
  return reader.remember(new View(buffer, offset, length / (View.BYTES_PER_ELEMENT ?? 1)))
}

function readError(reader: Reader): Error {
  const parts: { name: string; message?: unknown; stack?: unknown; cause?: unknown; hasCause: boolean } = {
    name: 'Error',
    hasCause: false,
  }
  const slot = reader.remember<Error>(new Error())
  for (let type = reader.tag(); type !== '.'; type = reader.tag()) {
    if (type === 'm') parts.message = reader.value()
    else if (type === 's') parts.stack = reader.value()
    else if (type === 'c') {
      parts.cause = reader.value()
      parts.hasCause = true
    } else parts.name = ERROR_TAGS.find(([, character]) => character === type)?.[0] ?? 'Error'
  }
  const Class = (globalThis as unknown as Record<string, ErrorConstructor>)[parts.name] ?? Error
  Object.setPrototypeOf(slot, Class.prototype)
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
    const buffer = reader.remember(reader.take(reader.uint32()).slice().buffer as ArrayBuffer)
    return withView(reader, buffer)
  },
  t: (reader) => {
    const buffer = reader.transferred(reader.uint32())
    if (!buffer) throw new Error('Unable to deserialize cloned data.')
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

let active: NodeContext | undefined

export function serdes(context: NodeContext, binding: Binding): void {
  active = context
  Object.assign(binding, { Serializer, Deserializer })
}
