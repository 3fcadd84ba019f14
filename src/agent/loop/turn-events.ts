/** Events that the loop itself makes. */
import type { EventBody } from '../protocol/events.ts'
import type { InterruptReason, LoopDeps, QueuedMessage } from './deps.ts'
import { interruptionMarker } from './missing-results.ts'

export function commit(turnId: string, extra: readonly string[] = []): EventBody {
  return { type: 'turn_committed', turnId, extra: extra.map((text) => ({ type: 'text', text })) }
}

/** Event for a message of the user. */
export function personMessage({ messageId, text, images = [] }: QueuedMessage): EventBody {
  const said = text === '' ? [] : [{ type: 'text', text } as const]
  return { type: 'user_message', messageId, content: [...images, ...said], origin: 'human' }
}

/** Moves the user's queued messages into the conversation. */
export function* takeInbox({
  inbox,
}: Pick<LoopDeps, 'inbox'>): Generator<EventBody, readonly QueuedMessage[]> {
  const messages = inbox.take()
  for (const message of messages) yield personMessage(message)
  return messages
}

/** Text of the program's own for the model to read. */
export function programMessage(deps: Pick<LoopDeps, 'newId'>, text: string): EventBody {
  return {
    type: 'user_message',
    messageId: deps.newId(),
    content: [{ type: 'text', text }],
    origin: 'program',
  }
}

/** For a model that goes in circles: calm, and about the cause. */
export function stuckReminder(text: string): string {
  return `<system-reminder>The run was paused: ${text} The user has let it go on. Do not repeat that. State what you know of the cause, what you have ruled out, and try something of another kind; if you cannot, say plainly what stops you and stop.</system-reminder>`
}

/** A hard stop is told to the model; a new message takes the marker's place. */
export function* markInterruption({
  signal,
  newId,
}: Pick<LoopDeps, 'signal' | 'newId'>): Generator<EventBody> {
  // The reason is set by whoever aborts a run.
  const reason: InterruptReason | undefined = signal.reason
  if (reason !== 'message') yield interruptionMarker(newId())
}

/** The error event of something thrown: a bug, not an expected failure. */
export function bugEvent(error: unknown): EventBody {
  return {
    type: 'error',
    kind: 'internal',
    message: `The run was ended by an error in the program: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'Files and conversation are kept. Send a message to go on; if it happens again, reload the page.',
  }
}
