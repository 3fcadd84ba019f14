/** The part of a log that the conversation is made of. Pure. */
import type { AgentEvent } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import { isPartOf } from '../../protocol/restores.ts'
import type { ConversationRestore } from '../../protocol/restores.ts'

/** Events without the parts that the conversation was put back from. The same when it is applied again. */
export function conversationEvents(events: readonly AgentEvent[]): readonly AgentEvent[] {
  const restores: ConversationRestore[] = events.flatMap((event) =>
    event.type === 'conversation_restored' ? [{ at: event.seq, to: event.toSeq }] : [],
  )
  if (restores.length === 0) return events
  const last = events.at(-1)?.seq ?? 0
  return events.filter(({ seq }) => isPartOf(seq, last, restores))
}

/** Ids of the calls in these messages. */
export function callIds(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_use' ? block.id : [])),
    ),
  )
}
