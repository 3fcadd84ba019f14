/** `recurse` and `paths`: all that is in a value, however deep. */
import { NO_STEPS, pathTo, placesIn } from '../access.ts'
import type { Place } from '../access.ts'
import type { Env, Filter } from '../filter.ts'
import { JqError } from '../jq-error.ts'
import { isArray, isObject } from '../value.ts'
import type { Value } from '../value.ts'
import { ITEMS } from './filters.ts'

export function eachPath(
  filter: Filter,
  value: Value,
  env: Env | undefined,
  emit: (value: Value) => void,
): void {
  filter.places({ value, steps: NO_STEPS }, env, (place) => {
    if (place.steps !== NO_STEPS) emit(pathTo(place))
  })
}

/** The value, and what `next` makes of it, and so on; what waits is kept here, so that this may go deep. */
function descend<T>(
  start: T,
  next: (from: T, emit: (to: T) => void) => void,
  emit: (value: T) => void,
): void {
  const waiting: (readonly [value: T] | { readonly error: unknown })[] = [[start]]
  for (let top = waiting.pop(); top !== undefined; top = waiting.pop()) {
    if ('error' in top) throw top.error
    emit(top[0])
    const found: (typeof waiting)[number][] = []
    try {
      next(top[0], (value) => found.push([value]))
    } catch (error) {
      if (!(error instanceof JqError)) throw error
      found.push({ error })
    }
    while (found.length > 0) {
      const one = found.pop()
      if (one !== undefined) waiting.push(one)
    }
  }
}

export function recurse(next: Filter): Filter {
  if (next === ITEMS)
    return {
      one: undefined,
      each: (value, _, emit) => {
        descend<Value>(value, (from, pass) => partsOf(from, pass), emit)
      },
      places: (place, _, emit) => {
        descend<Place>(
          place,
          (from, pass) => {
            if (isArray(from.value) || isObject(from.value)) for (const item of placesIn(from)) pass(item)
          },
          emit,
        )
      },
    }
  return {
    one: undefined,
    each: (value, env, emit) => {
      descend<Value>(value, (from, pass) => next.each(from, env, pass), emit)
    },
    places: (place, env, emit) => {
      descend<Place>(place, (from, pass) => next.places(from, env, pass), emit)
    },
  }
}

function partsOf(value: Value, pass: (value: Value) => void): void {
  if (isArray(value)) for (const item of value) pass(item)
  else if (isObject(value)) for (const item of value.values()) pass(item)
}
