/** What is typed while a program runs: a line at a time, echoed, as a terminal's driver does it. */
import type { Key } from './keys.ts'

export interface TypedResult {
  /** For the screen. */
  readonly echo: string
  /** For the program. */
  readonly send?: string | 'end'
  readonly interrupt?: true
}

const NOTHING: TypedResult = { echo: '' }

export class TypedLine {
  #text = ''
  readonly #widthOf: (text: string) => number

  constructor(widthOf: (text: string) => number) {
    this.#widthOf = widthOf
  }

  /** What was typed and not sent; it is forgotten. */
  take(): string {
    const text = this.#text
    this.#text = ''
    return text
  }

  press(key: Key): TypedResult {
    if (key.type === 'text') {
      this.#text += key.text
      return { echo: key.text }
    }
    switch (key.action) {
      case 'submit':
        return { echo: '\r\n', send: `${this.take()}\n` }
      case 'backspace':
        return this.#cut([...this.#text].slice(0, -1).join(''))
      case 'kill-start':
        return this.#cut('')
      case 'kill-word':
        return this.#cut(this.#text.replace(/\S*\s*$/, ''))
      case 'complete':
        this.#text += '\t'
        return { echo: '  ' }
      case 'interrupt':
        this.#text = ''
        return { echo: '^C\r\n', interrupt: true }
      case 'end-of-input': {
        const text = this.take()
        return { echo: '', send: text === '' ? 'end' : text }
      }
      default:
        return NOTHING
    }
  }

  #cut(rest: string): TypedResult {
    const columns = this.#widthOf(this.#text.slice(rest.length).replace(/\t/g, '  '))
    this.#text = rest
    return { echo: '\b \b'.repeat(columns) }
  }
}
