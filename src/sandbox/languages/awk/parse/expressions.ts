/** Expressions: a function for each strength of an operator, the weakest first. */
import type { Grammar } from './grammar.ts'
import type { Expr } from '../syntax-tree.ts'
import { optionalLvalue, parseArray, parsePostfix } from './operands.ts'
import { lvalueOf } from '../syntax-tree.ts'

const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^='])
const COMPARISONS = new Set(['<', '<=', '==', '!=', '>', '>='])

export function parseExpression(grammar: Grammar): Expr {
  return grammar.deeper(() => parseAssignment(grammar))
}

function parseAssignment(grammar: Grammar): Expr {
  const left = parseTernary(grammar)
  const { type, text } = grammar.tokens.token
  if (type !== 'operator' || !ASSIGNMENTS.has(text)) return left
  const to = lvalueOf(left)
  if (to === undefined) return assignedWithin(grammar, left)
  grammar.tokens.at += 1
  grammar.tokens.newlines()
  return { type: 'assign', to, operator: text.slice(0, -1), value: parseExpression(grammar) }
}

/** `!x = y` and `1 + x = y` assign to what stands last. */
function assignedWithin(grammar: Grammar, left: Expr): Expr {
  if (left.type === 'unary' || left.type === 'binary') {
    const inner = left.type === 'unary' ? left.of : left.right
    const to = lvalueOf(inner)
    if (to !== undefined) {
      const operator = grammar.tokens.token.text.slice(0, -1)
      grammar.tokens.at += 1
      grammar.tokens.newlines()
      const value: Expr = { type: 'assign', to, operator, value: parseExpression(grammar) }
      return left.type === 'unary' ? { ...left, of: value } : { ...left, right: value }
    }
  }
  throw grammar.tokens.failure()
}

function parseTernary(grammar: Grammar): Expr {
  const test = parseOr(grammar)
  if (!grammar.tokens.take('?')) return test
  grammar.tokens.newlines()
  const yes = parseExpression(grammar)
  grammar.tokens.newlines()
  grammar.tokens.expect(':')
  grammar.tokens.newlines()
  return { type: 'condition', test, yes, no: parseExpression(grammar) }
}

function parseOr(grammar: Grammar): Expr {
  let left = parseAnd(grammar)
  while (grammar.tokens.take('||')) {
    grammar.tokens.newlines()
    left = { type: 'binary', operator: '||', left, right: parseAnd(grammar) }
  }
  return left
}

function parseAnd(grammar: Grammar): Expr {
  let left = parseIn(grammar)
  while (grammar.tokens.take('&&')) {
    grammar.tokens.newlines()
    left = { type: 'binary', operator: '&&', left, right: parseIn(grammar) }
  }
  return left
}

function parseIn(grammar: Grammar): Expr {
  let left = parseMatch(grammar)
  while (grammar.tokens.isKeyword('in')) {
    grammar.tokens.at += 1
    left = { type: 'in', key: [left], array: parseArray(grammar) }
  }
  return left
}

function parseMatch(grammar: Grammar): Expr {
  let left = parseComparison(grammar)
  while (grammar.tokens.is('~') || grammar.tokens.is('!~')) {
    const operator = grammar.tokens.token.text
    grammar.tokens.at += 1
    left = { type: 'binary', operator, left, right: parseComparison(grammar) }
  }
  return left
}

function parseComparison(grammar: Grammar): Expr {
  let left = parseConcatenation(grammar, false)
  const { type, text } = grammar.tokens.token
  if (type === 'operator' && COMPARISONS.has(text) && !(text === '>' && grammar.tokens.noGreater)) {
    grammar.tokens.at += 1
    left = { type: 'binary', operator: text, left, right: parseConcatenation(grammar, false) }
  }
  while (grammar.tokens.ahead(2)[1]?.text === 'getline') {
    const from = grammar.tokens.is('|') ? 'command' : grammar.tokens.is('|&') ? 'coprocess' : undefined
    if (from === undefined) break
    grammar.tokens.at += 2
    left = { type: 'getline', from, source: left, to: optionalLvalue(grammar) }
  }
  return left
}

export function parseConcatenation(grammar: Grammar, isTarget: boolean): Expr {
  let left = parseAdditive(grammar)
  while (beginsOperand(grammar) && !(isTarget && grammar.tokens.isOver()))
    left = { type: 'binary', operator: ' ', left, right: parseAdditive(grammar) }
  return left
}

function beginsOperand(grammar: Grammar): boolean {
  const { type, text } = grammar.tokens.token
  if (['number', 'string', 'regex', 'name', 'call'].includes(type)) return true
  if (type !== 'operator') return false
  return ['@', '$', '!', '(', '-', '+', '++', '--'].includes(text)
}

function parseAdditive(grammar: Grammar): Expr {
  let left = parseMultiplicative(grammar)
  while (grammar.tokens.is('+') || grammar.tokens.is('-')) {
    const operator = grammar.tokens.token.text
    grammar.tokens.at += 1
    left = { type: 'binary', operator, left, right: parseMultiplicative(grammar) }
  }
  return left
}

function parseMultiplicative(grammar: Grammar): Expr {
  let left = parseUnary(grammar)
  while (grammar.tokens.is('*') || grammar.tokens.is('/') || grammar.tokens.is('%')) {
    const operator = grammar.tokens.token.text
    grammar.tokens.at += 1
    left = { type: 'binary', operator, left, right: parseUnary(grammar) }
  }
  return left
}

function parseUnary(grammar: Grammar): Expr {
  for (const operator of ['!', '-', '+'] as const)
    if (grammar.tokens.take(operator))
      return { type: 'unary', operator, of: grammar.deeper(() => parseUnary(grammar)) }
  return parsePower(grammar)
}

function parsePower(grammar: Grammar): Expr {
  const base = parsePostfix(grammar)
  if (!grammar.tokens.take('^')) return base
  // To the right first, and a sign belongs to the exponent.
  const exponent: Expr = grammar.tokens.take('-')
    ? { type: 'unary', operator: '-', of: grammar.deeper(() => parsePower(grammar)) }
    : grammar.deeper(() => parsePower(grammar))
  return { type: 'binary', operator: '^', left: base, right: exponent }
}
