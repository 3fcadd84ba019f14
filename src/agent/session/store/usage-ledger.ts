/** Usage in this browser by day, across sessions and tabs. */
import type { UsageTotals } from '../../protocol/usage.ts'
import { mergeUsage } from '../../protocol/usage.ts'
import type { Database } from './database.ts'
import { largerUsage, localDay } from './usage-days.ts'
import type { UsageDay } from './usage-days.ts'

export interface UsageLedgerOptions {
  readonly database: Database
  readonly now: () => number
}

export class UsageLedger {
  readonly #options: UsageLedgerOptions

  constructor(options: UsageLedgerOptions) {
    this.#options = options
  }

  /** Read from the disk each time: other tabs spend, too. */
  async today(): Promise<UsageTotals> {
    const { database, now } = this.#options
    return (await database.get('usageDays', localDay(now())))?.totals ?? []
  }

  /** `since`: the first day with anything in it. */
  async allTime(): Promise<{ readonly totals: UsageTotals; readonly since: string | undefined }> {
    const days = await this.#options.database.getAll('usageDays')
    return {
      totals: days.reduce<UsageTotals>((sum, { totals }) => mergeUsage(sum, totals), []),
      since: days[0]?.day,
    }
  }

  days(): Promise<readonly UsageDay[]> {
    return this.#options.database.getAll('usageDays')
  }

  /**
   * Adds the days of a backup that are not here, and larger lines of those that are. Nothing is counted
   * twice.
   */
  async takeIn(days: readonly UsageDay[]): Promise<void> {
    const transaction = this.#options.database.transaction('usageDays', 'readwrite')
    for (const day of days) {
      const known = await transaction.store.get(day.day)
      await transaction.store.put(known === undefined ? day : largerUsage(known, day))
    }
    await transaction.done
  }
}
