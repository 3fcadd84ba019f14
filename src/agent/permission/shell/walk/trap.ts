/** Reads a `trap`: the command it stores, and when that runs. */
import { one } from '../words/judgement.ts'
import type { WordValue } from '../words/word-value.ts'

interface Handler {
  /** Undefined: the shell builds it. */
  readonly command: string | undefined
  readonly signals: readonly (string | undefined)[]
}

/** Undefined where nothing is to run: it lists, resets or ignores. */
export function handledSignals(args: readonly WordValue[]): Handler | undefined {
  const operands = args.filter((word) => !/^(--|-[lpP]+)$/.test(one(word) ?? ''))
  const [first, ...signals] = operands
  if (first === undefined) return undefined
  const command = one(first)
  if (command === '-' || command === '') return undefined
  return { command, signals: signals.map(one) }
}

/** Before any command, after a failure, by a signal: not only at the end. */
export function runsAnyTime({ signals }: Handler): boolean {
  return !signals.every((signal) => signal === '0' || signal?.toUpperCase().replace(/^SIG/, '') === 'EXIT')
}
