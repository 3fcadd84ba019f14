/** A request may have so many images and documents: the oldest of a longer conversation are left out, and that is said in their place. */
import { MAX_MEDIA, MEDIA_STEP } from '../limits.ts'
import type { DocumentBlock, ImageBlock, Message, TextBlock, UserBlock } from '../protocol/messages.ts'

const LEFT_OUT: TextBlock = {
  type: 'text',
  text: '[An image or a document was here. It is left out: the conversation has more than a request may have. Read it again if it matters.]',
}

/**
 * The same messages if they are within the limit. The omitted part grows by steps, so that the beginning of a
 * request does not change with each new image.
 */
export function withinMediaCap(messages: readonly Message[]): readonly Message[] {
  const total = messages.reduce((sum, message) => sum + imagesIn(message), 0)
  if (total <= MAX_MEDIA) return messages
  let excess = Math.ceil((total - MAX_MEDIA) / MEDIA_STEP) * MEDIA_STEP
  return messages.map((message) => {
    const images = imagesIn(message)
    if (excess === 0 || images === 0 || message.role !== 'user') return message
    const dropped = Math.min(excess, images)
    excess -= dropped
    return without(message, dropped)
  })
}

/** By message and number: a request made again has the same objects, of which clients keep what they have made. */
const MADE = new WeakMap<Message, Map<number, Message>>()

function without(message: Message & { role: 'user' }, count: number): Message {
  const known = MADE.get(message) ?? new Map<number, Message>()
  MADE.set(message, known)
  const made = known.get(count) ?? { ...message, content: strip(message.content, count) }
  known.set(count, made)
  return made
}

function strip(content: readonly UserBlock[], count: number): UserBlock[] {
  let left = count
  const replace = <Part extends TextBlock | ImageBlock | DocumentBlock>(part: Part): Part | TextBlock =>
    part.type !== 'text' && left-- > 0 ? LEFT_OUT : part
  return content.map((block) =>
    block.type === 'tool_result' ? { ...block, content: block.content.map(replace) } : replace(block),
  )
}

/** Counted once a message. */
const COUNTS = new WeakMap<Message, number>()

function imagesIn(message: Message): number {
  const known = COUNTS.get(message)
  if (known !== undefined) return known
  const count =
    message.role === 'assistant'
      ? 0
      : message.content
          .flatMap((block) => (block.type === 'tool_result' ? block.content : [block]))
          .filter(({ type }) => type === 'image' || type === 'document').length
  COUNTS.set(message, count)
  return count
}
