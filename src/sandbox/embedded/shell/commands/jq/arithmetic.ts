/** The operators on values. */
import { describe } from './describe.ts'
import { JqError } from './jq-error.ts'
import type { Operator } from './syntax-tree.ts'
import { compare, equals, isArray, isObject, numberOf, type JsonObject, type Value } from './value.ts'

/** Letters of a text that is repeated. */
const MAX_TEXT = 512 * 1024 * 1024

export type Binary = (one: Value, other: Value) => Value

export const BINARY: Readonly<Record<Operator, Binary>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
  '==': equals,
  '!=': (one, other) => !equals(one, other),
  '<': (one, other) => compare(one, other) < 0,
  '<=': (one, other) => compare(one, other) <= 0,
  '>': (one, other) => compare(one, other) > 0,
  '>=': (one, other) => compare(one, other) >= 0,
}

function failure(one: Value, other: Value, what: string): JqError {
  return new JqError(`${describe(one)} and ${describe(other)} cannot be ${what}`)
}

export function add(one: Value, other: Value): Value {
  if (typeof one === 'number' && typeof other === 'number') return one + other
  if (typeof one === 'string' && typeof other === 'string') return one + other
  if (one === null) return other
  if (other === null) return one
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a !== undefined && b !== undefined) return a + b
  if (isArray(one) && isArray(other)) return [...one, ...other]
  if (isObject(one) && isObject(other)) return new Map([...one, ...other])
  throw failure(one, other, 'added')
}

function subtract(one: Value, other: Value): Value {
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a !== undefined && b !== undefined) return a - b
  if (isArray(one) && isArray(other)) return one.filter((item) => !other.some((no) => equals(item, no)))
  throw failure(one, other, 'subtracted')
}

function multiply(one: Value, other: Value): Value {
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a !== undefined && b !== undefined) return a * b
  if (typeof one === 'string' && b !== undefined) return repeat(one, b)
  if (typeof other === 'string' && a !== undefined) return repeat(other, a)
  if (isObject(one) && isObject(other)) return merge(one, other)
  throw failure(one, other, 'multiplied')
}

function repeat(text: string, count: number): Value {
  if (Number.isNaN(count) || count < 0) return null
  if (text.length * count > MAX_TEXT) throw new JqError('Repeat string result too long')
  return text.repeat(count < 1 ? Math.ceil(count) : Math.floor(count))
}

function merge(one: JsonObject, other: JsonObject): JsonObject {
  const merged = new Map(one)
  for (const [key, value] of other) {
    const old = merged.get(key)
    merged.set(key, old !== undefined && isObject(old) && isObject(value) ? merge(old, value) : value)
  }
  return merged
}

function divide(one: Value, other: Value): Value {
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a !== undefined && b !== undefined) {
    if (b === 0) throw failure(one, other, 'divided because the divisor is zero')
    return a / b
  }
  if (typeof one === 'string' && typeof other === 'string') return split(one, other)
  throw failure(one, other, 'divided')
}

export function split(text: string, separator: string): readonly string[] {
  if (text === '') return []
  return separator === '' ? Array.from(text) : text.split(separator)
}

function remainder(one: Value, other: Value): Value {
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a === undefined || b === undefined) throw failure(one, other, 'divided (remainder)')
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN
  const divisor = Math.abs(whole(b))
  if (divisor === 0) throw failure(one, other, 'divided (remainder) because the divisor is zero')
  const rest = whole(a) % divisor
  return rest === 0 ? 0 : rest
}

/** As C makes a 64-bit integer of it. */
function whole(value: number): number {
  const most = 2 ** 63
  return Math.max(-most, Math.min(most, Math.trunc(value)))
}
