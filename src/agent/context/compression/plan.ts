/**
 * Plans how a conversation is made to fit: layers from the free ones to a summary by the model, no further
 * than needed. Each result's budget is applied earlier, when the result is made
 * (`tools/pipeline/pipeline`). Pure; the caller carries the plan out and logs it.
 *
 * A layer that is not enough by itself is not applied before a summary: the summary is made from the full
 * results and reads the previous request from the prompt cache.
 */
import { COMPACTED_SHARE, EXPECTED_SUMMARY_TOKENS, KEPT_RESULTS, KEPT_SHARE } from '../../limits.ts'
import { messageTokens, sum } from '../estimate.ts'
import { collapsePlan, withoutSpans } from './finished-spans.ts'
import type { CollapsePlan } from './finished-spans.ts'
import { oldResults } from './old-results.ts'
import { isRepeatable } from './repeatable.ts'
import { resultsOf } from './results.ts'
import type { ConversationResults, PlacedResult } from './results.ts'
import { splitForSummary } from './split.ts'
import { supersededResults } from './superseded-results.ts'

export interface ClearPlan {
  readonly toolUseIds: readonly string[]
  /** Tokens that they took, estimated without a margin. */
  readonly tokens: number
  readonly why: 'superseded' | 'old'
}

export type CompressionPlan =
  | { readonly type: 'fits' }
  | ({ readonly type: 'clear' } & ClearPlan)
  /** `then`: what is left out of the conversation as it is then. */
  | ({ readonly type: 'collapse'; readonly then: ClearPlan | undefined } & CollapsePlan)
  /** Messages from the beginning that a summary is to stand for. */
  | { readonly type: 'summarise'; readonly count: number }

export interface Fullness {
  readonly conversation: ConversationResults
  /** Size of the next request, with system prompt and tools. */
  readonly tokens: number
  readonly compactAt: number
}

export function planCompression(fullness: Fullness): CompressionPlan {
  const { conversation, tokens, compactAt } = fullness
  if (tokens < compactAt) return { type: 'fits' }
  const wanted = tokens - compactAt * COMPACTED_SHARE
  const superseded = clearPlan('superseded', supersededResults(resultsOf(conversation)))
  for (const plan of [superseded, clearableResults(conversation)]) {
    if (plan && plan.tokens >= wanted) return { type: 'clear', ...plan }
  }
  return enoughCollapsed(conversation, wanted) ?? { type: 'summarise', count: summarisedCount(fullness) }
}

/** All that the layers without a model can leave out of results; undefined where that is nothing. */
export function clearableResults(conversation: ConversationResults): ClearPlan | undefined {
  const results = resultsOf(conversation)
  return clearPlan('old', [...new Set([...supersededResults(results), ...oldResults(results)])])
}

/** Results with images or documents, which a service has found too large. */
export function mediaResults(conversation: ConversationResults): readonly string[] {
  return resultsOf(conversation)
    .filter(({ hasMedia }) => hasMedia)
    .map(({ toolUseId }) => toolUseId)
}

/** The older part where the newer one leaves room for a summary, else all. */
export function summarisedCount({ conversation: { messages }, tokens, compactAt }: Fullness): number {
  const others = Math.max(0, tokens - sum(messages.map(messageTokens)))
  const room = compactAt * COMPACTED_SHARE - others - EXPECTED_SUMMARY_TOKENS
  return splitForSummary(messages, Math.min(compactAt * KEPT_SHARE, room))
}

/**
 * Whether a summary will be needed when the window is full, if the conversation goes on as it has: then the layers before it leave
 * too much. By then all results so far are old.
 */
export function willNeedSummary({ conversation, tokens, compactAt }: Fullness): boolean {
  const spans = collapsePlan(conversation)
  const messages = spans ? withoutSpans(conversation.messages, spans.spans) : conversation.messages
  const results = resultsOf({ messages, results: conversation.results }).filter(isRepeatable)
  const inResults = sum(results.map((result) => result.tokens))
  const kept = results.length === 0 ? 0 : (inResults / results.length) * KEPT_RESULTS
  const all = sum(conversation.messages.map(messageTokens))
  const others = Math.max(0, tokens - all)
  const growth = Math.max(1, (compactAt - others) / Math.max(1, all))
  const left = Math.max(0, all - (spans?.tokens ?? 0) - inResults)
  return others + left * growth + kept > compactAt * COMPACTED_SHARE
}

/** Finished parts, the oldest first, and where all of them are not enough, results of the others, too. */
function enoughCollapsed(conversation: ConversationResults, wanted: number): CompressionPlan | undefined {
  const plan = collapsePlan(conversation, wanted)
  if (!plan) return undefined
  if (plan.tokens >= wanted) return { type: 'collapse', ...plan, then: undefined }
  const messages = withoutSpans(conversation.messages, plan.spans)
  const then = clearableResults({ messages, results: conversation.results })
  return then && plan.tokens + then.tokens >= wanted ? { type: 'collapse', ...plan, then } : undefined
}

function clearPlan(why: ClearPlan['why'], results: readonly PlacedResult[]): ClearPlan | undefined {
  if (results.length === 0) return undefined
  return {
    toolUseIds: results.map(({ toolUseId }) => toolUseId),
    tokens: Math.floor(sum(results.map(({ tokens }) => tokens))),
    why,
  }
}
