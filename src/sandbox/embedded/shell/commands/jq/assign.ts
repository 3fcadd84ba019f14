/** `=`, `|=` and the operators that update. */
import { deletePaths, getPath, NO_STEPS, pathTo, setPath, type Owned, type Path } from './access.ts'
import { BINARY } from './arithmetic.ts'
import { firstOf, many, single, type Env, type Filter } from './filter.ts'
import type { UpdateOperator } from './syntax-tree.ts'
import { isTrue, type Value } from './value.ts'

export function compileAssignment(operator: '=' | '|' | UpdateOperator, left: Filter, right: Filter): Filter {
  if (operator === '|')
    return single((value, env) => modify(value, { left, env }, (old) => firstOf(right, old, env)))
  const operate = operationOf(operator)
  const assigned = (value: Value, env: Env | undefined, to: Value): Value =>
    modify(value, { left, env }, (old) => operate(old, to))
  const { one } = right
  if (one !== undefined) return single((value, env) => assigned(value, env, one(value, env)))
  return many((value, env, emit) => right.each(value, env, (to) => emit(assigned(value, env, to))))
}

/** Operation of an assignment other than `|=`: computes the new value. */
export function operationOf(operator: '=' | UpdateOperator): (old: Value, to: Value) => Value {
  if (operator === '=') return (_, to) => to
  return operator === '//' ? (old, to) => (isTrue(old) ? old : to) : BINARY[operator]
}

/** Applies `change` at the paths of `left`; a path without a result is deleted. */
export function modify(
  value: Value,
  { left, env, owned = new Set() }: { left: Filter; env: Env | undefined; owned?: Owned },
  change: (old: Value) => Value | undefined,
): Value {
  const gone: Path[] = []
  let result = value
  left.places({ value, steps: NO_STEPS }, env, (place) => {
    const path = pathTo(place)
    const old = getPath(result, path)
    // It is about to be in other hands.
    if (owned.has(old)) owned.clear()
    const changed = change(old)
    if (changed === undefined) gone.push(path)
    else result = setPath(result, path, changed, owned)
  })
  return gone.length === 0 ? result : deletePaths(result, gone)
}
