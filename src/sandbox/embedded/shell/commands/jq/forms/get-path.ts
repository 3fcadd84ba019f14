/** `getpath`. */
import { getPath, placeAt } from '../access.ts'
import type { Filter } from '../filter.ts'
import { JqError } from '../jq-error.ts'
import { isArray } from '../value.ts'
import type { Value } from '../value.ts'
import { NOTHING } from './filters.ts'

export function getPathForm(path: Filter = NOTHING): Filter {
  const at = (value: Value, keys: Value): Value => {
    if (!isArray(keys)) throw new JqError('Path must be specified as an array')
    return getPath(value, keys)
  }
  return {
    one: path.one && ((value, env) => at(value, path.one?.(value, env) ?? null)),
    each: (value, env, emit) => path.each(value, env, (keys) => emit(at(value, keys))),
    places: (place, env, emit) =>
      path.each(place.value, env, (keys) => {
        if (!isArray(keys)) throw new JqError('Path must be specified as an array')
        let found = place
        for (const key of keys)
          found = found.value === null ? placeAt({ ...found, value: null }, key) : placeAt(found, key)
        emit(found)
      }),
  }
}
