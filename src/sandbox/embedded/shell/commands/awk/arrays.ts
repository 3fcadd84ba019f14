/** Arrays, which may hold arrays, and what gawk's functions do with whole ones. */
import { CommandError } from '../../../../contract/command-error.ts'
import { comparisonOf, sortedEntries } from './sorted-order.ts'
import type { Comparison, Sight } from './sorted-order.ts'
import { Input } from './values.ts'
import type { AwkArray, Cell, Value } from './values.ts'

/** Value of an element; creates it, undefined, if missing. */
export function valueAt(array: AwkArray, key: string): Value {
  const cell = array.get(key)
  if (cell instanceof Map)
    throw new CommandError(`attempt to use array element ["${key}"] in a scalar context`, 2)
  if (cell === undefined && !array.has(key)) array.set(key, undefined)
  return cell
}

/** The array that is there; a new one where nothing was. */
export function arrayAt(array: AwkArray, key: string): AwkArray {
  const cell = array.get(key)
  if (cell instanceof Map) return cell
  if (cell !== undefined) throw new CommandError(`attempt to use scalar ["${key}"] as an array`, 2)
  const made: AwkArray = new Map()
  array.set(key, made)
  return made
}

export function cellAt(array: AwkArray, key: string): Cell {
  return array.get(key)
}

/** gawk's name for what it is; a field has no value rather than no type. */
export function typeOf(cell: Cell, isField: boolean): string {
  if (cell instanceof Map) return 'array'
  if (cell === undefined) return isField ? 'unassigned' : 'untyped'
  if (typeof cell === 'number') return 'number'
  return cell instanceof Input && !Number.isNaN(cell.asNumber) ? 'strnum' : 'string'
}

/** `asort` and `asorti`: `into` gets the values or the indices, from 1 on. */
export function sortInto(
  from: AwkArray,
  into: AwkArray,
  { what, order, sight }: { what: 'values' | 'indices'; order: string; sight: Sight },
): number {
  const entries = sortedEntries(from, comparisonOf(order, sight))
  into.clear()
  for (const [at, [key, value]] of entries.entries())
    into.set(String(at + 1), what === 'indices' ? key : value)
  return entries.length
}

/** The keys in the order in which a loop goes through them. */
export function keysOf(array: AwkArray, comparison: Comparison | undefined): readonly string[] {
  if (comparison === undefined) return [...array.keys()]
  return sortedEntries(array, comparison).map(([key]) => key)
}

/** Texts from outside, from 1 on, or from 0 where they are what stands around others. */
export function fill(array: AwkArray, texts: readonly string[], first: 0 | 1): void {
  array.clear()
  for (const [at, text] of texts.entries()) array.set(String(at + first), new Input(text))
}
