/** jq's functions of lists and objects, and of values in general. */
import { deletePaths, getPath, index, indicesOf, iterate, setPath, type Path } from './access.ts'
import { add, split } from './arithmetic.ts'
import type { Native } from './calls.ts'
import { describe, wantNumber } from './describe.ts'
import { JqError } from './jq-error.ts'
import {
  compare,
  equals,
  isArray,
  isObject,
  isTrue,
  kindOf,
  numberOf,
  sortedKeys,
  type Value,
} from './value.ts'

export const COLLECTIONS: Readonly<Record<string, Native>> = {
  'null/0': () => null,
  'true/0': () => true,
  'false/0': () => false,
  'not/0': (value) => !isTrue(value),
  'type/0': kindOf,
  'length/0': lengthOf,
  'keys/0': keys,
  'keys_unsorted/0': (value) => (isObject(value) ? [...value.keys()] : keys(value)),
  'has/1': (value, key = null) => has(value, key),
  'contains/1': (value, part = null) => contains(value, part),
  'add/0': (value) => {
    let sum: Value = null
    if (isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
      return value.join('')
    if (isArray(value) && value.length > 0 && value.every(isArray)) return value.flat()
    for (const item of iterate(value)) sum = add(sum, item)
    return sum
  },
  'reverse/0': (value) => {
    if (isArray(value)) return value.toReversed()
    const length = numberOf(lengthOf(value)) ?? 0
    return Array.from({ length }, (_, at) => index(value, length - 1 - at))
  },
  'sort/0': (value) => listOf(value, 'sorted').toSorted(compare),
  'unique/0': (value) => uniqueSorted(listOf(value, 'sorted').map((item) => [item, item])),
  'min/0': (value) => extreme(pairsOf(value), -1),
  'max/0': (value) => extreme(pairsOf(value), 1),
  'flatten/0': (value) => flatten(value, Infinity),
  'flatten/1': (value, depth = null) => {
    const levels = wantNumber(depth)
    if (levels < 0) throw new JqError('flatten depth must not be negative')
    return flatten(value, levels)
  },
  'transpose/0': transpose,
  'to_entries/0': (value) => {
    if (isArray(value)) return value.map((item, at) => entry(at, item))
    if (!isObject(value)) throw new JqError(`${describe(value)} has no keys`)
    return [...value].map(([key, item]) => entry(key, item))
  },
  'from_entries/0': fromEntries,
  'getpath/1': (value, path = null) => getPath(value, pathOf(path)),
  'setpath/2': (value, path = null, to = null) => setPath(value, pathOf(path), to),
  'delpaths/1': (value, paths = null) => {
    if (!isArray(paths)) throw new JqError('Paths must be specified as an array')
    for (const path of paths)
      if (!isArray(path)) throw new JqError(`Path must be specified as array, not ${kindOf(path)}`)
    return deletePaths(value, paths.map(pathOf))
  },
  'indices/1': (value, wanted = null) => indices(value, wanted),
  'index/1': (value, wanted = null) => firstIndex(indices(value, wanted), 0),
  'rindex/1': (value, wanted = null) => firstIndex(indices(value, wanted), -1),
  'inside/1': (value, whole = null) => contains(whole, value),
  'in/1': (value, object = null) => has(object, value),
  'bsearch/1': bsearch,
  'toarray/0': (value) => (isArray(value) ? value : [value]),
  'abs/0': (value) => {
    if (compare(value, 0) >= 0) return value
    const number = numberOf(value)
    if (number === undefined) throw new JqError(`${describe(value)} cannot be negated`)
    return -number
  },
  'isinfinite/0': (value) => Math.abs(wantNumber(value)) === Infinity,
  'isnan/0': (value) => Number.isNaN(wantNumber(value)),
  'isnormal/0': (value) => {
    const number = Math.abs(wantNumber(value))
    return number >= 2.225_073_858_507_201_4e-308 && number !== Infinity
  },
  'infinite/0': () => Infinity,
  'nan/0': () => Number.NaN,
}

function entry(key: Value, value: Value): Value {
  return new Map([
    ['key', key],
    ['value', value],
  ])
}

function lengthOf(value: Value): Value {
  if (value === null) return 0
  if (typeof value === 'string') {
    let count = 0
    for (let at = 0; at < value.length; at += 1) {
      const unit = value.charCodeAt(at)
      if (unit < 0xdc_00 || unit > 0xdf_ff) count += 1
    }
    return count
  }
  if (isArray(value)) return value.length
  if (isObject(value)) return value.size
  const number = numberOf(value)
  if (number === undefined) throw new JqError(`${describe(value)} has no length`)
  return number < 0 ? -number : value
}

function keys(value: Value): Value {
  if (isArray(value)) return value.map((_, at) => at)
  if (!isObject(value)) throw new JqError(`${describe(value)} has no keys`)
  return sortedKeys(value)
}

function has(value: Value, key: Value): boolean {
  if (isObject(value) && typeof key === 'string') return value.has(key)
  const at = numberOf(key)
  if (isArray(value) && at !== undefined) return at >= 0 && at < value.length
  throw new JqError(`Cannot check whether ${kindOf(value)} has a ${kindOf(key)} key`)
}

function contains(value: Value, part: Value): boolean {
  if (isObject(value) && isObject(part))
    return [...part].every(([key, item]) => {
      const own = value.get(key)
      return own !== undefined && contains(own, item)
    })
  if (isArray(value) && isArray(part))
    return part.every((item) => value.some((own) => kindOf(own) === kindOf(item) && contains(own, item)))
  if (typeof value === 'string' && typeof part === 'string') return value.includes(part)
  const isSame = typeof value === 'boolean' ? value === part : kindOf(value) === kindOf(part)
  if (isSame) return equals(value, part)
  throw new JqError(`${describe(value)} and ${describe(part)} cannot have their containment checked`)
}

function listOf(value: Value, what: string): readonly Value[] {
  if (isArray(value)) return value
  throw new JqError(`${describe(value)} cannot be ${what}, as it is not an array`)
}

export type Keyed = readonly [key: Value, item: Value]

function pairsOf(value: Value): readonly Keyed[] {
  if (!isArray(value)) throw new JqError(`Cannot iterate over ${describe(value)}`)
  return value.map((item) => [item, item])
}

/** The last of the greatest, the first of the smallest. */
export function extreme(pairs: readonly Keyed[], side: -1 | 1): Value {
  let best: Keyed | undefined
  for (const pair of pairs) {
    if (best === undefined) best = pair
    else {
      const order = compare(pair[0], best[0])
      if (side < 0 ? order < 0 : order >= 0) best = pair
    }
  }
  return best?.[1] ?? null
}

/** The first item of each key, in the keys' order. */
export function uniqueSorted(pairs: readonly Keyed[]): Value {
  return grouped(pairs).map(([first]) => first ?? null)
}

/** Items of each key, in the keys' order. */
export function grouped(pairs: readonly Keyed[]): readonly (readonly Value[])[] {
  const groups: Value[][] = []
  let last: Value | undefined
  for (const [key, item] of pairs.toSorted((one, other) => compare(one[0], other[0]))) {
    const group = groups.at(-1)
    if (group !== undefined && last !== undefined && compare(last, key) === 0) group.push(item)
    else groups.push([item])
    last = key
  }
  return groups
}

function flatten(value: Value, levels: number): Value {
  const flat: Value[] = []
  const visit = (items: Iterable<Value>, left: number): void => {
    for (const item of items) {
      if (isArray(item) && left > 0) visit(item, left - 1)
      else flat.push(item)
    }
  }
  visit(iterate(value), levels)
  return flat
}

function transpose(value: Value): Value {
  const rows = [...iterate(value)]
  const width = Math.max(0, ...rows.map((row) => numberOf(lengthOf(row)) ?? 0))
  return Array.from({ length: width }, (_, at) => rows.map((row) => index(row, at)))
}

function fromEntries(value: Value): Value {
  const object = new Map<string, Value>()
  for (const item of iterate(value)) {
    const at = (name: string): Value => index(item, name)
    const key = ['key', 'Key', 'name', 'Name'].map(at).find(isTrue) ?? null
    if (typeof key !== 'string') throw new JqError(`Cannot use ${describe(key)} as object key`)
    object.set(key, isObject(item) && item.has('value') ? at('value') : at('Value'))
  }
  return object
}

function pathOf(value: Value): Path {
  if (isArray(value)) return value
  throw new JqError('Path must be specified as an array')
}

function indices(value: Value, wanted: Value): Value {
  if (value === null) return null
  if (isArray(value)) return indicesOf(value, isArray(wanted) ? wanted : [wanted])
  if (typeof value !== 'string' || typeof wanted !== 'string') return index(value, wanted)
  if (wanted === '') return null
  const found: number[] = []
  for (let at = value.indexOf(wanted); at >= 0; at = value.indexOf(wanted, at + 1))
    found.push(encodedLength(value, at))
  return found
}

/** Letters before a place. */
function encodedLength(text: string, end: number): number {
  return split(text.slice(0, end), '').length
}

function firstIndex(found: Value, at: number): Value {
  return isArray(found) ? (found.at(at) ?? null) : null
}

function bsearch(value: Value, wanted: Value = null): Value {
  const list = listOf(value, 'searched from')
  let [low, high] = [0, list.length - 1]
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const order = compare(list[middle] ?? null, wanted)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1 - low
}
