/**
 * Our request as a Chat Completions body. The protocol has no images in a tool's result, no errors of tools and no
 * signed thinking: they are re-shaped or left out here, so that the conversation stays the same for every provider.
 */
import type OpenAI from 'openai'
import type {
  AssistantMessage,
  ImageBlock,
  Message,
  ToolResultBlock,
  UserBlock,
} from '../../protocol/messages.ts'
import type { ModelRequest } from '../contract.ts'
import { effortOf } from '../effort.ts'
import type { ModelFacts } from '../models.ts'
import { reasoningField } from '../unsigned-thinking.ts'

type ChatMessage = OpenAI.ChatCompletionMessageParam
type AssistantParam = OpenAI.ChatCompletionAssistantMessageParam
type ContentPart = OpenAI.ChatCompletionContentPart

/** In what a server of this protocol differs from others. */
export interface ChatDialect {
  readonly tokensField: 'max_tokens' | 'max_completion_tokens'
  /** Optional fields that it refuses. */
  readonly leftOut: ReadonlySet<'stream_options' | 'reasoning_effort' | 'tool_choice'>
  /** Reasoning that came with calls is sent back with them. */
  readonly reasoningBack: boolean
}

export function toChatBody(
  request: ModelRequest,
  facts: ModelFacts,
  dialect: ChatDialect,
): OpenAI.ChatCompletionCreateParams {
  const { model, tools, maxTokens, thinkingTokens } = request
  const streaming = request.streaming !== false
  const effort = facts.thinking === 'effort' && !dialect.leftOut.has('reasoning_effort')
  // Reasoning counts as output.
  const wanted = maxTokens + (facts.thinking === 'effort' ? thinkingTokens : 0)
  const room = Math.min(wanted, Math.max(facts.maxOutput, maxTokens))
  return {
    model,
    [dialect.tokensField]: room,
    stream: streaming,
    ...(streaming && !dialect.leftOut.has('stream_options')
      ? { stream_options: { include_usage: true } }
      : {}),
    ...(effort && thinkingTokens > 0 ? { reasoning_effort: effortOf(thinkingTokens) } : {}),
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: 'function' as const,
            function: { name, description, parameters: structuredClone(inputSchema) },
          })),
        }
      : {}),
    ...(request.forcedTool !== undefined && !dialect.leftOut.has('tool_choice')
      ? { tool_choice: { type: 'function' as const, function: { name: request.forcedTool } } }
      : {}),
    messages: toChatMessages(request, { vision: facts.vision, reasoningBack: dialect.reasoningBack }),
  }
}

interface MessageOptions {
  readonly vision: boolean
  readonly reasoningBack: boolean
}

/** One system message: templates of local models know no second one. */
function toChatMessages(
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>,
  options: MessageOptions,
): ChatMessage[] {
  const text = system.map((block) => block.text.toWellFormed()).join('\n\n')
  const head: ChatMessage[] = text === '' ? [] : [{ role: 'system', content: text }]
  return [...head, ...messages.flatMap((message) => toChatMessage(message, options))]
}

function toChatMessage(message: Message, options: MessageOptions): ChatMessage[] {
  if (message.role === 'assistant') return [toAssistant(message, options)]
  const results = message.content.filter((block) => block.type === 'tool_result')
  const rest = message.content.filter((block) => block.type !== 'tool_result')
  // Images of results follow the results: no message may stand between these.
  const shown = options.vision ? results.flatMap(imagesOf) : []
  const content = toContent([...shown, ...rest], options)
  return [
    ...results.map((result) => toToolMessage(result, options)),
    ...(content === '' || content.length === 0 ? [] : [{ role: 'user' as const, content }]),
  ]
}

/** A plain string where there is only text: not every server takes parts. */
function toContent(
  blocks: readonly Exclude<UserBlock, ToolResultBlock>[],
  { vision }: MessageOptions,
): string | ContentPart[] {
  const parts = blocks.map((block): ContentPart => {
    if (block.type === 'text') return { type: 'text', text: block.text.toWellFormed() }
    if (!vision) return { type: 'text', text: leftOutImage(block) }
    const { media_type, data } = block.source
    return { type: 'image_url', image_url: { url: `data:${media_type};base64,${data}` } }
  })
  const texts = parts.map((part) => (part.type === 'text' ? part.text : undefined))
  return texts.includes(undefined) ? parts : texts.join('\n\n')
}

function toToolMessage(result: ToolResultBlock, { vision }: MessageOptions): ChatMessage {
  const texts = result.content.map((part) => {
    if (part.type === 'text') return part.text.toWellFormed()
    if (part.type === 'document') return '[The file itself is not shown: this service takes no documents.]'
    return vision ? '[The image is shown after the results.]' : leftOutImage(part)
  })
  const text = texts.filter((part) => part.trim() !== '').join('\n')
  const said = text === '' ? '(no output)' : text
  return {
    role: 'tool',
    tool_call_id: result.tool_use_id,
    // The protocol has no flag for it.
    content: result.is_error && !/^\W*error/i.test(said) ? `Error: ${said}` : said,
  }
}

function imagesOf(result: ToolResultBlock): Exclude<UserBlock, ToolResultBlock>[] {
  const images = result.content.filter((part) => part.type === 'image')
  if (images.length === 0) return []
  return [{ type: 'text', text: `Images in the result of the call ${result.tool_use_id}:` }, ...images]
}

function leftOutImage({ source }: ImageBlock): string {
  const kilobytes = Math.ceil((source.data.length * 3) / 4 / 1024)
  return `[An image (${source.media_type}, ${kilobytes} KB) is not shown: this model takes no images.]`
}

function toAssistant({ content }: AssistantMessage, { reasoningBack }: MessageOptions): AssistantParam {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text.toWellFormed()] : [])).join('')
  const calls = content.flatMap((block) =>
    block.type === 'tool_use'
      ? [
          {
            id: block.id,
            type: 'function' as const,
            function: { name: block.name, arguments: JSON.stringify(block.input).toWellFormed() },
          },
        ]
      : [],
  )
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(reasoningBack && calls.length > 0 ? reasoningOf(content) : {}),
  }
}

/** Some servers refuse calls without the reasoning that led to them. */
function reasoningOf(content: AssistantMessage['content']): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const block of content) {
    const field = reasoningField(block)
    if (field && block.type === 'thinking') fields[field] = (fields[field] ?? '') + block.thinking
  }
  return fields
}
