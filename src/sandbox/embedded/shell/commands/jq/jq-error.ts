import type { Value } from './value.ts'

/** An error that a program raises and `try` catches. */
export class JqError extends Error {
  readonly value: Value
  /** `error(null)` and the like: its own text would not do. */
  readonly isText: boolean

  constructor(value: Value) {
    super(typeof value === 'string' ? value : 'an error that is not a text')
    this.name = 'JqError'
    this.value = value
    this.isText = typeof value === 'string'
  }
}

/** The program itself is wrong. Each is a message of its own, and where it belongs in the program's text. */
export class JqCompileError extends Error {
  readonly at: number | undefined
  readonly length: number

  constructor(message: string, at?: number, length = 1) {
    super(message)
    this.name = 'JqCompileError'
    this.at = at
    this.length = length
  }
}

/** `halt` and `halt_error`: the program is over. */
export class Halt extends Error {
  readonly code: number
  /** Written to stderr. */
  readonly text: string

  constructor(code: number, text: string) {
    super(`halt with ${code}`)
    this.name = 'Halt'
    this.code = code
    this.text = text
  }
}
