/** Searching all sessions of this browser. */

import type { AgentThread } from './storage.ts'

/** Author of the found text; `title` is the session's name. */
export type FoundRole = 'title' | 'user' | 'assistant' | 'tool'

export interface FoundText {
  readonly session: string
  /** Child agent in whose log it stands; absent: the session's own. */
  readonly agent?: AgentThread
  /** Number of the event in that log; 0 for a title. */
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly role: FoundRole
  /** Tool of a call or its result. */
  readonly tool?: string
  /** The place that was found, with what stands around it. */
  readonly before: string
  readonly match: string
  readonly after: string
}

export interface FoundTexts {
  /** The best first. */
  readonly found: readonly FoundText[]
  /** There may be more. */
  readonly cut: boolean
  /** Parts of the question that were not understood. */
  readonly problems: readonly string[]
}

export interface SearchApi {
  /**
   * Words and "phrases", all of which stand in one message, call or result, and filters: `tool:Bash`, `role:user`, `file:src/a.ts`,
   * `after:2026-11-01`, `before:2026-12-01`. Deleted sessions are left out.
   */
  search(question: string): Promise<FoundTexts>
}
