/** Parses operands: values, lvalues, calls, `getline` and parenthesised expressions. */
import type { Grammar } from './grammar.ts'
import type { ArrayRef, Expr, Lvalue } from '../syntax-tree.ts'
import { BUILTINS, lvalueOf } from '../syntax-tree.ts'
import { CommandError } from '../../../contract/command-error.ts'

export function parsePostfix(grammar: Grammar): Expr {
  const of = parsePrimary(grammar)
  const on = lvalueOf(of)
  if (on === undefined) return of
  if (grammar.tokens.take('++')) return { type: 'step', on, by: 1, isPrefix: false }
  if (grammar.tokens.take('--')) return { type: 'step', on, by: -1, isPrefix: false }
  return of
}

function parsePrimary(grammar: Grammar): Expr {
  const { type, text } = grammar.tokens.token
  if (type === 'number') {
    grammar.tokens.at += 1
    return { type: 'number', value: Number(text) }
  }
  if (type === 'string' || type === 'regex') {
    grammar.tokens.at += 1
    return type === 'string' ? { type, value: text } : { type, source: text, isValue: false }
  }
  if (type === 'name' || type === 'call') return parseNamed(grammar, text, type === 'call')
  if (grammar.tokens.take('@')) return parseAt(grammar)
  if (grammar.tokens.take('$')) return { type: 'field', index: fieldIndex(grammar) }
  if (grammar.tokens.is('++') || grammar.tokens.is('--')) {
    const by = grammar.tokens.take('++') ? 1 : -1
    if (by === -1) grammar.tokens.expect('--')
    const on = lvalueOf(parsePrimary(grammar))
    if (on === undefined) throw grammar.tokens.failure()
    return { type: 'step', on, by, isPrefix: true }
  }
  if (grammar.tokens.take('(')) return parseGroup(grammar)
  if (grammar.tokens.take('getline')) return parseGetline(grammar)
  throw grammar.tokens.failure()
}

function fieldIndex(grammar: Grammar): Expr {
  if (grammar.tokens.is('++') || grammar.tokens.is('--')) return parsePrimary(grammar)
  if (grammar.tokens.take('-')) return { type: 'unary', operator: '-', of: parsePrimary(grammar) }
  return parsePrimary(grammar)
}

function parseGroup(grammar: Grammar): Expr {
  const items = parseList(grammar, ')')
  const [only] = items
  if (items.length > 1 || (items.length === 1 && grammar.tokens.isKeyword('in'))) {
    if (!grammar.tokens.take('in')) throw grammar.tokens.failure()
    return { type: 'in', key: items, array: parseArray(grammar) }
  }
  if (only === undefined) throw grammar.tokens.failure()
  return { type: 'group', of: only }
}

function parseNamed(grammar: Grammar, name: string, isCall: boolean): Expr {
  grammar.tokens.known(name)
  grammar.tokens.at += 1
  const counts = BUILTINS[name]
  if (counts !== undefined) return parseBuiltin(grammar, name, counts)
  if (isCall) {
    grammar.tokens.expect('(')
    return { type: 'call', name, args: parseList(grammar, ')') }
  }
  const path = parseIndices(grammar)
  const key = path.at(-1)
  return key === undefined
    ? { type: 'variable', name }
    : { type: 'element', array: { name, path: path.slice(0, -1) }, key }
}

/** `[…]`, as often as it stands there. */
function parseIndices(grammar: Grammar): readonly (readonly Expr[])[] {
  const path: (readonly Expr[])[] = []
  while (grammar.tokens.take('[')) path.push(parseList(grammar, ']'))
  return path
}

/** An array where only one can stand. */
export function parseArray(grammar: Grammar): ArrayRef {
  const { type, text } = grammar.tokens.token
  if (type !== 'name') throw grammar.tokens.failure()
  grammar.tokens.at += 1
  return { name: grammar.tokens.known(text), path: parseIndices(grammar) }
}

/** Behind `@`: a regular expression that is a value, or the call of a function whose name a variable has. */
function parseAt(grammar: Grammar): Expr {
  const { type, text } = grammar.tokens.token
  grammar.tokens.at += 1
  if (type === 'regex') return { type, source: text, isValue: true }
  if (type !== 'call') {
    grammar.tokens.at -= 1
    throw grammar.tokens.failure()
  }
  grammar.tokens.expect('(')
  return { type: 'indirect', name: { type: 'variable', name: text }, args: parseList(grammar, ')') }
}

function parseBuiltin(grammar: Grammar, name: string, [least, most]: readonly [number, number]): Expr {
  const hasParens = grammar.tokens.take('(')
  if (!hasParens && name !== 'length') throw grammar.tokens.failure()
  const args = hasParens ? parseList(grammar, ')') : []
  if (args.length < least || args.length > most)
    throw new CommandError(
      `line ${grammar.tokens.token.line}: wrong number of arguments in call to ${name}`,
      2,
    )
  return { type: 'builtin', name, args, hasParens }
}

export function optionalLvalue(grammar: Grammar): Lvalue | undefined {
  if (!grammar.tokens.is('$') && grammar.tokens.token.type !== 'name') return undefined
  if (BUILTINS[grammar.tokens.token.text] !== undefined) return undefined
  const to = lvalueOf(parsePrimary(grammar))
  if (to === undefined) throw grammar.tokens.failure()
  return to
}

function parseGetline(grammar: Grammar): Expr {
  const to = optionalLvalue(grammar)
  if (!grammar.tokens.take('<')) return { type: 'getline', from: 'input', source: undefined, to }
  return { type: 'getline', from: 'file', source: parsePostfix(grammar), to }
}

/** Expressions up to `end`, which is taken. */
export function parseList(grammar: Grammar, end: ')' | ']'): readonly Expr[] {
  return grammar.tokens.freely(() => {
    const items: Expr[] = []
    grammar.tokens.newlines()
    if (grammar.tokens.take(end)) return items
    for (;;) {
      items.push(grammar.expr())
      grammar.tokens.newlines()
      if (grammar.tokens.take(end)) return items
      grammar.tokens.expect(',')
      grammar.tokens.newlines()
    }
  })
}
