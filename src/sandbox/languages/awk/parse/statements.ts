/** Statements, and the blocks that hold them. */
import type { Grammar } from './grammar.ts'
import type { Case, Statement, Expr } from '../syntax-tree.ts'
import { parsePrint } from './print.ts'
import { parseArray } from './operands.ts'

export function parseBlock(grammar: Grammar): readonly Statement[] {
  grammar.tokens.expect('{')
  const body: Statement[] = []
  for (;;) {
    skipEnds(grammar)
    if (grammar.tokens.take('}')) return body
    body.push(parseStatement(grammar))
  }
}

/** Parses the body of a loop or condition: one statement, perhaps on the next line. */
function governed(grammar: Grammar): Statement {
  grammar.tokens.newlines()
  if (grammar.tokens.take(';')) return { type: 'block', body: [] }
  return parseStatement(grammar)
}

function parseStatement(grammar: Grammar): Statement {
  if (grammar.tokens.is('{')) return { type: 'block', body: parseBlock(grammar) }
  if (grammar.tokens.take('if')) return parseIf(grammar)
  if (grammar.tokens.take('while')) {
    const test = inParens(grammar)
    if (grammar.tokens.take(';')) return { type: 'while', test, body: { type: 'block', body: [] } }
    return { type: 'while', test, body: governed(grammar) }
  }
  if (grammar.tokens.take('do')) return parseDo(grammar)
  if (grammar.tokens.take('for')) return parseFor(grammar)
  if (grammar.tokens.take('switch')) return parseSwitch(grammar)
  const simple = simpleStatement(grammar)
  endOfStatement(grammar)
  return simple
}

function skipEnds(grammar: Grammar): void {
  while (grammar.tokens.isNewline() || grammar.tokens.is(';')) grammar.tokens.at += 1
}

function endOfStatement(grammar: Grammar): void {
  if (grammar.tokens.isNewline() || grammar.tokens.is(';')) grammar.tokens.at += 1
  else if (!grammar.tokens.is('}') && grammar.tokens.token.type !== 'end') throw grammar.tokens.failure()
}

function inParens(grammar: Grammar): Expr {
  grammar.tokens.expect('(')
  const test = grammar.tokens.freely(() => grammar.expr())
  grammar.tokens.expect(')')
  return test
}

function parseIf(grammar: Grammar): Statement {
  const test = inParens(grammar)
  const yes = governed(grammar)
  const before = grammar.tokens.at
  skipEnds(grammar)
  if (grammar.tokens.take('else')) return { type: 'if', test, yes, no: governed(grammar) }
  grammar.tokens.at = before
  return { type: 'if', test, yes, no: undefined }
}

function parseSwitch(grammar: Grammar): Statement {
  const of = inParens(grammar)
  grammar.tokens.newlines()
  grammar.tokens.expect('{')
  const cases: Case[] = []
  for (;;) {
    skipEnds(grammar)
    if (grammar.tokens.take('}')) return { type: 'switch', of, cases }
    const isDefault = grammar.tokens.take('default')
    if (!isDefault) grammar.tokens.expect('case')
    const test = isDefault ? undefined : grammar.expr()
    grammar.tokens.expect(':')
    const body: Statement[] = []
    for (;;) {
      skipEnds(grammar)
      if (['case', 'default'].some((word) => grammar.tokens.isKeyword(word)) || grammar.tokens.is('}')) break
      body.push(parseStatement(grammar))
    }
    cases.push({ test, body })
  }
}

function parseDo(grammar: Grammar): Statement {
  const body = governed(grammar)
  skipEnds(grammar)
  grammar.tokens.expect('while')
  const test = inParens(grammar)
  endOfStatement(grammar)
  return { type: 'do', test, body }
}

function parseFor(grammar: Grammar): Statement {
  grammar.tokens.expect('(')
  const before = grammar.tokens.at
  const [name, word, of] = grammar.tokens.ahead(3)
  if (name?.type === 'name' && word?.text === 'in' && of?.type === 'name') {
    grammar.tokens.at += 2
    const array = parseArray(grammar)
    if (grammar.tokens.take(')'))
      return { type: 'for in', name: grammar.tokens.known(name.text), array, body: governed(grammar) }
    grammar.tokens.at = before
  }
  const first = grammar.tokens.is(';') ? undefined : simpleStatement(grammar)
  grammar.tokens.expect(';')
  grammar.tokens.newlines()
  const test = grammar.tokens.is(';') ? undefined : grammar.expr()
  grammar.tokens.expect(';')
  grammar.tokens.newlines()
  const next = grammar.tokens.is(')') ? undefined : simpleStatement(grammar)
  grammar.tokens.expect(')')
  if (grammar.tokens.take(';')) return { type: 'for', first, test, next, body: { type: 'block', body: [] } }
  return { type: 'for', first, test, next, body: governed(grammar) }
}

function simpleStatement(grammar: Grammar): Statement {
  const { type, text } = grammar.tokens.token
  if (type === 'keyword') {
    switch (text) {
      case 'print':
      case 'printf':
        grammar.tokens.at += 1
        return parsePrint(grammar, text)
      case 'next':
      case 'nextfile':
      case 'break':
      case 'continue':
        grammar.tokens.at += 1
        return { type: text }
      case 'exit':
      case 'return':
        grammar.tokens.at += 1
        return { type: text, value: grammar.tokens.isOver() ? undefined : grammar.expr() }
      case 'delete':
        grammar.tokens.at += 1
        return parseDelete(grammar)
    }
  }
  return { type: 'expression', of: grammar.expr() }
}

function parseDelete(grammar: Grammar): Statement {
  const { name, path } = parseArray(grammar)
  return { type: 'delete', array: { name, path: path.slice(0, -1) }, key: path.at(-1) }
}
