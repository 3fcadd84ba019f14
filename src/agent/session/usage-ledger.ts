/** What was used in this browser, by day, whatever session and tab it was in. */
import type { UsageTotals } from '../protocol/usage.ts'
import { mergeUsage } from '../protocol/usage.ts'
import type { Database } from './database.ts'
import { localDay } from './usage-days.ts'

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
}
