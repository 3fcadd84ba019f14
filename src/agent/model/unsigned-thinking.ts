/**
 * Thinking of providers that do not sign it. In the log it is a block like any other; its signature says in which field
 * it came, so that it goes back in the same one, and so that a provider that checks signatures is never sent it.
 */
import type { AssistantBlock } from '../protocol/messages.ts'

const PREFIX = 'unsigned:'

/** Fields of a Chat Completions message; `content` is thinking inside tags of the text. */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const
export type ReasoningField = (typeof REASONING_FIELDS)[number]

export function unsignedSignature(field: ReasoningField | 'content'): string {
  return PREFIX + field
}

export function isUnsigned(block: AssistantBlock): boolean {
  return block.type === 'thinking' && block.signature.startsWith(PREFIX)
}

/** The field that this thinking came in, if it may be sent back. */
export function reasoningField(block: AssistantBlock): ReasoningField | undefined {
  if (block.type !== 'thinking') return undefined
  return REASONING_FIELDS.find((field) => block.signature === PREFIX + field)
}
