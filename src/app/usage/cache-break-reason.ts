/** Why a provider's prompt cache was not read, in words. */
import type { CacheBreak } from '../../agent/protocol/prompt-cache.ts'
import { names } from '../language/en/names.ts'

/** As half a sentence. */
export function cacheBreakReason({ cause, changed }: Pick<CacheBreak, 'cause' | 'changed'>): string {
  const { and, ...texts } = names.cacheBreaks
  return cause === 'changed' ? changed.map((field) => texts[field]).join(and) : texts[cause]
}
