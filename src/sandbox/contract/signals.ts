/** The signals that processes here can be sent, and their numbers. */
import type { Signal } from './contract.ts'

/** Linux's numbers. */
export const SIGNAL_NUMBERS: Readonly<Record<Signal, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGTERM: 15,
}

/** In the order of their numbers. */
export const SIGNALS = Object.keys(SIGNAL_NUMBERS) as readonly Signal[] // the table has exactly these

/** The signal of that number, among those that processes here can be sent. */
export function signalOfNumber(number: number): Signal | undefined {
  return SIGNALS.find((signal) => SIGNAL_NUMBERS[signal] === number)
}

/** Whether `name` is one that processes here can be sent. */
export function isSignal(name: unknown): name is Signal {
  return SIGNALS.some((signal) => signal === name)
}

/** The exit code of a command that a signal has ended. */
export function signalExitCode(signal: Signal): number {
  return 128 + SIGNAL_NUMBERS[signal]
}
