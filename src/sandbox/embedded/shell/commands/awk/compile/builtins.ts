/** Calls of built-in functions as code. */
import type { Compilation } from './compilation.ts'
import type { Expr, Lvalue } from '../../../../../languages/awk/syntax-tree.ts'
import { arrayArgumentCode, cellCode, textCode, numberCode, patternCode } from './conversions.ts'
import { EMPTY } from './kinds.ts'
import { placeCode, storeCode } from './places.ts'
import { lvalueOf } from '../../../../../languages/awk/syntax-tree.ts'

export function builtinCode(
  unit: Compilation,
  name: string,
  args: readonly Expr[],
  hasParens: boolean,
): string {
  const [first, second, third] = args
  const texts = (): string => args.map((arg) => textCode(unit, arg)).join(',')
  const furtherArray = (arg: Expr | undefined): string =>
    arg === undefined ? '' : `,${arrayArgumentCode(unit, arg, name)}`
  const numbers = (): string => args.map((arg) => numberCode(unit, arg)).join(',')
  switch (name) {
    case 'length':
      if (first === undefined || !hasParens) return 'rt.length(rt.record)'
      if (first.type === 'variable' && unit.isArray(first.name)) return `${unit.array(first.name)}.size`
      if (first.type === 'variable' || first.type === 'element')
        return `rt.lengthOf(${cellCode(unit, first)})`
      return `rt.length(${textCode(unit, first)})`
    case 'split': {
      const array = arrayArgumentCode(unit, second, name)
      const by =
        third === undefined
          ? 'undefined'
          : third.type === 'regex'
            ? unit.regex(third.source)
            : textCode(unit, third)
      return `rt.split(${textCode(unit, first ?? EMPTY)},${array},${by}${furtherArray(args[3])})`
    }
    case 'patsplit': {
      const array = arrayArgumentCode(unit, second, name)
      const pattern = third === undefined ? 'undefined' : patternCode(unit, third)
      return `rt.patsplit(${textCode(unit, first ?? EMPTY)},${array},${pattern}${furtherArray(args[3])})`
    }
    case 'asort':
    case 'asorti':
      return `rt.${name}(${arrayArgumentCode(unit, first, name)}${furtherArray(second)}${third === undefined ? '' : `,${unit.value(third)}`})`
    case 'isarray':
      return `(${cellCode(unit, first ?? EMPTY)} instanceof Map?1:0)`
    case 'typeof':
      if (first?.type === 'regex' && first.isValue) return '"regexp"'
      return `rt.typeOf(${cellCode(unit, first ?? EMPTY)},${String(first?.type === 'field')})`
    case 'sub':
    case 'gsub': {
      const target: Lvalue = lvalueOf(third) ?? { type: 'field', index: { type: 'number', value: 0 } }
      const result = unit.temporary()
      const [before, key, read] = placeCode(unit, target)
      const source =
        third !== undefined && lvalueOf(third) === undefined ? textCode(unit, third) : `rt.str(${read})`
      const call = `rt.substitute(${patternCode(unit, first ?? EMPTY)},${textCode(unit, second ?? EMPTY)},${source},${String(name === 'gsub')})`
      if (third !== undefined && lvalueOf(third) === undefined) return `(${call}?.count??0)`
      return `(${before}${result}=${call},${result}===undefined?0:(${storeCode(unit, target, `${result}.text`, key)},${result}.count))`
    }
    case 'gensub':
      return `rt.gensub(${patternCode(unit, first ?? EMPTY)},${textCode(unit, second ?? EMPTY)},${unit.value(third ?? EMPTY)},${args[3] === undefined ? 'rt.record' : textCode(unit, args[3])})`
    case 'match':
      return `rt.match(${textCode(unit, first ?? EMPTY)},${patternCode(unit, second ?? EMPTY)}${furtherArray(third)})`
    case 'substr':
      return `rt.substr(${textCode(unit, first ?? EMPTY)},${args
        .slice(1)
        .map((arg) => numberCode(unit, arg))
        .join(',')})`
    case 'sprintf':
      return `rt.format(${textCode(unit, first ?? EMPTY)},[${args
        .slice(1)
        .map((arg) => unit.value(arg))
        .join(',')}])`
    case 'index':
    case 'tolower':
    case 'toupper':
    case 'mktime':
    case 'strtonum':
      return `rt.${name}(${texts()})`
    case 'system':
    case 'fflush':
      return `(await rt.${name}(${texts()}))`
    case 'close':
      return `(await rt.close(${texts()}))`
    case 'strftime':
      return `rt.strftime(${first === undefined ? 'undefined' : textCode(unit, first)}${args
        .slice(1)
        .map((arg) => `,${numberCode(unit, arg)}`)
        .join('')})`
    default:
      return `rt.${name}(${numbers()})`
  }
}
