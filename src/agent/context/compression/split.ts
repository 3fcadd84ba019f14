/** Finds places to cut a conversation in two: never between a call and its result. Pure. */
import type { Message } from '../../protocol/messages.ts'
import { messageTokens } from '../estimate.ts'

/** The messages from `index` on can stand by themselves behind a message of the person's. */
export function canBeginAt(messages: readonly Message[], index: number): boolean {
  const message = messages[index]
  if (!message) return true
  return message.role === 'assistant' || !message.content.some(({ type }) => type === 'tool_result')
}

/**
 * How many messages from the beginning are to be summarised so that the rest takes at most `keep` tokens. All of them
 * where even the last ones are too large; but what the person said last is never among them.
 */
export function splitForSummary(messages: readonly Message[], keep: number): number {
  const last = messages.length - 1
  const isUnanswered = messages[last]?.role === 'user' && canBeginAt(messages, last)
  let split = isUnanswered ? last : messages.length
  let tokens = 0
  for (let index = last; index > 0; index--) {
    const message = messages[index]
    if (!message) break
    tokens += messageTokens(message)
    if (tokens > keep) break
    if (canBeginAt(messages, index)) split = index
  }
  return split
}

/** The first place at or after `share` (0 to 1) of the tokens where the rest can stand by itself; undefined where there is none. */
export function cutAfter(messages: readonly Message[], share: number): number | undefined {
  const total = messages.reduce((sum, message) => sum + messageTokens(message), 0)
  let tokens = 0
  for (const [index, message] of messages.entries()) {
    if (index > 0 && tokens >= total * share && message.role === 'assistant') return index
    tokens += messageTokens(message)
  }
  return undefined
}
