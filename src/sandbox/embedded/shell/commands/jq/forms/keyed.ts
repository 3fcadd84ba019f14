/** `sort_by` and its kin: by a key that a filter makes of each item. */
import { iterate } from '../access.ts'
import type { Keyed } from '../collections.ts'
import { describe } from '../describe.ts'
import { single } from '../filter.ts'
import type { Env, Filter } from '../filter.ts'
import { JqError } from '../jq-error.ts'
import { isArray } from '../value.ts'
import type { Value } from '../value.ts'

export function keyed(
  key: Filter,
  use: (pairs: readonly Keyed[]) => Value,
  done = 'sorted, as they are not both arrays',
): Filter {
  const { one } = key
  const keysOf = (item: Value, env: Env | undefined): Value => {
    if (one !== undefined) return one(item, env)
    const keys: Value[] = []
    key.each(item, env, (result) => keys.push(result))
    return keys
  }
  return single((value, env) => {
    if (isArray(value)) return use(value.map((item): Keyed => [keysOf(item, env), item]))
    const keys = Array.from(iterate(value), (item) => [keysOf(item, env)])
    throw new JqError(`${describe(value)} and ${describe(keys)} cannot be ${done}`)
  })
}
