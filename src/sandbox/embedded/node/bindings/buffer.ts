/** `buffer`: searching, comparing, filling and transcoding bytes. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { decode, encode, encodeUtf8Into, ENCODINGS, normaliseEncoding, utf8Length } from './text-codec.ts'
import type { Encoding } from './text-codec.ts'

type Bytes = Uint8Array | DataView | ArrayBuffer | SharedArrayBuffer

/** As native Node; a browser's own limit for text is lower, and then the browser throws. */
const MAX_TEXT = 0x1fffffe8

/** A plain view of an argument's bytes: a `Buffer` has a `slice` that does not copy. Throws for any other value. */
export function bytesOf(value: unknown): Uint8Array {
  if (isPlainView(value)) return value
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  if (isWholeBuffer(value)) return new Uint8Array(value)
  // Anything else would become no bytes at all without a word.
  throw new TypeError('Bytes were expected.')
}

function isPlainView(value: unknown): value is Uint8Array {
  return Object.getPrototypeOf(value) === Uint8Array.prototype
}

function isWholeBuffer(value: unknown): value is ArrayBuffer | SharedArrayBuffer {
  return Object.prototype.toString.call(value).endsWith('ArrayBuffer]')
}

function failure(make: new (message: string) => Error, code: string, message: string): Error {
  const error = new make(message)
  Object.defineProperty(error, 'code', { value: code, enumerable: true, writable: true, configurable: true })
  return error
}

function attached(value: Bytes): Bytes {
  const buffer = ArrayBuffer.isView(value) ? value.buffer : value
  // Node 20, which runs the unit tests, cannot tell.
  if (buffer instanceof ArrayBuffer && 'detached' in buffer && buffer.detached === true) {
    throw failure(Error, 'ERR_INVALID_STATE', 'Cannot validate on a detached buffer')
  }
  return value
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return Math.sign(left.length - right.length)
}

/** First (or, backwards, last) place of `needle` from `offset`, in steps of `step` bytes; -1 for none. */
function search(
  haystack: Uint8Array,
  needle: Uint8Array,
  place: { offset: number; forward: boolean; step: number },
): number {
  const { forward, step } = place
  const last = haystack.length - needle.length
  let offset = place.offset < 0 ? place.offset + haystack.length : place.offset
  if (offset < 0) {
    if (!forward) return -1
    offset = 0
  }
  if (offset > last) {
    if (forward) return needle.length === 0 ? haystack.length : -1
    offset = last
  }
  if (needle.length === 0) return Math.min(offset, haystack.length)
  const first = needle[0] ?? 0
  for (let index = offset; forward ? index <= last : index >= 0; index += forward ? 1 : -1) {
    if (forward && step === 1) {
      index = haystack.indexOf(first, index)
      if (index < 0 || index > last) return -1
    }
    if (index % step === 0 && matchesAt(haystack, needle, index)) return index
  }
  return -1
}

function matchesAt(haystack: Uint8Array, needle: Uint8Array, at: number): boolean {
  for (let index = 0; index < needle.length; index += 1) {
    if (haystack[at + index] !== needle[index]) return false
  }
  return true
}

function swap(bytes: Uint8Array, width: number): Uint8Array {
  for (let start = 0; start + width <= bytes.length; start += width)
    bytes.subarray(start, start + width).reverse()
  return bytes
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
    return true
  } catch {
    // "fatal" throws at the first malformed sequence, which is the answer.
    return false
  }
}

/** -2: out of bounds; -1: nothing to fill with. */
function fill(
  target: Uint8Array,
  value: unknown,
  start: number,
  rest: readonly [number, string | undefined],
): number | undefined {
  const [end, encoding] = rest
  if (start > end || start < 0 || end > target.length) return -2
  if (typeof value === 'string' || ArrayBuffer.isView(value)) {
    const pattern = typeof value === 'string' ? encode(value, normaliseEncoding(encoding)) : bytesOf(value)
    if (pattern.length === 0) return -1
    for (let index = start; index < end; index += 1)
      target[index] = pattern[(index - start) % pattern.length] ?? 0
    return undefined
  }
  target.fill(Number(value) & 255, start, end)
  return undefined
}

function slicer(encoding: Encoding) {
  return function (this: Uint8Array, start = 0, end = this.length): string {
    const from = Math.max(0, Math.trunc(Number(start)) || 0)
    const to = Math.min(this.length, Math.trunc(Number(end)))
    if (from > this.length) throw failure(RangeError, 'ERR_OUT_OF_RANGE', 'Index out of range')
    if (to - from > MAX_TEXT) {
      throw failure(Error, 'ERR_STRING_TOO_LONG', `Cannot create a string longer than 0x1fffffe8 characters`)
    }
    return to <= from ? '' : decode(this.subarray(from, to), encoding)
  }
}

function write(
  target: Uint8Array,
  text: unknown,
  encoding: Encoding,
  room: readonly [unknown, unknown],
): number {
  if (typeof text !== 'string') throw failure(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string')
  const start = room[0] === undefined ? 0 : Number(room[0])
  if (start > target.length || start < 0) {
    throw failure(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds')
  }
  const length = Math.min(room[1] === undefined ? Infinity : Number(room[1]), target.length - start)
  const window = target.subarray(start, start + length)
  if (encoding === 'utf8') return encodeUtf8Into(text, window).written
  const bytes = encode(text, encoding)
  let count = Math.min(bytes.length, window.length)
  if (encoding === 'utf16le') count &= ~1
  window.set(bytes.subarray(0, count))
  return count
}

const writer = (encoding: Encoding) =>
  function (this: Uint8Array, text: unknown, offset?: unknown, length?: unknown): number {
    return write(this, text, encoding, [offset, length])
  }

/** The static forms get the target as their first argument. */
const staticWriter =
  (encoding: Encoding) => (target: Uint8Array, text: unknown, offset?: unknown, length?: unknown) =>
    write(target, text, encoding, [offset, length])

/** `-1`, `-2`, `-3` are the library's codes for what is wrong with the input. */
function decodeBase64(input: string): string | number {
  try {
    return nativeAtob(input)
  } catch {
    const clean = input.replace(/[\t\n\f\r ]/g, '')
    if (/[^A-Za-z0-9+/=]/.test(clean)) return -1
    return clean.replace(/=+$/, '').length % 4 === 1 ? -2 : -1
  }
}

const nativeAtob = globalThis.atob.bind(globalThis)
const nativeBtoa = globalThis.btoa.bind(globalThis)

export function buffer(context: NodeContext, binding: Binding): void {
  const step = (encoding: number) => (ENCODINGS[encoding] === 'utf16le' ? 2 : 1)
  Object.assign(binding, {
    setBufferPrototype: (prototype: object) => {
      context.bufferPrototype = prototype
    },
    getZeroFillToggle: () => undefined,
    atob: decodeBase64,
    btoa: (input: string) => (/^[\0-\xff]*$/.test(input) ? nativeBtoa(input) : -1),
    byteLengthUtf8: (text: string) => utf8Length(text),
    copy: (source: Bytes, target: Bytes, ...[targetStart, sourceStart, count]: [number, number, number]) => {
      bytesOf(target).set(bytesOf(source).subarray(sourceStart, sourceStart + count), targetStart)
      return count
    },
    compare: (left: Bytes, right: Bytes) => compareBytes(bytesOf(left), bytesOf(right)),
    compareOffset: (source: Bytes, target: Bytes, ...places: [number, number, number, number]) => {
      const [targetStart, sourceStart, targetLength, sourceLength] = places
      const [from, to] = [bytesOf(source), bytesOf(target)]
      if (sourceStart > from.length)
        throw failure(RangeError, 'ERR_OUT_OF_RANGE', 'The value of "sourceStart" is out of range.')
      if (targetStart > to.length)
        throw failure(RangeError, 'ERR_OUT_OF_RANGE', 'The value of "targetStart" is out of range.')
      return compareBytes(
        from.subarray(sourceStart, sourceStart + Math.max(0, sourceLength)),
        to.subarray(targetStart, targetStart + Math.max(0, targetLength)),
      )
    },
    fill: (target: Bytes, value: unknown, ...[start, end, encoding]: [number, number, string?]) =>
      fill(bytesOf(target), value, start, [end, encoding]),
    indexOfBuffer: (
      target: Bytes,
      needle: Bytes,
      ...[offset, encoding, forward]: [number, number, boolean]
    ) => search(bytesOf(target), bytesOf(needle), { offset, forward, step: step(encoding) }),
    indexOfNumber: (target: Bytes, value: number, offset: number, forward: boolean) =>
      search(bytesOf(target), Uint8Array.of(value), { offset, forward, step: 1 }),
    indexOfString: (
      target: Bytes,
      needle: string,
      ...[offset, encoding, forward]: [number, number, boolean]
    ) =>
      search(bytesOf(target), encode(needle, ENCODINGS[encoding] ?? 'utf8'), {
        offset,
        forward,
        step: step(encoding),
      }),
    copyArrayBuffer: (
      target: ArrayBuffer,
      targetStart: number,
      source: ArrayBuffer,
      ...rest: [number, number]
    ) => {
      new Uint8Array(target, targetStart, rest[1]).set(new Uint8Array(source, rest[0], rest[1]))
    },
    createUnsafeArrayBuffer: (size: number) => new ArrayBuffer(size),
    swap16: (bytes: Uint8Array) => swap(bytes, 2),
    swap32: (bytes: Uint8Array) => swap(bytes, 4),
    swap64: (bytes: Uint8Array) => swap(bytes, 8),
    isUtf8: (value: Bytes) => isUtf8(bytesOf(attached(value))),
    isAscii: (value: Bytes) => bytesOf(attached(value)).every((byte) => byte < 0x80),
    asciiSlice: slicer('ascii'),
    base64Slice: slicer('base64'),
    base64urlSlice: slicer('base64url'),
    latin1Slice: slicer('latin1'),
    hexSlice: slicer('hex'),
    ucs2Slice: slicer('utf16le'),
    utf8Slice: slicer('utf8'),
    base64Write: writer('base64'),
    base64urlWrite: writer('base64url'),
    hexWrite: writer('hex'),
    ucs2Write: writer('utf16le'),
    asciiWriteStatic: staticWriter('latin1'),
    latin1WriteStatic: staticWriter('latin1'),
    utf8WriteStatic: staticWriter('utf8'),
  })
}

/** A `Buffer` of the library over these bytes. */
export function toNodeBuffer(context: NodeContext, bytes: Uint8Array): Uint8Array {
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  Object.setPrototypeOf(view, context.bufferPrototype)
  return view
}
