/** Our request in Anthropic's wire format. Converts, never shares: the SDK may not touch the conversation (API-03). */
import type Anthropic from '@anthropic-ai/sdk'
import type { AssistantBlock, Message, UserBlock } from '../protocol/messages.ts'
import type { ModelRequest, ToolSpec } from './contract.ts'
import type { ModelFacts } from './models.ts'
import { effortOf } from './effort.ts'
import { isUnsigned } from './unsigned-thinking.ts'

type Body = Anthropic.MessageCreateParams
type MessageParam = Anthropic.MessageParam
type BlockParam = Anthropic.ContentBlockParam

const CACHE = { cache_control: { type: 'ephemeral' } } as const
/** Tokens: the API takes no smaller thinking budget, and the answer needs some room beside it. */
const LEAST_THINKING = 1024
const LEAST_ANSWER = 1024

/** At most three cache markers: last system block worth it, last tool, last block of the last message (ZD-06). */
export function toRequestBody(request: ModelRequest, facts: ModelFacts): Body {
  return {
    ...toRequestHead(request, facts),
    tools: toToolParams(request.tools),
    messages: withMarker(request.messages.map(toMessageParam)),
  }
}

/** All of a body but its tools and messages. */
export function toRequestHead(request: ModelRequest, facts: ModelFacts): Omit<Body, 'tools' | 'messages'> {
  const lastCached = request.system.findLastIndex((block) => block.cache)
  return {
    model: request.model,
    ...tokens(request, facts),
    ...choice(request),
    stream: request.streaming !== false,
    system: request.system.map(({ text }, index) => ({
      type: 'text',
      text: text.toWellFormed(),
      ...(index === lastCached ? CACHE : {}),
    })),
  }
}

/** The last one is marked. */
export function toToolParams(tools: ModelRequest['tools']): Anthropic.Tool[] {
  return tools.map((tool, index) => ({
    ...toToolParam(tool),
    ...(index === tools.length - 1 ? CACHE : {}),
  }))
}

export function toToolParam({ name, description, inputSchema }: ToolSpec): Anthropic.Tool {
  return { name, description, input_schema: structuredClone(inputSchema) }
}

function choice({ forcedTool }: ModelRequest): Pick<Body, 'tool_choice'> {
  if (forcedTool === undefined) return {}
  return { tool_choice: { type: 'tool', name: forcedTool, disable_parallel_tool_use: true } }
}

/** Room for the answer, and for thinking beside it; newer models take no budget and decide themselves. */
function tokens(
  { maxTokens, thinkingTokens, forcedTool, messages }: ModelRequest,
  { thinking, maxOutput }: ModelFacts,
): Pick<Body, 'max_tokens' | 'thinking' | 'output_config'> {
  // The API forces no call on a model that thinks.
  if (thinkingTokens === 0 || thinking === 'none' || forcedTool !== undefined)
    return { max_tokens: maxTokens }
  const room = Math.min(maxTokens + thinkingTokens, Math.max(maxOutput, maxTokens))
  const effort = effortOf(thinkingTokens)
  if (thinking === 'adaptive') {
    return {
      max_tokens: room,
      thinking: { type: 'adaptive', display: 'summarized' },
      // Without a word it is high.
      ...(effort === 'high' ? {} : { output_config: { effort } }),
    }
  }
  if (isMidTurnWithoutThinking(messages)) return { max_tokens: maxTokens }
  const budget = Math.max(LEAST_THINKING, Math.min(thinkingTokens, room - LEAST_ANSWER))
  return {
    max_tokens: Math.max(room, budget + LEAST_ANSWER),
    thinking: { type: 'enabled', budget_tokens: budget },
  }
}

/** With a budget, calls that are being answered must open with thinking: not so when it was switched on after them. */
function isMidTurnWithoutThinking(messages: readonly Message[]): boolean {
  const last = messages.findLast((message) => message.role === 'assistant')
  if (!last?.content.some((block) => block.type === 'tool_use')) return false
  const first = last.content.find((block) => !isUnsigned(block))?.type
  return first !== 'thinking' && first !== 'redacted_thinking'
}

export function toMessageParam(message: Message): MessageParam {
  if (message.role === 'assistant') {
    // What another provider thought has no signature that this one would take.
    return {
      role: 'assistant',
      content: message.content.filter((block) => !isUnsigned(block)).map(toAssistantParam),
    }
  }
  return { role: 'user', content: message.content.map(toUserParam) }
}

/** The API refuses half of a surrogate pair anywhere, which a cut text may end in; thinking is signed as it is. */
function toAssistantParam(block: AssistantBlock): BlockParam {
  if (block.type === 'text') return { type: 'text', text: block.text.toWellFormed() }
  if (block.type === 'tool_use') return { ...block, input: wellFormed(block.input) }
  return { ...block }
}

function toUserParam(block: UserBlock): BlockParam {
  if (block.type === 'text') return { type: 'text', text: block.text.toWellFormed() }
  if (block.type !== 'tool_result') return { ...block, source: { ...block.source } }
  // A result may be empty, but a text block in it may not.
  const content = block.content.filter((part) => part.type !== 'text' || part.text.trim() !== '')
  return {
    type: 'tool_result',
    tool_use_id: block.tool_use_id,
    ...(content.length > 0 ? { content: content.map(toResultPart) } : {}),
    ...(block.is_error ? { is_error: true } : {}),
  }
}

function toResultPart(
  part: Extract<UserBlock, { type: 'text' | 'image' }>,
): Anthropic.TextBlockParam | Anthropic.ImageBlockParam {
  if (part.type === 'text') return { type: 'text', text: part.text.toWellFormed() }
  return { ...part, source: { ...part.source } }
}

/** A copy of parsed JSON in which every string is whole. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]),
  )
}

/** Marks the last block of the last message; one of thinking cannot carry a marker. */
export function withMarker(messages: MessageParam[]): MessageParam[] {
  const last = messages.at(-1)
  if (!last || typeof last.content === 'string') return messages
  const marked = last.content.findLastIndex(
    (block) => block.type === 'text' || block.type === 'tool_result' || block.type === 'tool_use',
  )
  const content = last.content.map((block, index) => (index === marked ? { ...block, ...CACHE } : block))
  // The spread of a union loses that the block kept its own type.
  return [...messages.slice(0, -1), { ...last, content: content as BlockParam[] } as MessageParam]
}
