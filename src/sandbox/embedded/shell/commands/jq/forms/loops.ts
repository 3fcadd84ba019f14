/** `until` and `while`. */
import { many, single } from '../filter.ts'
import type { Filter } from '../filter.ts'
import { isTrue } from '../value.ts'

export function until(test: Filter, next: Filter): Filter {
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

export function whileForm(test: Filter, next: Filter): Filter {
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
