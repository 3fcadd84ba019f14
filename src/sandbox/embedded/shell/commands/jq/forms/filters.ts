/** Filters that forms are made of. */
import { iterate, placesIn } from '../access.ts'
import type { Filter } from '../filter.ts'
import { isTrue } from '../value.ts'

export const NOTHING: Filter = { one: undefined, each: () => undefined, places: () => undefined }

export const ITEMS: Filter = {
  one: undefined,
  each: (value, _, emit) => {
    for (const item of iterate(value)) emit(item)
  },
  places: (place, _, emit) => {
    for (const item of placesIn(place)) emit(item)
  },
}

export function select(test: Filter = NOTHING): Filter {
  const { one } = test
  return {
    one: undefined,
    each:
      one === undefined
        ? (value, env, emit) =>
            test.each(value, env, (result) => {
              if (isTrue(result)) emit(value)
            })
        : (value, env, emit) => {
            if (isTrue(one(value, env))) emit(value)
          },
    places: (place, env, emit) =>
      test.each(place.value, env, (result) => {
        if (isTrue(result)) emit(place)
      }),
  }
}

export function piped(left: Filter, right: Filter): Filter {
  return {
    one: undefined,
    each: (value, env, emit) => left.each(value, env, (middle) => right.each(middle, env, emit)),
    places: (place, env, emit) => left.places(place, env, (middle) => right.places(middle, env, emit)),
  }
}
