/**
 * V8's private symbols: keys that no reflection shows. Each is a plain symbol with an accessor on
 * `Object.prototype` and a WeakMap behind it, so `object[symbol] = value` leaves no own property. Objects without a
 * prototype get a hidden property of their own instead.
 */
export function createPrivateSymbol(symbol: symbol): void {
  const values = new WeakMap<object, unknown>()
  // Captured: user code may replace these later.
  const get = values.get.bind(values)
  const set = values.set.bind(values)
  Object.defineProperty(Object.prototype, symbol, {
    configurable: false,
    enumerable: false,
    get(this: unknown) {
      return isObject(this) ? get(this) : undefined
    },
    set(this: unknown, value: unknown) {
      if (isObject(this)) set(this, value)
    },
  })
}

/** Undefined where Node has no such symbol, too. */
export function privateValue(object: object, symbol: symbol | undefined): unknown {
  return symbol === undefined ? undefined : underSymbols(object)[symbol]
}

/** Does nothing where Node has no such symbol. */
export function setPrivateValue(object: object, symbol: symbol | undefined, value: unknown): void {
  if (symbol !== undefined) underSymbols(object)[symbol] = value
}

/** Any object takes a value under each private symbol: the accessor is on the prototype of all. */
function underSymbols(object: object): Record<symbol, unknown> {
  return object as Record<symbol, unknown>
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
