/** Infers the kind of an expression's value from its form. */
import type { Expr } from '../../../../../languages/awk/syntax-tree.ts'
import { SPECIAL } from './special.ts'

const TEXT_BUILTINS = new Set(['substr', 'sprintf', 'tolower', 'toupper', 'gensub', 'strftime', 'typeof'])

export function isText(expr: Expr): boolean {
  if (expr.type === 'group') return isText(expr.of)
  if (expr.type === 'builtin') return TEXT_BUILTINS.has(expr.name)
  if (expr.type === 'regex') return expr.isValue
  return expr.type === 'string' || (expr.type === 'binary' && expr.operator === ' ')
}

export function isNumeric(expr: Expr): boolean {
  switch (expr.type) {
    case 'group':
      return isNumeric(expr.of)
    case 'binary':
      return expr.operator !== ' '
    case 'assign':
      return expr.operator !== '' && !(expr.to.type === 'variable' && SPECIAL.has(expr.to.name))
    case 'builtin':
      return !TEXT_BUILTINS.has(expr.name)
    case 'step':
      return !expr.isPrefix
    case 'regex':
      return !expr.isValue
    case 'number':
    case 'unary':
    case 'in':
    case 'getline':
      return true
    default:
      return false
  }
}

/** Stands in for a missing argument. */
export const EMPTY: Expr = { type: 'string', value: '' }
