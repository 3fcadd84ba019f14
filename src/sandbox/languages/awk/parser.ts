/** From the text of an awk program to its tree. */
import { CommandError } from '../../command-error.ts'
import { isOutOfStack } from '../out-of-stack.ts'
import type { Program, Rule, AwkFunction } from './syntax-tree.ts'
import { TokenReader } from './parse/token-reader.ts'
import { tokens } from './lexer.ts'
import type { Grammar } from './parse/grammar.ts'
import { parseExpression } from './parse/expressions.ts'
import { parseFunction, parseRule } from './parse/rules.ts'

/** Throws `CommandError` with code 2. */
export function parseAwk(source: string): Program {
  try {
    return parseProgram(source)
  } catch (error) {
    throw isOutOfStack(error) ? new CommandError('the program is nested too deeply', 2) : error
  }
}

function parseProgram(source: string): Program {
  const reader = new TokenReader(tokens(source))
  const grammar: Grammar = { tokens: reader, expr: () => parseExpression(grammar) }
  const rules: Rule[] = []
  const functions: AwkFunction[] = []
  for (;;) {
    while (reader.isNewline() || reader.is(';')) reader.at += 1
    if (reader.token.type === 'end') return { rules, functions }
    if (reader.isKeyword('function')) functions.push(parseFunction(grammar))
    else rules.push(parseRule(grammar))
  }
}
