/** The values that a jq program works on, and their order. */
import { byBytes } from '../sort/orders.ts'

/** A number whose digits a double does not keep: it is printed as it was read until something is computed with it. */
export class ExactNumber {
  readonly value: number
  readonly text: string

  constructor(value: number, text: string) {
    this.value = value
    this.text = text
  }

  negated(): ExactNumber {
    return new ExactNumber(-this.value, this.text.startsWith('-') ? this.text.slice(1) : `-${this.text}`)
  }
}

export type JsonObject = ReadonlyMap<string, Value>
/** Objects are maps: their keys stay in the order in which they came, also those that look like numbers. */
export type Value = null | boolean | number | string | ExactNumber | readonly Value[] | JsonObject
export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

const ORDER: Readonly<Record<Kind, number>> = {
  null: 0,
  boolean: 1,
  number: 3,
  string: 4,
  array: 5,
  object: 6,
}

export function kindOf(value: Value): Kind {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return value instanceof Map ? 'object' : value instanceof ExactNumber ? 'number' : 'array'
  }
}

export function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isObject(value: Value): value is JsonObject {
  return value instanceof Map
}

export function isTrue(value: Value): boolean {
  return value !== null && value !== false
}

/** Undefined for what is not a number. */
export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value
  return value instanceof ExactNumber ? value.value : undefined
}

export function sortedKeys(object: JsonObject): readonly string[] {
  return [...object.keys()].toSorted(byBytes)
}

export function compare(one: Value, other: Value): number {
  if (one === other) return one !== one ? -1 : 0
  if (typeof one === 'string' && typeof other === 'string') return byBytes(one, other)
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a !== undefined && b !== undefined) return compareNumbers(one, other, a, b)
  const [left, right] = [kindOf(one), kindOf(other)]
  if (left !== right) return ORDER[left] - ORDER[right]
  if (isArray(one) && isArray(other)) return compareArrays(one, other)
  if (isObject(one) && isObject(other)) return compareObjects(one, other)
  return one === false ? -1 : 1
}

/** NaN sorts below all numbers. */
function compareNumbers(one: Value, other: Value, a: number, b: number): number {
  if (a !== b) return a < b || Number.isNaN(a) ? -1 : 1
  if (!(one instanceof ExactNumber || other instanceof ExactNumber)) return 0
  const [left, right] = [exactInteger(one), exactInteger(other)]
  if (left === undefined || right === undefined || left === right) return 0
  return left < right ? -1 : 1
}

function exactInteger(value: Value): bigint | undefined {
  const text = value instanceof ExactNumber ? value.text : String(numberOf(value))
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined
}

function compareArrays(one: readonly Value[], other: readonly Value[]): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const order = compare(one[at] ?? null, other[at] ?? null)
    if (order !== 0) return order
  }
  return one.length - other.length
}

function compareObjects(one: JsonObject, other: JsonObject): number {
  const keys = sortedKeys(one)
  const order = compareArrays(keys, sortedKeys(other))
  if (order !== 0) return order
  for (const key of keys) {
    const inside = compare(one.get(key) ?? null, other.get(key) ?? null)
    if (inside !== 0) return inside
  }
  return 0
}

export function equals(one: Value, other: Value): boolean {
  if (typeof one === 'string' || typeof one === 'boolean' || one === null) return one === other
  if (typeof one === 'number' && typeof other === 'number') return one === other
  const isNotANumber = Number.isNaN(numberOf(one) ?? 0)
  return !isNotANumber && compare(one, other) === 0
}

/** The letters of a text: halves of pairs count together. */
export function lettersOf(text: string): readonly string[] {
  return Array.from(text)
}
