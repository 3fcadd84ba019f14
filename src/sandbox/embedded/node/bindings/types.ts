/** `types`: which built-in class made a value, asked by brand where a method throws for others. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'

type Check = (value: unknown) => boolean

const tagOf = Object.prototype.toString
/** Brand check that own or inherited properties of the value cannot fake. */
const uncurry =
  (method: (...args: never[]) => unknown): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null) return false
    try {
      Reflect.apply(method, value, [])
      return true
    } catch {
      // The method's brand check: not that class.
      return false
    }
  }

const getter = (prototype: object, key: PropertyKey): ((...args: never[]) => unknown) => {
  const get = Object.getOwnPropertyDescriptor(prototype, key)?.get
  if (!get) throw new Error(`No getter ${String(key)}`)
  return get
}

const mapHas = Map.prototype.has
const setHas = Set.prototype.has
const weakMapHas = WeakMap.prototype.has
const weakSetHas = WeakSet.prototype.has
const mapIteratorPrototype = prototypeOf(new Map().entries())
const setIteratorPrototype = prototypeOf(new Set().entries())
const asyncFunctionPrototype = prototypeOf(async () => undefined)
const functionText = Function.prototype.toString
const regExpFlagSource = getter(RegExp.prototype, 'source')

/** Inherits from the class and no proxy pretends: for classes whose methods would have effects. */
function inherits(value: unknown, prototype: object): boolean {
  return typeof value === 'object' && value !== null && Object.prototype.isPrototypeOf.call(prototype, value)
}

const primitiveOf = (method: (...args: never[]) => unknown): Check => uncurry(method)
const isPromiseBrand: Check = (value) => {
  if (!inherits(value, Promise.prototype)) return false
  // Subclass instances pass; an object made with Object.create(Promise.prototype) has no slots to wait on.
  return tagOf.call(value) === '[object Promise]' || value instanceof Promise
}

const generatorPrototypes = [
  prototypeOf(function* () {}.prototype),
  prototypeOf(async function* () {}.prototype),
]
const generatorFunctions = [prototypeOf(function* () {}), prototypeOf(async function* () {})]

const namespaces = new WeakSet()
/** Module namespaces are ours, so we know them. */
export function rememberNamespace(namespace: object): void {
  namespaces.add(namespace)
}

const isFunctionOfKind = (value: unknown, prototypes: readonly (object | null)[], head: RegExp): boolean =>
  typeof value === 'function' &&
  (prototypes.includes(Reflect.getPrototypeOf(value)) || head.test(functionText.call(value)))

export function types(context: NodeContext, binding: Binding): void {
  const real =
    (check: Check): Check =>
    (value) =>
      context.proxies.details(value) === undefined && check(value)
  const isArrayBuffer = uncurry(getter(ArrayBuffer.prototype, 'byteLength'))
  const isSharedArrayBuffer: Check =
    typeof SharedArrayBuffer === 'function'
      ? uncurry(getter(SharedArrayBuffer.prototype, 'byteLength'))
      : () => false
  const checks = {
    isArrayBuffer,
    isSharedArrayBuffer,
    isAnyArrayBuffer: (value: unknown) => isArrayBuffer(value) || isSharedArrayBuffer(value),
    isDataView: uncurry(getter(DataView.prototype, 'byteLength')),
    isDate: uncurry(Date.prototype.getTime),
    isMap: (value: unknown) => typeof value === 'object' && value !== null && tryApply(mapHas, value),
    isSet: (value: unknown) => typeof value === 'object' && value !== null && tryApply(setHas, value),
    isWeakMap: (value: unknown) => typeof value === 'object' && value !== null && tryApply(weakMapHas, value),
    isWeakSet: (value: unknown) => typeof value === 'object' && value !== null && tryApply(weakSetHas, value),
    isRegExp: (value: unknown) => value !== RegExp.prototype && uncurry(regExpFlagSource)(value),
    isMapIterator: real((value) => inherits(value, mapIteratorPrototype)),
    isSetIterator: real((value) => inherits(value, setIteratorPrototype)),
    isPromise: real(isPromiseBrand),
    isNativeError: real(isNativeError),
    isGeneratorObject: real((value) => generatorPrototypes.some((prototype) => inherits(value, prototype))),
    isAsyncFunction: (value: unknown) =>
      isFunctionOfKind(value, [asyncFunctionPrototype, generatorFunctions[1] ?? {}], /^async\b/),
    isGeneratorFunction: (value: unknown) =>
      isFunctionOfKind(value, generatorFunctions, /^(?:async\s+)?(?:function\s*)?\*/),
    isArgumentsObject: real(
      (value) => isObject(value) && !hasTag(value) && tagOf.call(value) === '[object Arguments]',
    ),
    isNumberObject: primitiveOf(Number.prototype.valueOf),
    isStringObject: primitiveOf(String.prototype.valueOf),
    isBooleanObject: primitiveOf(Boolean.prototype.valueOf),
    isBigIntObject: primitiveOf(BigInt.prototype.valueOf),
    isSymbolObject: primitiveOf(Symbol.prototype.valueOf),
    isProxy: (value: unknown) => context.proxies.details(value) !== undefined,
    isModuleNamespaceObject: (value: unknown) => isObject(value) && namespaces.has(value),
    isExternal: () => false,
  }
  Object.assign(binding, checks, {
    isBoxedPrimitive: (value: unknown) =>
      checks.isNumberObject(value) ||
      checks.isStringObject(value) ||
      checks.isBooleanObject(value) ||
      checks.isBigIntObject(value) ||
      checks.isSymbolObject(value),
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Throws for an object without one. */
function prototypeOf(value: object): object {
  const prototype = Reflect.getPrototypeOf(value)
  if (prototype) return prototype
  throw new TypeError('The object has no prototype.')
}

function hasTag(value: object): boolean {
  return Symbol.toStringTag in value
}

function tryApply(method: (value: never) => unknown, receiver: object): boolean {
  try {
    Reflect.apply(method, receiver, [receiver])
    return true
  } catch {
    // The method's brand check: not that class.
    return false
  }
}

function isNativeError(value: unknown): boolean {
  const native: unknown = 'isError' in Error && Error.isError
  if (typeof native === 'function') return native(value) === true
  return isObject(value) && !hasTag(value) && tagOf.call(value) === '[object Error]'
}
