/**
 * The chunks of a Chat Completions stream, or the one whole answer, as the contract's events. Servers of this protocol
 * differ: calls come in pieces or whole, with or without numbers and ids, reasoning in one of two fields or in tags.
 */
import { z } from 'zod'
import type { Usage } from '../../protocol/token-usage.ts'
import type { ModelError, ModelStreamEvent } from '../contract.ts'
import { answerCut, answerIdle, answerMalformed } from '../broken-answer.ts'
import { ThinkTags } from './think-tags.ts'
import { REASONING_FIELDS, unsignedSignature, type ReasoningField } from '../unsigned-thinking.ts'
import { ChatCalls, type CallPiece } from './openai-calls.ts'

const text = z.string().nullish()
const tokens = z.number().nonnegative().nullish()

const callPiece = z.looseObject({
  index: z.number().int().nonnegative().nullish(),
  id: text,
  function: z.looseObject({ name: text, arguments: z.unknown().optional() }).nullish(),
})

/** Content is text, or parts of which some are thinking. */
const part = z.looseObject({ type: z.string(), text: text, thinking: z.unknown().optional() })
const message = z.looseObject({
  content: z.union([z.string(), z.array(part)]).nullish(),
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  tool_calls: z.array(callPiece).nullish(),
})

const usageShape = z.looseObject({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  prompt_tokens_details: z.looseObject({ cached_tokens: tokens }).nullish(),
  prompt_cache_hit_tokens: tokens,
})

const chunk = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: message.nullish(),
        message: message.nullish(),
        finish_reason: text,
        index: tokens,
      }),
    )
    .nullish(),
  usage: usageShape.nullish(),
})

type Piece = z.infer<typeof message>

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
}

/** A text or a thinking block while it streams. */
interface OpenBlock {
  readonly type: 'text' | 'thinking'
  readonly field: ReasoningField | 'content'
  readonly block: number
  readonly pieces: string[]
}

export class ChatReader {
  readonly #calls = new ChatCalls(() => this.#blocks++)
  readonly #tags = new ThinkTags()
  #blocks = 0
  #open: OpenBlock | undefined
  #characters = 0
  #usage: Usage | undefined
  #finish: string | undefined
  #refused = false
  #failure: ModelError | undefined

  get failure(): ModelError | undefined {
    return this.#failure
  }

  *read(raw: unknown): Generator<ModelStreamEvent> {
    const parsed = chunk.safeParse(raw)
    if (!parsed.success) {
      this.#failure = answerMalformed('a part of an unknown shape', 'Chat Completions')
      return
    }
    const { choices, usage } = parsed.data
    if (usage) this.#usage = toUsage(usage)
    // Only one answer was asked for.
    const choice = choices?.find((candidate) => (candidate.index ?? 0) === 0)
    if (!choice) return
    const piece = choice.delta ?? choice.message
    if (piece) yield* this.#piece(piece)
    if (choice.finish_reason) {
      this.#finish = choice.finish_reason
      yield* this.#closeAll()
    }
  }

  /** The stream is over: how it ended. `idle`: because nothing came any more. */
  *end(idle: boolean): Generator<ModelStreamEvent> {
    if (this.#failure) yield { type: 'failed', error: this.#failure }
    else if (this.#finish === undefined) yield { type: 'failed', error: idle ? answerIdle : answerCut }
    else {
      yield* this.#closeAll()
      yield {
        type: 'ended',
        stopReason: this.#stopReason(this.#finish),
        usage: this.#usage ?? this.#estimate(),
      }
    }
  }

  #stopReason(finish: string): string {
    if (this.#refused) return 'refusal'
    const reason = STOP_REASONS[finish] ?? finish
    return reason === 'end_turn' && this.#calls.count > 0 ? 'tool_use' : reason
  }

  *#piece(piece: Piece): Generator<ModelStreamEvent> {
    // Some servers send the same in both fields.
    const field = REASONING_FIELDS.find((name) => piece[name])
    if (field) yield* this.#append('thinking', field, piece[field] ?? '')
    for (const { type, value } of contentParts(piece.content)) {
      if (type === 'thinking') yield* this.#append('thinking', 'content', value)
      else for (const split of this.#tags.push(value)) yield* this.#append(split.type, 'content', split.text)
    }
    if (piece.refusal) {
      this.#refused = true
      yield* this.#append('text', 'content', piece.refusal)
    }
    if (piece.tool_calls && piece.tool_calls.length > 0) {
      yield* this.#closeText()
      for (const call of piece.tool_calls) yield* this.#call(call)
    }
  }

  *#call(piece: z.infer<typeof callPiece>): Generator<ModelStreamEvent> {
    const given: CallPiece = {
      index: piece.index ?? undefined,
      id: piece.id || undefined,
      name: piece.function?.name || undefined,
      input: piece.function?.arguments,
    }
    if (typeof given.input === 'string') this.#characters += given.input.length
    yield* this.#calls.push(given)
    if (this.#calls.problem) this.#failure = answerMalformed(this.#calls.problem, 'Chat Completions')
  }

  *#append(type: OpenBlock['type'], field: OpenBlock['field'], value: string): Generator<ModelStreamEvent> {
    if (value === '') return
    if (this.#open && (this.#open.type !== type || this.#open.field !== field)) yield* this.#closeOpen()
    this.#open ??= { type, field, block: this.#blocks++, pieces: [] }
    this.#open.pieces.push(value)
    this.#characters += value.length
    yield { type: type === 'text' ? 'text_delta' : 'thinking_delta', block: this.#open.block, text: value }
  }

  *#closeText(): Generator<ModelStreamEvent> {
    for (const split of this.#tags.flush()) yield* this.#append(split.type, 'content', split.text)
    yield* this.#closeOpen()
  }

  *#closeOpen(): Generator<ModelStreamEvent> {
    const open = this.#open
    this.#open = undefined
    if (!open) return
    const whole = open.pieces.join('')
    const content =
      open.type === 'text'
        ? ({ type: 'text', text: whole } as const)
        : ({ type: 'thinking', thinking: whole, signature: unsignedSignature(open.field) } as const)
    yield { type: 'block', block: open.block, content }
  }

  *#closeAll(): Generator<ModelStreamEvent> {
    yield* this.#closeText()
    yield* this.#calls.close()
  }

  /** Estimated usage for a server that reports none. The input is unknown here and to every other part. */
  #estimate(): Usage {
    return {
      inputTokens: 0,
      outputTokens: Math.ceil(this.#characters / CHARACTERS_A_TOKEN),
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    }
  }
}

const CHARACTERS_A_TOKEN = 4

function contentParts(content: Piece['content']): { type: 'text' | 'thinking'; value: string }[] {
  if (typeof content === 'string') return [{ type: 'text', value: content }]
  return (content ?? []).map(({ type, text: value, thinking }) =>
    type === 'thinking' ? { type, value: thinkingText(thinking) } : { type: 'text', value: value ?? '' },
  )
}

function thinkingText(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking
  const parts = z.array(part).safeParse(thinking)
  return parts.success ? parts.data.map((inner) => inner.text ?? '').join('') : ''
}

/** Cached tokens are part of the prompt's there, and apart from it here. */
function toUsage(usage: z.infer<typeof usageShape>): Usage {
  const prompt = usage.prompt_tokens ?? 0
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0
  return {
    inputTokens: Math.max(0, prompt - cached),
    outputTokens: usage.completion_tokens ?? 0,
    cacheReadTokens: Math.min(cached, prompt),
    cacheWriteTokens: 0,
  }
}
