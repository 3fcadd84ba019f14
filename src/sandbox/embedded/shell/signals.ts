import type { Signal } from '../../contract/contract.ts'
import { SIGNAL_NUMBERS, SIGNALS } from '../../contract/signals.ts'
import type { ExitStatus } from '../syscalls.ts'

export function signalNumber(signal: Signal): number {
  return SIGNAL_NUMBERS[signal]
}

/** From a name with or without `SIG`, or a number; undefined when there is no such signal here. */
export function parseSignal(text: string): Signal | undefined {
  const name = `SIG${text.toUpperCase().replace(/^SIG/, '')}`
  return SIGNALS.find((signal) => signal === name || String(SIGNAL_NUMBERS[signal]) === text)
}

/** For `kill -l`: a number's name, a name's number; a number may be an exit code. */
export function signalNameOf(text: string): string | undefined {
  const signal = parseSignal(/^\d+$/.test(text) && Number(text) > 128 ? String(Number(text) - 128) : text)
  if (signal === undefined) return undefined
  return /^\d+$/.test(text) ? signal.slice(3) : String(SIGNAL_NUMBERS[signal])
}

/** As a shell shows it in `$?`. */
export function exitCodeOf(status: ExitStatus): number {
  if (status.signal !== null) return 128 + signalNumber(status.signal)
  return status.code ?? 0
}
