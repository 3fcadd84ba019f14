/** `expr`: one expression, a word an argument. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand } from '../frame/command-run.ts'
import { usageError, type Syntax } from '../../../../languages/option-parser.ts'
import { compilePosix } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'

const SYNTAX: Syntax = { name: 'expr', usage: 'expr EXPRESSION', misuse: 2, operandsLast: true, options: [] }
const TROUBLE = 2

/** From the weakest to the strongest. */
const LEVELS: readonly (readonly string[])[] = [
  ['|'],
  ['&'],
  ['<', '<=', '=', '==', '!=', '>=', '>'],
  ['+', '-'],
  ['*', '/', '%'],
  [':'],
]

export const expr: CommandBody = (args, context) => {
  const [first] = args
  const only = args.length === 1 && (first === '--help' || first === '--version') ? args : []
  const words = first === '--' ? args.slice(1) : args
  return runCommand(SYNTAX, only, {
    context,
    body: (run) => {
      if (words.length === 0) throw usageError(SYNTAX, 'missing operand')
      const value = new Evaluation(words).run()
      run.out(`${value}\n`)
      return isNull(value) ? 1 : 0
    },
  })
}

function isNull(value: string): boolean {
  return value === '' || /^-?0+$/.test(value)
}

class Evaluation {
  readonly #words: readonly string[]
  #at = 0

  constructor(words: readonly string[]) {
    this.#words = words
  }

  run(): string {
    const value = this.#level(0, true)
    const rest = this.#words[this.#at]
    if (rest !== undefined) throw new CommandError(`syntax error: unexpected argument '${rest}'`, TROUBLE)
    return value
  }

  /** `isUsed` false: parsed, but an error of its value is none. */
  #level(level: number, isUsed: boolean): string {
    const operators = LEVELS[level]
    if (operators === undefined) return this.#primary(isUsed)
    let left = this.#level(level + 1, isUsed)
    for (;;) {
      const operator = this.#words[this.#at]
      if (operator === undefined || !operators.includes(operator)) return left
      this.#at += 1
      const isDecided = operator === '|' ? !isNull(left) : operator === '&' && isNull(left)
      const right = this.#level(level + 1, isUsed && !isDecided)
      if (isUsed) left = applied(operator, left, right)
    }
  }

  #primary(isUsed: boolean): string {
    const word = this.#next()
    switch (word) {
      case '(': {
        const value = this.#level(0, isUsed)
        const close = this.#words[this.#at]
        if (close !== ')') {
          const what =
            close === undefined ? `after '${this.#words[this.#at - 1] ?? ''}'` : `instead of '${close}'`
          throw new CommandError(`syntax error: expecting ')' ${what}`, TROUBLE)
        }
        this.#at += 1
        return value
      }
      case ')':
        throw new CommandError(`syntax error: unexpected ')'`, TROUBLE)
      case '+':
        return this.#next()
      case 'length':
        return String([...this.#primary(isUsed)].length)
      case 'match':
        return matched(this.#primary(isUsed), this.#primary(isUsed))
      case 'index': {
        const text = [...this.#primary(isUsed)]
        const letters = new Set(this.#primary(isUsed))
        return String(text.findIndex((letter) => letters.has(letter)) + 1)
      }
      case 'substr': {
        const text = [...this.#primary(isUsed)]
        const [from, length] = [this.#primary(isUsed), this.#primary(isUsed)].map(Number)
        if (from === undefined || length === undefined || !(from > 0) || !(length > 0)) return ''
        return text.slice(from - 1, from - 1 + length).join('')
      }
      default:
        return word
    }
  }

  #next(): string {
    const word = this.#words[this.#at]
    if (word === undefined)
      throw new CommandError(
        `syntax error: missing argument after '${this.#words[this.#at - 1] ?? ''}'`,
        TROUBLE,
      )
    this.#at += 1
    return word
  }
}

function applied(operator: string, left: string, right: string): string {
  switch (operator) {
    case '|':
      return isNull(left) ? (isNull(right) ? '0' : right) : left
    case '&':
      return isNull(left) || isNull(right) ? '0' : left
    case ':':
      return matched(left, right)
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return String(calculated(operator, integer(left), integer(right)))
    default:
      return compared(operator, left, right) ? '1' : '0'
  }
}

function integer(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new CommandError('non-integer argument', TROUBLE)
  return BigInt(text)
}

function calculated(operator: '+' | '-' | '*' | '/' | '%', left: bigint, right: bigint): bigint {
  if (operator === '+') return left + right
  if (operator === '-') return left - right
  if (operator === '*') return left * right
  if (right === 0n) throw new CommandError('division by zero', TROUBLE)
  return operator === '/' ? left / right : left % right
}

function compared(operator: string, left: string, right: string): boolean {
  const areNumbers = /^-?\d+$/.test(left) && /^-?\d+$/.test(right)
  const [one, other] = areNumbers ? [BigInt(left), BigInt(right)] : [left, right]
  switch (operator) {
    case '<':
      return one < other
    case '<=':
      return one <= other
    case '!=':
      return one !== other
    case '>=':
      return one >= other
    case '>':
      return one > other
    default:
      return one === other
  }
}

/** The first group, or how many letters match; from the start of the text. */
function matched(text: string, pattern: string): string {
  let regex
  try {
    regex = compilePosix(`^\\(${pattern.replace(/^\^/, '')}\\)`, { isExtended: false, needsLongest: true })
  } catch (error) {
    if (!(error instanceof RegexError)) throw error
    throw new CommandError(error.message, TROUBLE)
  }
  const match = regex.find(text, 0)
  if (regex.groups > 1) return match?.groups[2] ?? ''
  return String([...(match?.groups[0] ?? '')].length)
}
