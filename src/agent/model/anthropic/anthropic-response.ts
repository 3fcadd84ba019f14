/**
 * The raw events of a Messages stream, narrowed to the contract's. Unknown events are dropped with a notice.
 */
import { z } from 'zod'
import type { AdvisorResultBlock, AssistantBlock } from '../../protocol/messages.ts'
import type { Usage } from '../../protocol/token-usage.ts'
import { answerCut, answerIdle, answerMalformed, parseInput } from '../broken-answer.ts'
import type { ModelError, ModelStreamEvent } from '../contract.ts'

const index = z.number().int().nonnegative()
const tokens = z.number().nonnegative().nullish()
const usageShape = z.looseObject({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_read_input_tokens: tokens,
  cache_creation_input_tokens: tokens,
  iterations: z.array(z.unknown()).nullish(),
})

/** The advisor's usage, which is reported apart from the answer's own. */
const adviceShape = z.looseObject({
  type: z.literal('advisor_message'),
  model: z.string(),
  input_tokens: tokens,
  output_tokens: tokens,
  cache_read_input_tokens: tokens,
  cache_creation_input_tokens: tokens,
})

const rawEvent = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('message_start'),
    message: z.looseObject({ usage: usageShape.optional() }),
  }),
  z.looseObject({
    type: z.literal('content_block_start'),
    index,
    content_block: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({
    type: z.literal('content_block_delta'),
    index,
    delta: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({ type: z.literal('content_block_stop'), index }),
  z.looseObject({
    type: z.literal('message_delta'),
    delta: z.looseObject({ stop_reason: z.string().nullish() }),
    usage: usageShape.optional(),
  }),
  z.looseObject({ type: z.literal('message_stop') }),
])

const startBlock = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string().default('') }),
  z.looseObject({
    type: z.literal('thinking'),
    thinking: z.string().default(''),
    signature: z.string().default(''),
  }),
  z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.looseObject({
    type: z.literal('tool_use'),
    id: z.string().min(1),
    name: z.string().min(1),
    input: z.unknown(),
  }),
  z.looseObject({
    type: z.literal('server_tool_use'),
    id: z.string().min(1),
    name: z.literal('advisor'),
    input: z.unknown(),
  }),
  z.looseObject({
    type: z.literal('advisor_tool_result'),
    tool_use_id: z.string().min(1),
    content: z.looseObject({ type: z.string() }),
  }),
])

const delta = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text_delta'), text: z.string() }),
  z.looseObject({ type: z.literal('thinking_delta'), thinking: z.string() }),
  z.looseObject({ type: z.literal('signature_delta'), signature: z.string() }),
  z.looseObject({ type: z.literal('input_json_delta'), partial_json: z.string() }),
])

/** A block while it streams. `json` is kept as text until the block ends. */
type OpenBlock =
  | { readonly type: 'text'; text: string }
  | { readonly type: 'thinking'; thinking: string; signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | AdvisorResultBlock
  | { readonly type: 'server_tool_use'; readonly id: string; readonly given: unknown; json: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly given: unknown
      json: string
    }

export class ResponseReader {
  readonly #open = new Map<number, OpenBlock>()
  readonly #begun = new Set<number>()
  readonly #callIds = new Set<string>()
  #usage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
  /** The calls of the service's own advisor, in their order. */
  readonly #advised: string[] = []
  #iterations: readonly unknown[] = []
  #stopReason = ''
  #started = false
  #stopped = false
  #failure: ModelError | undefined

  get failure(): ModelError | undefined {
    return this.#failure
  }

  /** `message_stop` is the last event: a connection that is then left open, or breaks, costs nothing. */
  get complete(): boolean {
    return this.#stopped
  }

  *read(raw: unknown): Generator<ModelStreamEvent> {
    const known = rawEvent.safeParse(raw)
    if (!known.success) {
      // New event types are announced as possible; a known type of another shape is a broken stream.
      const type = typeof raw === 'object' && raw !== null && 'type' in raw ? String(raw.type) : ''
      if (rawEvent.options.some((option) => option.shape.type.value === type)) {
        this.#failure = answerMalformed(`an event "${type}" of an unknown shape`, 'Messages')
      }
      return
    }
    const event = known.data
    switch (event.type) {
      case 'message_start':
        if (this.#started) this.#failure = answerMalformed('a second message inside the first', 'Messages')
        this.#started = true
        this.#count(event.message.usage)
        if (event.message.usage) yield { type: 'counted', usage: this.#usage }
        return
      case 'content_block_start':
        return yield* this.#start(event.index, event.content_block)
      case 'content_block_delta':
        return yield* this.#delta(event.index, event.delta)
      case 'content_block_stop':
        return yield* this.#stop(event.index)
      case 'message_delta':
        this.#stopReason = event.delta.stop_reason ?? this.#stopReason
        this.#count(event.usage)
        return
      case 'message_stop':
        // Some gateways forget to end the last block.
        for (const block of [...this.#open.keys()]) yield* this.#stop(block)
        this.#stopped = true
        return
      default:
        event satisfies never
    }
  }

  /** The stream is over: how it ended. `idle`: because nothing came any more. */
  *end(idle: boolean): Generator<ModelStreamEvent> {
    if (this.#failure) yield { type: 'failed', error: this.#failure }
    else if (this.#stopped) yield this.#ended()
    else yield { type: 'failed', error: idle ? answerIdle : answerCut }
  }

  #ended(): ModelStreamEvent {
    const advice = this.#iterations.flatMap((raw) => {
      const iteration = adviceShape.safeParse(raw)
      return iteration.success ? [iteration.data] : []
    })
    const ended = { type: 'ended', stopReason: this.#stopReason, usage: this.#usage } as const
    if (advice.length === 0) return ended
    const used = advice.map(({ model, ...counts }, index) => ({
      toolUseId: this.#advised[index] ?? '',
      model,
      usage: {
        inputTokens: counts.input_tokens ?? 0,
        outputTokens: counts.output_tokens ?? 0,
        cacheReadTokens: counts.cache_read_input_tokens ?? 0,
        cacheWriteTokens: counts.cache_creation_input_tokens ?? 0,
      },
    }))
    return { ...ended, advice: used }
  }

  *#start(block: number, raw: unknown): Generator<ModelStreamEvent> {
    if (this.#begun.has(block)) {
      this.#failure = answerMalformed(`two parts with the number ${block}`, 'Messages')
      return
    }
    this.#begun.add(block)
    const parsed = startBlock.safeParse(raw)
    if (!parsed.success) {
      const type = typeof raw === 'object' && raw !== null && 'type' in raw ? String(raw.type) : 'unknown'
      yield { type: 'notice', text: `The answer has a part of the kind "${type}", which is not shown.` }
      return
    }
    const content = parsed.data
    if (content.type === 'tool_use') {
      if (this.#callIds.has(content.id)) {
        this.#failure = answerMalformed(`two calls with the id "${content.id}"`, 'Messages')
        return
      }
      this.#callIds.add(content.id)
      this.#open.set(block, {
        type: 'tool_use',
        id: content.id,
        name: content.name,
        given: content.input,
        json: '',
      })
      yield { type: 'tool_started', block, id: content.id, name: content.name }
      return
    }
    if (content.type === 'server_tool_use') {
      const { type, id, input } = content
      this.#open.set(block, { type, id, given: input, json: '' })
    } else if (content.type === 'advisor_tool_result') {
      const { type, tool_use_id, content: result } = content
      this.#advised.push(tool_use_id)
      this.#open.set(block, { type, tool_use_id, content: result })
    } else if (content.type === 'text') {
      this.#open.set(block, { type: 'text', text: content.text })
      if (content.text !== '') yield { type: 'text_delta', block, text: content.text }
    } else if (content.type === 'thinking') {
      this.#open.set(block, { type: 'thinking', thinking: content.thinking, signature: content.signature })
    } else this.#open.set(block, { type: 'redacted_thinking', data: content.data })
  }

  *#delta(block: number, raw: unknown): Generator<ModelStreamEvent> {
    const open = this.#open.get(block)
    const parsed = delta.safeParse(raw)
    if (!open || !parsed.success) return // a hidden block, or an unsupported kind of delta
    const change = parsed.data
    if (open.type === 'text' && change.type === 'text_delta') {
      open.text += change.text
      yield { type: 'text_delta', block, text: change.text }
    } else if (open.type === 'thinking' && change.type === 'thinking_delta') {
      open.thinking += change.thinking
      yield { type: 'thinking_delta', block, text: change.thinking }
    } else if (open.type === 'thinking' && change.type === 'signature_delta')
      open.signature += change.signature
    else if (
      (open.type === 'tool_use' || open.type === 'server_tool_use') &&
      change.type === 'input_json_delta'
    )
      open.json += change.partial_json
  }

  *#stop(block: number): Generator<ModelStreamEvent> {
    const open = this.#open.get(block)
    this.#open.delete(block)
    if (!open) return
    if (open.type === 'server_tool_use') {
      const asked = parseInput(open.json, open.given)
      const input = asked.ok ? asked.value : {}
      yield { type: 'block', block, content: { type: open.type, id: open.id, name: 'advisor', input } }
      return
    }
    if (open.type !== 'tool_use') {
      yield { type: 'block', block, content: { ...open } satisfies AssistantBlock }
      return
    }
    const { id, name } = open
    const input = parseInput(open.json, open.given)
    if (input.ok) yield { type: 'block', block, content: { type: 'tool_use', id, name, input: input.value } }
    else {
      yield {
        type: 'block',
        block,
        content: { type: 'tool_use', id, name, input: {} },
        inputError: input.problem,
      }
    }
  }

  /** Later figures replace earlier ones; those of the start that are not repeated stay. */
  #count(usage: z.infer<typeof usageShape> | undefined): void {
    if (!usage) return
    this.#iterations = usage.iterations ?? this.#iterations
    this.#usage = {
      inputTokens: usage.input_tokens ?? this.#usage.inputTokens,
      outputTokens: usage.output_tokens ?? this.#usage.outputTokens,
      cacheReadTokens: usage.cache_read_input_tokens ?? this.#usage.cacheReadTokens,
      cacheWriteTokens: usage.cache_creation_input_tokens ?? this.#usage.cacheWriteTokens,
    }
  }
}
