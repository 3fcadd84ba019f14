/** The part of a log that happened here, at the user's wish. Pure. */
import type { AgentEvent } from '../../protocol/events.ts'

/** Without those of a recording, which are somebody else's, and of a replay, which happened before. */
export function ownEvents(events: readonly AgentEvent[]): readonly AgentEvent[] {
  const from = events.findLastIndex(
    ({ type }) => type === 'recording_opened' || type === 'replay_started' || type === 'replay_ended',
  )
  return events[from]?.type === 'replay_started' ? [] : events.slice(from + 1)
}
