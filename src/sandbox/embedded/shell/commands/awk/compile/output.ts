/** `print` and `printf` as code. */
import type { Compilation } from './compilation.ts'
import type { Expr, Redirection } from '../../../../../languages/awk/syntax-tree.ts'
import { textCode } from './conversions.ts'

export function printCode(unit: Compilation, args: readonly Expr[], to: Redirection | undefined): string {
  const parts = args.length === 0 ? 'rt.record' : args.map((arg) => printedCode(unit, arg)).join('+rt.OFS+')
  return outputCode(unit, `${parts}+rt.ORS`, to)
}

function printedCode(unit: Compilation, arg: Expr): string {
  if (arg.type === 'string') return JSON.stringify(arg.value)
  if (arg.type === 'binary' && arg.operator === ' ') return textCode(unit, arg)
  return `rt.shown(${unit.value(arg)})`
}

export function printfCode(unit: Compilation, args: readonly Expr[], to: Redirection | undefined): string {
  const [text, ...values] = args
  if (text === undefined) return 'rt.fail("printf: no format");'
  return outputCode(
    unit,
    `rt.format(${textCode(unit, text)},[${values.map((arg) => unit.value(arg)).join(',')}])`,
    to,
  )
}

function outputCode(unit: Compilation, text: string, to: Redirection | undefined): string {
  if (to === undefined) return `rt.print(${text});`
  return `rt.printTo(${JSON.stringify(to.kind)},${textCode(unit, to.to)},${text});`
}
