/** Arithmetic runs the substitutions in it, and what the values of its variables say. */
import type { ArithmeticExpressionNode } from '../generated/bash-parser.js'
import type { Scope } from './scope.ts'
import { checkSteering } from './steering.ts'

/** Variables that arithmetic is checked against, and the receiver of its problems. */
interface Context {
  readonly scope: Scope
  /** It does something that cannot be followed: why, as in "it …". */
  readonly onProblem: (problem: string) => void
}

export function checkArithmetic({ originalText }: ArithmeticExpressionNode, context: Context): void {
  checkArithmeticText(originalText, context)
}

/** Variables that it assigns are numbers afterwards. */
export function checkArithmeticText(source: string | undefined, { scope, onProblem }: Context): void {
  if (source === undefined || /[`[\]'"\\]|\$[({]/.test(source))
    return onProblem('computes with what it would have to run first')
  const names = source.match(/[A-Za-z_]\w*/g) ?? []
  const isSafe = (name: string) => {
    const known = scope.get(name)
    return known === undefined || (known !== 'unknown' && known.every((value) => /^-?\d*$/.test(value)))
  }
  if (!names.every(isSafe)) return onProblem('computes with a value that only a run can tell')
  for (const [, name] of [...source.matchAll(ASSIGNED), ...source.matchAll(COUNTED)]) {
    if (name === undefined) continue
    checkSteering(name, onProblem)
    scope.set(name, ['0'])
  }
}

const ASSIGNED = /([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/g
const COUNTED = /(?:\+\+|--)\s*([A-Za-z_]\w*)/g

/** A place in a list is computed. */
export function checkSubscript(subscript: string, context: Context): void {
  if (subscript === '' || subscript === '@' || subscript === '*') return
  if (!/^[\w+* -]+$/.test(subscript)) return context.onProblem('computes the place in a list')
  checkArithmeticText(subscript, context)
}
