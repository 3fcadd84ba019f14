/** A turn as the chunks of a Chat Completions stream, and as the one answer without streaming. */
import { asObject, type JsonObject } from '../json.ts'
import type { Envelope } from '../message-events.ts'
import { splitString } from '../split.ts'
import type { ReplyBlock, Split, Turn } from '../turn.ts'
import type { Frame } from '../wire.ts'

const DEFAULT_SPLIT: Split = { size: 12 }

export function chatChunks(turn: Turn, envelope: Envelope, body: JsonObject): Frame[] {
  const content = turn.content ?? []
  const chunk = (label: string, delta: JsonObject, finish: string | null = null): Frame => ({
    label,
    data: JSON.stringify({
      ...head(envelope, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
    }),
  })
  const frames = [
    chunk('message_start', { role: 'assistant', content: '' }),
    ...content.flatMap((block, index) =>
      blockDeltas(block, { turn, envelope, index, call: callNumber(content, index) }).map(
        ({ label, delta }) => chunk(label, delta),
      ),
    ),
    chunk('message_delta', {}, finishReason(turn)),
    ...(asObject(body['stream_options'])['include_usage'] === true
      ? [
          {
            label: 'usage',
            data: JSON.stringify({
              ...head(envelope, 'chat.completion.chunk'),
              choices: [],
              usage: usageOf(envelope),
            }),
          },
        ]
      : []),
    { label: 'message_stop', data: '[DONE]' },
  ]
  return frames
}

export function wholeCompletion(turn: Turn, envelope: Envelope): JsonObject {
  const content = turn.content ?? []
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
  const reasoning = content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])).join('')
  envelope.sign(reasoning)
  const calls = content.flatMap((block, index) =>
    block.type === 'tool_use'
      ? [
          {
            id: block.id ?? envelope.toolUseId(index),
            type: 'function',
            function: { name: block.name, arguments: block.rawInput ?? JSON.stringify(block.input) },
          },
        ]
      : [],
  )
  return {
    ...head(envelope, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' ? null : text,
          ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
        finish_reason: finishReason(turn),
      },
    ],
    usage: usageOf(envelope),
  }
}

function head({ messageId, model }: Envelope, object: string): JsonObject {
  return { id: messageId.replace('msg_', 'chatcmpl-'), object, created: 1_760_000_000, model }
}

const FINISH: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

function finishReason({ stopReason, content = [] }: Turn): string {
  const calls = content.some((block) => block.type === 'tool_use')
  const reason = stopReason ?? (calls ? 'tool_use' : 'end_turn')
  return FINISH[reason] ?? reason
}

function usageOf({ usage }: Envelope): JsonObject {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = usage
  const prompt = input_tokens + cache_read_input_tokens + cache_creation_input_tokens
  return {
    prompt_tokens: prompt,
    completion_tokens: output_tokens,
    total_tokens: prompt + output_tokens,
    prompt_tokens_details: { cached_tokens: cache_read_input_tokens },
  }
}

function callNumber(content: readonly ReplyBlock[], index: number): number {
  return content.slice(0, index).filter((block) => block.type === 'tool_use').length
}

interface Place {
  readonly turn: Turn
  readonly envelope: Envelope
  readonly index: number
  /** Which call of the answer it is. */
  readonly call: number
}

function blockDeltas(
  block: ReplyBlock,
  { turn, envelope, index, call }: Place,
): { label: string; delta: JsonObject }[] {
  switch (block.type) {
    case 'text':
      return splitString(block.text, turn.splitText ?? DEFAULT_SPLIT).map((content) => ({
        label: 'content_block_delta/text_delta',
        delta: { content },
      }))
    case 'thinking':
      envelope.sign(block.thinking)
      return splitString(block.thinking, turn.splitText ?? DEFAULT_SPLIT).map((reasoning_content) => ({
        label: 'content_block_delta/thinking_delta',
        delta: { reasoning_content },
      }))
    case 'redacted_thinking':
    case 'server_tool_use':
    case 'advisor_tool_result':
      return []
    case 'tool_use': {
      const id = block.id ?? envelope.toolUseId(index)
      const json = block.rawInput ?? JSON.stringify(block.input)
      const opening = { index: call, id, type: 'function', function: { name: block.name, arguments: '' } }
      return [opening, ...splitString(json, turn.splitJson ?? DEFAULT_SPLIT)].map((piece) => ({
        label: 'content_block_delta/input_json_delta',
        delta: {
          tool_calls: [typeof piece === 'string' ? { index: call, function: { arguments: piece } } : piece],
        },
      }))
    }
  }
}
