/** The words of a program as its parser takes them. */
import type { Token } from '../lexer.ts'
import { UNSUPPORTED } from '../syntax-tree.ts'
import { CommandError } from '../../../contract/command-error.ts'

export class TokenReader {
  readonly #tokens: readonly Token[]
  at = 0
  /** Within a list of `print` that is not in parentheses, `>` redirects. */
  noGreater = false

  constructor(all: readonly Token[]) {
    this.#tokens = all
  }

  get token(): Token {
    return this.#tokens[this.at] ?? { type: 'end', text: '', line: 0 }
  }

  /** The next ones, as many as there are. */
  ahead(count: number): readonly Token[] {
    return this.#tokens.slice(this.at, this.at + count)
  }

  is(text: string): boolean {
    return this.token.type === 'operator' && this.token.text === text
  }

  isKeyword(text: string): boolean {
    return this.token.type === 'keyword' && this.token.text === text
  }

  isNewline(): boolean {
    return this.token.type === 'newline'
  }

  isOver(): boolean {
    return this.isNewline() || this.is(';') || this.is('}') || this.token.type === 'end'
  }

  take(text: string): boolean {
    if (!this.is(text) && !this.isKeyword(text)) return false
    this.at += 1
    return true
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.failure()
  }

  newlines(): void {
    while (this.isNewline()) this.at += 1
  }

  /** In parentheses nothing of what is around them counts. */
  freely<T>(body: () => T): T {
    const outer = this.noGreater
    this.noGreater = false
    const result = body()
    this.noGreater = outer
    return result
  }

  known(name: string): string {
    if (UNSUPPORTED.has(name))
      throw new CommandError(`line ${this.token.line}: ${name} is not supported here`, 2)
    return name
  }

  failure(): CommandError {
    const { type, text, line } = this.token
    const near = type === 'end' ? 'end of program' : type === 'newline' ? 'end of line' : text
    return new CommandError(`line ${line}: syntax error at or near ${near}`, 2)
  }
}
