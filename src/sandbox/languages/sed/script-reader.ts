/** The letters of a script, one after the other. */
import { CommandError } from '../../contract/command-error.ts'

export class ScriptReader {
  readonly text: string
  at = 0
  readonly #where: (at: number) => string
  /** Up to here no bracket ends: looked for once, however many begin. */
  #openUntil = 0

  /** `where` says which place of which script a position is. */
  constructor(text: string, where: (at: number) => string) {
    this.text = text
    this.#where = where
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Empty at the end. */
  peek(): string {
    return this.text.charAt(this.at)
  }

  next(): string {
    const char = this.text.charAt(this.at)
    this.at += 1
    return char
  }

  skip(pattern: RegExp): void {
    while (!this.isAtEnd && pattern.test(this.peek())) this.at += 1
  }

  number(): number | undefined {
    const [digits] = /^\d+/.exec(this.text.slice(this.at)) ?? []
    if (digits === undefined) return undefined
    this.at += digits.length
    return Number(digits)
  }

  /** Up to the end of the line, which is taken too. */
  restOfLine(): string {
    const end = this.text.indexOf('\n', this.at)
    const rest = this.text.slice(this.at, end < 0 ? undefined : end)
    this.at = end < 0 ? this.text.length : end + 1
    return rest
  }

  /**
   * Up to `delimiter`, which is taken too; a backslash in front of one within is left out. In an expression what
   * stands in brackets does not end it. Undefined when it does not come.
   */
  until(delimiter: string, isRegex: boolean): string | undefined {
    let text = ''
    while (!this.isAtEnd) {
      const char = this.next()
      if (char === delimiter) return text
      if (char === '\n') return undefined
      if (char === '[' && isRegex) text += char + this.#bracket()
      else text += char === '\\' ? this.#escape(delimiter, isRegex) : char
    }
    return undefined
  }

  #escape(delimiter: string, isRegex: boolean): string {
    const char = this.next()
    if (char === '\n' || (char === 'n' && isRegex)) return '\n'
    if (char !== delimiter) return `\\${char}`
    if (!isRegex) return `\\${char}`
    return /[$*+?.^|(){}[\]]/.test(char) ? `[${char}]`.replace('[^]', '\\^') : char
  }

  /** The rest of it, when it has an end. */
  #bracket(): string {
    if (this.at < this.#openUntil) return ''
    const rest = this.text.slice(this.at)
    const whole = /^\^?\]?(?:\[:\w+:\]|\[\..\.\]|\[=.=\]|[^\]\n])*\]/.exec(rest)?.[0] ?? ''
    if (whole === '') {
      const end = this.text.indexOf('\n', this.at)
      this.#openUntil = end < 0 ? this.text.length : end
    }
    this.at += whole.length
    return whole
  }

  failure(message: string, at = this.at): CommandError {
    return new CommandError(`${this.#where(Math.min(at, this.text.length))}: ${message}`)
  }
}
