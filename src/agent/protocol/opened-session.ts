/** Which session a tab has open and as what, and what has changed in its files. */
import type { TreeChange } from '../../sandbox/contract.ts'

/** `leader` runs and writes; a `follower` watches the tab that does (one leads, PM and ZD-02 stay true). */
export type SessionRole = 'leader' | 'follower'

export interface OpenedSession {
  readonly id: string
  readonly role: SessionRole
}

export interface ShownChanges {
  /** Sorted by path. */
  readonly changes: readonly TreeChange[]
  /** False when there are more. */
  readonly areAll: boolean
}
