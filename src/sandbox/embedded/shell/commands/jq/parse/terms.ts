/** Parses a term with its suffixes, such as indices. */
import type { Grammar } from './grammar.ts'
import type { Node } from '../syntax-tree.ts'
import { parseString, parseFormatted } from './strings.ts'
import { parseNumber } from '../json-number.ts'
import { IDENTITY } from './grammar.ts'
import { variableNode, parseVariable } from './variables.ts'
import type { Token } from '../lexer.ts'
import { parseObject } from './objects.ts'
import { spanFrom } from './token-reader.ts'
import { Lexer } from '../lexer.ts'
import { parseIf, parseFold } from './control.ts'
import { JqCompileError } from '../jq-error.ts'

export function parseTerm(grammar: Grammar): Node {
  let node = parsePrimary(grammar)
  for (;;) {
    const { type, text } = grammar.tokens.peek
    if (type === 'field') {
      grammar.tokens.next()
      node = { type: 'index', of: node, key: { type: 'literal', value: text.slice(1) } }
    } else if (grammar.tokens.is('[')) node = parseBracket(grammar, node)
    else if (grammar.tokens.take('?')) node = { type: 'try', body: node, handler: undefined }
    else if (grammar.tokens.is('.')) {
      grammar.tokens.next()
      if (grammar.tokens.peek.type === 'quote')
        node = { type: 'index', of: node, key: parseString(grammar, undefined) }
      else if (grammar.tokens.peek.type === 'format')
        node = { type: 'index', of: node, key: parseFormatted(grammar) }
      else if (grammar.tokens.is('[')) node = parseBracket(grammar, node)
      else throw grammar.tokens.unexpected("FORMAT or QQSTRING_START or '['")
    } else return node
  }
}

function parseBracket(grammar: Grammar, of: Node): Node {
  grammar.tokens.want('[')
  if (grammar.tokens.take(']')) return { type: 'iterate', of }
  if (grammar.tokens.take(':')) {
    const to = grammar.pipe()
    grammar.tokens.want(']')
    return { type: 'slice', of, from: undefined, to }
  }
  const key = grammar.pipe()
  if (grammar.tokens.take(':')) {
    const to = grammar.tokens.is(']') ? undefined : grammar.pipe()
    grammar.tokens.want(']')
    return { type: 'slice', of, from: key, to }
  }
  if (!grammar.tokens.take(']')) throw grammar.tokens.unexpected("'|' or ',' or ':' or ']'")
  return { type: 'index', of, key }
}

function parsePrimary(grammar: Grammar): Node {
  const token = grammar.tokens.peek
  switch (token.type) {
    case 'number':
      grammar.tokens.next()
      return { type: 'literal', value: parseNumber(token.text) ?? null }
    case 'quote':
      return parseString(grammar, undefined)
    case 'format':
      return parseFormatted(grammar)
    case 'field':
      grammar.tokens.next()
      return { type: 'index', of: IDENTITY, key: { type: 'literal', value: token.text.slice(1) } }
    case 'variable':
      grammar.tokens.next()
      return variableNode(grammar, token)
    case 'word':
      return parseWord(grammar, token)
    case 'mark':
      return parseMarked(grammar, token)
    default:
      throw grammar.tokens.unexpected()
  }
}

function parseMarked(grammar: Grammar, token: Token): Node {
  if (grammar.tokens.take('(')) {
    const node = grammar.pipe()
    if (!grammar.tokens.take(')')) throw grammar.tokens.unexpected("'|' or ',' or ')'")
    return node
  }
  if (grammar.tokens.take('[')) {
    if (grammar.tokens.take(']')) return { type: 'array', body: undefined }
    const body = grammar.pipe()
    if (!grammar.tokens.take(']')) throw grammar.tokens.unexpected("'|' or ',' or ']'")
    return { type: 'array', body }
  }
  if (grammar.tokens.is('{')) return parseObject(grammar)
  if (grammar.tokens.take('..')) return { type: 'call', name: 'recurse', args: [], span: spanFrom(token) }
  if (!grammar.tokens.take('.')) throw grammar.tokens.unexpected()
  if (grammar.tokens.peek.type === 'quote')
    return { type: 'index', of: IDENTITY, key: parseString(grammar, undefined) }
  if (grammar.tokens.peek.type === 'format')
    return { type: 'index', of: IDENTITY, key: parseFormatted(grammar) }
  return IDENTITY
}

function parseWord(grammar: Grammar, token: Token): Node {
  if (!Lexer.isKeyword(token.text)) return parseCall(grammar)
  grammar.tokens.next()
  switch (token.text) {
    case 'if':
      return parseIf(grammar)
    case 'reduce':
    case 'foreach':
      return parseFold(grammar, token.text === 'foreach')
    case 'break': {
      const at = spanFrom(token)
      if (grammar.tokens.peek.type !== 'variable')
        throw new JqCompileError('break requires a label to break to', at.at, at.length)
      const name = grammar.tokens.peek
      return {
        type: 'break',
        name: parseVariable(grammar),
        span: { at: at.at, length: name.at + name.text.length - at.at },
      }
    }
    default:
      throw new JqCompileError(`syntax error, unexpected ${token.text}`, token.at, token.text.length)
  }
}

function parseCall(grammar: Grammar): Node {
  const token = grammar.tokens.next()
  const args: Node[] = []
  if (grammar.tokens.take('(')) {
    do args.push(grammar.pipe())
    while (grammar.tokens.take(';'))
    if (!grammar.tokens.take(')')) throw grammar.tokens.unexpected("';' or ')'")
  }
  return { type: 'call', name: token.text, args, span: spanFrom(token) }
}
