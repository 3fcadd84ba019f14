/** `limit`, `skip`, `nth` and `last`: some of what a filter gives. */
import type { Place } from '../access.ts'
import { wantNumber } from '../describe.ts'
import { many } from '../filter.ts'
import type { Filter } from '../filter.ts'
import { JqError } from '../jq-error.ts'
import type { Value } from '../value.ts'
import { leaving } from './leaving.ts'
import { NOTHING } from './filters.ts'

export function limited(most: () => number, filter: Filter): Filter {
  const taking = <T>(emit: (result: T) => void, run: (pass: (result: T) => void) => void): void => {
    let left = most()
    if (left <= 0) return
    leaving((leave) =>
      run((result) => {
        left -= 1
        emit(result)
        if (left <= 0) leave()
      }),
    )
  }
  return {
    one: undefined,
    each: (value, env, emit) => taking<Value>(emit, (pass) => filter.each(value, env, pass)),
    places: (place, env, emit) => taking<Place>(emit, (pass) => filter.places(place, env, pass)),
  }
}

export function after(skipped: number, filter: Filter): Filter {
  const passing = <T>(emit: (result: T) => void): ((result: T) => void) => {
    let left = skipped
    return (result) => {
      if (left <= 0) emit(result)
      else left -= 1
    }
  }
  return {
    one: undefined,
    each: (value, env, emit) => filter.each(value, env, passing(emit)),
    places: (place, env, emit) => filter.places(place, env, passing(emit)),
  }
}

export function overNumbers(
  numbers: Filter,
  name: string,
  filterFor: (number: number) => Filter,
  refusal = `${name} doesn't support negative count`,
): Filter {
  const checked = (value: Value): Filter => {
    const number = wantNumber(value)
    if (number < 0) throw new JqError(refusal)
    return filterFor(number)
  }
  return {
    one: undefined,
    each: (value, env, emit) => numbers.each(value, env, (number) => checked(number).each(value, env, emit)),
    places: (place, env, emit) =>
      numbers.each(place.value, env, (number) => checked(number).places(place, env, emit)),
  }
}

export function last(filter: Filter = NOTHING): Filter {
  return many((value, env, emit) => {
    let found: Value | undefined
    filter.each(value, env, (result) => {
      found = result
    })
    if (found !== undefined) emit(found)
  })
}
