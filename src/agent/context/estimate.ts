/**
 * How many tokens a conversation takes, without a tokenizer: the provider's count, and an estimate of the
 * rest.
 */
import { CHARS_PER_TOKEN, ESTIMATE_MARGIN, IMAGE_TOKENS, PDF_PAGES } from '../limits.ts'
import type { Usage } from '../protocol/token-usage.ts'
import type { AssistantBlock, DocumentBlock, Message, UserBlock } from '../protocol/messages.ts'

/**
 * Tokens that the next request will take. Counted are the last request and its answer, by the provider; estimated is what
 * has come since: all that stands after the last answer, however many results of parallel calls that is. A third is
 * added to the estimate, since too little costs a call.
 */
export function contextTokens(counted: Usage | undefined, messages: readonly Message[]): number {
  if (!counted) return Math.ceil(ESTIMATE_MARGIN * sum(messages.map(messageTokens)))
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = counted
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  const estimated = Math.ceil(ESTIMATE_MARGIN * sum(since.map(messageTokens)))
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens + estimated
}

/** Counted once a message: messages never change. */
const COUNTED = new WeakMap<Message, number>()

/** Without the margin. */
export function messageTokens(message: Message): number {
  const known = COUNTED.get(message)
  if (known !== undefined) return known
  const tokens = sum(message.content.map(blockTokens))
  COUNTED.set(message, tokens)
  return tokens
}

/** Without the margin. */
export function blockTokens(block: UserBlock | AssistantBlock | DocumentBlock): number {
  switch (block.type) {
    case 'text':
      return textTokens(block.text)
    case 'thinking':
      return textTokens(block.thinking)
    case 'redacted_thinking':
      return textTokens(block.data)
    case 'tool_use':
    case 'server_tool_use':
      return textTokens(block.name + JSON.stringify(block.input))
    case 'advisor_tool_result':
      return textTokens(JSON.stringify(block.content))
    case 'image':
      return IMAGE_TOKENS
    case 'document':
      // Its pages are pictures; how many, it does not say.
      return PDF_PAGES * IMAGE_TOKENS
    case 'tool_result':
      return sum(block.content.map(blockTokens))
    default:
      return block satisfies never
  }
}

export function textTokens(text: string): number {
  return text.length / CHARS_PER_TOKEN
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
