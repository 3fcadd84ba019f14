/** How strong each operator binds, and what it makes of its sides. */
import type { Node, UpdateOperator, Operator } from '../syntax-tree.ts'

interface Level {
  readonly power: number
  readonly side: 'left' | 'right' | 'none'
}

export const LEVELS: Readonly<Record<string, Level>> = {
  '//': { power: 1, side: 'right' },
  ...sameLevel(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//='], { power: 2, side: 'none' }),
  or: { power: 3, side: 'left' },
  and: { power: 4, side: 'left' },
  ...sameLevel(['==', '!=', '<', '<=', '>', '>='], { power: 5, side: 'none' }),
  ...sameLevel(['+', '-'], { power: 6, side: 'left' }),
  ...sameLevel(['*', '/', '%'], { power: 7, side: 'left' }),
}

function sameLevel(operators: readonly string[], level: Level): Readonly<Record<string, Level>> {
  return Object.fromEntries(operators.map((operator) => [operator, level]))
}

export function combine(operator: string, left: Node, right: Node): Node {
  switch (operator) {
    case '//':
      return { type: 'alternative', left, right }
    case 'and':
    case 'or':
      return { type: 'logic', isAnd: operator === 'and', left, right }
    case '=':
      return { type: 'assign', operator: '=', left, right }
    case '|=':
      return { type: 'assign', operator: '|', left, right }
    case '+=':
    case '-=':
    case '*=':
    case '/=':
    case '%=':
    case '//=':
      // All but the `=`, which the cases have ascertained.
      return { type: 'assign', operator: operator.slice(0, -1) as UpdateOperator, left, right }
    default:
      // Only binary operators of `LEVELS` remain.
      return { type: 'binary', operator: operator as Operator, left, right }
  }
}
