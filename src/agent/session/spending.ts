/** What runs have cost, and whether another request may be made (API-39, API-40, QUO-19). */
import { costOf } from '../model/models.ts'
import type { EventOf } from '../protocol/events.ts'
import type { Settings } from '../protocol/settings.ts'
import { sumUsage } from '../protocol/usage.ts'
import type { NextRequest } from '../protocol/usage.ts'
import type { Session } from './session.ts'

export interface SpendingOptions {
  readonly session: () => Session | undefined
}

export class Spending {
  readonly #session: () => Session | undefined
  #runUsd = 0

  constructor({ session }: SpendingOptions) {
    this.#session = session
  }

  /** A run begins: it has cost nothing. */
  begin(): void {
    this.#runUsd = 0
  }

  note({ costUsd }: Pick<EventOf<'response_ended'>, 'costUsd'>): void {
    this.#runUsd += costUsd ?? 0
  }

  /**
   * Why no further request may be made, or undefined. What the next one will cost is not known before: the last may
   * go beyond the limit, as with every provider (QUO-19).
   */
  problem({ run, session }: Settings['limits']): string | undefined {
    if (run > 0 && this.#runUsd >= run) return limitText('run', this.#runUsd, run)
    const sessionUsd = sumUsage(this.#session()?.facts.usage ?? []).costUsd
    return session > 0 && sessionUsd >= session ? limitText('session', sessionUsd, session) : undefined
  }

  /** The last request's prompt and answer, read from the cache, and an answer as long as the last. */
  next({ model, models }: Pick<Settings, 'model' | 'models'>): NextRequest | undefined {
    const last = this.#session()?.facts.lastUsage
    if (!last) return undefined
    const cacheReadTokens = last.inputTokens + last.cacheReadTokens + last.cacheWriteTokens
    const usage = {
      inputTokens: 0,
      cacheReadTokens,
      cacheWriteTokens: last.outputTokens,
      outputTokens: last.outputTokens,
    }
    return { promptTokens: cacheReadTokens + last.outputTokens, costUsd: costOf(model, usage, models) }
  }
}

function limitText(what: 'run' | 'session', spent: number, limit: number): string {
  return `The limit of $${limit.toFixed(2)} for a ${what} is reached: $${spent.toFixed(2)} were spent.`
}
