/** The second argument of `postMessage`, read as Node reads it. */

/** Items of a list, or of options with one. Whether they can be transferred is not checked. */
export function readTransferList(transfer: unknown): readonly unknown[] {
  if (transfer === null || transfer === undefined) return []
  if (!isObject(transfer)) throw notIterable('transferList')
  return itemsOf(transfer) ?? itemsOfOption(Reflect.get(transfer, 'transfer'))
}

function itemsOfOption(option: unknown): readonly unknown[] {
  const items = option === undefined ? [] : itemsOf(option)
  if (!items) throw notIterable('options.transfer')
  return items
}

/**
 * Undefined where `value` is no object, or one that does not iterate as it should, at which `[...value]` throws. An array
 * has the items of its indices, whatever its iterator is.
 */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (!isObject(value)) return undefined
  if (Array.isArray(value)) return Array.from({ length: value.length }, (_, index): unknown => value[index])
  const iterate: unknown = Reflect.get(value, Symbol.iterator)
  const iterator: unknown = typeof iterate === 'function' && Reflect.apply(iterate, value, [])
  const next: unknown = isObject(iterator) && Reflect.get(iterator, 'next')
  if (typeof next !== 'function') return undefined
  const items: unknown[] = []
  for (;;) {
    const result: unknown = Reflect.apply(next, iterator, [])
    if (!isObject(result)) return undefined
    if (Reflect.get(result, 'done')) return items
    items.push(Reflect.get(result, 'value'))
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

function notIterable(what: string): TypeError {
  const error = new TypeError(`Optional ${what} argument must be an iterable`)
  return Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' })
}
