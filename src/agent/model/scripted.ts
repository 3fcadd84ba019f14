/** A model that answers from a list: the fake of the unit tests. It passes the contract's suite like the real one. */
import type { ModelClient, ModelError, ModelRequest, ModelStreamEvent } from './contract.ts'

export interface ScriptedCall {
  readonly name: string
  readonly input?: Readonly<Record<string, unknown>>
  /** The input's JSON was broken: the parser's message. */
  readonly inputError?: string
}

export type ScriptedResponse =
  | {
      readonly thinking?: string
      readonly text?: string
      readonly calls?: readonly (string | ScriptedCall)[]
      /** The id of a call of the service's advisor that has its result here, first of all. */
      readonly advised?: string
      /** The id of such a call without a result, last of all. */
      readonly asksAdvice?: string
      /** `tool_use` with calls, else `end_turn`. */
      readonly stopReason?: string
      readonly outputTokens?: number
      /** Never ends by itself: only the signal ends it. */
      readonly hangs?: boolean
    }
  /** Fails, after some text when `after` is given. */
  | {
      readonly error: ModelError['kind']
      readonly after?: string
      /** The provider has counted so many tokens of the prompt before. */
      readonly counted?: number
      readonly status?: number
      readonly message?: string
    }
  /** Breaks the contract. */
  | { readonly throws: string }

export interface ScriptedModel extends ModelClient {
  /** Requests received, in order. */
  readonly requests: readonly ModelRequest[]
}

/** Beyond the end of the list it says "Done.". */
export function createScriptedModel(responses: readonly ScriptedResponse[]): ScriptedModel {
  const requests: ModelRequest[] = []
  return {
    requests,
    async *stream(request, signal) {
      const number = requests.push(request)
      for await (const event of play(responses[number - 1] ?? { text: 'Done.' }, number, signal)) {
        if (signal.aborted) return
        yield event
      }
    },
  }
}

const PIECE = 4

async function* play(
  response: ScriptedResponse,
  number: number,
  signal: AbortSignal,
): AsyncGenerator<ModelStreamEvent> {
  if ('throws' in response) throw new Error(response.throws)
  if ('error' in response) {
    if (response.counted !== undefined) {
      const usage = {
        inputTokens: response.counted,
        outputTokens: 1,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
      }
      yield { type: 'counted', usage }
    }
    if (response.after) yield { type: 'text_delta', block: 0, text: response.after }
    const { error: kind, status, message = `scripted ${kind}` } = response
    yield { type: 'failed', error: { kind, message, hint: 'try', ...(status ? { status } : {}) } }
    return
  }
  yield* content(response, number)
  if (response.hangs) return await untilAborted(signal)
  const { outputTokens = 1 } = response
  const usage = { inputTokens: 1, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 }
  yield {
    type: 'ended',
    stopReason: response.stopReason ?? (response.calls ? 'tool_use' : 'end_turn'),
    usage,
  }
}

function* content(
  {
    thinking,
    text,
    calls = [],
    advised,
    asksAdvice,
  }: Exclude<ScriptedResponse, { error: unknown } | { throws: unknown }>,
  number: number,
): Generator<ModelStreamEvent> {
  let block = 0
  if (advised !== undefined) {
    const result = { type: 'advisor_result', text: 'Take B.' }
    yield {
      type: 'block',
      block,
      content: { type: 'advisor_tool_result', tool_use_id: advised, content: result },
    }
    block += 1
  }
  if (thinking !== undefined) {
    for (const piece of pieces(thinking)) yield { type: 'thinking_delta', block, text: piece }
    yield { type: 'block', block, content: { type: 'thinking', thinking, signature: `signed ${number}` } }
    block += 1
  }
  if (text !== undefined) {
    for (const piece of pieces(text)) yield { type: 'text_delta', block, text: piece }
    yield { type: 'block', block, content: { type: 'text', text } }
    block += 1
  }
  for (const call of calls) {
    const { name, input = { n: block }, inputError } = typeof call === 'string' ? { name: call } : call
    const id = `call-${number}-${block}`
    yield { type: 'tool_started', block, id, name }
    const used = { type: 'tool_use', id, name, input: { ...input } } as const
    if (inputError === undefined) yield { type: 'block', block, content: used }
    else yield { type: 'block', block, content: { ...used, input: {} }, inputError }
    block += 1
  }
  if (asksAdvice !== undefined) {
    const asked = { type: 'server_tool_use', id: asksAdvice, name: 'advisor', input: {} } as const
    yield { type: 'block', block, content: asked }
  }
}

function pieces(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) =>
    text.slice(at * PIECE, (at + 1) * PIECE),
  )
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
