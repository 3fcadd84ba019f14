/** Whether what was in the provider's prompt cache was read from it, and if not, why. Pure. */
import {
  CACHE_DROP_SHARE,
  CACHE_DROP_TOKENS,
  CACHE_LONG_TTL_MS,
  CACHE_LOOKBACK_BLOCKS,
  CACHE_TTL_MS,
} from '../limits.ts'
import type { Usage } from '../protocol/token-usage.ts'
import type { CacheBreak, CacheVerdict, PromptField, PromptFingerprint } from '../protocol/prompt-cache.ts'

/** The last request of a source that was answered. */
export interface AnsweredPrompt {
  /** When it was sent, in milliseconds since the epoch: reading renews what is cached. */
  readonly at: number
  readonly prefix: PromptFingerprint
  /** Tokens that the cache had of it afterwards. */
  readonly cachedTokens: number
}

/** Cached tokens of a request, read and written. Reads alone would hide a cache that never works. */
export function cachedTokens({ cacheReadTokens, cacheWriteTokens }: Usage): number {
  return cacheReadTokens + cacheWriteTokens
}

/** More than 2,000 tokens less than were there, and less than 95 % of them. */
export function isBreak(before: number, read: number): boolean {
  return before - read > CACHE_DROP_TOKENS && read < CACHE_DROP_SHARE * before
}

export function verdictOf(before: AnsweredPrompt | undefined, usage: Usage): CacheVerdict {
  if (!before) return 'first'
  if (isBreak(before.cachedTokens, usage.cacheReadTokens)) return 'broken'
  return before.cachedTokens + cachedTokens(usage) === 0 ? 'none' : 'kept'
}

export interface Circumstances {
  readonly changed: readonly PromptField[]
  /** Milliseconds since the request before was sent. */
  readonly ageMs: number
  /** Blocks of content that were added since; 0 where the provider looks back as far as it takes. */
  readonly addedBlocks: number
  /** Asked to be kept for an hour. */
  readonly isLong?: boolean
}

/** A changed request is named before an expired cache. */
export function causeOf({ changed, ageMs, addedBlocks, isLong = false }: Circumstances): CacheBreak['cause'] {
  if (changed.length > 0) return 'changed'
  if (ageMs > CACHE_LONG_TTL_MS) return 'expired_1h'
  if (ageMs > CACHE_TTL_MS && !isLong) return 'expired_5m'
  return addedBlocks > CACHE_LOOKBACK_BLOCKS ? 'lookback' : 'evicted'
}
