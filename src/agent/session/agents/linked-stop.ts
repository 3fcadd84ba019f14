import type { InterruptReason } from '../../loop/deps.ts'

/** A stop that follows a signal, also one that has fired already, and can be used alone. */
export function linkedStop(signal: AbortSignal | undefined): AbortController {
  const stop = new AbortController()
  const reason: InterruptReason = 'stop'
  signal?.addEventListener('abort', () => stop.abort(reason), { once: true })
  if (signal?.aborted === true) stop.abort(reason)
  return stop
}
