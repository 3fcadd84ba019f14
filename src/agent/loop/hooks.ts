/** Answers of hooks, awaited no longer than the run goes on. */
import type { LoopDeps } from './deps.ts'

/** Text of post-sampling hooks that the model reads next; of a failed hook, its failure. */
export async function reminders(deps: LoopDeps, turnId: string): Promise<readonly string[]> {
  try {
    return await orAborted(deps.hooks.afterResponse?.(turnId, deps.signal), deps.signal, [])
  } catch (error) {
    return [`<system-reminder>A hook failed: ${String(error)}</system-reminder>`]
  }
}

/** The hook's answer; `otherwise` when there is none, or when the signal fires first. */
export async function orAborted<T>(
  work: Promise<T> | undefined,
  signal: AbortSignal,
  otherwise: T,
): Promise<T> {
  if (!work || signal.aborted) return otherwise
  let leave = () => {}
  const aborted = new Promise<T>((resolve) => {
    leave = () => resolve(otherwise)
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
