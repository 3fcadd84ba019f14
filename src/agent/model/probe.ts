/** Narrows down why a request got no answer, as far as a page may know. */
import type { Probe } from './failure.ts'

/** Milliseconds that a server gets to show that it is there. */
const PROBE_MS = 3_000

/** Asks without needing permission: an opaque answer proves that somebody is there. Never rejects. */
export const probeServer: Probe = async (url) => {
  if (!navigator.onLine) return 'offline'
  try {
    await fetch(url, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) })
    return 'answers'
  } catch {
    // Nobody there, or an isolated page may not even see an opaque answer: the two look the same.
    return 'silent'
  }
}
