/** From the text of an awk program to its tree. */
import { CommandError } from '../command-error.ts'
import { tokens, type Token } from './lexer.ts'
import {
  BUILTINS,
  UNSUPPORTED,
  type AwkFunction,
  type Expr,
  type Lvalue,
  type Program,
  type Redirection,
  type Rule,
  type Statement,
} from './syntax-tree.ts'

const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^='])
const COMPARISONS = new Set(['<', '<=', '==', '!=', '>', '>='])

/** Throws `CommandError` with code 2. */
export function parseAwk(source: string): Program {
  return new Parser(tokens(source)).program()
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  /** Within a list of `print` that is not in parentheses, `>` redirects. */
  #noGreater = false

  constructor(all: readonly Token[]) {
    this.#tokens = all
  }

  program(): Program {
    const rules: Rule[] = []
    const functions: AwkFunction[] = []
    for (;;) {
      while (this.#isNewline() || this.#is(';')) this.#at += 1
      if (this.#token.type === 'end') return { rules, functions }
      if (this.#isKeyword('function')) functions.push(this.#function())
      else rules.push(this.#rule())
    }
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { type: 'end', text: '', line: 0 }
  }

  #is(text: string): boolean {
    return this.#token.type === 'operator' && this.#token.text === text
  }

  #isKeyword(text: string): boolean {
    return this.#token.type === 'keyword' && this.#token.text === text
  }

  #isNewline(): boolean {
    return this.#token.type === 'newline'
  }

  #take(text: string): boolean {
    if (!this.#is(text) && !this.#isKeyword(text)) return false
    this.#at += 1
    return true
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#failure()
  }

  #newlines(): void {
    while (this.#isNewline()) this.#at += 1
  }

  #failure(): CommandError {
    const { type, text, line } = this.#token
    const near = type === 'end' ? 'end of program' : type === 'newline' ? 'end of line' : text
    return new CommandError(`line ${line}: syntax error at or near ${near}`, 2)
  }

  #known(name: string): string {
    if (UNSUPPORTED.has(name))
      throw new CommandError(`line ${this.#token.line}: ${name} is not supported here`, 2)
    return name
  }

  #function(): AwkFunction {
    this.#expect('function')
    const { type, text: name } = this.#token
    if (type !== 'call' && type !== 'name') throw this.#failure()
    this.#at += 1
    this.#expect('(')
    const params: string[] = []
    while (!this.#take(')')) {
      this.#newlines()
      if (this.#token.type !== 'name') throw this.#failure()
      params.push(this.#token.text)
      this.#at += 1
      this.#newlines()
      if (!this.#is(')')) this.#expect(',')
    }
    this.#newlines()
    return { name, params, body: this.#block() }
  }

  #rule(): Rule {
    const pattern = this.#pattern()
    const hasBody = this.#is('{')
    if (!hasBody && (pattern.type === 'begin' || pattern.type === 'end')) throw this.#failure()
    const body = hasBody ? this.#block() : undefined
    if (!hasBody && !this.#isNewline() && !this.#is(';') && this.#token.type !== 'end') throw this.#failure()
    return { pattern, body }
  }

  #pattern(): Rule['pattern'] {
    if (this.#take('BEGIN')) return { type: 'begin' }
    if (this.#take('END')) return { type: 'end' }
    if (this.#is('{')) return { type: 'always' }
    const test = this.#expr()
    if (!this.#take(',')) return { type: 'test', test }
    this.#newlines()
    return { type: 'range', from: test, to: this.#expr() }
  }

  #block(): readonly Statement[] {
    this.#expect('{')
    const body: Statement[] = []
    for (;;) {
      while (this.#isNewline() || this.#is(';')) this.#at += 1
      if (this.#take('}')) return body
      body.push(this.#statement())
    }
  }

  /** What a loop or condition governs: one statement, perhaps on the next line. */
  #governed(): Statement {
    this.#newlines()
    if (this.#take(';')) return { type: 'block', body: [] }
    return this.#statement()
  }

  #statement(): Statement {
    if (this.#is('{')) return { type: 'block', body: this.#block() }
    if (this.#take('if')) return this.#if()
    if (this.#take('while')) {
      const test = this.#inParens()
      if (this.#take(';')) return { type: 'while', test, body: { type: 'block', body: [] } }
      return { type: 'while', test, body: this.#governed() }
    }
    if (this.#take('do')) return this.#do()
    if (this.#take('for')) return this.#for()
    const simple = this.#simple()
    this.#endOfStatement()
    return simple
  }

  #endOfStatement(): void {
    if (this.#isNewline() || this.#is(';')) this.#at += 1
    else if (!this.#is('}') && this.#token.type !== 'end') throw this.#failure()
  }

  #inParens(): Expr {
    this.#expect('(')
    const test = this.#freely(() => this.#expr())
    this.#expect(')')
    return test
  }

  #if(): Statement {
    const test = this.#inParens()
    const yes = this.#governed()
    const before = this.#at
    while (this.#isNewline() || this.#is(';')) this.#at += 1
    if (this.#take('else')) return { type: 'if', test, yes, no: this.#governed() }
    this.#at = before
    return { type: 'if', test, yes, no: undefined }
  }

  #do(): Statement {
    const body = this.#governed()
    while (this.#isNewline() || this.#is(';')) this.#at += 1
    this.#expect('while')
    const test = this.#inParens()
    this.#endOfStatement()
    return { type: 'do', test, body }
  }

  #for(): Statement {
    this.#expect('(')
    const [name, word, array, close] = this.#tokens.slice(this.#at, this.#at + 4)
    if (name?.type === 'name' && word?.text === 'in' && array?.type === 'name' && close?.text === ')') {
      this.#at += 4
      return { type: 'for in', name: this.#known(name.text), array: array.text, body: this.#governed() }
    }
    const first = this.#is(';') ? undefined : this.#simple()
    this.#expect(';')
    this.#newlines()
    const test = this.#is(';') ? undefined : this.#expr()
    this.#expect(';')
    this.#newlines()
    const next = this.#is(')') ? undefined : this.#simple()
    this.#expect(')')
    if (this.#take(';')) return { type: 'for', first, test, next, body: { type: 'block', body: [] } }
    return { type: 'for', first, test, next, body: this.#governed() }
  }

  #simple(): Statement {
    const { type, text } = this.#token
    if (type === 'keyword') {
      switch (text) {
        case 'print':
        case 'printf':
          this.#at += 1
          return this.#print(text)
        case 'next':
        case 'nextfile':
        case 'break':
        case 'continue':
          this.#at += 1
          return { type: text }
        case 'exit':
        case 'return':
          this.#at += 1
          return { type: text, value: this.#isOver() ? undefined : this.#expr() }
        case 'delete':
          this.#at += 1
          return this.#delete()
      }
    }
    return { type: 'expression', of: this.#expr() }
  }

  #isOver(): boolean {
    return this.#isNewline() || this.#is(';') || this.#is('}') || this.#token.type === 'end'
  }

  #delete(): Statement {
    if (this.#token.type !== 'name') throw this.#failure()
    const array = this.#token.text
    this.#at += 1
    if (!this.#take('[')) return { type: 'delete', array, key: undefined }
    const key = this.#list(']')
    return { type: 'delete', array, key }
  }

  #print(type: 'print' | 'printf'): Statement {
    const before = this.#at
    if (this.#take('(')) {
      const args = this.#list(')')
      if (this.#isOver() || this.#is('>') || this.#is('>>') || this.#is('|'))
        return { type, args, to: this.#redirection() }
      this.#at = before
    }
    const outer = this.#noGreater
    this.#noGreater = true
    const args: Expr[] = []
    if (!this.#isOver() && !this.#is('>') && !this.#is('>>') && !this.#is('|')) {
      args.push(this.#expr())
      while (this.#take(',')) {
        this.#newlines()
        args.push(this.#expr())
      }
    }
    this.#noGreater = outer
    return { type, args, to: this.#redirection() }
  }

  #redirection(): Redirection | undefined {
    for (const kind of ['>', '>>', '|'] as const) {
      if (!this.#take(kind)) continue
      const outer = this.#noGreater
      this.#noGreater = true
      const to = this.#concatenation(true)
      this.#noGreater = outer
      return { kind, to }
    }
    if (this.#is('|&')) throw new CommandError(`line ${this.#token.line}: |& is not supported here`, 2)
    return undefined
  }

  /** Expressions up to `end`, which is taken. */
  #list(end: ')' | ']'): readonly Expr[] {
    return this.#freely(() => {
      const items: Expr[] = []
      this.#newlines()
      if (this.#take(end)) return items
      for (;;) {
        items.push(this.#expr())
        this.#newlines()
        if (this.#take(end)) return items
        this.#expect(',')
        this.#newlines()
      }
    })
  }

  /** In parentheses nothing of what is around them counts. */
  #freely<T>(body: () => T): T {
    const outer = this.#noGreater
    this.#noGreater = false
    const result = body()
    this.#noGreater = outer
    return result
  }

  #expr(): Expr {
    const left = this.#ternary()
    const { type, text } = this.#token
    if (type !== 'operator' || !ASSIGNMENTS.has(text)) return left
    const to = lvalueOf(left)
    if (to === undefined) return this.#assignedWithin(left)
    this.#at += 1
    this.#newlines()
    return { type: 'assign', to, operator: text.slice(0, -1), value: this.#expr() }
  }

  /** `!x = y` and `1 + x = y` assign to what stands last. */
  #assignedWithin(left: Expr): Expr {
    if (left.type === 'unary' || left.type === 'binary') {
      const inner = left.type === 'unary' ? left.of : left.right
      const to = lvalueOf(inner)
      if (to !== undefined) {
        const operator = this.#token.text.slice(0, -1)
        this.#at += 1
        this.#newlines()
        const value: Expr = { type: 'assign', to, operator, value: this.#expr() }
        return left.type === 'unary' ? { ...left, of: value } : { ...left, right: value }
      }
    }
    throw this.#failure()
  }

  #ternary(): Expr {
    const test = this.#or()
    if (!this.#take('?')) return test
    this.#newlines()
    const yes = this.#expr()
    this.#newlines()
    this.#expect(':')
    this.#newlines()
    return { type: 'condition', test, yes, no: this.#expr() }
  }

  #or(): Expr {
    let left = this.#and()
    while (this.#take('||')) {
      this.#newlines()
      left = { type: 'binary', operator: '||', left, right: this.#and() }
    }
    return left
  }

  #and(): Expr {
    let left = this.#in()
    while (this.#take('&&')) {
      this.#newlines()
      left = { type: 'binary', operator: '&&', left, right: this.#in() }
    }
    return left
  }

  #in(): Expr {
    let left = this.#match()
    while (this.#isKeyword('in')) {
      this.#at += 1
      left = { type: 'in', key: [left], array: this.#arrayName() }
    }
    return left
  }

  #arrayName(): string {
    if (this.#token.type !== 'name') throw this.#failure()
    const { text } = this.#token
    this.#at += 1
    return text
  }

  #match(): Expr {
    let left = this.#comparison()
    while (this.#is('~') || this.#is('!~')) {
      const operator = this.#token.text
      this.#at += 1
      left = { type: 'binary', operator, left, right: this.#comparison() }
    }
    return left
  }

  #comparison(): Expr {
    let left = this.#concatenation(false)
    const { type, text } = this.#token
    if (type === 'operator' && COMPARISONS.has(text) && !(text === '>' && this.#noGreater)) {
      this.#at += 1
      left = { type: 'binary', operator: text, left, right: this.#concatenation(false) }
    }
    while (this.#is('|') && this.#tokens[this.#at + 1]?.text === 'getline') {
      this.#at += 2
      left = { type: 'getline', from: 'command', source: left, to: this.#optionalLvalue() }
    }
    return left
  }

  #concatenation(isTarget: boolean): Expr {
    let left = this.#additive()
    while (this.#beginsOperand() && !(isTarget && this.#isOver()))
      left = { type: 'binary', operator: ' ', left, right: this.#additive() }
    return left
  }

  #beginsOperand(): boolean {
    const { type, text } = this.#token
    if (['number', 'string', 'regex', 'name', 'call'].includes(type)) return true
    if (type !== 'operator') return false
    return ['$', '!', '(', '-', '+', '++', '--'].includes(text)
  }

  #additive(): Expr {
    let left = this.#multiplicative()
    while (this.#is('+') || this.#is('-')) {
      const operator = this.#token.text
      this.#at += 1
      left = { type: 'binary', operator, left, right: this.#multiplicative() }
    }
    return left
  }

  #multiplicative(): Expr {
    let left = this.#unary()
    while (this.#is('*') || this.#is('/') || this.#is('%')) {
      const operator = this.#token.text
      this.#at += 1
      left = { type: 'binary', operator, left, right: this.#unary() }
    }
    return left
  }

  #unary(): Expr {
    for (const operator of ['!', '-', '+'] as const)
      if (this.#take(operator)) return { type: 'unary', operator, of: this.#unary() }
    return this.#power()
  }

  #power(): Expr {
    const base = this.#postfix()
    if (!this.#take('^')) return base
    // To the right first, and a sign belongs to the exponent.
    const exponent: Expr = this.#take('-')
      ? { type: 'unary', operator: '-', of: this.#power() }
      : this.#power()
    return { type: 'binary', operator: '^', left: base, right: exponent }
  }

  #postfix(): Expr {
    const of = this.#primary()
    const on = lvalueOf(of)
    if (on === undefined) return of
    if (this.#take('++')) return { type: 'step', on, by: 1, isPrefix: false }
    if (this.#take('--')) return { type: 'step', on, by: -1, isPrefix: false }
    return of
  }

  #primary(): Expr {
    const { type, text } = this.#token
    if (type === 'number') {
      this.#at += 1
      return { type: 'number', value: Number(text) }
    }
    if (type === 'string' || type === 'regex') {
      this.#at += 1
      return type === 'string' ? { type, value: text } : { type, source: text }
    }
    if (type === 'name' || type === 'call') return this.#named(text, type === 'call')
    if (this.#take('$')) return { type: 'field', index: this.#fieldIndex() }
    if (this.#is('++') || this.#is('--')) {
      const by = this.#take('++') ? 1 : -1
      if (by === -1) this.#expect('--')
      const on = lvalueOf(this.#primary())
      if (on === undefined) throw this.#failure()
      return { type: 'step', on, by, isPrefix: true }
    }
    if (this.#take('(')) return this.#group()
    if (this.#take('getline')) return this.#getline()
    throw this.#failure()
  }

  #fieldIndex(): Expr {
    if (this.#is('++') || this.#is('--')) return this.#primary()
    if (this.#take('-')) return { type: 'unary', operator: '-', of: this.#primary() }
    return this.#primary()
  }

  #group(): Expr {
    const items = this.#list(')')
    const [only] = items
    if (items.length > 1 || (items.length === 1 && this.#isKeyword('in'))) {
      if (!this.#take('in')) throw this.#failure()
      return { type: 'in', key: items, array: this.#arrayName() }
    }
    if (only === undefined) throw this.#failure()
    return { type: 'group', of: only }
  }

  #named(name: string, isCall: boolean): Expr {
    this.#known(name)
    this.#at += 1
    const counts = BUILTINS[name]
    if (counts !== undefined) return this.#builtin(name, counts)
    if (isCall) {
      this.#expect('(')
      return { type: 'call', name, args: this.#list(')') }
    }
    if (!this.#take('[')) return { type: 'variable', name }
    return { type: 'element', array: name, key: this.#list(']') }
  }

  #builtin(name: string, [least, most]: readonly [number, number]): Expr {
    const hasParens = this.#take('(')
    if (!hasParens && name !== 'length') throw this.#failure()
    const args = hasParens ? this.#list(')') : []
    if (args.length < least || args.length > most)
      throw new CommandError(`line ${this.#token.line}: wrong number of arguments in call to ${name}`, 2)
    return { type: 'builtin', name, args, hasParens }
  }

  #optionalLvalue(): Lvalue | undefined {
    if (!this.#is('$') && this.#token.type !== 'name') return undefined
    if (BUILTINS[this.#token.text] !== undefined) return undefined
    const to = lvalueOf(this.#primary())
    if (to === undefined) throw this.#failure()
    return to
  }

  #getline(): Expr {
    const to = this.#optionalLvalue()
    if (!this.#take('<')) return { type: 'getline', from: 'input', source: undefined, to }
    return { type: 'getline', from: 'file', source: this.#postfix(), to }
  }
}

function lvalueOf(expr: Expr): Lvalue | undefined {
  return expr.type === 'variable' || expr.type === 'field' || expr.type === 'element' ? expr : undefined
}
