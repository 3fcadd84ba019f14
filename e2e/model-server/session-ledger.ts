/** Compares each session's request with its last one. */
import type { JsonObject } from './json.ts'
import { comparePrefix, type PrefixComparison } from './prefix.ts'
import { PromptCache, type CacheUse } from './prompt-cache.ts'

export class SessionLedger {
  readonly #cache = new PromptCache()
  readonly #lastBody = new Map<string, JsonObject>()
  readonly #comparisons = new Map<string, PrefixComparison[]>()

  /** Notes an accepted request; `index` is its place among all recorded ones. */
  add(session: string, body: JsonObject, index: number): CacheUse {
    const use = this.#cache.use(body)
    const previous = this.#lastBody.get(session)
    this.#lastBody.set(session, body)
    if (!previous) return use
    const comparison: PrefixComparison = {
      request: index,
      ...comparePrefix(previous, body),
      cachedShare: use.totalTokens === 0 ? 0 : use.readTokens / use.totalTokens,
    }
    const known = this.#comparisons.get(session)
    if (known) known.push(comparison)
    else this.#comparisons.set(session, [comparison])
    return use
  }

  report(): Readonly<Record<string, readonly PrefixComparison[]>> {
    return Object.fromEntries(this.#comparisons)
  }
}
