/** Keeps an eye on the provider's prompt cache, request by request. */
import type { AnsweredCall, PromptWatch, SentCall } from '../loop/deps.ts'
import type { ModelRequest } from '../model/contract.ts'
import type { Usage } from '../protocol/token-usage.ts'
import type { PromptFingerprint, QuerySource } from '../protocol/prompt-cache.ts'
import { causeOf, verdictOf } from './cache-break.ts'
import type { AnsweredPrompt } from './cache-break.ts'
import { changedFields, fingerprintOf } from './fingerprint.ts'
import type { Sending } from './fingerprint.ts'
import { promptDiff } from './prompt-diff.ts'

/** One request each, of which nothing is read again: there is no cache to lose. */
const SHORT_LIVED: ReadonlySet<QuerySource> = new Set([
  'title',
  'summary',
  'suggestion',
  'classifier',
  'advisor',
])

export interface PromptWatchOptions {
  readonly source: QuerySource
  /** The last answered request of that source, as the session's log has it: also of another tab, and after a reload. */
  readonly last: () => AnsweredPrompt | undefined
  readonly sending: Sending & {
    /** Cached beginnings are looked for only so many blocks back. */
    readonly looksBack: boolean
  }
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * The requests last answered here, by session: the base of a diff. Lives as long as the session in this tab.
 */
export class AnsweredRequests {
  readonly #bySource = new Map<
    QuerySource,
    { readonly request: ModelRequest; readonly prefix: PromptFingerprint }
  >()

  put(source: QuerySource, request: ModelRequest, prefix: PromptFingerprint): void {
    this.#bySource.set(source, { request, prefix })
  }

  /** Only the very request that `prefix` was made of: another tab may have sent one since. */
  find(source: QuerySource, prefix: PromptFingerprint): ModelRequest | undefined {
    const known = this.#bySource.get(source)
    return known && JSON.stringify(known.prefix) === JSON.stringify(prefix) ? known.request : undefined
  }

  clear(): void {
    this.#bySource.clear()
  }
}

export function watchPrompts(options: PromptWatchOptions, answered: AnsweredRequests): PromptWatch {
  const { source } = options
  if (SHORT_LIVED.has(source)) {
    return { sent: () => ({ source }), answered: () => ({ source, cache: 'untracked' }) }
  }
  let current: { readonly id: string; readonly at: number; readonly prefix: PromptFingerprint } | undefined
  return {
    sent(request): SentCall {
      const prefix = fingerprintOf(request, options.sending)
      current = { id: request.requestId, at: options.now(), prefix }
      const last = options.last()
      const changed = last ? changedFields(last.prefix, prefix, request) : []
      return { source, prefix, ...(changed.length > 0 ? { prefixChange: changed.join(', ') } : {}) }
    },
    answered(request, usage): AnsweredCall {
      if (current?.id !== request.requestId) return { source, cache: 'untracked' }
      const { at, prefix } = current
      const last = options.last()
      const cache = verdictOf(last, usage)
      const broken =
        last && cache === 'broken'
          ? breakOf({ options, answered, last, at, prefix, request, usage })
          : undefined
      answered.put(source, request, prefix)
      return { source, cache, broken }
    },
  }
}

interface Break {
  readonly options: PromptWatchOptions
  readonly answered: AnsweredRequests
  readonly last: AnsweredPrompt
  readonly at: number
  readonly prefix: PromptFingerprint
  readonly request: ModelRequest
  readonly usage: Usage
}

function breakOf({ options, answered, last, at, prefix, request, usage }: Break): AnsweredCall['broken'] {
  const { source } = options
  const changed = changedFields(last.prefix, prefix, request)
  const ageMs = Math.max(0, at - last.at)
  const addedBlocks = options.sending.looksBack ? prefix.blocks - last.prefix.blocks : 0
  const known = answered.find(source, last.prefix)
  const patch = known && promptDiff(known, request, changed)
  return {
    requestId: request.requestId,
    source,
    model: request.model,
    cause: causeOf({ changed, ageMs, addedBlocks, isLong: request.cacheTtl === '1h' }),
    changed: [...changed],
    cachedTokens: last.cachedTokens,
    readTokens: usage.cacheReadTokens,
    ageMs,
    ...(patch === undefined ? {} : { patch }),
  }
}
