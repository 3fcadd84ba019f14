/** jq programs as syntax trees. Throws `JqCompileError`. */
import { JqCompileError } from './jq-error.ts'
import { JsonError, parseJson } from './json-reader.ts'
import { parseNumber } from './json-number.ts'
import { Lexer, type Token } from './lexer.ts'
import type {
  Definition,
  Import,
  Node,
  Operator,
  Pattern,
  PatternEntry,
  Program,
  Span,
  UpdateOperator,
} from './syntax-tree.ts'
import { isArray, isObject } from './value.ts'

interface Level {
  readonly power: number
  readonly side: 'left' | 'right' | 'none'
}

const LEVELS: Readonly<Record<string, Level>> = {
  '//': { power: 1, side: 'right' },
  ...sameLevel(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//='], { power: 2, side: 'none' }),
  or: { power: 3, side: 'left' },
  and: { power: 4, side: 'left' },
  ...sameLevel(['==', '!=', '<', '<=', '>', '>='], { power: 5, side: 'none' }),
  ...sameLevel(['+', '-'], { power: 6, side: 'left' }),
  ...sameLevel(['*', '/', '%'], { power: 7, side: 'left' }),
}
const IDENTITY: Node = { type: 'identity' }
/** How deep a program may be nested. */
const MAX_DEPTH = 1000

function sameLevel(operators: readonly string[], level: Level): Readonly<Record<string, Level>> {
  return Object.fromEntries(operators.map((operator) => [operator, level]))
}

export function parseProgram(text: string): Program {
  return new Parser(text).program()
}

class Parser {
  readonly #lexer: Lexer
  #depth = 0

  constructor(text: string) {
    this.#lexer = new Lexer(text)
  }

  program(): Program {
    const imports: Import[] = []
    if (this.#takeWord('module')) {
      this.#term()
      this.#want(';')
    }
    while (this.#isWord('import') || this.#isWord('include')) imports.push(this.#import())
    const definitions: Definition[] = []
    while (this.#isWord('def')) definitions.push(this.#definition())
    const body = this.#peek.type === 'end' ? undefined : this.#pipe()
    if (this.#peek.type !== 'end') throw this.#unexpected('end of file')
    return { imports, definitions, body }
  }

  get #peek(): Token {
    return this.#lexer.peek
  }

  #is(mark: string): boolean {
    return this.#peek.type === 'mark' && this.#peek.text === mark
  }

  #isWord(word: string): boolean {
    return this.#peek.type === 'word' && this.#peek.text === word
  }

  #take(mark: string): boolean {
    if (!this.#is(mark)) return false
    this.#lexer.next()
    return true
  }

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false
    this.#lexer.next()
    return true
  }

  #want(mark: string): void {
    if (!this.#take(mark)) throw this.#unexpected(`'${mark}'`)
  }

  #wantWord(word: string): void {
    if (!this.#takeWord(word)) throw this.#unexpected(word)
  }

  #unexpected(expected?: string): JqCompileError {
    const { type, text, at } = this.#peek
    const names = {
      end: 'end of file',
      mark: text.length === 1 ? `'${text}'` : text,
      word: Lexer.isKeyword(text) ? text : 'IDENT',
      variable: 'BINDING',
      field: 'FIELD',
      format: 'FORMAT',
      number: 'LITERAL',
      quote: 'QQSTRING_START',
      wrong: 'INVALID_CHARACTER',
    }
    const wanted = expected === undefined ? '' : `, expecting ${expected}`
    const message = `syntax error, unexpected ${names[type]}${wanted}`
    return type === 'end'
      ? new JqCompileError(message, Math.max(0, this.#lexer.text.trimEnd().length - 1))
      : new JqCompileError(message, at, text.length)
  }

  #spanFrom(token: Token): Span {
    return { at: token.at, length: token.text.length }
  }

  #import(): Import {
    const isInclude = this.#lexer.next().text === 'include'
    const path = this.#constantString()
    let as: string | undefined
    let isData = false
    if (!isInclude) {
      this.#wantWord('as')
      const token = this.#lexer.next()
      isData = token.type === 'variable'
      if (!isData && token.type !== 'word') throw this.#unexpected('BINDING or IDENT')
      as = isData ? token.text.slice(1) : token.text
    }
    const search: string[] = []
    if (!this.#is(';')) {
      const metadata = constantOf(this.#term())
      const found =
        metadata?.type === 'literal' && isObject(metadata.value) ? metadata.value.get('search') : null
      for (const one of isArray(found ?? null) ? [found].flat() : [found])
        if (typeof one === 'string') search.push(one)
    }
    this.#want(';')
    return { path, as, isData, search }
  }

  #constantString(): string {
    if (this.#peek.type !== 'quote') throw this.#unexpected('QQSTRING_START')
    const node = this.#string(undefined)
    if (node.type === 'literal' && typeof node.value === 'string') return node.value
    throw new JqCompileError('Import path must be constant')
  }

  #definition(): Definition {
    this.#wantWord('def')
    const { type, text } = this.#peek
    if (type !== 'word') throw this.#unexpected('IDENT')
    this.#lexer.next()
    const params: string[] = []
    if (this.#take('(')) {
      do {
        const token = this.#peek
        if (token.type !== 'word' && token.type !== 'variable') throw this.#unexpected()
        params.push(this.#lexer.next().text)
      } while (this.#take(';'))
      this.#want(')')
    }
    this.#want(':')
    const body = this.#pipe()
    this.#want(';')
    return { name: text, params, body }
  }

  #pipe(): Node {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new JqCompileError('the program is nested too deep')
    try {
      return this.#pipeInside()
    } finally {
      this.#depth -= 1
    }
  }

  #pipeInside(): Node {
    if (this.#isWord('def')) {
      const definition = this.#definition()
      return { type: 'define', definition, body: this.#pipe() }
    }
    if (this.#isWord('label')) {
      this.#lexer.next()
      const name = this.#variable()
      this.#want('|')
      return { type: 'label', name, body: this.#pipe() }
    }
    const left = this.#comma()
    if (this.#isWord('as')) {
      const patterns = this.#patterns()
      this.#want('|')
      return { type: 'bind', source: left, patterns, body: this.#pipe() }
    }
    return this.#take('|') ? { type: 'pipe', left, right: this.#pipe() } : left
  }

  #comma(): Node {
    let left = this.#binary(0)
    // `a, b as $x | …`: the binding is of the last one only.
    while (this.#is(',')) {
      this.#lexer.next()
      const right = this.#binary(0)
      if (this.#isWord('as')) {
        const patterns = this.#patterns()
        this.#want('|')
        return {
          type: 'comma',
          left,
          right: { type: 'bind', source: right, patterns, body: this.#pipe() },
        }
      }
      left = { type: 'comma', left, right }
    }
    return left
  }

  #binary(least: number): Node {
    let left = this.#postfix()
    for (;;) {
      const { type, text } = this.#peek
      const level = type === 'mark' || type === 'word' ? LEVELS[text] : undefined
      if (level === undefined || level.power < least || !Object.hasOwn(LEVELS, text)) return left
      this.#lexer.next()
      const right = this.#operand(level.side === 'right' ? level.power : level.power + 1)
      left = combine(text, left, right)
      const next = this.#peek.type === 'mark' ? LEVELS[this.#peek.text] : undefined
      if (level.side === 'none' && next?.power === level.power) throw this.#unexpected()
    }
  }

  /** A binding may stand at the right of an operator, and takes all that follows. */
  #operand(least: number): Node {
    const node = this.#binary(least)
    if (!this.#isWord('as')) return node
    const patterns = this.#patterns()
    this.#want('|')
    return { type: 'bind', source: node, patterns, body: this.#pipe() }
  }

  #postfix(): Node {
    if (this.#isWord('try')) {
      this.#lexer.next()
      const body = this.#postfix()
      const handler = this.#takeWord('catch') ? this.#postfix() : undefined
      return { type: 'try', body, handler }
    }
    if (this.#take('-')) return { type: 'negate', body: this.#postfix() }
    if (this.#isWord('def')) {
      const definition = this.#definition()
      return { type: 'define', definition, body: this.#pipe() }
    }
    return this.#term()
  }

  #term(): Node {
    let node = this.#primary()
    for (;;) {
      const { type, text } = this.#peek
      if (type === 'field') {
        this.#lexer.next()
        node = { type: 'index', of: node, key: { type: 'literal', value: text.slice(1) } }
      } else if (this.#is('[')) node = this.#bracket(node)
      else if (this.#take('?')) node = { type: 'try', body: node, handler: undefined }
      else if (this.#is('.')) {
        this.#lexer.next()
        if (this.#peek.type === 'quote') node = { type: 'index', of: node, key: this.#string(undefined) }
        else if (this.#peek.type === 'format') node = { type: 'index', of: node, key: this.#formatted() }
        else if (this.#is('[')) node = this.#bracket(node)
        else throw this.#unexpected("FORMAT or QQSTRING_START or '['")
      } else return node
    }
  }

  #bracket(of: Node): Node {
    this.#want('[')
    if (this.#take(']')) return { type: 'iterate', of }
    if (this.#take(':')) {
      const to = this.#pipe()
      this.#want(']')
      return { type: 'slice', of, from: undefined, to }
    }
    const key = this.#pipe()
    if (this.#take(':')) {
      const to = this.#is(']') ? undefined : this.#pipe()
      this.#want(']')
      return { type: 'slice', of, from: key, to }
    }
    if (!this.#take(']')) throw this.#unexpected("'|' or ',' or ':' or ']'")
    return { type: 'index', of, key }
  }

  #primary(): Node {
    const token = this.#peek
    switch (token.type) {
      case 'number':
        this.#lexer.next()
        return { type: 'literal', value: parseNumber(token.text) ?? null }
      case 'quote':
        return this.#string(undefined)
      case 'format':
        return this.#formatted()
      case 'field':
        this.#lexer.next()
        return { type: 'index', of: IDENTITY, key: { type: 'literal', value: token.text.slice(1) } }
      case 'variable':
        this.#lexer.next()
        return this.#variableNode(token)
      case 'word':
        return this.#word(token)
      case 'mark':
        return this.#marked(token)
      default:
        throw this.#unexpected()
    }
  }

  #variableNode(token: Token): Node {
    if (token.text !== '$__loc__')
      return { type: 'variable', name: token.text.slice(1), span: this.#spanFrom(token) }
    const line = this.#lexer.text.slice(0, token.at).split('\n').length
    return {
      type: 'literal',
      value: new Map<string, string | number>([
        ['file', '<top-level>'],
        ['line', line],
      ]),
    }
  }

  #marked(token: Token): Node {
    if (this.#take('(')) {
      const node = this.#pipe()
      if (!this.#take(')')) throw this.#unexpected("'|' or ',' or ')'")
      return node
    }
    if (this.#take('[')) {
      if (this.#take(']')) return { type: 'array', body: undefined }
      const body = this.#pipe()
      if (!this.#take(']')) throw this.#unexpected("'|' or ',' or ']'")
      return { type: 'array', body }
    }
    if (this.#is('{')) return this.#object()
    if (this.#take('..')) return { type: 'call', name: 'recurse', args: [], span: this.#spanFrom(token) }
    if (!this.#take('.')) throw this.#unexpected()
    if (this.#peek.type === 'quote') return { type: 'index', of: IDENTITY, key: this.#string(undefined) }
    if (this.#peek.type === 'format') return { type: 'index', of: IDENTITY, key: this.#formatted() }
    return IDENTITY
  }

  #word(token: Token): Node {
    if (!Lexer.isKeyword(token.text)) return this.#call()
    this.#lexer.next()
    switch (token.text) {
      case 'if':
        return this.#if()
      case 'reduce':
      case 'foreach':
        return this.#fold(token.text === 'foreach')
      case 'break': {
        const at = this.#spanFrom(token)
        if (this.#peek.type !== 'variable')
          throw new JqCompileError('break requires a label to break to', at.at, at.length)
        const name = this.#peek
        return {
          type: 'break',
          name: this.#variable(),
          span: { at: at.at, length: name.at + name.text.length - at.at },
        }
      }
      default:
        throw new JqCompileError(`syntax error, unexpected ${token.text}`, token.at, token.text.length)
    }
  }

  #call(): Node {
    const token = this.#lexer.next()
    const args: Node[] = []
    if (this.#take('(')) {
      do args.push(this.#pipe())
      while (this.#take(';'))
      if (!this.#take(')')) throw this.#unexpected("';' or ')'")
    }
    return { type: 'call', name: token.text, args, span: this.#spanFrom(token) }
  }

  #if(): Node {
    const condition = this.#pipe()
    this.#wantWord('then')
    const then = this.#pipe()
    if (this.#takeWord('elif')) return { type: 'if', condition, then, otherwise: this.#if() }
    const otherwise = this.#takeWord('else') ? this.#pipe() : undefined
    this.#wantWord('end')
    return { type: 'if', condition, then, otherwise }
  }

  #fold(isForeach: boolean): Node {
    const source = this.#postfix()
    const patterns = this.#patterns()
    this.#want('(')
    const init = this.#pipe()
    this.#want(';')
    const update = this.#pipe()
    const extract = isForeach && this.#take(';') ? this.#pipe() : undefined
    this.#want(')')
    return { type: 'fold', isForeach, source, patterns, init, update, extract }
  }

  #patterns(): readonly Pattern[] {
    this.#wantWord('as')
    const patterns: Pattern[] = []
    do patterns.push(this.#pattern())
    while (this.#take('?//'))
    return patterns
  }

  #pattern(): Pattern {
    if (this.#peek.type === 'variable') return { type: 'variable', name: this.#variable() }
    if (this.#take('[')) {
      const items: Pattern[] = []
      do items.push(this.#pattern())
      while (this.#take(','))
      this.#want(']')
      return { type: 'array', items }
    }
    if (!this.#take('{')) throw this.#unexpected("BINDING or '[' or '{'")
    const entries: PatternEntry[] = []
    do entries.push(this.#patternEntry())
    while (this.#take(','))
    this.#want('}')
    return { type: 'object', entries }
  }

  #patternEntry(): PatternEntry {
    if (this.#peek.type === 'variable') {
      const variable = this.#variable()
      const pattern = this.#take(':') ? this.#pattern() : undefined
      return { key: { type: 'literal', value: variable }, variable, pattern }
    }
    const key = this.#key()
    this.#want(':')
    return { key, variable: undefined, pattern: this.#pattern() }
  }

  /** Of an object: a word, a string, or any expression in parentheses. */
  #key(): Node {
    const token = this.#peek
    if (token.type === 'word' || token.type === 'number') {
      this.#lexer.next()
      return { type: 'literal', value: token.text }
    }
    if (token.type === 'quote') return this.#string(undefined)
    if (token.type === 'format') return this.#formatted()
    this.#want('(')
    const inside = this.#peek
    const node = this.#pipe()
    this.#want(')')
    if (node.type === 'literal' && typeof node.value !== 'string')
      throw new JqCompileError(
        `Cannot use number (${inside.text}) as object key`,
        inside.at,
        inside.text.length,
      )
    return node
  }

  #variable(): string {
    if (this.#peek.type !== 'variable') throw this.#unexpected('BINDING')
    return this.#lexer.next().text.slice(1)
  }

  #object(): Node {
    this.#want('{')
    const entries: (readonly [Node, Node])[] = []
    while (!this.#is('}')) {
      entries.push(this.#entry())
      if (!this.#take(',')) break
    }
    if (!this.#take('}')) throw this.#unexpected("'}'")
    return { type: 'object', entries }
  }

  #entry(): readonly [Node, Node] {
    const token = this.#peek
    if (token.type === 'variable') {
      this.#lexer.next()
      const node = this.#variableNode(token)
      const key: Node = { type: 'literal', value: token.text.slice(1) }
      return [key, this.#take(':') ? this.#objectValue() : node]
    }
    const key = this.#key()
    if (this.#take(':')) return [key, this.#objectValue()]
    if (token.type === 'mark') throw this.#unexpected("':'")
    if (token.type === 'number') throw this.#unexpected()
    return [key, { type: 'index', of: IDENTITY, key }]
  }

  /** Terms, joined by `|`. */
  #objectValue(): Node {
    const left = this.#binary(0)
    return this.#take('|') ? { type: 'pipe', left, right: this.#objectValue() } : left
  }

  #formatted(): Node {
    const name = this.#lexer.next().text.slice(1)
    return this.#peek.type === 'quote' ? this.#string(name) : { type: 'format', name }
  }

  #string(format: string | undefined): Node {
    this.#lexer.next()
    const parts: (string | Node)[] = []
    for (;;) {
      const { raw, at, isEnd } = this.#lexer.stringPart()
      if (raw !== '') parts.push(unescape(raw, at))
      if (isEnd) break
      parts.push(this.#pipe())
      // The text goes on right behind the parenthesis: no token may be read ahead.
      if (!this.#is(')')) throw this.#unexpected("QQSTRING_INTERP_END or '|' or ','")
      this.#lexer.next()
    }
    const [only = ''] = parts
    if (parts.length <= 1 && typeof only === 'string') return { type: 'literal', value: only }
    return { type: 'string', format, parts }
  }
}

function combine(operator: string, left: Node, right: Node): Node {
  switch (operator) {
    case '//':
      return { type: 'alternative', left, right }
    case 'and':
    case 'or':
      return { type: 'logic', isAnd: operator === 'and', left, right }
    case '=':
      return { type: 'assign', operator: '=', left, right }
    case '|=':
      return { type: 'assign', operator: '|', left, right }
    case '+=':
    case '-=':
    case '*=':
    case '/=':
    case '%=':
    case '//=':
      // All but the `=`, which the cases have ascertained.
      return { type: 'assign', operator: operator.slice(0, -1) as UpdateOperator, left, right }
    default:
      // What is left of `LEVELS`.
      return { type: 'binary', operator: operator as Operator, left, right }
  }
}

function unescape(raw: string, at: number): string {
  // A program's strings may have what JSON wants escaped.
  const json = raw
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\t', String.raw`\t`)
  try {
    const value = parseJson(`"${json}"`)
    if (typeof value === 'string') return value
    throw new JsonError('not a string')
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new JqCompileError(`${error.message} (while parsing '"${raw}"')`, at, raw.length)
  }
}

/** An object of constants as the value that it is. */
function constantOf(node: Node): Node | undefined {
  if (node.type === 'literal') return node
  if (node.type !== 'object') return undefined
  const entries = node.entries.map(([key, value]) => [constantOf(key), constantOf(value)] as const)
  const map = new Map(
    entries.flatMap(([key, value]) =>
      key?.type === 'literal' && typeof key.value === 'string' && value?.type === 'literal'
        ? [[key.value, value.value] as const]
        : [],
    ),
  )
  return { type: 'literal', value: map }
}
