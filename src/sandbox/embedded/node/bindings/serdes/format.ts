/** Common part of both directions of V8's serialisation format: version, tags, additions of subclasses. */

export const VERSION = 15
export const VERSION_TAG = 0xff

export const tag = (character: string): number => character.charCodeAt(0)

export const VIEW_TAGS: readonly (readonly [string, string])[] = [
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
export const ERROR_TAGS: readonly (readonly [string, string])[] = [
  ['EvalError', 'E'],
  ['RangeError', 'R'],
  ['ReferenceError', 'F'],
  ['SyntaxError', 'S'],
  ['TypeError', 'T'],
  ['URIError', 'U'],
]

/** Methods that the library's subclasses add. */
export interface Delegate {
  _writeHostObject?: (value: object) => void
  _readHostObject?: () => unknown
  _getDataCloneError?: new (message: string) => Error
}
