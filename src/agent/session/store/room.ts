/**
 * Checks that a large write has room, before it begins. If the browser keeps its databases in SQLite
 * (Chromium), the file keeps the size that a write without room gave it, though nothing of the write is in
 * it: from then on not even the little fits that ends a run, or takes the lead.
 */
import { LARGE_WRITE_BYTES, WRITE_ROOM_FACTOR } from '../../limits.ts'
import { StorageError } from './storage-error.ts'

/** Throws `StorageError` (`quota`) when the browser says that there is less room; `what` is e.g. `storing 3 files`. */
export async function requireRoom(bytes: number, what: string): Promise<void> {
  if (bytes < LARGE_WRITE_BYTES) return
  const { quota, usage } = await navigator.storage.estimate()
  if (quota === undefined || usage === undefined || usage + bytes * WRITE_ROOM_FACTOR <= quota) return
  throw new StorageError('quota', `The browser has no storage left: ${what} failed.`)
}

/** Characters of all texts in a value. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((size: number, part) => size + roughSize(part), 0)
}
