/** `signal_wrap`: handlers for the signals that the kernel delivers. */
import type { NodeContext } from '../../context.ts'
import type { Signal } from '../../../../contract/contract.ts'
import { SIGNAL_NUMBERS } from '../../../../contract/signals.ts'
import { endBySignal } from '../../exit.ts'
import type { Binding } from '../binding.ts'

const EINVAL = -22
/** No other signal ends nobody by default, and no process sends it. */
const SIGWINCH = 28

export function signalWrap(context: NodeContext, binding: Binding): void {
  class SignalHandle {
    onsignal: ((number: number) => void) | undefined
    #number = 0

    start(number: number): number {
      // These two cannot be handled, natively neither.
      if (number === SIGNAL_NUMBERS.SIGKILL || number === 19) return EINVAL
      this.#number = number
      context.signalHandlers.set(number, (received) => this.onsignal?.(received))
      return 0
    }

    stop(): number {
      context.signalHandlers.delete(this.#number)
      return 0
    }

    close(callback?: () => void): void {
      this.stop()
      if (callback) context.loop.complete(callback)
    }

    /** A waiting handler never keeps the process alive. */
    ref(): void {
      return undefined
    }

    unref(): void {
      return undefined
    }

    hasRef(): boolean {
      return false
    }
  }
  Object.assign(binding, { Signal: SignalHandle })
}

/** SIGWINCH from the kernel: for a program that handles it. The others go on. */
export function deliverResize(context: NodeContext): void {
  const handler = context.signalHandlers.get(SIGWINCH)
  if (handler) context.loop.complete(() => handler(SIGWINCH))
}

/** A signal from the kernel: the program's handler, else the end. */
export function deliverSignal(context: NodeContext, signal: Signal): void {
  const number = SIGNAL_NUMBERS[signal]
  const handler = context.signalHandlers.get(number)
  if (!handler) endBySignal(context, signal)
  context.loop.complete(() => {
    handler(number)
  })
}
