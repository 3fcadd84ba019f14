/** From the words of a command line to what `find` does. */
import { CommandError } from '../../../../contract/command-error.ts'
import type { Expression, Test } from './expression.ts'

/** The next words as the arguments of a predicate. */
export interface Words {
  /** The one argument that it takes. */
  one(): string
  /** Up to `;`, or up to `{} +`: then `isBatch`. */
  command(): { readonly words: readonly string[]; readonly isBatch: boolean }
}

export interface Predicate {
  readonly make: (words: Words, name: string) => Test
  /** Printing is not what happens to the files when this is there. */
  readonly isAction?: boolean
}

export interface Parsed {
  readonly expression: Expression
  readonly hasAction: boolean
}

const ALWAYS: Expression = { type: 'test', test: () => true }

export function parseFind(
  args: readonly string[],
  predicate: (name: string) => Predicate | undefined,
): Parsed {
  const parser = new Parser(args, predicate)
  return parser.parse()
}

class Parser implements Words {
  readonly #args: readonly string[]
  readonly #predicate: (name: string) => Predicate | undefined
  #at = 0
  #name = ''
  #hasAction = false

  constructor(args: readonly string[], predicate: (name: string) => Predicate | undefined) {
    this.#args = args
    this.#predicate = predicate
  }

  parse(): Parsed {
    if (this.#args.length === 0) return { expression: ALWAYS, hasAction: false }
    const expression = this.#list()
    if (this.#at < this.#args.length) {
      const rest = this.#args[this.#at] ?? ''
      throw new CommandError(
        rest === ')' ? "you have too many ')'" : `paths must precede expression: \`${rest}'`,
      )
    }
    return { expression, hasAction: this.#hasAction }
  }

  #peek(): string | undefined {
    return this.#args[this.#at]
  }

  #take(...names: readonly string[]): boolean {
    const word = this.#peek()
    if (word === undefined || !names.includes(word)) return false
    this.#at += 1
    return true
  }

  #list(): Expression {
    let left = this.#or()
    while (this.#take(',')) left = { type: 'list', left, right: this.#or() }
    return left
  }

  #or(): Expression {
    let left = this.#and()
    while (this.#take('-o', '-or')) left = { type: 'or', left, right: this.#and() }
    return left
  }

  #and(): Expression {
    let left = this.#not()
    for (;;) {
      const isWritten = this.#take('-a', '-and')
      const next = this.#peek()
      if (!isWritten && (next === undefined || ['-o', '-or', ',', ')'].includes(next))) return left
      left = { type: 'and', left, right: this.#not() }
    }
  }

  #not(): Expression {
    if (this.#take('!', '-not')) return { type: 'not', of: this.#not() }
    if (this.#take('(')) {
      if (this.#peek() === ')')
        throw new CommandError('invalid expression; empty parentheses are not allowed.')
      const inside = this.#list()
      if (!this.#take(')'))
        throw new CommandError(
          "invalid expression; I was expecting to find a ')' somewhere but did not see one.",
        )
      return inside
    }
    return this.#primary()
  }

  #primary(): Expression {
    const name = this.#peek()
    if (name === undefined) throw new CommandError('invalid expression: an operand is missing at its end')
    if (['-o', '-or', '-a', '-and', ',', ')'].includes(name))
      throw new CommandError(
        `invalid expression; you have used a binary operator '${name}' with nothing before it.`,
      )
    this.#at += 1
    const known = name.startsWith('-') ? this.#predicate(name.slice(1)) : undefined
    if (known === undefined)
      throw new CommandError(
        name.startsWith('-') ? `unknown predicate \`${name}'` : `paths must precede expression: \`${name}'`,
      )
    this.#name = name
    if (known.isAction) this.#hasAction = true
    return { type: 'test', test: known.make(this, name) }
  }

  one(): string {
    const value = this.#peek()
    if (value === undefined) throw new CommandError(`missing argument to \`${this.#name}'`)
    this.#at += 1
    return value
  }

  command(): { readonly words: readonly string[]; readonly isBatch: boolean } {
    const words: string[] = []
    for (;;) {
      const word = this.#peek()
      if (word === undefined) throw new CommandError(`missing argument to \`${this.#name}'`)
      this.#at += 1
      if (word === ';') break
      if (word === '+' && words.at(-1) === '{}') {
        words.pop()
        return { words, isBatch: true }
      }
      words.push(word)
    }
    if (words.length === 0) throw new CommandError(`missing argument to \`${this.#name}'`)
    return { words, isBatch: false }
  }
}
