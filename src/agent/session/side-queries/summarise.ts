/** Asks the model for a summary of messages, again where that is worth it, and with less where all is too much. */
import {
  questionWithoutOldest,
  readSummary,
  summaryMessages,
  withoutOldest,
} from '../../context/compression/summary-request.ts'
import type { SummaryQuestion } from '../../context/compression/summary-request.ts'
import { SUMMARY_CUTS, SUMMARY_TOKENS } from '../../limits.ts'
import type { LoopDeps } from '../../loop/deps.ts'
import { waiting } from '../../loop/retries.ts'
import { isKeyRefused } from '../../model/contract.ts'
import type { ModelError, ModelRequest } from '../../model/contract.ts'
import { retryDecision } from '../../model/retry-policy.ts'
import type { AnsweredQuery } from '../../protocol/billed.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import { sideQuery, textOf } from './side-query.ts'
import type { SideAnswer, SideQueryParts } from './side-query.ts'

export interface SummariseOptions extends SideQueryParts {
  /** Built like the conversation's own requests, so that their prefix is read from the prompt cache. */
  readonly request: (messages: readonly Message[]) => Omit<ModelRequest, 'maxTokens' | 'requestId'>
  /** Tokens of the longest answer that the model may be asked for. */
  readonly maxOutput: () => number
  readonly sleep: LoopDeps['sleep']
}

export type Summary =
  | { readonly ok: true; readonly summary: string; readonly by: AnsweredQuery & { readonly model: string } }
  /** The failure, as sentences. */
  | { readonly ok: false; readonly problem: string }

export interface SummaryRequest {
  readonly turnId: string
  readonly messages: readonly Message[]
  readonly question?: SummaryQuestion
  /** Tokens that the window leaves for the answer. */
  readonly room: number
  /** Share of the messages, from the oldest on, for which the window has no room; 0 to 1. */
  readonly excess: number
  readonly signal: AbortSignal
}

const STOPPED = { ok: false, problem: 'It was stopped.' } as const

/** Yields the events of each attempt, and the waits between them. */
export async function* summarise(
  options: SummariseOptions,
  { turnId, messages, question = {}, room, excess, signal }: SummaryRequest,
): AsyncGenerator<EventBody, Summary> {
  let part = excess > 0 ? (withoutOldest(messages, excess) ?? messages) : messages
  let cuts = 0
  let refusals = 0
  const began = options.now()
  const maxTokens = Math.min(SUMMARY_TOKENS, options.maxOutput(), room)
  for (let number = 1; ; number++) {
    const asked = part === messages ? question : questionWithoutOldest(question)
    const request = { ...options.request(summaryMessages(part, asked)), maxTokens }
    const answer = yield* sideQuery(options, {
      source: 'compaction',
      request,
      of: { turnId },
      signal,
    })
    if (answer.outcome === 'done') return summaryIn(answer, request, signal)
    if (answer.outcome === 'stopped' || signal.aborted) return STOPPED
    const { error } = answer
    const shorter = isTooLong(error) && cuts < SUMMARY_CUTS ? withoutOldest(part) : undefined
    if (shorter) {
      part = shorter
      cuts++
      continue
    }
    if (isKeyRefused(error)) refusals++
    const decision = retryDecision(
      error,
      {
        number,
        overloads: 0,
        refusals,
        maxTokens,
        thinkingTokens: 0,
        streaming: true,
        callsBegan: true,
        waitedMs: options.now() - began,
        random: Math.random,
      },
      { source: 'compaction', persistent: false, hasFallback: false },
    )
    if (!decision.retry) return { ok: false, problem: `${error.message} ${error.hint}`.trim() }
    const { kind, message: reason } = error
    yield* waiting(options, { turnId, signal, retry: { attempt: number, reason, kind, ...decision } })
  }
}

function summaryIn(
  { content, used }: Extract<SideAnswer, { outcome: 'done' }>,
  { model }: Pick<ModelRequest, 'model'>,
  signal: AbortSignal,
): Summary {
  const summary = readSummary(textOf(content))
  if (summary !== undefined) return { ok: true, summary, by: { model, ...used } }
  return signal.aborted ? STOPPED : { ok: false, problem: 'The model answered without a summary.' }
}

function isTooLong({ kind }: ModelError): boolean {
  return kind === 'prompt_too_long' || kind === 'too_large'
}
