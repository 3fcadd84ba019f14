/** From the text of an awk program to its tree. */
import { CommandError } from '../../contract/command-error.ts'
import { isOutOfStack } from '../out-of-stack.ts'
import type { Program, Rule, AwkFunction } from './syntax-tree.ts'
import { TokenReader } from './parse/token-reader.ts'
import { tokens } from './lexer.ts'
import type { Grammar } from './parse/grammar.ts'
import { parseExpression } from './parse/expressions.ts'
import { parseFunction, parseRule } from './parse/rules.ts'

/**
 * Expressions within one another. The stack would end somewhere above, and not always at the same number, on which no verdict about a
 * program may depend. mawk 1.3.4 takes between 100 and 200.
 */
const MAX_DEPTH = 250
const TOO_DEEP = 'the program is nested too deeply'

/** Throws `CommandError` with code 2. */
export function parseAwk(source: string): Program {
  try {
    return parseProgram(source)
  } catch (error) {
    throw isOutOfStack(error) ? new CommandError(TOO_DEEP, 2) : error
  }
}

function parseProgram(source: string): Program {
  const reader = new TokenReader(tokens(source))
  let depth = 0
  const grammar: Grammar = {
    tokens: reader,
    expr: () => parseExpression(grammar),
    deeper: (parse) => {
      if (depth === MAX_DEPTH) throw new CommandError(TOO_DEEP, 2)
      depth += 1
      const parsed = parse()
      depth -= 1
      return parsed
    },
  }
  const rules: Rule[] = []
  const functions: AwkFunction[] = []
  for (;;) {
    while (reader.isNewline() || reader.is(';')) reader.at += 1
    if (reader.token.type === 'end') return { rules, functions }
    if (reader.isKeyword('function')) functions.push(parseFunction(grammar))
    else rules.push(parseRule(grammar))
  }
}
