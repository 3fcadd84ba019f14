/** The words of a jq program, one at a time. */
import { JqCompileError } from './jq-error.ts'

export interface Token {
  readonly type: 'end' | 'mark' | 'word' | 'variable' | 'field' | 'format' | 'number' | 'quote' | 'wrong'
  readonly text: string
  readonly at: number
}

const KEYWORDS = new Set(
  '__loc__ and as break catch def elif else end foreach if import include label module or reduce then try'.split(
    ' ',
  ),
)
const PATTERN =
  /(?<field>\.[A-Za-z_]\w*)|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<variable>\$(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)|(?<word>(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)|(?<format>@\w+)|(?<quote>")|(?<mark>\?\/\/=?|\/\/=|\/\/|\|=|[-+*/%]=|[=!<>]=|\.\.|[.[\](){}|,:;=<>+\-*/%?$])|(?<wrong>[^])/uy
/** A backslash at the end of its line carries a comment on. */
const BLANK = /(?:\s|#(?:\\(?:\\|\r?\n|\r)|[^\n\r])*)*/uy

export class Lexer {
  readonly text: string
  #at = 0
  #ahead: Token | undefined

  constructor(text: string) {
    this.text = text
  }

  static isKeyword(word: string): boolean {
    return KEYWORDS.has(word)
  }

  /** The next token stays. */
  get peek(): Token {
    this.#ahead ??= this.#read()
    return this.#ahead
  }

  next(): Token {
    const token = this.peek
    this.#ahead = undefined
    return token
  }

  #read(): Token {
    BLANK.lastIndex = this.#at
    BLANK.exec(this.text)
    const at = BLANK.lastIndex
    PATTERN.lastIndex = at
    const groups = at < this.text.length ? PATTERN.exec(this.text)?.groups : undefined
    for (const type of ['field', 'number', 'variable', 'word', 'format', 'quote', 'mark', 'wrong'] as const) {
      const text = groups?.[type]
      if (text === undefined) continue
      this.#at = at + text.length
      return { type, text, at }
    }
    this.#at = at
    return { type: 'end', text: '', at }
  }

  /** Behind a quote: what is in the string up to its end or the next `\(`, as it is written. */
  stringPart(): { readonly raw: string; readonly at: number; readonly isEnd: boolean } {
    const from = this.#at
    for (let at = from; at < this.text.length; at += 1) {
      const char = this.text.charAt(at)
      if (char === '"' || (char === '\\' && this.text.charAt(at + 1) === '(')) {
        this.#at = at + (char === '"' ? 1 : 2)
        return { raw: this.text.slice(from, at), at: from, isEnd: char === '"' }
      }
      if (char === '\\') at += 1
    }
    throw new JqCompileError(
      'syntax error, unexpected end of file, expecting QQSTRING_TEXT or QQSTRING_INTERP_START or QQSTRING_END',
      from,
      Math.max(1, this.text.length - from),
    )
  }
}
