/** Expression tree of `find`. */
import type { NamedStats } from '../../../syscalls.ts'

/** A file on the walk. */
export interface Visit {
  /** As it is shown. */
  readonly path: string
  /** The kernel's. */
  readonly file: string
  /** The operand that it lies below. */
  readonly start: string
  readonly depth: number
  /** Stats of a link itself, unless links are followed. */
  readonly stats: NamedStats
}

export type Test = (visit: Visit) => boolean | Promise<boolean>

export type Expression =
  | { readonly type: 'and' | 'or' | 'list'; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'not'; readonly of: Expression }
  | { readonly type: 'test'; readonly test: Test }

export async function evaluate(expression: Expression, visit: Visit): Promise<boolean> {
  switch (expression.type) {
    case 'test':
      return expression.test(visit)
    case 'not':
      return !(await evaluate(expression.of, visit))
    case 'and':
      return (await evaluate(expression.left, visit)) && (await evaluate(expression.right, visit))
    case 'or':
      return (await evaluate(expression.left, visit)) || (await evaluate(expression.right, visit))
    case 'list':
      await evaluate(expression.left, visit)
      return evaluate(expression.right, visit)
    default:
      return expression satisfies never
  }
}
