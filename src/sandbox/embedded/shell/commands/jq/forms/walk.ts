/** `walk`: each part of a value changed, the innermost first. */
import { firstOf, many, single } from '../filter.ts'
import type { Env, Filter } from '../filter.ts'
import { isArray, isObject } from '../value.ts'
import type { Value } from '../value.ts'
import { NOTHING } from './filters.ts'

export function walk(change: Filter = NOTHING): Filter {
  const inside = (value: Value, env: Env | undefined): Value => {
    if (isArray(value)) {
      const items: Value[] = []
      for (const item of value) each(item, env, (result) => items.push(result))
      return items
    }
    if (!isObject(value)) return value
    const object = new Map<string, Value>()
    for (const [key, item] of value) {
      const result = first(item, env)
      if (result !== undefined) object.set(key, result)
    }
    return object
  }
  const each: Filter['each'] = (value, env, emit) => change.each(inside(value, env), env, emit)
  const first = (value: Value, env: Env | undefined): Value | undefined =>
    firstOf(change, inside(value, env), env)
  const { one } = change
  return one === undefined ? many(each) : single((value, env) => one(inside(value, env), env))
}
