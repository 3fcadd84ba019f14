/** Parses a program's top level: rules and functions. */
import type { Grammar } from './grammar.ts'
import type { AwkFunction, Rule } from '../syntax-tree.ts'
import { parseBlock } from './statements.ts'

export function parseFunction(grammar: Grammar): AwkFunction {
  grammar.tokens.expect('function')
  const { type, text: name } = grammar.tokens.token
  if (type !== 'call' && type !== 'name') throw grammar.tokens.failure()
  grammar.tokens.at += 1
  grammar.tokens.expect('(')
  const params: string[] = []
  while (!grammar.tokens.take(')')) {
    grammar.tokens.newlines()
    if (grammar.tokens.token.type !== 'name') throw grammar.tokens.failure()
    params.push(grammar.tokens.token.text)
    grammar.tokens.at += 1
    grammar.tokens.newlines()
    if (!grammar.tokens.is(')')) grammar.tokens.expect(',')
  }
  grammar.tokens.newlines()
  return { name, params, body: parseBlock(grammar) }
}

export function parseRule(grammar: Grammar): Rule {
  const pattern = parsePattern(grammar)
  const hasBody = grammar.tokens.is('{')
  if (!hasBody && !['always', 'test', 'range'].includes(pattern.type)) throw grammar.tokens.failure()
  const body = hasBody ? parseBlock(grammar) : undefined
  if (
    !hasBody &&
    !grammar.tokens.isNewline() &&
    !grammar.tokens.is(';') &&
    grammar.tokens.token.type !== 'end'
  )
    throw grammar.tokens.failure()
  return { pattern, body }
}

function parsePattern(grammar: Grammar): Rule['pattern'] {
  if (grammar.tokens.take('BEGIN')) return { type: 'begin' }
  if (grammar.tokens.take('END')) return { type: 'end' }
  if (grammar.tokens.take('BEGINFILE')) return { type: 'begin file' }
  if (grammar.tokens.take('ENDFILE')) return { type: 'end file' }
  if (grammar.tokens.is('{')) return { type: 'always' }
  const test = grammar.expr()
  if (!grammar.tokens.take(',')) return { type: 'test', test }
  grammar.tokens.newlines()
  return { type: 'range', from: test, to: grammar.expr() }
}
