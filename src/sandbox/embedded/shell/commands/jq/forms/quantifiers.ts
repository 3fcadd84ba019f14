/** `any` and `all`. */
import { single } from '../filter.ts'
import type { Filter } from '../filter.ts'
import { isTrue } from '../value.ts'
import type { Value } from '../value.ts'
import { leaving } from './leaving.ts'

/** Whether one (`wanted`), or else each of them, is true. */
export function anyOf(source: Filter, test: (value: Value) => Value, wanted: boolean): Filter {
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

export function quantified(source: Filter, test: Filter, wanted: boolean): Filter {
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
