/** Common part of both directions of V8's serialisation format: version, tags, additions of subclasses. */

export const VERSION = 15
export const VERSION_TAG = 0xff

export const tag = (character: string): number => character.charCodeAt(0)

/** Class of a view of a buffer. */
export interface ViewClass {
  new (buffer: ArrayBuffer, offset: number, length: number): ArrayBufferView
  /** None of a `DataView`, which counts in bytes. */
  readonly BYTES_PER_ELEMENT?: number
}

export const VIEW_TAGS: readonly (readonly [name: string, tag: string, View: ViewClass])[] = [
  ['Int8Array', 'b', Int8Array],
  ['Uint8Array', 'B', Uint8Array],
  ['Uint8ClampedArray', 'C', Uint8ClampedArray],
  ['Int16Array', 'w', Int16Array],
  ['Uint16Array', 'W', Uint16Array],
  ['Int32Array', 'd', Int32Array],
  ['Uint32Array', 'D', Uint32Array],
  ['Float32Array', 'f', Float32Array],
  ['Float64Array', 'F', Float64Array],
  ['DataView', '?', DataView],
  ['BigInt64Array', 'q', BigInt64Array],
  ['BigUint64Array', 'Q', BigUint64Array],
]
export const ERROR_TAGS: readonly (readonly [name: string, tag: string, prototype: Error])[] = [
  ['EvalError', 'E', EvalError.prototype],
  ['RangeError', 'R', RangeError.prototype],
  ['ReferenceError', 'F', ReferenceError.prototype],
  ['SyntaxError', 'S', SyntaxError.prototype],
  ['TypeError', 'T', TypeError.prototype],
  ['URIError', 'U', URIError.prototype],
]

/** Methods that the library's subclasses add. */
export interface Delegate {
  _writeHostObject?: (value: object) => void
  _readHostObject?: () => unknown
  _getDataCloneError?: new (message: string) => Error
}
