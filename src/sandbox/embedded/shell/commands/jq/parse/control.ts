/** Terms of a keyword: `if`, `reduce`, `foreach` and `break`. */
import type { Grammar } from './grammar.ts'
import type { Node } from '../syntax-tree.ts'
import { parsePatterns } from './patterns.ts'

export function parseIf(grammar: Grammar): Node {
  const condition = grammar.pipe()
  grammar.tokens.wantWord('then')
  const then = grammar.pipe()
  if (grammar.tokens.takeWord('elif')) return { type: 'if', condition, then, otherwise: parseIf(grammar) }
  const otherwise = grammar.tokens.takeWord('else') ? grammar.pipe() : undefined
  grammar.tokens.wantWord('end')
  return { type: 'if', condition, then, otherwise }
}

export function parseFold(grammar: Grammar, isForeach: boolean): Node {
  const source = grammar.postfix()
  const patterns = parsePatterns(grammar)
  grammar.tokens.want('(')
  const init = grammar.pipe()
  grammar.tokens.want(';')
  const update = grammar.pipe()
  const extract = isForeach && grammar.tokens.take(';') ? grammar.pipe() : undefined
  grammar.tokens.want(')')
  return { type: 'fold', isForeach, source, patterns, init, update, extract }
}
