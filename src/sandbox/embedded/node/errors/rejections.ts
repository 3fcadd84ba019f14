/** Promises that nobody handles, from the browser's events to the library's queue. */
import type { NodeContext } from '../context.ts'

const WITHOUT_HANDLER = 0
const HANDLED_LATER = 1

const listen = globalThis.addEventListener

export function connectRejections(context: NodeContext): void {
  const { loop, callbacks } = context
  const forward = (type: number) => (event: PromiseRejectionEvent) => {
    event.preventDefault()
    const { promise, reason } = event
    loop.enter(() => {
      if (type === WITHOUT_HANDLER) callbacks.promiseReject?.(type, promise, reason)
      else callbacks.promiseReject?.(type, promise)
    })
  }
  listen('unhandledrejection', forward(WITHOUT_HANDLER))
  listen('rejectionhandled', forward(HANDLED_LATER))
  listen('error', (event) => {
    // Nothing of ours runs outside `guard`; what arrives here was thrown by a browser callback.
    event.preventDefault()
    const { error } = event
    loop.enter(() => {
      throw error
    })
  })
}
