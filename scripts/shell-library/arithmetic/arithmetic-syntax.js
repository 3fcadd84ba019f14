/**
 * The syntax of arithmetic expressions, after expansion: variables are names in it, subscripts are texts. An error
 * becomes a node, so that it is told when the expression is evaluated.
 */
import { liveConstant } from './integers.js'

const SYMBOLS = [
  ['<<=', '>>='],
  ['**', '++', '--', '<<', '>>', '<=', '>=', '==', '!=', '&&', '||'],
  ['+=', '-=', '*=', '/=', '%=', '&=', '^=', '|='],
]
  .flat()
  .concat([...'+-*/%<>=!~&|^?:,()'])
const ASSIGNMENTS = new Set(['=', '*=', '/=', '%=', '+=', '-=', '<<=', '>>=', '&=', '^=', '|='])
/** From the weakest; all of them group from the left. */
const LEVELS = [
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const CONSTANT = /[0-9][0-9A-Za-z_@#]*/y
const SPACE = /\s*/y
/** Parsed texts that are kept: loops evaluate the same ones again and again. */
const KEPT = 500
const parsed = new Map()

/** The tree of an expression; `{ type: 'error', message }` when it is none. */
export function liveExpression(text) {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const tree = parse(text)
  if (parsed.size >= KEPT) parsed.clear()
  parsed.set(text, tree)
  return tree
}

class SyntaxFault extends Error {}

function parse(text) {
  if (text.trim() === '') return { type: 'number', value: 0 }
  const reader = new Reader(text)
  try {
    reader.next()
    const tree = reader.comma()
    if (reader.kind !== 'end')
      reader.fail(reader.kind === 'symbol' ? 'syntax error in expression' : reader.misplaced())
    return tree
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    return { type: 'error', message: error.message }
  }
}

class Reader {
  kind = 'end'
  value = undefined
  #text
  /** Start and end of the token. */
  #start = 0
  #at = 0
  #previous = 0
  #depth = 0

  constructor(text) {
    this.#text = text
  }

  fail(message, rest = this.#text.slice(this.kind === 'end' ? this.#previous : this.#start)) {
    const shown = this.#text.trimStart()
    throw new SyntaxFault(`${shown}: ${message} (error token is "${rest}")`)
  }

  misplaced() {
    return this.kind === 'bad' ? 'syntax error: invalid arithmetic operator' : 'syntax error in expression'
  }

  next() {
    const text = this.#text
    this.#previous = this.#start
    this.#start = matchAt(SPACE, text, this.#at).length + this.#at
    this.#at = this.#start
    if (this.#at >= text.length) return this.#token('end', '')
    const name = matchAt(NAME, text, this.#at)
    if (name !== '') return this.#name(name)
    const constant = matchAt(CONSTANT, text, this.#at)
    if (constant !== '') return this.#constant(constant)
    const symbol = SYMBOLS.find((known) => text.startsWith(known, this.#at))
    // After a number they are two signs.
    if ((symbol === '++' || symbol === '--') && this.kind === 'number')
      return this.#token('symbol', symbol[0])
    return symbol === undefined ? this.#token('bad', text[this.#at]) : this.#token('symbol', symbol)
  }

  #token(kind, value, length = value.length) {
    this.kind = kind
    this.value = value
    this.#at += length
  }

  #name(name) {
    if (this.#text[this.#at + name.length] !== '[')
      return this.#token('name', { type: 'variable', name }, name.length)
    const open = this.#at + name.length
    const close = endOfSubscript(this.#text, open)
    if (close < 0) this.fail('bad array subscript')
    const subscript = this.#text.slice(open + 1, close)
    this.#token('name', { type: 'variable', name, subscript }, close + 1 - this.#at)
  }

  #constant(text) {
    const value = liveConstant(text)
    if (typeof value === 'string') this.fail(value, text)
    this.#token('number', { type: 'number', value }, text.length)
  }

  #is(symbol) {
    return this.kind === 'symbol' && this.value === symbol
  }

  comma() {
    let left = this.#assignment()
    while (this.#is(',')) {
      this.next()
      left = { type: 'binary', operator: ',', left, right: this.#assignment() }
    }
    return left
  }

  #assignment() {
    const left = this.#conditional()
    if (this.kind !== 'symbol' || !ASSIGNMENTS.has(this.value)) return left
    if (left.type !== 'variable') this.fail('attempted assignment to non-variable')
    const operator = this.value
    this.next()
    return {
      type: 'assignment',
      operator: operator.slice(0, -1),
      target: left,
      value: this.#nested('assignment'),
    }
  }

  #conditional() {
    const condition = this.#or()
    if (!this.#is('?')) return condition
    this.next()
    if (this.kind === 'end' || this.#is(':')) this.fail('expression expected')
    const yes = this.#nested('comma')
    if (!this.#is(':')) this.fail("`:' expected for conditional expression")
    this.next()
    if (this.kind === 'end') this.fail('expression expected')
    return { type: 'choice', condition, yes, no: this.#nested('conditional') }
  }

  #or() {
    let left = this.#and()
    while (this.#is('||')) {
      this.next()
      left = { type: 'or', left, right: this.#and() }
    }
    return left
  }

  #and() {
    let left = this.#binary(0)
    while (this.#is('&&')) {
      this.next()
      left = { type: 'and', left, right: this.#binary(0) }
    }
    return left
  }

  #binary(level) {
    const operators = LEVELS[level]
    if (operators === undefined) return this.#power()
    let left = this.#binary(level + 1)
    while (this.kind === 'symbol' && operators.includes(this.value)) {
      const operator = this.value
      this.next()
      left = { type: 'binary', operator, left, right: this.#binary(level + 1) }
    }
    return left
  }

  #power() {
    const left = this.#unary()
    if (!this.#is('**')) return left
    this.next()
    return { type: 'binary', operator: '**', left, right: this.#nested('power') }
  }

  #unary() {
    if (this.kind !== 'symbol') return this.#operand()
    const operator = this.value
    if (operator === '++' || operator === '--') {
      this.next()
      if (this.kind !== 'name') {
        // Two signs, not one operator.
        const inner = { type: 'unary', operator: operator[0], operand: this.#nested('unary') }
        return { type: 'unary', operator: operator[0], operand: inner }
      }
      const target = this.value
      this.next()
      return { type: 'step', operator: operator[0], target, isBefore: true }
    }
    if (!'+-!~'.includes(operator)) return this.#operand()
    this.next()
    return { type: 'unary', operator, operand: this.#nested('unary') }
  }

  #operand() {
    if (this.#is('(')) {
      this.next()
      const inner = this.#nested('comma')
      if (!this.#is(')')) this.fail("missing `)'")
      this.next()
      return { type: 'group', inner }
    }
    if (this.kind === 'number') {
      const { value } = this
      this.next()
      return value
    }
    if (this.kind !== 'name') this.fail('syntax error: operand expected')
    const target = this.value
    this.next()
    if (!this.#is('++') && !this.#is('--')) return target
    const operator = this.value[0]
    this.next()
    return { type: 'step', operator, target, isBefore: false }
  }

  /** One level deeper: the text decides how deep, and the stack has an end. */
  #nested(rule) {
    this.#depth += 1
    if (this.#depth > DEEPEST) this.fail('expression recursion level exceeded')
    const rules = {
      comma: () => this.comma(),
      assignment: () => this.#assignment(),
      conditional: () => this.#conditional(),
      power: () => this.#power(),
      unary: () => this.#unary(),
    }
    const tree = rules[rule]()
    this.#depth -= 1
    return tree
  }
}

/** Levels of nesting; bash has the same number for variables that hold expressions. */
const DEEPEST = 1024

function matchAt(pattern, text, at) {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function endOfSubscript(text, open) {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === "'" || char === '"') {
      const end = text.indexOf(char, at + 1)
      if (end > 0) at = end
    } else if (char === '[') depth++
    else if (char === ']' && --depth === 0) return at
  }
  return -1
}

/** The subscripts of a tree in which something is still to be expanded. */
export function liveSubscripts(node) {
  if (node.subscripts !== undefined) return node.subscripts
  const found = []
  const visit = (one) => {
    for (const part of Object.values(one)) {
      if (typeof part !== 'object' || part === null) continue
      if (part.type === 'variable' && /[$`]/.test(part.subscript ?? '')) found.push(part)
      else visit(part)
    }
  }
  visit({ node })
  node.subscripts = found
  return found
}
