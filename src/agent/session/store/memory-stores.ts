/**
 * Replaces the browser's database by one in this worker's memory if the browser stores nothing for this page
 * (site data blocked, some private windows, a frame without an origin). Everything works, but nothing
 * outlives the tab.
 */

/**
 * Whether that is why a database could not be opened. Not for one that is damaged or newer, or a full disk: these are told,
 * and what is stored stays.
 */
export async function isKeepingRefused(
  cause: unknown,
  locks: LockManager | undefined = navigator.locks,
): Promise<boolean> {
  if (typeof indexedDB === 'undefined' || !locks) return true
  // Firefox refuses to write, others to look.
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'SecurityError' || name === 'InvalidStateError') return true
  // Chromium says of both a refusal and a damaged database that the error is unknown; it refuses locks along with storage.
  return locks
    .request('vivarium-probe', () => false)
    .catch((error: unknown) => {
      return error instanceof DOMException && error.name === 'SecurityError'
    })
}

/** Takes the place of `indexedDB` and all that belongs to it, in this realm. */
export async function useMemoryDatabase(): Promise<void> {
  await import('fake-indexeddb/auto')
}
