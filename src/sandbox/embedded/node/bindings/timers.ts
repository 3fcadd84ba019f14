/** `timers`: the library keeps the lists, the loop the clock. */
import type { NodeContext } from '../context.ts'
import { MORE_TIMERS_DUE } from '../event-loop.ts'
import { sharedArray } from './binding.ts'
import type { Binding } from './binding.ts'

const COUNT = 0
const REFERENCED = 1
const OUTSTANDING = 2

export function timers(context: NodeContext, binding: Binding): void {
  const { loop, callbacks, active } = context
  const timeouts = sharedArray(binding, 'timeoutInfo', Int32Array)
  const immediates = sharedArray(binding, 'immediateInfo', Uint32Array)
  active.watchTimers({
    timeouts: () => timeouts[0] ?? 0,
    immediates: () => immediates[REFERENCED] ?? 0,
  })
  Object.assign(binding, {
    moreTimersDue: MORE_TIMERS_DUE,
    setupTimers: (processImmediate: () => void, processTimers: (now: number) => number) => {
      callbacks.processImmediate = processImmediate
      callbacks.processTimers = processTimers
    },
    // It asks for the time as it is: a timer counts from where it is made.
    getLibuvNow: () => {
      loop.updateNow()
      return loop.now()
    },
    scheduleTimer: (delay: number) => {
      loop.scheduleTimer(delay)
    },
    toggleTimerRef: (referenced: boolean) => {
      loop.setTimerRef(referenced)
    },
    toggleImmediateRef: () => {
      loop.immediatesChanged()
    },
  })
}

export function readImmediates(info: Uint32Array): {
  count: number
  referenced: number
  outstanding: boolean
} {
  return { count: info[COUNT] ?? 0, referenced: info[REFERENCED] ?? 0, outstanding: info[OUTSTANDING] === 1 }
}
