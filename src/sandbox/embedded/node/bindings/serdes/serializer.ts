/** Values as bytes in V8's serialisation format. */
import { bytesOf } from '../buffer.ts'
import { encode } from '../text-codec.ts'
import { ERROR_TAGS, tag, VERSION, VERSION_TAG, VIEW_TAGS } from './format.ts'
import type { Delegate } from './format.ts'

function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 4294967295
}

export class Serializer {
  declare readonly _writeHostObject?: Delegate['_writeHostObject']
  declare readonly _getDataCloneError?: Delegate['_getDataCloneError']
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
    return bytes
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
      case 'symbol':
      case 'function':
        throw this.#refuse(String(value))
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
    else if (
      value instanceof Promise ||
      value instanceof WeakMap ||
      value instanceof WeakSet ||
      value instanceof WeakRef
    )
      throw this.#refuse(`#<${value.constructor.name}>`)
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
      this.#write(propertyOf(value, key))
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
      this.#write(propertyOf(value, key))
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
      this._writeHostObject?.(value)
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

  #refuse(text: string): Error {
    const Failure = this._getDataCloneError ?? Error
    return new Failure(`${text} could not be cloned.`)
  }
}

/** Keyed access, as the engine optimises it better than `Reflect.get`. */
function propertyOf(value: object, key: string): unknown {
  // A key that `Object.keys` has given is one of the object.
  return (value as Readonly<Record<string, unknown>>)[key]
}

function isBoxedBigInt(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object BigInt]' && typeof value.valueOf() === 'bigint'
}
