/** Code for lvalues: read, assign and update. */
import type { Compilation } from './compilation.ts'
import type { Lvalue, Expr } from '../../../../../languages/awk/syntax-tree.ts'
import { arrayCode, numberCode, keyCode } from './conversions.ts'
import { SPECIAL } from './special.ts'

/** Puts `value` there; the code has its value. */
export function storeCode(unit: Compilation, to: Lvalue, value: string, key?: string): string {
  if (to.type === 'field') return `rt.setField(${key ?? numberCode(unit, to.index)},${value})`
  if (to.type === 'element')
    return `rt.put(${arrayCode(unit, to.array)},${key ?? keyCode(unit, to.key)},${value})`
  if (SPECIAL.has(to.name)) return `rt.setSpecial(${JSON.stringify(to.name)},${value})`
  return `(${unit.variable(to.name)}=${value})`
}

export function assignCode(
  unit: Compilation,
  { to, operator, value }: Extract<Expr, { type: 'assign' }>,
): string {
  if (operator === '') return storeCode(unit, to, unit.value(value))
  const [before, key, read] = placeCode(unit, to)
  const right = numberCode(unit, value)
  const result =
    operator === '^'
      ? `Math.pow(rt.num(${read}),${right})`
      : operator === '/'
        ? `rt.divide(rt.num(${read}),${right})`
        : `rt.num(${read})${operator}${right}`
  return `(${before}${storeCode(unit, to, result, key)})`
}

export function stepCode(unit: Compilation, { on, by, isPrefix }: Extract<Expr, { type: 'step' }>): string {
  const [before, key, read] = placeCode(unit, on)
  if (isPrefix) return `(${before}${storeCode(unit, on, `rt.num(${read})+${by}`, key)})`
  const old = unit.temporary()
  return `(${before}${old}=rt.num(${read}),${storeCode(unit, on, `${old}+${by}`, key)},${old})`
}

/** Code that evaluates an lvalue's key once, the key's variable, and code that reads the lvalue. */
export function placeCode(
  unit: Compilation,
  to: Lvalue,
): readonly [before: string, key: string | undefined, read: string] {
  if (to.type === 'variable') return ['', undefined, unit.value(to)]
  const key = unit.temporary()
  if (to.type === 'field') return [`${key}=${numberCode(unit, to.index)},`, key, `rt.field(${key})`]
  const array = arrayCode(unit, to.array)
  return [`${key}=${keyCode(unit, to.key)},`, key, `rt.get(${array},${key})`]
}
