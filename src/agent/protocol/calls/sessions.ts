/** The sessions of this browser, as the page lists, opens and changes them. */
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { AgentEvent } from '../events.ts'
import type { OpenedSession } from '../opened-session.ts'

export interface SessionSummary {
  readonly id: string
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Name of the imported repository, when there is one. */
  readonly workspace: string | undefined
  readonly messages: number
  /** `archived` and `deleted` ones are not shown among the others; a deleted one can be brought back. */
  readonly state: 'listed' | 'archived' | 'deleted'
  /** Shown first; no clean-up deletes it. */
  readonly pinned: boolean
  /** The session that it was forked from, or that it runs again. It may be gone. */
  readonly parent: string | undefined
}

/** Changes of a session's place in the list; absent fields stay. */
export interface SessionChange {
  readonly pinned?: boolean
  readonly archived?: boolean
}

export interface SessionsApi {
  list(): Promise<readonly SessionSummary[]>
  create(): Promise<OpenedSession>
  /** The last one when no id is given, a new one when there is none. */
  open(id?: string): Promise<Result<OpenedSession>>
  rename(id: string, title: string): Promise<Result<void>>
  change(id: string, change: SessionChange): Promise<Result<void>>
  /** It can be brought back by `undeleteSession` until it is purged. */
  delete(id: string): Promise<Result<void>>
  undelete(id: string): Promise<Result<void>>
  /** Removes deleted sessions for good, with their logs. Their content goes with the next clean-up. */
  purge(ids: readonly string[]): Promise<Result<void>>
  /** Asks the leading tab to hand over. */
  takeOver(): Promise<Result<void>>
  events(fromSeq: number): Promise<readonly AgentEvent[]>
}
