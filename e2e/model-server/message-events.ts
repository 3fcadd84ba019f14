/** A turn as the events of the streaming protocol, and as the message that a non-streaming request gets. */
import type { JsonObject } from './json.ts'
import { splitString } from './split.ts'
import type { ReplyBlock, Split, Turn, Usage } from './turn.ts'

/** Parts that the server adds to a turn, as scripts usually leave them open. */
export interface Envelope {
  readonly messageId: string
  readonly model: string
  readonly usage: Usage
  readonly toolUseId: (block: number) => string
  readonly sign: (thinking: string) => string
}

const DEFAULT_SPLIT: Split = { size: 12 }

export function messageEvents(turn: Turn, envelope: Envelope): JsonObject[] {
  if (turn.events) return [...turn.events]
  const content = turn.content ?? []
  const events = [
    messageStart(envelope),
    ...content.flatMap((block, index) => blockEvents(block, index, turn, envelope)),
    messageDelta(turn, content, envelope.usage),
    { type: 'message_stop' },
  ]
  return withPings(events, turn.pingEvery)
}

/** The complete message, as `stream: false` returns it. */
export function wholeMessage(turn: Turn, envelope: Envelope): JsonObject {
  const content = turn.content ?? []
  return {
    id: envelope.messageId,
    type: 'message',
    role: 'assistant',
    model: envelope.model,
    content: content.map((block, index) => finishedBlock(block, index, envelope)),
    stop_reason: stopReason(turn, content),
    stop_sequence: turn.stopSequence ?? null,
    usage: envelope.usage,
  }
}

function messageStart(envelope: Envelope): JsonObject {
  return {
    type: 'message_start',
    message: {
      id: envelope.messageId,
      type: 'message',
      role: 'assistant',
      model: envelope.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...envelope.usage, output_tokens: 1 },
    },
  }
}

function messageDelta(turn: Turn, content: readonly ReplyBlock[], usage: Usage): JsonObject {
  return {
    type: 'message_delta',
    delta: { stop_reason: stopReason(turn, content), stop_sequence: turn.stopSequence ?? null },
    usage,
  }
}

function stopReason(turn: Turn, content: readonly ReplyBlock[]): string {
  if (turn.stopReason) return turn.stopReason
  if (turn.stopSequence !== undefined) return 'stop_sequence'
  return content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
}

function blockEvents(block: ReplyBlock, index: number, turn: Turn, envelope: Envelope): JsonObject[] {
  const deltas = blockDeltas(block, turn, envelope)
  return [
    { type: 'content_block_start', index, content_block: emptyBlock(block, index, envelope) },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function emptyBlock(block: ReplyBlock, index: number, envelope: Envelope): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' }
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: block.data }
    case 'tool_use':
      return { type: 'tool_use', id: block.id ?? envelope.toolUseId(index), name: block.name, input: {} }
    case 'server_tool_use':
      return { ...block, input: {} }
    case 'advisor_tool_result':
      return { ...block }
  }
}

function blockDeltas(block: ReplyBlock, turn: Turn, envelope: Envelope): JsonObject[] {
  switch (block.type) {
    case 'text':
      return splitString(block.text, turn.splitText ?? DEFAULT_SPLIT).map((piece) => ({
        type: 'text_delta',
        text: piece,
      }))
    case 'thinking':
      return [
        ...splitString(block.thinking, turn.splitText ?? DEFAULT_SPLIT).map((piece) => ({
          type: 'thinking_delta',
          thinking: piece,
        })),
        { type: 'signature_delta', signature: block.signature ?? envelope.sign(block.thinking) },
      ]
    case 'redacted_thinking':
    case 'advisor_tool_result':
      return []
    case 'server_tool_use':
    case 'tool_use':
      return inputPieces(block, turn).map((piece) => ({ type: 'input_json_delta', partial_json: piece }))
  }
}

/** The real API opens with an empty piece; a call without arguments has only that one. */
function inputPieces(
  block: Extract<ReplyBlock, { type: 'tool_use' | 'server_tool_use' }>,
  turn: Turn,
): string[] {
  const raw = block.type === 'tool_use' ? block.rawInput : undefined
  if (raw === undefined && Object.keys(block.input).length === 0) return ['']
  return ['', ...splitString(raw ?? JSON.stringify(block.input), turn.splitJson ?? DEFAULT_SPLIT)]
}

function finishedBlock(block: ReplyBlock, index: number, envelope: Envelope): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'thinking':
      return {
        type: 'thinking',
        thinking: block.thinking,
        signature: block.signature ?? envelope.sign(block.thinking),
      }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: block.data }
    case 'tool_use':
      return {
        type: 'tool_use',
        id: block.id ?? envelope.toolUseId(index),
        name: block.name,
        input: block.input,
      }
    case 'server_tool_use':
    case 'advisor_tool_result':
      return { ...block }
  }
}

function withPings(events: readonly JsonObject[], every: number | undefined): JsonObject[] {
  if (every === undefined) return [...events]
  const ping = { type: 'ping' }
  return events.flatMap((event, index) => {
    const last = index === events.length - 1
    return !last && index % Math.max(1, every) === 0 ? [event, ping] : [event]
  })
}
