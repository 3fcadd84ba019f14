/** The state of one agent, which lasts from one of its runs to the next. Room, rules and the limits of money belong to the session. */
import type { Inbox } from '../../loop/deps.ts'
import type { Role } from '../../prompt/static-prompt.ts'
import type { QuerySource } from '../../protocol/prompt-cache.ts'
import type { BackgroundJobs } from '../../tools/shell/background-jobs.ts'
import type { Pause } from './pause.ts'
import type { RunMemory } from './run-memory.ts'
import type { Spending } from './spending.ts'

/** Counts an agent's requests, and says when none may follow. */
export type AgentSpending = Pick<Spending, 'note' | 'noteAgent' | 'problem'>

export interface Agent {
  /** Its identity, in the first sentence of its prompt. */
  readonly role: Role
  /** Its requests in the log, by which retries and caches tell them apart. */
  readonly source: QuerySource
  readonly memory: RunMemory
  readonly jobs: BackgroundJobs
  readonly inbox: Inbox
  /** Waited for where it goes in circles. */
  readonly pause: Pick<Pause, 'wait'>
  readonly spending: AgentSpending
  /** Messages of the program to its model between two turns, each given once. */
  news(): readonly string[]
}
