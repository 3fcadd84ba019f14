/** The last answered request of each source, reduced from the log; the next ones are compared with it. */
import { CACHE_SOURCES } from '../../limits.ts'
import { cachedTokens } from '../../observe/cache-break.ts'
import type { AnsweredPrompt } from '../../observe/cache-break.ts'
import type { AcceptedEvent } from '../../protocol/events.ts'

type Source = string

export interface PromptFacts {
  /** The last request of each source, which may still be under way. */
  readonly sent: ReadonlyMap<Source, Omit<AnsweredPrompt, 'cachedTokens'> & { readonly requestId: string }>
  readonly answered: ReadonlyMap<Source, AnsweredPrompt>
}

export const NO_PROMPTS: PromptFacts = { sent: new Map(), answered: new Map() }

export function noteSent(
  facts: PromptFacts,
  { source, prefix, requestId, at }: Extract<AcceptedEvent, { type: 'request_started' }>,
): PromptFacts {
  if (source === undefined || prefix === undefined) return facts
  return { ...facts, sent: withLatest(facts.sent, source, { requestId, at, prefix }) }
}

export function noteAnswered(
  facts: PromptFacts,
  { source, requestId, usage }: Extract<AcceptedEvent, { type: 'response_ended' }>,
): PromptFacts {
  const sent = source === undefined ? undefined : facts.sent.get(source)
  if (source === undefined || sent === undefined || sent.requestId !== requestId) return facts
  const { at, prefix } = sent
  const answered = { at, prefix, cachedTokens: cachedTokens(usage) }
  return { ...facts, answered: withLatest(facts.answered, source, answered) }
}

/** As many as are kept an eye on; the one that was silent the longest makes room. */
export function withLatest<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  const others = [...map].filter(([known]) => known !== key)
  return new Map([...others.slice(-(CACHE_SOURCES - 1)), [key, value]])
}
