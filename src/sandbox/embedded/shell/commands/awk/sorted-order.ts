/** In which order gawk goes through an array: by index or value, as numbers, texts or types, up or down. */
import { CommandError } from '../../../../contract/command-error.ts'
import { Input, toNumber } from './values.ts'
import type { AwkArray, Cell, OwnFunction, Value } from './values.ts'

export type Entry = readonly [key: string, value: Cell]
export type Comparison = (one: Entry, other: Entry) => number

/** How values are seen where they are sorted. */
export interface Sight {
  readonly text: (value: Value) => string
  /** The program's own function of that name; undefined where there is none. */
  readonly compared: (name: string) => OwnFunction | undefined
}

/** Undefined for `@unsorted` and for nothing: as they came. Throws `CommandError` for what is no order. */
export function comparisonOf(order: string, sight: Sight): Comparison | undefined {
  if (order === '' || order === '@unsorted') return undefined
  const [, by, how, direction] = /^@(ind|val)_(str|num|type)_(asc|desc)$/.exec(order) ?? []
  if (by !== undefined && !(by === 'ind' && how === 'type')) {
    const up = by === 'ind' ? byIndex(how === 'num') : byValue(how, sight)
    return direction === 'desc' ? (one, other) => up(other, one) : up
  }
  const own = sight.compared(order)
  if (own === undefined) throw new CommandError(`sort comparison function \`${order}' is not defined`, 2)
  return ([key, value], [otherKey, otherValue]) => {
    const result = own(new Input(key), value, new Input(otherKey), otherValue)
    if (result instanceof Promise) throw new CommandError(`${order} may not wait for anything`, 2)
    return toNumber(result)
  }
}

export function sortedEntries(array: AwkArray, comparison: Comparison | undefined): readonly Entry[] {
  const entries = [...array]
  return comparison === undefined ? entries : entries.sort(comparison)
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function byIndex(asNumbers: boolean): Comparison {
  if (!asNumbers) return ([one], [other]) => byText(one, other)
  return ([one], [other]) => toNumber(one) - toNumber(other) || byText(one, other)
}

/** Arrays come last whatever is compared. */
function byValue(how: string | undefined, { text }: Sight): Comparison {
  return ([, one], [, other]) => {
    if (one instanceof Map || other instanceof Map)
      return Number(one instanceof Map) - Number(other instanceof Map)
    if (how === 'str') return byText(text(one), text(other))
    if (how === 'num') return toNumber(one) - toNumber(other) || byText(text(one), text(other))
    return (
      Number(isText(one)) - Number(isText(other)) ||
      (isText(one) ? byText(text(one), text(other)) : toNumber(one) - toNumber(other))
    )
  }
}

function isText(value: Value): boolean {
  return typeof value === 'string' || (value instanceof Input && Number.isNaN(value.asNumber))
}
