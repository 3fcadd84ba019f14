/** News of the agent for a user who looks elsewhere. */
import type { AgentStatus } from '../../agent/protocol/view/screen-state.ts'

export type News = 'done' | 'waiting' | 'paused' | 'failed'

/** The news in a change of the status; undefined when there is none. */
export function newsOf(before: AgentStatus, after: AgentStatus): News | undefined {
  if (before === after || (before !== 'working' && before !== 'waiting for you')) return undefined
  if (after === 'ready') return before === 'working' ? 'done' : undefined
  if (after === 'waiting for you') return 'waiting'
  if (after === 'paused') return 'paused'
  return after === 'error' ? 'failed' : undefined
}

/** For the beginning of the tab's title. */
export const MARKS: Readonly<Record<News, string>> = { done: '✓', waiting: '●', paused: '●', failed: '!' }
