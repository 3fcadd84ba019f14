/**
 * Why a backup is not made or not read. Thrown within this folder only; its public functions return failures.
 */
import { fail } from '../../../sandbox/contract/errors.ts'
import type { Result, SandboxErrorKind } from '../../../sandbox/contract/errors.ts'
import { StorageError, storageFailure } from '../store/storage-error.ts'

export class BackupProblem extends Error {
  readonly kind: SandboxErrorKind
  readonly hint: string | undefined

  constructor(kind: SandboxErrorKind, message: string, hint?: string) {
    super(message)
    this.name = 'BackupProblem'
    this.kind = kind
    this.hint = hint
  }
}

/** A part of a backup is not as this program writes it; its message ends a sentence. */
export class Damage extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Damage'
  }
}

/** The value, or what was thrown as a failure; a bug is thrown on. */
export async function asResult<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupProblem) return fail(error.kind, error.message, { hint: error.hint })
    if (error instanceof StorageError) return storageFailure(error)
    if (isCancelled(error)) return fail('cancelled', 'It was cancelled.')
    throw error
  }
}

export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
