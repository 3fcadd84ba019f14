/** A compiled part of a program: what it does with a value. */
import { NO_STEPS, pathTo, type Path, type Place } from './access.ts'
import type { Value } from './value.ts'

/** Values of variables and parameters, the last one first. */
export interface Env {
  readonly next: Env | undefined
  readonly value: Value | undefined
  readonly closure: Closure | undefined
  /** Set for a label. */
  readonly exit: Exit | undefined
}

export interface Closure {
  readonly filter: Filter
  readonly env: Env | undefined
}

export interface Filter {
  /** Set if there is always exactly one result, or an error. */
  readonly one: ((value: Value, env: Env | undefined) => Value) | undefined
  /** Every result, in order. */
  each(value: Value, env: Env | undefined, emit: (value: Value) => void): void
  /** The same for results that are parts of the value. */
  places(place: Place, env: Env | undefined, emit: (place: Place) => void): void
}

/** Thrown to leave what gives no more results that anybody wants. */
export class Exit extends Error {}

export function bindValue(next: Env | undefined, value: Value): Env {
  return { next, value, closure: undefined, exit: undefined }
}

export function bindClosure(next: Env | undefined, closure: Closure): Env {
  return { next, value: undefined, closure, exit: undefined }
}

/** Results that are not parts of the value, unless they are the value itself. */
function placesByValue(each: Filter['each']): Filter['places'] {
  return (place, env, emit) => {
    each(place.value, env, (value) => {
      emit({ value, steps: value === place.value ? place.steps : undefined })
    })
  }
}

/** One result, never a part of the value. */
export function single(one: (value: Value, env: Env | undefined) => Value): Filter {
  const each: Filter['each'] = (value, env, emit) => {
    emit(one(value, env))
  }
  return { one, each, places: placesByValue(each) }
}

/** Any number of results, none of them a part of the value. */
export function many(each: Filter['each']): Filter {
  return { one: undefined, each, places: placesByValue(each) }
}

/** The first result; undefined: there is none. */
export function firstOf(filter: Filter, value: Value, env: Env | undefined): Value | undefined {
  if (filter.one !== undefined) return filter.one(value, env)
  let found: Value | undefined
  const exit = new Exit()
  try {
    filter.each(value, env, (result) => {
      found = result
      throw exit
    })
  } catch (error) {
    if (error !== exit) throw error
  }
  return found
}

/** Paths of all results. */
export function pathsOf(filter: Filter, value: Value, env: Env | undefined): readonly Path[] {
  const paths: Path[] = []
  filter.places({ value, steps: NO_STEPS }, env, (place) => paths.push(pathTo(place)))
  return paths
}
