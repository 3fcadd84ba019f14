/** Functions whose arguments are filters, not values. */
import {
  deletePaths,
  getPath,
  iterate,
  NO_STEPS,
  pathTo,
  placeAt,
  placesIn,
  setPath,
  type Owned,
  type Place,
} from './access.ts'
import { add } from './arithmetic.ts'
import type { Form } from './calls.ts'
import { extreme, grouped, uniqueSorted, type Keyed } from './collections.ts'
import { describe, wantNumber } from './describe.ts'
import { Exit, firstOf, many, pathsOf, single, type Env, type Filter } from './filter.ts'
import { JqError } from './jq-error.ts'
import { streamEvents } from './json-reader.ts'
import { isArray, isObject, isTrue, type Value } from './value.ts'

const NOTHING: Filter = { one: undefined, each: () => undefined, places: () => undefined }

export const FORMS: Readonly<Record<string, Form>> = {
  'empty/0': () => NOTHING,
  'error/0': () =>
    many((value) => {
      throw new JqError(value)
    }),
  'error/1': (message = NOTHING) =>
    many((value, env) =>
      message.each(value, env, (text) => {
        throw new JqError(text)
      }),
    ),
  'select/1': select,
  'recurse/0': () => recurse(ITEMS),
  'recurse/1': (next = NOTHING) => recurse(next),
  'recurse/2': (next = NOTHING, test = NOTHING) => recurse(piped(next, select(test))),
  'path/1': (filter = NOTHING) =>
    many((value, env, emit) =>
      filter.places({ value, steps: NO_STEPS }, env, (place) => emit(pathTo(place))),
    ),
  'paths/0': () => many((value, env, emit) => eachPath(recurse(ITEMS), value, env, emit)),
  'paths/1': (wanted = NOTHING) =>
    many((value, env, emit) => {
      const all = recurse(ITEMS)
      all.places({ value, steps: NO_STEPS }, env, (place) => {
        if (place.steps === NO_STEPS) return
        wanted.each(place.value, env, (result) => {
          if (isTrue(result)) emit(pathTo(place))
        })
      })
    }),
  'getpath/1': getPathForm,
  'del/1': (filter = NOTHING) => single((value, env) => deletePaths(value, pathsOf(filter, value, env))),
  'map/1': (filter = NOTHING) =>
    single((value, env) => {
      const items: Value[] = []
      ITEMS.each(value, env, (item) => filter.each(item, env, (result) => items.push(result)))
      return items
    }),
  'pick/1': (filter = NOTHING) =>
    single((value, env) => {
      const owned: Owned = new Set()
      let picked: Value = null
      for (const path of pathsOf(filter, value, env))
        picked = setPath(picked, path, getPath(value, path), owned)
      return picked
    }),
  'add/1': (filter = NOTHING) =>
    single((value, env) => {
      let sum: Value = null
      filter.each(value, env, (item) => {
        sum = add(sum, item)
      })
      return sum
    }),
  'range/1': (end = NOTHING) =>
    many((value, env, emit) => end.each(value, env, (to) => count(0, boundOf(to), 1, emit))),
  'range/2': (start = NOTHING, end = NOTHING) =>
    many((value, env, emit) =>
      start.each(value, env, (from) =>
        end.each(value, env, (to) => count(boundOf(from), boundOf(to), 1, emit)),
      ),
    ),
  'range/3': (start = NOTHING, end = NOTHING, by = NOTHING) =>
    many((value, env, emit) =>
      start.each(value, env, (from) =>
        end.each(value, env, (to) =>
          by.each(value, env, (step) => count(boundOf(from), boundOf(to), boundOf(step), emit)),
        ),
      ),
    ),
  'first/1': (filter = NOTHING) => limited(() => 1, filter),
  'limit/2': (most = NOTHING, filter = NOTHING) =>
    overNumbers(most, 'limit', (number) => limited(() => number, filter)),
  'skip/2': (number = NOTHING, filter = NOTHING) =>
    overNumbers(number, 'skip', (skipped) => after(skipped, filter)),
  'nth/2': (number = NOTHING, filter = NOTHING) =>
    overNumbers(
      number,
      'nth',
      (at) => limited(() => 1, after(at, filter)),
      "nth doesn't support negative indices",
    ),
  'last/1': last,
  'until/2': (test = NOTHING, next = NOTHING) => until(test, next),
  'while/2': (test = NOTHING, next = NOTHING) => whileForm(test, next),
  'repeat/1': (filter = NOTHING) =>
    many((value, env, emit) => {
      for (;;) filter.each(value, env, emit)
    }),
  'isempty/1': (filter = NOTHING) => single((value, env) => firstOf(filter, value, env) === undefined),
  'any/0': () => anyOf(ITEMS, (value) => value, true),
  'all/0': () => anyOf(ITEMS, (value) => value, false),
  'any/1': (test = NOTHING) => quantified(ITEMS, test, true),
  'all/1': (test = NOTHING) => quantified(ITEMS, test, false),
  'any/2': (source = NOTHING, test = NOTHING) => quantified(source, test, true),
  'all/2': (source = NOTHING, test = NOTHING) => quantified(source, test, false),
  'sort_by/1': (key = NOTHING) => keyed(key, (pairs) => grouped(pairs).flat()),
  'group_by/1': (key = NOTHING) => keyed(key, grouped),
  'unique_by/1': (key = NOTHING) => keyed(key, uniqueSorted),
  'min_by/1': (key = NOTHING) => keyed(key, (pairs) => extreme(pairs, -1), 'iterated over'),
  'max_by/1': (key = NOTHING) => keyed(key, (pairs) => extreme(pairs, 1), 'iterated over'),
  'walk/1': walk,
  'tostream/0': () =>
    many((value, _, emit) => {
      for (const event of streamEvents(value)) emit(event)
    }),
}

const ITEMS: Filter = {
  one: undefined,
  each: (value, _, emit) => {
    for (const item of iterate(value)) emit(item)
  },
  places: (place, _, emit) => {
    for (const item of placesIn(place)) emit(item)
  },
}

function select(test: Filter = NOTHING): Filter {
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

function eachPath(filter: Filter, value: Value, env: Env | undefined, emit: (value: Value) => void): void {
  filter.places({ value, steps: NO_STEPS }, env, (place) => {
    if (place.steps !== NO_STEPS) emit(pathTo(place))
  })
}

function piped(left: Filter, right: Filter): Filter {
  return {
    one: undefined,
    each: (value, env, emit) => left.each(value, env, (middle) => right.each(middle, env, emit)),
    places: (place, env, emit) => left.places(place, env, (middle) => right.places(middle, env, emit)),
  }
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

function recurse(next: Filter): Filter {
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

function getPathForm(path: Filter = NOTHING): Filter {
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

function boundOf(value: Value): number {
  if (typeof value !== 'number') {
    try {
      return wantNumber(value)
    } catch (error) {
      if (!(error instanceof JqError)) throw error
      throw new JqError('Range bounds must be numeric')
    }
  }
  return value
}

function count(from: number, to: number, by: number, emit: (value: Value) => void): void {
  if (by > 0) for (let at = from; at < to; at += by) emit(at)
  else if (by < 0) for (let at = from; at > to; at += by) emit(at)
}

/** Calls `run` with something that leaves it. */
function leaving(run: (leave: () => never) => void): void {
  const exit = new Exit()
  try {
    run(() => {
      throw exit
    })
  } catch (error) {
    if (error !== exit) throw error
  }
}

function limited(most: () => number, filter: Filter): Filter {
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

function after(skipped: number, filter: Filter): Filter {
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

function overNumbers(
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

function last(filter: Filter = NOTHING): Filter {
  return many((value, env, emit) => {
    let found: Value | undefined
    filter.each(value, env, (result) => {
      found = result
    })
    if (found !== undefined) emit(found)
  })
}

function until(test: Filter, next: Filter): Filter {
  const [isOver, step] = [test.one, next.one]
  if (isOver !== undefined && step !== undefined)
    return single((value, env) => {
      let at = value
      while (!isTrue(isOver(at, env))) at = step(at, env)
      return at
    })
  const each: Filter['each'] = (value, env, emit) =>
    test.each(value, env, (result) => {
      if (isTrue(result)) emit(value)
      else next.each(value, env, (further) => each(further, env, emit))
    })
  return many(each)
}

function whileForm(test: Filter, next: Filter): Filter {
  const [goesOn, step] = [test.one, next.one]
  if (goesOn !== undefined && step !== undefined)
    return many((value, env, emit) => {
      for (let at = value; isTrue(goesOn(at, env)); at = step(at, env)) emit(at)
    })
  const each: Filter['each'] = (value, env, emit) =>
    test.each(value, env, (result) => {
      if (!isTrue(result)) return
      emit(value)
      next.each(value, env, (further) => each(further, env, emit))
    })
  return many(each)
}

/** Whether one (`wanted`), or else each of them, is true. */
function anyOf(source: Filter, test: (value: Value) => Value, wanted: boolean): Filter {
  return single((value, env) => {
    let isFound = false
    leaving((leave) =>
      source.each(value, env, (item) => {
        if (isTrue(test(item)) !== wanted) return
        isFound = true
        leave()
      }),
    )
    return isFound === wanted
  })
}

function quantified(source: Filter, test: Filter, wanted: boolean): Filter {
  return single((value, env) => {
    let isFound = false
    leaving((leave) =>
      source.each(value, env, (item) =>
        test.each(item, env, (result) => {
          if (isTrue(result) !== wanted) return
          isFound = true
          leave()
        }),
      ),
    )
    return isFound === wanted
  })
}

function keyed(
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

function walk(change: Filter = NOTHING): Filter {
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
