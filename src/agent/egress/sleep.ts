/**
 * Resolves after so long, or at once when the signal is aborted. By an absolute deadline: a hidden tab's timers are throttled, and a
 * sleeping machine's stand still.
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  const deadline = Date.now() + ms
  return new Promise((resolve) => {
    const timer = setInterval(() => Date.now() >= deadline && done(), Math.min(ms, 500) || 1)
    const done = () => {
      clearInterval(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
  })
}
