/** A session as it stands in a list. */
import type { SessionSummary } from '../../../agent/protocol/calls/sessions.ts'

export const START = Date.UTC(2026, 0, 1)

export function summary(id: string, title: string, more: Partial<SessionSummary> = {}): SessionSummary {
  const times = { createdAt: START, updatedAt: START }
  const usual = {
    workspace: undefined,
    messages: 0,
    state: 'listed',
    pinned: false,
    parent: undefined,
  } as const
  return { id, title, ...times, ...usual, ...more }
}
