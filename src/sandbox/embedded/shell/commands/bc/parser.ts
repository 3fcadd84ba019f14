/** Reads bc's language. */
import { SyntaxFault, type Expression, type Parameter, type Place, type Statement } from './syntax.ts'
import { tokenize, type Token } from './tokens.ts'

const ASSIGNMENTS = ['=', '+=', '-=', '*=', '/=', '%=', '^=']
const RELATIONS = ['==', '<=', '>=', '!=', '<', '>']
const FUNCTIONS = ['length', 'scale', 'sqrt', 'read']

export class Parser {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(text: string) {
    this.#tokens = tokenize(text)
  }

  /** The statements of the next line; undefined at the end. */
  nextLine(): Statement[] | undefined {
    while (this.#is('\n') || this.#is(';')) this.#at += 1
    if (this.#peek().type === 'end') return undefined
    const statements: Statement[] = []
    for (;;) {
      const statement = this.#statement()
      statements.push(statement)
      const isMore = this.#take(';') || statement.type === 'define'
      if (this.#take('\n') || this.#peek().type === 'end') return statements
      if (!isMore) throw this.#fault()
      if (this.#take('\n')) return statements
    }
  }

  /** Goes to the next line after a fault. */
  skipLine(): void {
    while (!this.#is('\n') && this.#peek().type !== 'end') this.#at += 1
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { type: 'end', text: '', line: this.#tokens.at(-1)?.line ?? 1 }
  }

  #is(text: string): boolean {
    const token = this.#peek()
    return token.type === 'mark' && token.text === text
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false
    this.#at += 1
    return true
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#fault()
  }

  #fault(): SyntaxFault {
    const { line, text } = this.#peek()
    return new SyntaxFault(text === '\n' ? line + 1 : line)
  }

  #word(): string | undefined {
    const token = this.#peek()
    return token.type === 'word' ? token.text : undefined
  }

  #newlines(): void {
    while (this.#is('\n')) this.#at += 1
  }

  #statement(): Statement {
    const token = this.#peek()
    if (token.type === 'string') {
      this.#at += 1
      return { type: 'string', text: token.text }
    }
    if (this.#take('{')) return { type: 'block', body: this.#block() }
    const word = this.#word()
    if (word !== undefined && STATEMENTS.includes(word)) {
      this.#at += 1
      return this.#keyword(word)
    }
    return { type: 'expression', value: this.#expression() }
  }

  #block(): Statement[] {
    const body: Statement[] = []
    for (;;) {
      while (this.#is('\n') || this.#is(';')) this.#at += 1
      if (this.#take('}')) return body
      if (this.#peek().type === 'end') throw this.#fault()
      body.push(this.#statement())
      if (!this.#is('\n') && !this.#is(';') && !this.#is('}')) throw this.#fault()
    }
  }

  #keyword(word: string): Statement {
    switch (word) {
      case 'if':
        return this.#if()
      case 'while': {
        const test = this.#inBrackets()
        this.#newlines()
        return { type: 'while', test, body: this.#statement() }
      }
      case 'for':
        return this.#for()
      case 'print':
        return this.#print()
      case 'return':
        return { type: 'return', value: this.#returned() }
      case 'define':
        return this.#define()
      case 'break':
      case 'continue':
      case 'halt':
      case 'quit':
        return { type: word }
      default:
        throw this.#fault()
    }
  }

  #inBrackets(): Expression {
    this.#expect('(')
    const value = this.#expression()
    this.#expect(')')
    return value
  }

  #if(): Statement {
    const test = this.#inBrackets()
    this.#newlines()
    const yes = this.#statement()
    const start = this.#at
    while (this.#is('\n') || this.#is(';')) this.#at += 1
    if (this.#word() === 'else') {
      this.#at += 1
      this.#newlines()
      return { type: 'if', test, yes, no: this.#statement() }
    }
    this.#at = start
    return { type: 'if', test, yes, no: undefined }
  }

  #for(): Statement {
    this.#expect('(')
    const first = this.#is(';') ? undefined : this.#expression()
    this.#expect(';')
    const test = this.#is(';') ? undefined : this.#expression()
    this.#expect(';')
    const next = this.#is(')') ? undefined : this.#expression()
    this.#expect(')')
    this.#newlines()
    return { type: 'for', first, test, next, body: this.#statement() }
  }

  #print(): Statement {
    const values: (string | Expression)[] = []
    do {
      const token = this.#peek()
      if (token.type === 'string') {
        this.#at += 1
        values.push(token.text)
      } else values.push(this.#expression())
    } while (this.#take(','))
    return { type: 'print', values }
  }

  #returned(): Expression | undefined {
    if (this.#is('\n') || this.#is(';') || this.#is('}')) return undefined
    return this.#expression()
  }

  #define(): Statement {
    if (this.#word() === 'void') this.#at += 1
    const name = this.#word()
    if (name === undefined) throw this.#fault()
    this.#at += 1
    this.#expect('(')
    const parameters = this.#parameters()
    this.#expect(')')
    this.#newlines()
    this.#expect('{')
    while (this.#is('\n') || this.#is(';')) this.#at += 1
    let locals: Parameter[] = []
    if (this.#word() === 'auto') {
      this.#at += 1
      locals = this.#parameters()
    }
    return {
      type: 'define',
      definition: { name, parameters, locals, body: { type: 'block', body: this.#block() } },
    }
  }

  #parameters(): Parameter[] {
    const list: Parameter[] = []
    for (let name = this.#word(); name !== undefined; name = this.#word()) {
      this.#at += 1
      const isArray = this.#take('[')
      if (isArray) this.#expect(']')
      list.push({ name, isArray })
      if (!this.#take(',')) break
    }
    return list
  }

  #expression(): Expression {
    return this.#binary(0)
  }

  /** Loosest first; `!` stands between `&&` and the relations, and assignment reaches as far as it can. */
  #binary(level: number): Expression {
    if (level === 2 && this.#take('!')) return { type: 'unary', operator: '!', value: this.#binary(2) }
    const operators = LEVELS[level]
    if (operators === undefined) return this.#power()
    let left = this.#binary(level + 1)
    for (;;) {
      const { type, text } = this.#peek()
      if (type !== 'mark' || !operators.includes(text)) return left
      this.#at += 1
      left = { type: 'binary', operator: text, left, right: this.#binary(level + 1) }
    }
  }

  #power(): Expression {
    const base = this.#unary()
    if (!this.#take('^')) return base
    return { type: 'binary', operator: '^', left: base, right: this.#power() }
  }

  #unary(): Expression {
    if (this.#take('-')) return { type: 'unary', operator: '-', value: this.#unary() }
    if (this.#take('+')) return this.#unary()
    for (const [mark, by] of [
      ['++', 1],
      ['--', -1],
    ] as const) {
      if (this.#take(mark)) return { type: 'step', target: this.#place(this.#primary()), by, isPrefix: true }
    }
    const value = this.#primary()
    if (value.type !== 'variable' && value.type !== 'element') return value
    if (this.#take('++')) return { type: 'step', target: value, by: 1, isPrefix: false }
    if (this.#take('--')) return { type: 'step', target: value, by: -1, isPrefix: false }
    const { type, text } = this.#peek()
    if (type !== 'mark' || !ASSIGNMENTS.includes(text)) return value
    this.#at += 1
    return { type: 'assign', target: value, operator: text, value: this.#expression() }
  }

  #place(value: Expression): Place {
    if (value.type === 'variable' || value.type === 'element') return value
    throw this.#fault()
  }

  #primary(): Expression {
    const token = this.#peek()
    if (token.type === 'number') {
      this.#at += 1
      return { type: 'number', text: token.text }
    }
    if (this.#take('(')) {
      const value = this.#expression()
      this.#expect(')')
      return { type: 'group', value }
    }
    if (this.#take('.')) return { type: 'variable', name: 'last' }
    const name = this.#word()
    if (name === undefined || STATEMENTS.includes(name)) throw this.#fault()
    this.#at += 1
    if (this.#take('[')) {
      if (this.#take(']')) return { type: 'array', name }
      const index = this.#expression()
      this.#expect(']')
      return { type: 'element', name, index }
    }
    if (this.#take('(')) return { type: 'call', name, args: this.#arguments() }
    if (FUNCTIONS.includes(name) && name !== 'scale') throw this.#fault()
    return { type: 'variable', name }
  }

  #arguments(): Expression[] {
    const args: Expression[] = []
    if (this.#take(')')) return args
    do args.push(this.#expression())
    while (this.#take(','))
    this.#expect(')')
    return args
  }
}

const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], RELATIONS, ['+', '-'], ['*', '/', '%']]
const STATEMENTS = [
  'if',
  'else',
  'while',
  'for',
  'print',
  'return',
  'define',
  'auto',
  'break',
  'continue',
  'halt',
  'quit',
]
