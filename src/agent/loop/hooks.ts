/** The answer of a hook, awaited no longer than the run goes on. */
import { orAborted } from '../or-aborted.ts'
import type { LoopDeps } from './deps.ts'

/** Text of post-sampling hooks that the model reads next; of a failed hook, its failure. */
export async function reminders(deps: LoopDeps, turnId: string): Promise<readonly string[]> {
  try {
    return await orAborted(deps.hooks.afterResponse?.(turnId, deps.signal), deps.signal, [])
  } catch (error) {
    return [`<system-reminder>A hook failed: ${String(error)}</system-reminder>`]
  }
}
