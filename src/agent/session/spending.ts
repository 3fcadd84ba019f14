/** What runs have cost, and whether another request may be made (API-39, API-40, QUO-19). */
import { costOf } from '../model/models.ts'
import type { EventOf } from '../protocol/events.ts'
import type { Settings } from '../protocol/settings.ts'
import { sumUsage } from '../protocol/usage.ts'
import type { UsageReport } from '../protocol/usage.ts'
import type { Session } from './session.ts'
import { UsageStore } from './usage-store.ts'

export interface SpendingOptions {
  readonly session: () => Session | undefined
  readonly now: () => number
}

type Response = Pick<EventOf<'response_ended'>, 'usage' | 'costUsd'>

export class Spending {
  readonly #session: () => Session | undefined
  readonly #store: UsageStore
  #runUsd = 0

  constructor({ session, now }: SpendingOptions) {
    this.#session = session
    this.#store = new UsageStore(now)
  }

  /** A run begins: it has cost nothing. */
  begin(): void {
    this.#runUsd = 0
  }

  /** Never rejects: a figure that could not be kept is not worth a run. */
  async note(model: string, { usage, costUsd }: Response): Promise<void> {
    this.#runUsd += costUsd ?? 0
    await this.#store
      .add({ model, usage, costUsd })
      .catch((error: unknown) => console.warn('The usage was not counted:', error))
  }

  /**
   * Why no further request may be made, or undefined. What the next one will cost is not known before: the last may
   * go beyond the limit, as with every provider (QUO-19).
   */
  async problem({ limits }: Pick<Settings, 'limits'>): Promise<string | undefined> {
    const { run, session, day } = limits
    if (run > 0 && this.#runUsd >= run) return limitText('run', this.#runUsd, run)
    const sessionUsd = sumUsage(this.#session()?.facts.usage ?? []).costUsd
    if (session > 0 && sessionUsd >= session) return limitText('session', sessionUsd, session)
    if (day === 0) return undefined
    const today = sumUsage((await this.#store.report()).today).costUsd
    return today >= day ? limitText('day', today, day) : undefined
  }

  async report(settings: Pick<Settings, 'model' | 'models'>): Promise<UsageReport> {
    return { ...(await this.#store.report()), next: this.#next(settings) }
  }

  /** The last request's prompt and answer, read from the cache, and an answer as long as the last. */
  #next({ model, models }: Pick<Settings, 'model' | 'models'>): UsageReport['next'] {
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

function limitText(what: 'run' | 'session' | 'day', spent: number, limit: number): string {
  return `The limit of $${limit.toFixed(2)} for a ${what} is reached: $${spent.toFixed(2)} were spent.`
}
