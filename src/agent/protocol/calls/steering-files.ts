/** Files that steer an agent, a package manager or git, and are no longer as the user imported, set or accepted them. */
import type { Result } from '../../../sandbox/contract/errors.ts'

export interface SteeringChange {
  /** From the workspace's root. */
  readonly path: string
  /** Against the version in force. */
  readonly change: 'added' | 'changed' | 'removed'
  /** Hash of the file now, mode and kind included: just this is accepted. */
  readonly version: string
}

/** A side is absent where there is no such file. A symbolic link has its target as its content. */
export interface SteeringVersions {
  readonly inForce?: Uint8Array
  readonly now?: Uint8Array
}

export interface SteeringFilesApi {
  /** By path. */
  pending(): Promise<Result<readonly SteeringChange[]>>
  versions(change: SteeringChange): Promise<Result<SteeringVersions>>
  /** These versions are in force from now on, and leave with an export. */
  accept(changes: readonly SteeringChange[]): Promise<Result<void>>
}
