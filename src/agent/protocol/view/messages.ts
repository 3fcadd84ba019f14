/** The person's messages, and those that wait to be read. */
import type { EventOf } from '../events.ts'
import { imageSource } from '../image-source.ts'
import type { TranscriptItem, QueuedView, ScreenState } from './screen-state.ts'
import type { Mutable } from './draft.ts'
import { textOf } from '../text/text-of.ts'

export function dequeue(state: Mutable<ScreenState>, messageId: string): void {
  if (state.queue.some(({ id }) => id === messageId)) {
    state.queue = state.queue.filter(({ id }) => id !== messageId)
  }
}

export function userItem(event: EventOf<'user_message'>): TranscriptItem {
  return {
    kind: 'user',
    id: event.messageId,
    at: event.at,
    text: textOf(event),
    images: event.content.flatMap((block) => (block.type === 'image' ? [imageSource(block)] : [])),
  }
}

export function queuedView({
  messageId,
  text,
  images = [],
  untilOnline,
}: EventOf<'message_queued'>): QueuedView {
  return { id: messageId, text, images, ...(untilOnline ? { untilOnline } : {}) }
}
