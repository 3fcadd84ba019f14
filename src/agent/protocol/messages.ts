/**
 * Conversation content as the log stores it and the model contract carries it: Anthropic's Messages shapes,
 * narrowed to what Vivarium produces. Other wire formats convert from and to these (`agent/model`).
 */
import { z } from 'zod'

export const textBlock = z.strictObject({ type: z.literal('text'), text: z.string() })

export const imageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    data: z.string(),
  }),
})

/** A file that the model looks at page by page. */
const documentBlock = z.strictObject({
  type: z.literal('document'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.literal('application/pdf'),
    data: z.string(),
  }),
})

/** `signature` proves to the API that the thinking is its own; it is sent back untouched. */
const thinkingBlock = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
})

const redactedThinkingBlock = z.strictObject({
  type: z.literal('redacted_thinking'),
  data: z.string(),
})

const toolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
})

/** The service itself asks another model for advice; it goes back as it came. */
const serverToolUseBlock = z.strictObject({
  type: z.literal('server_tool_use'),
  id: z.string(),
  name: z.literal('advisor'),
  input: z.record(z.string(), z.unknown()),
})

/** The advisor's result; not all of it can be read, and none of it may be changed. */
const advisorResultBlock = z.strictObject({
  type: z.literal('advisor_tool_result'),
  tool_use_id: z.string(),
  content: z.looseObject({ type: z.string() }),
})

export const toolResultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.array(z.union([textBlock, imageBlock, documentBlock])),
  is_error: z.boolean(),
})

export const assistantBlock = z.union([
  textBlock,
  thinkingBlock,
  redactedThinkingBlock,
  toolUseBlock,
  serverToolUseBlock,
  advisorResultBlock,
])

export type TextBlock = z.infer<typeof textBlock>
export type ImageBlock = z.infer<typeof imageBlock>
export type DocumentBlock = z.infer<typeof documentBlock>
export type ToolUseBlock = z.infer<typeof toolUseBlock>
export type AdvisorResultBlock = z.infer<typeof advisorResultBlock>
export type ToolResultBlock = z.infer<typeof toolResultBlock>
export type AssistantBlock = z.infer<typeof assistantBlock>
export type UserBlock = TextBlock | ImageBlock | ToolResultBlock

export interface UserMessage {
  readonly role: 'user'
  readonly content: readonly UserBlock[]
}

export interface AssistantMessage {
  readonly role: 'assistant'
  readonly content: readonly AssistantBlock[]
}

export type Message = UserMessage | AssistantMessage
