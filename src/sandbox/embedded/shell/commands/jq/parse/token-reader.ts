/** The words of a program as its parser takes them. */
import { Lexer } from '../lexer.ts'
import type { Token } from '../lexer.ts'
import { JqCompileError } from '../jq-error.ts'
import type { Span } from '../syntax-tree.ts'

export class TokenReader {
  readonly #lexer: Lexer

  constructor(text: string) {
    this.#lexer = new Lexer(text)
  }

  get text(): string {
    return this.#lexer.text
  }

  get peek(): Token {
    return this.#lexer.peek
  }

  next(): Token {
    return this.#lexer.next()
  }

  /** As the lexer's. */
  stringPart(): ReturnType<Lexer['stringPart']> {
    return this.#lexer.stringPart()
  }

  is(mark: string): boolean {
    return this.peek.type === 'mark' && this.peek.text === mark
  }

  isWord(word: string): boolean {
    return this.peek.type === 'word' && this.peek.text === word
  }

  take(mark: string): boolean {
    if (!this.is(mark)) return false
    this.#lexer.next()
    return true
  }

  takeWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.#lexer.next()
    return true
  }

  want(mark: string): void {
    if (!this.take(mark)) throw this.unexpected(`'${mark}'`)
  }

  wantWord(word: string): void {
    if (!this.takeWord(word)) throw this.unexpected(word)
  }

  unexpected(expected?: string): JqCompileError {
    const { type, text, at } = this.peek
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
}

export function spanFrom({ at, text }: Token): Span {
  return { at, length: text.length }
}
