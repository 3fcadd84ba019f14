/**
 * Model calls that are no agent's turn. Each goes through here: a pair of events in the log tells of its request, and bills it
 * (`protocol/billed`). A new kind needs a `QuerySource` and one call, of `sideQuery` or of `LoggedQueries`.
 */
import { textTokens } from '../../context/estimate.ts'
import type { LoopDeps } from '../../loop/deps.ts'
import type { ModelClient, ModelError, ModelRequest, ModelStreamEvent } from '../../model/contract.ts'
import type { AnsweredQuery } from '../../protocol/billed.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { AssistantBlock } from '../../protocol/messages.ts'
import type { QuerySource } from '../../protocol/prompt-cache.ts'
import type { Usage } from '../../protocol/token-usage.ts'

export interface SideQueryParts {
  readonly client: ModelClient
  readonly costOf: LoopDeps['costOf']
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export interface SideQuery {
  readonly source: Exclude<QuerySource, 'main' | 'subagent'>
  readonly request: Omit<ModelRequest, 'requestId'>
  /** The turn and the call for which it is made. */
  readonly of?: { readonly turnId?: string; readonly toolUseId?: string }
  readonly signal: AbortSignal
}

export type SideAnswer =
  /** The whole answer, however short. */
  | { readonly outcome: 'done'; readonly content: readonly AssistantBlock[]; readonly used: AnsweredQuery }
  | { readonly outcome: 'failed'; readonly error: ModelError }
  /** By its signal. */
  | { readonly outcome: 'stopped' }

type Ended = Extract<EventBody, { type: 'side_query_ended' }>
type AnswerEnd = Extract<ModelStreamEvent, { type: 'ended' }>

/**
 * One attempt. Yields the pair of events; nothing where it was stopped before. Rejects only where the client breaks its contract, and
 * then, too, the pair is whole.
 */
export async function* sideQuery(
  parts: SideQueryParts,
  query: SideQuery,
): AsyncGenerator<EventBody, SideAnswer> {
  const { signal } = query
  if (signal.aborted) return { outcome: 'stopped' }
  const attempt = new Attempt(parts, query)
  yield attempt.started()
  try {
    for await (const event of parts.client.stream(attempt.request, signal)) attempt.take(event)
  } catch (error) {
    yield attempt.ended(signal.aborted ? 'stopped' : 'failed', { problem: String(error) })
    throw error
  }
  const answer = attempt.answer()
  yield attempt.ended(answer.outcome, answer.outcome === 'failed' ? { problem: answer.error.message } : {})
  return answer
}

const BROKE_OFF: ModelError = {
  kind: 'stream_cut',
  message: 'The answer broke off.',
  hint: 'Try again.',
}

class Attempt {
  readonly request: ModelRequest
  readonly #parts: SideQueryParts
  readonly #query: SideQuery
  readonly #began: number
  readonly #content: AssistantBlock[] = []
  #end: AnswerEnd | undefined
  #error: ModelError | undefined
  #counted: Usage | undefined
  #streamedTokens = 0

  constructor(parts: SideQueryParts, query: SideQuery) {
    this.#parts = parts
    this.#query = query
    this.request = { ...query.request, requestId: parts.newId() }
    this.#began = parts.now()
  }

  started(): EventBody {
    const { source, of } = this.#query
    const { requestId, model } = this.request
    return { type: 'side_query_started', requestId, source, model, ...of }
  }

  take(event: ModelStreamEvent): void {
    if (event.type === 'block') this.#content.push(event.content)
    if (event.type === 'counted') this.#counted = event.usage
    if (event.type === 'text_delta' || event.type === 'thinking_delta')
      this.#streamedTokens += textTokens(event.text)
    if (event.type === 'ended') this.#end = event
    if (event.type === 'failed') this.#error = event.error
  }

  answer(): SideAnswer {
    if (this.#end) {
      const { requestId, model } = this.request
      const { usage } = this.#end
      const used = { requestId, usage, costUsd: this.#parts.costOf(model, usage) }
      return { outcome: 'done', content: this.#content, used }
    }
    if (this.#query.signal.aborted) return { outcome: 'stopped' }
    return { outcome: 'failed', error: this.#error ?? BROKE_OFF }
  }

  ended(outcome: Ended['outcome'], why: Pick<Ended, 'problem'>): Ended {
    const { requestId, model } = this.request
    const usage = this.#usage
    const { costOf, now } = this.#parts
    return {
      type: 'side_query_ended',
      requestId,
      source: this.#query.source,
      model,
      outcome,
      ...(usage === undefined ? { costUsd: null } : { usage, costUsd: costOf(model, usage) }),
      durationMs: Math.max(0, now() - this.#began),
      ...(this.#end === undefined ? {} : { stopReason: this.#end.stopReason }),
      ...why,
    }
  }

  /** The provider's count; output tokens of an answer that broke off are estimated from the text that has come. */
  get #usage(): Usage | undefined {
    if (this.#end) return this.#end.usage
    const counted = this.#counted
    const streamed = Math.ceil(this.#streamedTokens)
    return counted && { ...counted, outputTokens: Math.max(counted.outputTokens, streamed) }
  }
}

/** The texts of an answer, one after the other. */
export function textOf(content: readonly AssistantBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}
