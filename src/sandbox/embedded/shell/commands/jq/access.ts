/** Reads a key or path of a value, and copies values with a change there. */
import { describe } from './describe.ts'
import { JqError } from './jq-error.ts'
import { toText } from './json-text.ts'
import { compare, equals, isArray, isObject, kindOf, numberOf, type JsonObject, type Value } from './value.ts'

export type Path = readonly Value[]

/** Places of a list: a ceiling for `.[1e9] = 1`. */
const MAX_INDEX = 536_870_911

export function index(value: Value, key: Value): Value {
  if (typeof key === 'string') {
    if (isObject(value)) return value.get(key) ?? null
    if (value === null) return null
    throw cannotIndex(value, key)
  }
  const at = numberOf(key)
  if (at !== undefined) {
    if (isArray(value)) return value[position(at, value.length)] ?? null
    if (value === null) return null
    throw cannotIndex(value, key)
  }
  if (isObject(key)) return slice(value, key.get('start') ?? null, key.get('end') ?? null)
  if (isArray(key) && isArray(value)) return indicesOf(value, key)
  if (value === null && key === null) return null
  throw cannotIndex(value, key)
}

function cannotIndex(value: Value, key: Value): JqError {
  return new JqError(`Cannot index ${kindOf(value)} with ${describe(key)}`)
}

function position(at: number, length: number): number {
  const whole = Math.floor(at)
  return whole < 0 ? whole + length : whole
}

/** Offsets at which the second list occurs in the first. */
export function indicesOf(value: readonly Value[], wanted: readonly Value[]): Value {
  if (wanted.length === 0) return null
  const found: number[] = []
  for (let at = 0; at + wanted.length <= value.length; at += 1)
    if (wanted.every((item, offset) => equals(item, value[at + offset] ?? null))) found.push(at)
  return found
}

export function slice(value: Value, from: Value, to: Value): Value {
  if (value === null) return null
  if (typeof value === 'string') {
    const letters = Array.from(value)
    const [start, end] = bounds(from, to, letters.length)
    return letters.slice(start, end).join('')
  }
  if (!isArray(value)) throw new JqError(`Cannot index ${kindOf(value)} with object`)
  const [start, end] = bounds(from, to, value.length)
  return value.slice(start, end)
}

function bounds(from: Value, to: Value, length: number): readonly [start: number, end: number] {
  const [a, b] = [from === null ? 0 : numberOf(from), to === null ? length : numberOf(to)]
  if (a === undefined || b === undefined) throw new JqError('Array/string slice indices must be integers')
  const clamp = (at: number): number => Math.min(length, Math.max(0, at < 0 ? at + length : at))
  const start = Math.floor(clamp(Number.isNaN(a) ? 0 : a))
  const end = Math.ceil(clamp(Number.isNaN(b) ? length : b))
  return [start, Math.max(start, end)]
}

export function getPath(value: Value, path: Path): Value {
  let at = value
  for (const key of path) {
    if (at === null) return null
    at = index(at, key)
  }
  return at
}

/** Containers that one operation has made: nobody else has them yet, and so they may be changed. */
export type Owned = Set<Value>

export function setPath(value: Value, path: Path, to: Value, owned?: Owned): Value {
  const from = (at: Value, depth: number): Value => {
    const key = path[depth]
    if (key === undefined) return to
    return setAt(at, key, depth + 1 === path.length ? to : from(index(at, key), depth + 1), owned)
  }
  return from(value, 0)
}

function setAt(value: Value, key: Value, to: Value, owned: Owned | undefined): Value {
  if (typeof key === 'string' && (value === null || isObject(value))) {
    const object: Map<string, Value> =
      value instanceof Map && owned?.has(value) ? value : new Map(value ?? [])
    object.set(key, to)
    owned?.add(object)
    return object
  }
  const at = numberOf(key)
  if (at !== undefined && (value === null || isArray(value))) {
    const length = value === null ? 0 : value.length
    const place = position(at, length)
    if (place < 0) throw new JqError('Out of bounds negative array index')
    if (place > MAX_INDEX) throw new JqError('Array index too large')
    const list: Value[] = Array.isArray(value) && owned?.has(value) ? value : [...(value ?? [])]
    while (list.length < place) list.push(null)
    list[place] = to
    owned?.add(list)
    return list
  }
  if (isObject(key) && (value === null || isArray(value))) return setSlice(value ?? [], key, to)
  if (isObject(key) && typeof value === 'string') throw new JqError('Cannot update string slices')
  if (isArray(key) && isArray(value)) throw new JqError('Cannot update field at array index of array')
  throw isObject(key)
    ? new JqError(`Cannot update field at object index of ${kindOf(value)}`)
    : cannotIndex(value, key)
}

function setSlice(value: readonly Value[], key: JsonObject, to: Value): Value {
  const [start, end] = bounds(key.get('start') ?? null, key.get('end') ?? null, value.length)
  if (!isArray(to)) throw new JqError('A slice of an array can only be assigned another array')
  return [...value.slice(0, start), ...to, ...value.slice(end)]
}

/** Without what is at the paths, which are all those of the value as it was. */
export function deletePaths(value: Value, paths: readonly Path[]): Value {
  if (paths.some((path) => path.length === 0)) return null
  return deleteInside(value, paths, { depth: 0, owned: new Set() })
}

function deleteInside(
  value: Value,
  paths: readonly Path[],
  { depth, owned }: { depth: number; owned: Owned },
): Value {
  if (value === null) return null
  const here: Value[] = []
  const deeper: Path[] = []
  for (const path of paths) {
    const key = path[depth]
    if (key === undefined) continue
    if (depth + 1 === path.length) here.push(key)
    else deeper.push(path)
  }
  let result: Value = value
  const sorted = deeper.toSorted((one, other) => compare(one[depth] ?? null, other[depth] ?? null))
  for (let at = 0; at < sorted.length;) {
    const key = sorted[at]?.[depth] ?? null
    let end = at + 1
    while (end < sorted.length && compare(sorted[end]?.[depth] ?? null, key) === 0) end += 1
    const child = index(value, key)
    const changed =
      child === null ? null : deleteInside(child, sorted.slice(at, end), { depth: depth + 1, owned })
    if (child !== null) result = setAt(result, key, changed, owned)
    at = end
  }
  return here.length === 0 ? result : deleteKeys(result, here)
}

function deleteKeys(value: Value, keys: readonly Value[]): Value {
  if (isObject(value)) {
    const object = new Map(value)
    for (const key of keys) {
      if (typeof key !== 'string') throw new JqError(`Cannot delete field at object index of ${kindOf(key)}`)
      object.delete(key)
    }
    return object
  }
  if (!isArray(value)) throw new JqError(`Cannot delete fields from ${kindOf(value)}`)
  const gone = new Set<number>()
  for (const key of keys) {
    const at = numberOf(key)
    if (at !== undefined) gone.add(position(at, value.length))
    else if (isObject(key)) {
      const [start, end] = bounds(key.get('start') ?? null, key.get('end') ?? null, value.length)
      for (let place = start; place < end; place += 1) gone.add(place)
    } else throw new JqError(`Cannot delete field at ${kindOf(key)} index of array`)
  }
  return value.filter((_, at) => !gone.has(at))
}

export function iterate(value: Value): Iterable<Value> {
  if (isArray(value)) return value
  if (isObject(value)) return value.values()
  throw new JqError(`Cannot iterate over ${describe(value)}`)
}

/** Steps on the way from a value to a part of it. */
export interface Steps {
  readonly up: Steps | undefined
  readonly key: Value
  readonly depth: number
}

export const NO_STEPS: Steps = { up: undefined, key: null, depth: 0 }

/** A value with its path in another; without steps it is not known to be a part of that. */
export interface Place {
  readonly value: Value
  readonly steps: Steps | undefined
}

export function pathTo(place: Place): Path {
  if (place.steps === undefined)
    throw new JqError(`Invalid path expression with result ${shown(place.value)}`)
  const path: Value[] = Array.from({ length: place.steps.depth })
  for (let steps = place.steps; steps.up !== undefined; steps = steps.up) path[steps.depth - 1] = steps.key
  return path
}

function shown(value: Value): string {
  return describe(value).replace(/^\w+ \(|\)$/g, '')
}

export function placeAt(place: Place, key: Value): Place {
  const { steps, value } = place
  if (steps === undefined)
    throw new JqError(
      `Invalid path expression near attempt to access element ${toText(key)} of ${shown(value)}`,
    )
  return { value: index(value, key), steps: { up: steps, key, depth: steps.depth + 1 } }
}

export function placesIn(place: Place): readonly Place[] {
  const { steps, value } = place
  if (steps === undefined)
    throw new JqError(`Invalid path expression near attempt to iterate through ${shown(value)}`)
  if (isArray(value))
    return value.map((item, key) => ({ value: item, steps: { up: steps, key, depth: steps.depth + 1 } }))
  if (!isObject(value)) throw new JqError(`Cannot iterate over ${describe(value)}`)
  return [...value].map(([key, item]) => ({
    value: item,
    steps: { up: steps, key, depth: steps.depth + 1 },
  }))
}
