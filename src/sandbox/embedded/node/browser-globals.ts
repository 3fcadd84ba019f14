/**
 * Browser globals that Node does not have are taken from user code. This is for compatibility (libraries look for
 * them to tell where they run); the boundary is the sandbox's origin, its policy and the terminable worker.
 */

/** Kept as they are: the library or the language needs them, or Node has the same. */
const KEPT = new Set([
  'structuredClone',
  'queueMicrotask',
  'WebAssembly',
  'TextEncoder',
  'TextDecoder',
  'console',
  'atob',
  'btoa',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'performance',
  'crypto',
  'URL',
  'URLSearchParams',
  'AbortController',
  'AbortSignal',
  'Event',
  'EventTarget',
  'DOMException',
  'Blob',
  'CompressionStream',
  'DecompressionStream',
  'registerNodeLibrary',
  'MessageChannel',
  'MessagePort',
  'MessageEvent',
  'BroadcastChannel',
])

/** Globals that the language itself defines, in any realm. */
export const LANGUAGE: ReadonlySet<string> = new Set(
  (
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error ' +
    'AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError DisposableStack AsyncDisposableStack ' +
    'globalThis JSON Math Intl Temporal ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array ' +
    'Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap ' +
    'WeakSet WeakRef Proxy Reflect FinalizationRegistry SharedArrayBuffer decodeURI decodeURIComponent encodeURI ' +
    'encodeURIComponent escape unescape eval isFinite isNaN'
  ).split(' '),
)

/** Run after everything that the glue needs has been captured and before the library looks at the globals. */
export function hideBrowserGlobals(): void {
  for (
    let object: object | null = globalThis;
    object !== null && object !== Object.prototype;
    object = Reflect.getPrototypeOf(object)
  ) {
    for (const key of Object.getOwnPropertyNames(object)) {
      if (key === 'constructor' || LANGUAGE.has(key)) continue
      if (KEPT.has(key)) {
        if (object !== globalThis) bringHome(object, key)
        continue
      }
      if (!Reflect.deleteProperty(object, key)) hide(object, key)
    }
  }
  for (const key of KEPT) makeHidden(key)
}

/** Makes a property that cannot be deleted undefined, or shadows it so that globals do not list it. */
function hide(object: object, key: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(object, key)
  if (descriptor?.configurable === true || descriptor?.writable === true) {
    Object.defineProperty(object, key, { value: undefined, enumerable: false })
  } else if (object !== globalThis) {
    Object.defineProperty(globalThis, key, {
      value: undefined,
      enumerable: false,
      configurable: true,
      writable: true,
    })
  }
}

/** A program that deletes one of these must not find it on a prototype behind. */
function bringHome(object: object, key: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(object, key)
  if (descriptor?.configurable !== true || Object.hasOwn(globalThis, key)) return
  Object.defineProperty(globalThis, key, descriptor)
  Reflect.deleteProperty(object, key)
}

/** Node defines its own of these; leftovers must not show when globals are listed. */
function makeHidden(key: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, key)
  if (descriptor?.configurable === true)
    Object.defineProperty(globalThis, key, { ...descriptor, enumerable: false })
}
