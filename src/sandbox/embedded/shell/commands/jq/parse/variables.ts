/** `$name`, where it is bound and where it is read. */
import type { Grammar } from './grammar.ts'
import type { Token } from '../lexer.ts'
import type { Node } from '../syntax-tree.ts'
import { spanFrom } from './token-reader.ts'

export function parseVariable(grammar: Grammar): string {
  if (grammar.tokens.peek.type !== 'variable') throw grammar.tokens.unexpected('BINDING')
  return grammar.tokens.next().text.slice(1)
}

export function variableNode(grammar: Grammar, token: Token): Node {
  if (token.text !== '$__loc__') return { type: 'variable', name: token.text.slice(1), span: spanFrom(token) }
  const line = grammar.tokens.text.slice(0, token.at).split('\n').length
  return {
    type: 'literal',
    value: new Map<string, string | number>([
      ['file', '<top-level>'],
      ['line', line],
    ]),
  }
}
