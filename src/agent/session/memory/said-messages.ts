/** Messages that the user has typed in a session: those that a note may quote. */
import type { SaidMessage } from '../../memory/notes/said-by-user.ts'
import { NOTE_MESSAGES } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { textOf } from '../../protocol/text/text-of.ts'

/** The latest, oldest first. A recording's messages are somebody else's words, and those of a replay were said before. */
export function saidMessages(events: readonly AgentEvent[]): readonly SaidMessage[] {
  const from = events.findLastIndex(
    ({ type }) => type === 'recording_opened' || type === 'replay_started' || type === 'replay_ended',
  )
  if (events[from]?.type === 'replay_started') return []
  return events
    .slice(from + 1)
    .flatMap((event) =>
      event.type === 'user_message' && event.origin === 'human'
        ? [{ id: event.messageId, text: textOf(event) }]
        : [],
    )
    .slice(-NOTE_MESSAGES)
}
