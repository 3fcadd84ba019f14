import type { Signal } from '../../contract.ts'

/** Linux's numbers. */
const NUMBERS: Readonly<Record<Signal, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

export const SIGNAL_NAMES: readonly Signal[] = ['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGTERM']

export function signalNumber(signal: Signal): number {
  return NUMBERS[signal]
}

/** From a name with or without `SIG`, or a number; undefined when there is no such signal here. */
export function parseSignal(text: string): Signal | undefined {
  const name = `SIG${text.toUpperCase().replace(/^SIG/, '')}`
  return SIGNAL_NAMES.find((signal) => signal === name || String(NUMBERS[signal]) === text)
}
