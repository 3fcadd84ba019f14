/** A whole message as the events that its stream would have had, so that there is one reader for both. */
import { z } from 'zod'

const message = z.looseObject({
  content: z.array(z.unknown()),
  stop_reason: z.string().nullish(),
  usage: z.unknown().optional(),
})

/** Yields no events for an invalid message, so it reads as a cut-off answer. */
export async function* eventsOfMessage(raw: unknown): AsyncGenerator<unknown> {
  const parsed = message.safeParse(raw)
  if (!parsed.success) return
  const { content, stop_reason, usage } = parsed.data
  yield { type: 'message_start', message: { usage } }
  for (const [index, content_block] of content.entries()) {
    yield { type: 'content_block_start', index, content_block }
    yield { type: 'content_block_stop', index }
  }
  yield { type: 'message_delta', delta: { stop_reason }, usage }
  yield { type: 'message_stop' }
}
