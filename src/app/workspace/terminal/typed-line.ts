/**
 * Text typed while a program runs: a line at a time, echoed, as a terminal's driver does it. Keys for a
 * prompt are stored as they came, shown as `^A`: the prompt takes them when nobody has read them.
 */
import type { Key } from './keys.ts'

export interface TypedResult {
  /** For the screen. */
  readonly echo: string
  /** For the program. */
  readonly send?: string | 'end'
  readonly interrupt?: true
}

export class TypedLine {
  #text = ''
  readonly #widthOf: (text: string) => number

  constructor(widthOf: (text: string) => number) {
    this.#widthOf = widthOf
  }

  /** Returns the typed text that was not sent, and forgets it. */
  take(): string {
    const text = this.#text
    this.#text = ''
    return text
  }

  /** Returns and forgets the typed text that was not sent, and the echo that erases it. */
  handOver(): { readonly echo: string; readonly text: string } {
    const text = this.#text
    return { ...this.#cut(''), text }
  }

  press(key: Key): TypedResult {
    if (key.type === 'text') return this.#add(key.text)
    switch (key.action) {
      case 'submit':
        return { echo: '\r\n', send: `${this.take()}\n` }
      case 'backspace':
        return this.#cut([...this.#text].slice(0, -1).join(''))
      case 'kill-start':
        return this.#cut('')
      case 'kill-word':
        return this.#cut(this.#text.replace(/\S*\s*$/, ''))
      case 'newline':
        return { echo: '^[\r\n', send: `${this.take()}\x1b\n` }
      case 'interrupt':
        this.#text = ''
        return { echo: '^C\r\n', interrupt: true }
      case 'end-of-input': {
        const text = this.take()
        return { echo: '', send: text === '' ? 'end' : text }
      }
      default:
        return this.#add(key.typed)
    }
  }

  #add(typed: string): TypedResult {
    this.#text += typed
    return { echo: visible(typed) }
  }

  #cut(rest: string): TypedResult {
    const columns = this.#widthOf(visible(this.#text.slice(rest.length)))
    this.#text = rest
    return { echo: '\b \b'.repeat(columns) }
  }
}

/** A tab as two spaces, other control characters with a caret: `^A`, `^[` for Escape, `^?` for Delete. */
function visible(typed: string): string {
  return typed
    .replace(/\t/g, '  ')
    .replace(/[\x00-\x1f\x7f]/g, (control) => `^${String.fromCharCode(control.charCodeAt(0) ^ 64)}`)
}
