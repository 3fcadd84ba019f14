/** What runs have cost, and whether another request may be made (API-39, API-40, QUO-19). */
import { costOf } from '../model/models.ts'
import type { EventOf } from '../protocol/events.ts'
import type { Settings } from '../protocol/settings.ts'
import { sumUsage } from '../protocol/usage.ts'
import type { NextRequest, UsageOverview } from '../protocol/usage.ts'
import type { Session } from './session.ts'
import type { UsageLedger } from './usage-ledger.ts'

export interface SpendingOptions {
  readonly session: () => Session | undefined
  readonly ledger: Pick<UsageLedger, 'today' | 'allTime'>
}

export class Spending {
  readonly #session: () => Session | undefined
  readonly #ledger: SpendingOptions['ledger']
  #runUsd = 0

  constructor({ session, ledger }: SpendingOptions) {
    this.#session = session
    this.#ledger = ledger
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
   * go beyond the limit, as with every provider (QUO-19). The day's is that of all tabs.
   */
  async problem({ run, session, day }: Settings['limits']): Promise<string | undefined> {
    if (run > 0 && this.#runUsd >= run) return limitText('run', this.#runUsd, run)
    const sessionUsd = sumUsage(this.#session()?.facts.usage ?? []).costUsd
    if (session > 0 && sessionUsd >= session) return limitText('session', sessionUsd, session)
    if (day === 0) return undefined
    const dayUsd = sumUsage(await this.#ledger.today()).costUsd
    return dayUsd >= day ? limitText('day', dayUsd, day) : undefined
  }

  async overview(settings: Pick<Settings, 'model' | 'models'>): Promise<UsageOverview> {
    const [today, { totals, since }] = await Promise.all([this.#ledger.today(), this.#ledger.allTime()])
    return { next: this.next(settings), today, allTime: totals, since }
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

function limitText(what: keyof Settings['limits'], spent: number, limit: number): string {
  return `The limit of $${limit.toFixed(2)} for a ${what} is reached: $${spent.toFixed(2)} were spent.`
}
