/** Why a provider's prompt cache was not read, in words. Without schemas: the page's first script has it. */
import type { CacheBreak, PromptField } from './prompt-cache.ts'

const FIELDS: Record<PromptField, string> = {
  service: 'the provider or its address changed',
  model: 'the model changed',
  thinking: 'thinking was set otherwise',
  choice: 'the answer had to be a certain call, or no longer',
  headers: 'the extra headers changed',
  markers: 'the cache markers moved',
  tools: 'the list of tools changed',
  system: 'the system prompt changed',
  messages: 'earlier messages changed',
}

const CAUSES: Record<Exclude<CacheBreak['cause'], 'changed'>, string> = {
  expired_1h: 'more than an hour had passed, longer than any cache is kept',
  expired_5m: 'more than five minutes had passed, as long as the cache is kept',
  lookback: 'so many blocks were added at once that the provider did not find what it had',
  evicted: 'nothing of the request changed; the provider had let it go',
}

/** Why, as half a sentence. */
export function cacheBreakReason({ cause, changed }: Pick<CacheBreak, 'cause' | 'changed'>): string {
  return cause === 'changed' ? changed.map((field) => FIELDS[field]).join(', and ') : CAUSES[cause]
}
