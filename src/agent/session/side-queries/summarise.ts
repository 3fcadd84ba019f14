/** Asks the model for a summary of messages, again where that is worth it, and with less where all is too much. */
import { summaryMessages, readSummary, withoutOldest } from '../../context/compression/summary-request.ts'
import { SUMMARY_CUTS, SUMMARY_TOKENS } from '../../limits.ts'
import type { LoopDeps } from '../../loop/deps.ts'
import { waiting } from '../../loop/retries.ts'
import type { ModelClient, ModelError, ModelRequest } from '../../model/contract.ts'
import { retryDecision } from '../../model/retry.ts'
import type { EventBody, EventOf } from '../../protocol/events.ts'
import type { Usage } from '../../protocol/token-usage.ts'
import type { Message } from '../../protocol/messages.ts'

export interface SummariseOptions {
  readonly client: ModelClient
  /** Built like the conversation's own requests, so that their prefix is read from the prompt cache. */
  readonly request: (messages: readonly Message[]) => Omit<ModelRequest, 'maxTokens' | 'requestId'>
  /** Tokens of the longest answer that the model may be asked for. */
  readonly maxOutput: () => number
  readonly costOf: LoopDeps['costOf']
  readonly newId: () => string
  readonly sleep: LoopDeps['sleep']
}

type Billed = Omit<EventOf<'response_cut'>, 'type' | 'turnId' | 'seq' | 'at'>

export type Summary =
  | { readonly ok: true; readonly summary: string; readonly billed: Billed }
  /** The failure, as sentences. */
  | { readonly ok: false; readonly problem: string }

export interface SummaryRequest {
  readonly turnId: string
  readonly messages: readonly Message[]
  readonly keep?: string | undefined
  /** Tokens that the window leaves for the answer. */
  readonly room: number
  /** Share of the messages, from the oldest on, for which the window has no room; 0 to 1. */
  readonly excess: number
  readonly signal: AbortSignal
}

const NO_SUMMARY = 'The model answered without a summary.'

/** Yields the waits between attempts, and what attempts have cost that came to nothing. */
export async function* summarise(
  options: SummariseOptions,
  { turnId, messages, keep, room, excess, signal }: SummaryRequest,
): AsyncGenerator<EventBody, Summary> {
  let part = excess > 0 ? (withoutOldest(messages, excess) ?? messages) : messages
  let cuts = 0
  const began = Date.now()
  const maxTokens = Math.min(SUMMARY_TOKENS, options.maxOutput(), room)
  for (let number = 1; ; number++) {
    const { outcome, billed } = await ask(
      options,
      { messages: summaryMessages(part, keep), maxTokens },
      signal,
    )
    if ('text' in outcome) {
      const summary = readSummary(outcome.text)
      if (summary !== undefined && billed) return { ok: true, summary, billed }
    }
    if (billed) yield { type: 'response_cut', turnId, ...billed }
    if (signal.aborted) return { ok: false, problem: 'It was stopped.' }
    if ('text' in outcome) return { ok: false, problem: NO_SUMMARY }
    const { error } = outcome
    const shorter = isTooLong(error) && cuts < SUMMARY_CUTS ? withoutOldest(part) : undefined
    if (shorter) {
      part = shorter
      cuts++
      continue
    }
    const decision = retryDecision(
      error,
      {
        number,
        overloads: 0,
        maxTokens,
        thinkingTokens: 0,
        streaming: true,
        callsBegan: true,
        waitedMs: Date.now() - began,
        random: Math.random,
      },
      { source: 'compaction', persistent: false, hasFallback: false },
    )
    if (!decision.retry) return { ok: false, problem: `${error.message} ${error.hint}`.trim() }
    const { kind, message: reason } = error
    yield* waiting(options, { turnId, signal, retry: { attempt: number, reason, kind, ...decision } })
  }
}

function isTooLong({ kind }: ModelError): boolean {
  return kind === 'prompt_too_long' || kind === 'too_large'
}

interface Asked {
  readonly outcome: { readonly text: string } | { readonly error: ModelError }
  /** Undefined where nothing was counted. */
  readonly billed: Billed | undefined
}

async function ask(
  { client, request, costOf, newId }: SummariseOptions,
  { messages, maxTokens }: { readonly messages: readonly Message[]; readonly maxTokens: number },
  signal: AbortSignal,
): Promise<Asked> {
  const requestId = newId()
  const sent = { ...request(messages), maxTokens, requestId }
  const said: string[] = []
  let usage: Usage | undefined
  let error: ModelError | undefined
  for await (const event of client.stream(sent, signal)) {
    if (event.type === 'block' && event.content.type === 'text') said.push(event.content.text)
    if (event.type === 'counted' || event.type === 'ended') ({ usage } = event)
    if (event.type === 'failed') ({ error } = event)
  }
  const { model } = sent
  const billed = usage && {
    requestId,
    model,
    source: 'compaction' as const,
    usage,
    costUsd: costOf(model, usage),
  }
  return { outcome: error ? { error } : { text: said.join('\n\n') }, billed }
}
