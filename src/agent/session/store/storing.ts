/** The agent's thread among those that store: see `protocol/storage-lock.ts`. */
import { STORAGE_LOCK } from '../../protocol/storage-lock.ts'

/**
 * Resolves once this thread counts as one that stores, which it does until it ends. Waits while everything is
 * deleted. Without locks nothing can be stored either, which opening the stores reports.
 */
export function countAsStoring(locks: Pick<LockManager, 'request'>): Promise<void> {
  return new Promise((resolve) => {
    const forLife = () => {
      resolve()
      return new Promise<never>(() => undefined)
    }
    locks.request(STORAGE_LOCK, { mode: 'shared' }, forLife).catch(() => resolve())
  })
}
