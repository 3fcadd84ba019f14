/** Our request in Anthropic's wire format. Converts, never shares: the SDK may not touch the conversation. */
import type Anthropic from '@anthropic-ai/sdk'
import type { AssistantBlock, Message, ToolResultBlock, UserBlock } from '../../protocol/messages.ts'
import type { ModelRequest, ToolSpec } from '../contract.ts'
import type { ModelFacts } from '../models.ts'
import { effortOf } from '../effort.ts'
import { isUnsigned } from '../unsigned-thinking.ts'

type Body = Anthropic.MessageCreateParams
type MessageParam = Anthropic.MessageParam
type BlockParam = Anthropic.ContentBlockParam

type Marker = { readonly cache_control: { readonly type: 'ephemeral'; readonly ttl?: '1h' } }

/** Five minutes is what the service does without a word. */
function marker({ cacheTtl }: Pick<ModelRequest, 'cacheTtl'>): Marker {
  return { cache_control: { type: 'ephemeral', ...(cacheTtl === '1h' ? { ttl: '1h' } : {}) } }
}

/** The JSON of an object that has the marker behind its other fields, made from the object's own. */
export function withMarkerJson(json: string, request: Pick<ModelRequest, 'cacheTtl'>): string {
  return `${json.slice(0, -1)},${JSON.stringify(marker(request)).slice(1)}`
}

/** As the API's own example has it. */
const ADVISOR_MAX_TOKENS = 8_096
/** Tokens: the API takes no smaller thinking budget, and the answer needs some room beside it. */
const LEAST_THINKING = 1024
const LEAST_ANSWER = 1024

/**
 * At most three cache markers: last system block worth it, last tool, last block of the last message. `own`: for
 * Anthropic's own service.
 */
export function toRequestBody(request: ModelRequest, facts: ModelFacts, own = false): Body {
  const messages = request.messages.map((message) => toMessageParam(message, request.advisor !== undefined))
  return {
    ...toRequestHead(request, facts),
    tools: toToolParams(request, own),
    messages: withMarker(messages, request),
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
      ...(index === lastCached ? marker(request) : {}),
    })),
  }
}

/**
 * The last one is marked. The advisor stands behind the others, and carries the marker then: it comes and goes. Once an
 * answer is enough of it.
 */
export function toToolParams(
  { tools, advisor, cacheTtl }: Pick<ModelRequest, 'tools' | 'advisor' | 'cacheTtl'>,
  own = false,
): Anthropic.Tool[] {
  const params: object[] = tools.map((tool) => toToolParam(tool, own))
  if (advisor) {
    const { model } = advisor
    params.push({
      type: 'advisor_20260301',
      name: 'advisor',
      model,
      max_uses: 1,
      max_tokens: ADVISOR_MAX_TOKENS,
    })
  }
  // The advisor's shape is of the beta API, which the body's type does not know.
  return params.map((param, index) =>
    index === params.length - 1 ? { ...param, ...marker({ cacheTtl }) } : param,
  ) as Anthropic.Tool[]
}

/** Anthropic's `own` service sends a call's input as it is made, not when it is whole. */
export function toToolParam({ name, description, inputSchema }: ToolSpec, own = false): Anthropic.Tool {
  const tool = { name, description, input_schema: structuredClone(inputSchema) }
  return own ? { ...tool, eager_input_streaming: true } : tool
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

/**
 * With a budget, calls that are being answered, or an answer that goes on, must open with thinking: not so when it was
 * switched on after them.
 */
function isMidTurnWithoutThinking(messages: readonly Message[]): boolean {
  const last = messages.findLast((message) => message.role === 'assistant')
  if (!last) return false
  const isOpen = last === messages.at(-1) || last.content.some((block) => block.type === 'tool_use')
  if (!isOpen) return false
  const first = last.content.find((block) => !isUnsigned(block))?.type
  return first !== 'thinking' && first !== 'redacted_thinking'
}

/** `advised`: the advice of before is shown; the API takes it only where there is an advisor. */
export function toMessageParam(message: Message, advised: boolean): MessageParam {
  if (message.role === 'assistant') {
    // Another provider's thinking has no signature that this one would accept.
    return {
      role: 'assistant',
      content: message.content
        .filter((block) => !isUnsigned(block) && (advised || !isAdvice(block)))
        .map(toAssistantParam),
    }
  }
  return { role: 'user', content: message.content.map(toUserParam) }
}

function isAdvice({ type }: AssistantBlock): boolean {
  return type === 'server_tool_use' || type === 'advisor_tool_result'
}

/** The API refuses half of a surrogate pair anywhere, which a cut text may end in; thinking is signed as it is. */
function toAssistantParam(block: AssistantBlock): BlockParam {
  if (block.type === 'text') return { type: 'text', text: block.text.toWellFormed() }
  if (block.type === 'tool_use') return { ...block, input: wellFormed(block.input) }
  // The advisor's blocks are of the beta API.
  return { ...block } as BlockParam
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
  part: ToolResultBlock['content'][number],
): Anthropic.TextBlockParam | Anthropic.ImageBlockParam | Anthropic.DocumentBlockParam {
  if (part.type === 'text') return { type: 'text', text: part.text.toWellFormed() }
  return part.type === 'image'
    ? { ...part, source: { ...part.source } }
    : { ...part, source: { ...part.source } }
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

const MARKABLE: ReadonlySet<string> = new Set<(AssistantBlock | UserBlock)['type']>([
  'text',
  'tool_result',
  'tool_use',
  'server_tool_use',
  'advisor_tool_result',
])

/**
 * Marks the last block of the last message; one of thinking cannot carry a marker. If nothing is to be
 * cached, marks the message before it: the cached prefix is read, and nothing is written.
 */
export function withMarker(
  messages: MessageParam[],
  { cacheWrite = true, cacheTtl }: Pick<ModelRequest, 'cacheWrite' | 'cacheTtl'>,
): MessageParam[] {
  if (!cacheWrite) {
    const before = withMarker(messages.slice(0, -1), { cacheTtl })
    return [...before, ...messages.slice(-1)]
  }
  const last = messages.at(-1)
  if (!last || typeof last.content === 'string') return messages
  const marked = last.content.findLastIndex(({ type }) => MARKABLE.has(type))
  const content = last.content.map((block, index) =>
    index === marked ? { ...block, ...marker({ cacheTtl }) } : block,
  )
  // The spread of a union loses that the block kept its own type.
  return [...messages.slice(0, -1), { ...last, content: content as BlockParam[] } as MessageParam]
}
