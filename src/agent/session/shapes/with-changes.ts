/** Changes of a stored value that this version knows only in part. */

import { isFields } from './fields.ts'
import type { Fields } from './fields.ts'

/**
 * `stored` with the changes from `before`, which was read of it, to `after`. Parts that did not change stay as they
 * are stored, and so does, at every depth, a field that was not read. All three are JSON.
 */
export function withChanges(stored: unknown, before: unknown, after: unknown): unknown {
  if (isSame(before, after)) return stored
  if (Array.isArray(stored) && Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.length === stored.length
      ? stored.map((item, at) => withChanges(item, before[at], after[at]))
      : after
  return isFields(stored) && isFields(before) && isFields(after)
    ? withChangedFields(stored, before, after)
    : after
}

/** `withChanges` of the fields of an object. */
export function withChangedFields(stored: Fields, before: Fields, after: Fields): Fields {
  const kept = Object.entries(stored).flatMap(([name, value]) => {
    if (!Object.hasOwn(before, name)) return [[name, value] as const]
    return Object.hasOwn(after, name) ? [[name, withChanges(value, before[name], after[name])] as const] : []
  })
  const added = Object.entries(after).filter(([name]) => !Object.hasOwn(stored, name))
  return Object.fromEntries([...kept, ...added])
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
