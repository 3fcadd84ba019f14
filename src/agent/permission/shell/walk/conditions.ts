/**
 * Finds code that `[[ … ]]` may run while it tests: values that are read as arithmetic, subscripts,
 * expansions.
 */
import { checkArithmeticText } from '../words/arithmetic.ts'
import type { ConditionalExpressionNode, WordNode } from '../generated/bash-parser.js'
import type { Scope } from '../words/scope.ts'
import { wordValue, type Expansion, type WordValue } from '../words/word-value.ts'

const HIDDEN = 'tests a value that it may have to run first'

/** `expansion`: how words are read, and where problems are told, at a scope. */
export function checkCondition(
  expression: ConditionalExpressionNode,
  scope: Scope,
  expansion: (scope: Scope) => Expansion,
): void {
  const value = (word: WordNode): WordValue => wordValue(word, expansion(scope))
  const operand = (word: WordNode) => {
    const { texts } = value(word)
    if (texts === undefined || texts.some((text) => text.includes('['))) expansion(scope).onProblem(HIDDEN)
    else for (const text of texts) checkArithmeticText(text, expansion(scope))
  }
  switch (expression.type) {
    case 'CondBinary': {
      const isArithmetic = /^-(eq|ne|lt|le|gt|ge)$/.test(expression.operator)
      for (const word of [expression.left, expression.right]) {
        if (!isArithmetic) value(word)
        else if (!isNumber(word)) operand(word)
      }
      return undefined
    }
    case 'CondUnary': {
      const { texts } = value(expression.operand)
      const readsName = expression.operator === '-v' || expression.operator === '-R'
      if (readsName && texts?.every((text) => /^\w+$/.test(text)) !== true) expansion(scope).onProblem(HIDDEN)
      return undefined
    }
    case 'CondNot':
      return checkCondition(expression.operand, scope, expansion)
    case 'CondAnd':
    case 'CondOr': {
      checkCondition(expression.left, scope, expansion)
      const inside = scope.copy()
      checkCondition(expression.right, inside, expansion)
      return scope.merge(inside)
    }
    case 'CondGroup':
      return checkCondition(expression.expression, scope, expansion)
    case 'CondWord':
      value(expression.word)
      return undefined
    default:
      expression satisfies never
      return undefined
  }
}

/** `$#`, `$?` and lengths are numbers, whatever they are. */
function isNumber(word: WordNode): boolean {
  const [part, ...others] = word.parts
  return (
    others.length === 0 &&
    part?.type === 'ParameterExpansion' &&
    (/^[#?$!]$/.test(part.parameter) || part.operation?.type === 'Length')
  )
}
