/** An object, and the keys in it. */
import type { Grammar } from './grammar.ts'
import type { Node } from '../syntax-tree.ts'
import { variableNode } from './variables.ts'
import { IDENTITY } from './grammar.ts'
import { parseString, parseFormatted } from './strings.ts'
import { JqCompileError } from '../jq-error.ts'

export function parseObject(grammar: Grammar): Node {
  grammar.tokens.want('{')
  const entries: (readonly [Node, Node])[] = []
  while (!grammar.tokens.is('}')) {
    entries.push(parseEntry(grammar))
    if (!grammar.tokens.take(',')) break
  }
  if (!grammar.tokens.take('}')) throw grammar.tokens.unexpected("'}'")
  return { type: 'object', entries }
}

function parseEntry(grammar: Grammar): readonly [Node, Node] {
  const token = grammar.tokens.peek
  if (token.type === 'variable') {
    grammar.tokens.next()
    const node = variableNode(grammar, token)
    const key: Node = { type: 'literal', value: token.text.slice(1) }
    return [key, grammar.tokens.take(':') ? objectValue(grammar) : node]
  }
  const key = parseKey(grammar)
  if (grammar.tokens.take(':')) return [key, objectValue(grammar)]
  if (token.type === 'mark') throw grammar.tokens.unexpected("':'")
  if (token.type === 'number') throw grammar.tokens.unexpected()
  return [key, { type: 'index', of: IDENTITY, key }]
}

/** Parses an object's key: a word, a string, or an expression in parentheses. */
export function parseKey(grammar: Grammar): Node {
  const token = grammar.tokens.peek
  if (token.type === 'word' || token.type === 'number') {
    grammar.tokens.next()
    return { type: 'literal', value: token.text }
  }
  if (token.type === 'quote') return parseString(grammar, undefined)
  if (token.type === 'format') return parseFormatted(grammar)
  grammar.tokens.want('(')
  const inside = grammar.tokens.peek
  const node = grammar.pipe()
  grammar.tokens.want(')')
  if (node.type === 'literal' && typeof node.value !== 'string')
    throw new JqCompileError(
      `Cannot use number (${inside.text}) as object key`,
      inside.at,
      inside.text.length,
    )
  return node
}

/** Terms, joined by `|`. */
function objectValue(grammar: Grammar): Node {
  const left = grammar.binary(0)
  return grammar.tokens.take('|') ? { type: 'pipe', left, right: objectValue(grammar) } : left
}
