/** Calls of the program's own functions, and `getline`, as code. */
import type { Compilation } from './compilation.ts'
import type { Expr } from '../../../../../languages/awk/syntax-tree.ts'
import { arrayArgumentCode, textCode } from './conversions.ts'
import { EMPTY } from './kinds.ts'
import { storeCode } from './places.ts'

export function callCode(unit: Compilation, { name, args }: Extract<Expr, { type: 'call' }>): string {
  const callee = unit.program.functions.find((each) => each.name === name)
  const given = args.map((arg, at) => {
    const isArray = unit.analysis.arrays.get(name)?.has(callee?.params[at] ?? '') === true
    return isArray ? arrayArgumentCode(unit, arg, name) : unit.value(arg)
  })
  const code = `f_${name}(${given.join(',')})`
  return unit.analysis.waiting.has(name) ? `(await ${code})` : code
}

export function indirectCode(unit: Compilation, { name, args }: Extract<Expr, { type: 'indirect' }>): string {
  return `(await rt.callNamed(${textCode(unit, name)},[${args.map((arg) => unit.value(arg)).join(',')}]))`
}

export function getlineCode(
  unit: Compilation,
  { from, source, to }: Extract<Expr, { type: 'getline' }>,
): string {
  const line = unit.temporary()
  const read =
    from === 'input'
      ? 'rt.readInput()'
      : `rt.readLine(${JSON.stringify(from)},${textCode(unit, source ?? EMPTY)})`
  const stored =
    to === undefined
      ? `rt.setRecord(${line}.text,${String(from !== 'file')},${String(from === 'input')})`
      : storeCode(unit, to, `rt.input(${line}.text)`)
  const counted = to !== undefined && from !== 'file' ? `rt.count(${String(from === 'input')}),` : ''
  return `(${line}=await ${read},${line}.text===undefined?${line}.result:(${counted}${stored},1))`
}
