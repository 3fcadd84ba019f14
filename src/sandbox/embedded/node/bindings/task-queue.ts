/**
 * `task_queue`: ticks and promise rejections. The library writes flags into `tickInfo`; here writing tells the loop,
 * so that a tick made inside a promise job is noticed although nothing of ours is on the stack.
 */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'

const queueNative = globalThis.queueMicrotask.bind(globalThis)

export function taskQueue(context: NodeContext, binding: Binding): void {
  const { loop, callbacks } = context
  const flags = [0, 0]
  const tickInfo = {}
  for (const index of [0, 1]) {
    Object.defineProperty(tickInfo, index, {
      get: () => flags[index],
      set: (value: number) => {
        flags[index] = value
        loop.tickScheduled(flags[0] === 1 || flags[1] === 1)
      },
    })
  }
  Object.assign(binding, {
    tickInfo,
    // Only the end of a task runs promise jobs; the loop ends it.
    runMicrotasks: () => undefined,
    setTickCallback: (callback: () => void) => {
      callbacks.tick = callback
    },
    enqueueMicrotask: (callback: () => void) => {
      queueNative(() => {
        loop.guard(callback)
      })
    },
    setPromiseRejectCallback: (callback: typeof callbacks.promiseReject) => {
      callbacks.promiseReject = callback
    },
  })
}
