/** Expressions as code. */
import type { Compilation } from './compilation.ts'
import type { Expr } from '../../../../../languages/awk/syntax-tree.ts'
import { SPECIAL, SPECIAL_ARRAYS } from './special.ts'
import { arrayCode, numberCode, keyCode, conditionCode, textCode, patternCode } from './conversions.ts'
import { assignCode, stepCode } from './places.ts'
import { callCode, getlineCode, indirectCode } from './calls.ts'
import { builtinCode } from './builtins.ts'
import { isNumeric } from './kinds.ts'

export function valueCode(unit: Compilation, expr: Expr): string {
  switch (expr.type) {
    case 'number':
      return expr.value < 0 || Object.is(expr.value, -0) ? `(${expr.value})` : String(expr.value)
    case 'string':
      return JSON.stringify(expr.value)
    case 'regex':
      if (expr.isValue) return JSON.stringify(expr.source)
      return `(rt.test(${unit.regex(expr.source)},rt.record)?1:0)`
    case 'group':
      return `(${valueCode(unit, expr.of)})`
    case 'variable':
      if (SPECIAL.has(expr.name))
        return SPECIAL_ARRAYS.has(expr.name)
          ? `rt.${expr.name}`
          : `rt.getSpecial(${JSON.stringify(expr.name)})`
      return unit.variable(expr.name)
    case 'field':
      return `rt.field(${numberCode(unit, expr.index)})`
    case 'element':
      return `rt.get(${arrayCode(unit, expr.array)},${keyCode(unit, expr.key)})`
    case 'assign':
      return assignCode(unit, expr)
    case 'step':
      return stepCode(unit, expr)
    case 'unary':
      if (expr.operator === '!') return `(${conditionCode(unit, expr.of)}?0:1)`
      return `(${expr.operator}${numberCode(unit, expr.of)})`
    case 'binary':
      return binaryCode(unit, expr)
    case 'condition':
      return `(${conditionCode(unit, expr.test)}?${valueCode(unit, expr.yes)}:${valueCode(unit, expr.no)})`
    case 'in':
      return `(${arrayCode(unit, expr.array)}.has(${keyCode(unit, expr.key)})?1:0)`
    case 'call':
      return callCode(unit, expr)
    case 'indirect':
      return indirectCode(unit, expr)
    case 'builtin':
      return builtinCode(unit, expr.name, expr.args, expr.hasParens)
    case 'getline':
      return getlineCode(unit, expr)
    default:
      return expr satisfies never
  }
}

function binaryCode(unit: Compilation, { operator, left, right }: Extract<Expr, { type: 'binary' }>): string {
  switch (operator) {
    case ' ':
      return `(${textCode(unit, left)}+${textCode(unit, right)})`
    case '&&':
    case '||':
      return `(${conditionCode(unit, left)}${operator}${conditionCode(unit, right)}?1:0)`
    case '~':
      return `(rt.test(${patternCode(unit, right)},${textCode(unit, left)})?1:0)`
    case '!~':
      return `(rt.test(${patternCode(unit, right)},${textCode(unit, left)})?0:1)`
    case '^':
      return `Math.pow(${numberCode(unit, left)},${numberCode(unit, right)})`
    case '+':
    case '-':
    case '*':
    case '%':
      return `(${numberCode(unit, left)}${operator}${numberCode(unit, right)})`
    case '/':
      return `rt.divide(${numberCode(unit, left)},${numberCode(unit, right)})`
    default: {
      const js = operator === '==' ? '===' : operator === '!=' ? '!==' : operator
      if (isNumeric(left) && isNumeric(right))
        return `(${valueCode(unit, left)}${js}${valueCode(unit, right)}?1:0)`
      return `(rt.compare(${valueCode(unit, left)},${valueCode(unit, right)})${js}0?1:0)`
    }
  }
}
