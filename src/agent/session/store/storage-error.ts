import { fail } from '../../../sandbox/contract/errors.ts'
import type { Result, SandboxErrorKind } from '../../../sandbox/contract/errors.ts'

/**
 * Why the store could not do what was asked; `quota` is the one that a user can do something about. `outdated`: a newer version has the
 * database, and this tab only reads it.
 */
export type StorageErrorKind = 'quota' | 'not_leader' | 'closed' | 'outdated' | 'broken'

export class StorageError extends Error {
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StorageError'
    this.kind = kind
  }
}

const HINTS: Record<StorageErrorKind, string> = {
  quota: 'Delete old sessions or free space on the device; export the workspace first if in doubt.',
  not_leader: 'Another tab has taken this session over; go on there, or take it back.',
  closed: 'Reload the page.',
  outdated: 'Reload the page to go on.',
  broken: 'Reload the page; if it happens again, export the workspace and start a new session.',
}

export function storageHint(kind: StorageErrorKind): string {
  return HINTS[kind]
}

/** A `StorageError` as an expected failure; anything else is thrown on. */
export function storageFailure(error: unknown): Result<never> & { ok: false } {
  if (!(error instanceof StorageError)) throw error
  return fail(FAILURES[error.kind] ?? 'internal', error.message, { hint: storageHint(error.kind) })
}

const FAILURES: Partial<Record<StorageErrorKind, SandboxErrorKind>> = {
  quota: 'quota',
  outdated: 'not_permitted',
}

/** Turns whatever IndexedDB threw while `what` was tried into a `StorageError`. */
export function toStorageError(cause: unknown, what: string): StorageError {
  if (cause instanceof StorageError) return cause
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  const detail = cause instanceof Error ? cause.message : String(cause)
  if (name === 'QuotaExceededError') {
    return new StorageError('quota', `The browser has no storage left: ${what} failed.`, { cause })
  }
  if (name === 'InvalidStateError' && /clos/i.test(detail)) {
    return new StorageError('closed', `The database is closed: ${what} failed.`, { cause })
  }
  return new StorageError('broken', `Storing failed (${what}): ${detail || name}`, { cause })
}
