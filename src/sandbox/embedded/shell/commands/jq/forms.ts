/** Functions whose arguments are filters, not values. */
import { deletePaths, getPath, NO_STEPS, pathTo, setPath } from './access.ts'
import type { Owned } from './access.ts'
import { add } from './arithmetic.ts'
import type { Form } from './calls.ts'
import { extreme, grouped, uniqueSorted } from './collections.ts'
import { firstOf, many, pathsOf, single } from './filter.ts'
import { JqError } from './jq-error.ts'
import { streamEvents } from './json-reader.ts'
import { isTrue } from './value.ts'
import type { Value } from './value.ts'
import { NOTHING, select, ITEMS, piped } from './forms/filters.ts'
import { recurse, eachPath } from './forms/recurse.ts'
import { getPathForm } from './forms/get-path.ts'
import { count, boundOf } from './forms/range.ts'
import { limited, overNumbers, after, last } from './forms/some-of.ts'
import { until, whileForm } from './forms/loops.ts'
import { anyOf, quantified } from './forms/quantifiers.ts'
import { keyed } from './forms/keyed.ts'
import { walk } from './forms/walk.ts'

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
