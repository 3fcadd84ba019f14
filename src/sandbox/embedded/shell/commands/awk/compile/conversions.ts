/** An expression as code for what is wanted of it: a condition, a number, a text, a regular expression, a key. */
import type { Compilation } from './compilation.ts'
import type { ArrayRef, Expr } from '../../../../../languages/awk/syntax-tree.ts'
import { isNumeric, isText } from './kinds.ts'

export function conditionCode(unit: Compilation, expr: Expr): string {
  if (expr.type === 'regex' && !expr.isValue) return `rt.test(${unit.regex(expr.source)},rt.record)`
  if (expr.type === 'group') return conditionCode(unit, expr.of)
  if (expr.type === 'binary' && (expr.operator === '&&' || expr.operator === '||'))
    return `(${conditionCode(unit, expr.left)}${expr.operator}${conditionCode(unit, expr.right)})`
  if (expr.type === 'unary' && expr.operator === '!') return `!${conditionCode(unit, expr.of)}`
  if (isNumeric(expr)) return `((${unit.value(expr)})!==0)`
  return `rt.bool(${unit.value(expr)})`
}

export function numberCode(unit: Compilation, expr: Expr): string {
  return isNumeric(expr) ? unit.value(expr) : `rt.num(${unit.value(expr)})`
}

export function textCode(unit: Compilation, expr: Expr): string {
  return isText(expr) ? unit.value(expr) : `rt.str(${unit.value(expr)})`
}

/** An expression where a regular one is expected. */
export function patternCode(unit: Compilation, expr: Expr): string {
  return expr.type === 'regex' ? unit.regex(expr.source) : `rt.regex(${textCode(unit, expr)})`
}

export function keyCode(unit: Compilation, key: readonly Expr[]): string {
  return key.map((part) => `rt.key(${unit.value(part)})`).join('+rt.SUBSEP+')
}

export function arrayCode(unit: Compilation, { name, path }: ArrayRef): string {
  return path.reduce((code, key) => `rt.arrayAt(${code},${keyCode(unit, key)})`, unit.array(name))
}

/** Code for an array argument: an array by name, or an element that is one. */
export function arrayArgumentCode(unit: Compilation, expr: Expr | undefined, what: string): string {
  if (expr?.type === 'variable') return unit.array(expr.name)
  if (expr?.type === 'element') return `rt.arrayAt(${arrayCode(unit, expr.array)},${keyCode(unit, expr.key)})`
  return `rt.fail(${JSON.stringify(`${what}: not an array`)})`
}

/** Code for a cell, which may be a value or an array. */
export function cellCode(unit: Compilation, expr: Expr): string {
  return expr.type === 'element'
    ? `rt.cellAt(${arrayCode(unit, expr.array)},${keyCode(unit, expr.key)})`
    : unit.value(expr)
}
