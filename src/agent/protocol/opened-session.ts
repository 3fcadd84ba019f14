/** Which session a tab has open and as what, and what has changed in its files. */
import type { TreeChange } from '../../sandbox/contract/contract.ts'

/** `leader` runs and writes; a `follower` watches the tab that does. */
export type SessionRole = 'leader' | 'follower'

export interface OpenedSession {
  readonly id: string
  readonly role: SessionRole
  /** Number of its last event now; the page is about to receive all up to it. */
  readonly lastSeq: number
}

export interface ShownChanges {
  /** Sorted by path. */
  readonly changes: readonly TreeChange[]
  /** False when there are more. */
  readonly areAll: boolean
}
