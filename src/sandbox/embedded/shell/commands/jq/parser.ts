/** jq programs as syntax trees. Throws `JqCompileError`. */
import { JqCompileError } from './jq-error.ts'
import type { Definition, Import, Node, Program } from './syntax-tree.ts'
import type { Grammar } from './parse/grammar.ts'
import { TokenReader } from './parse/token-reader.ts'
import { parseTerm } from './parse/terms.ts'
import { parseImport, parseDefinition } from './parse/definitions.ts'
import { parseVariable } from './parse/variables.ts'
import { parsePatterns } from './parse/patterns.ts'
import { LEVELS, combine } from './parse/operators.ts'

/** How deep a program may be nested. */
const MAX_DEPTH = 1000

export function parseProgram(text: string): Program {
  return new Parser(text).program()
}

/** From the weakest operator down to a term; what terms are made of is in `parse/`. */
class Parser implements Grammar {
  readonly tokens: TokenReader
  #depth = 0

  constructor(text: string) {
    this.tokens = new TokenReader(text)
  }

  program(): Program {
    const imports: Import[] = []
    if (this.tokens.takeWord('module')) {
      parseTerm(this)
      this.tokens.want(';')
    }
    while (this.tokens.isWord('import') || this.tokens.isWord('include')) imports.push(parseImport(this))
    const definitions: Definition[] = []
    while (this.tokens.isWord('def')) definitions.push(parseDefinition(this))
    const body = this.tokens.peek.type === 'end' ? undefined : this.pipe()
    if (this.tokens.peek.type !== 'end') throw this.tokens.unexpected('end of file')
    return { imports, definitions, body }
  }

  pipe(): Node {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new JqCompileError('the program is nested too deep')
    try {
      return this.#pipeInside()
    } finally {
      this.#depth -= 1
    }
  }

  #pipeInside(): Node {
    if (this.tokens.isWord('def')) {
      const definition = parseDefinition(this)
      return { type: 'define', definition, body: this.pipe() }
    }
    if (this.tokens.isWord('label')) {
      this.tokens.next()
      const name = parseVariable(this)
      this.tokens.want('|')
      return { type: 'label', name, body: this.pipe() }
    }
    const left = this.#comma()
    if (this.tokens.isWord('as')) {
      const patterns = parsePatterns(this)
      this.tokens.want('|')
      return { type: 'bind', source: left, patterns, body: this.pipe() }
    }
    return this.tokens.take('|') ? { type: 'pipe', left, right: this.pipe() } : left
  }

  #comma(): Node {
    let left = this.binary(0)
    // `a, b as $x | …`: the binding is of the last one only.
    while (this.tokens.is(',')) {
      this.tokens.next()
      const right = this.binary(0)
      if (this.tokens.isWord('as')) {
        const patterns = parsePatterns(this)
        this.tokens.want('|')
        return {
          type: 'comma',
          left,
          right: { type: 'bind', source: right, patterns, body: this.pipe() },
        }
      }
      left = { type: 'comma', left, right }
    }
    return left
  }

  binary(least: number): Node {
    let left = this.postfix()
    for (;;) {
      const { type, text } = this.tokens.peek
      const level = type === 'mark' || type === 'word' ? LEVELS[text] : undefined
      if (level === undefined || level.power < least || !Object.hasOwn(LEVELS, text)) return left
      this.tokens.next()
      const right = this.#operand(level.side === 'right' ? level.power : level.power + 1)
      left = combine(text, left, right)
      const next = this.tokens.peek.type === 'mark' ? LEVELS[this.tokens.peek.text] : undefined
      if (level.side === 'none' && next?.power === level.power) throw this.tokens.unexpected()
    }
  }

  /** A binding may stand at the right of an operator, and takes all that follows. */
  #operand(least: number): Node {
    const node = this.binary(least)
    if (!this.tokens.isWord('as')) return node
    const patterns = parsePatterns(this)
    this.tokens.want('|')
    return { type: 'bind', source: node, patterns, body: this.pipe() }
  }

  postfix(): Node {
    if (this.tokens.isWord('try')) {
      this.tokens.next()
      const body = this.postfix()
      const handler = this.tokens.takeWord('catch') ? this.postfix() : undefined
      return { type: 'try', body, handler }
    }
    if (this.tokens.take('-')) return { type: 'negate', body: this.postfix() }
    if (this.tokens.isWord('def')) {
      const definition = parseDefinition(this)
      return { type: 'define', definition, body: this.pipe() }
    }
    return parseTerm(this)
  }
}
