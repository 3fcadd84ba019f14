/** What was used per day, over all sessions and tabs: it stays when a session is deleted. */
import { createStore, entries, update } from 'idb-keyval'
import { z } from 'zod'
import type { ResponseUsage, UsageTotals } from '../protocol/usage.ts'
import { addUsage, mergeUsage } from '../protocol/usage.ts'

const totals = z.array(
  z.strictObject({
    model: z.string(),
    requests: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    cacheReadTokens: z.number(),
    cacheWriteTokens: z.number(),
    costUsd: z.number(),
    isPriced: z.boolean(),
  }),
)

export class UsageStore {
  readonly #days = createStore('vivarium-usage', 'days')
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** One transaction, so that tabs cannot lose each other's. */
  add(response: ResponseUsage): Promise<void> {
    return update(this.#today(), (stored: unknown) => addUsage(read(stored), response), this.#days)
  }

  async report(): Promise<{ today: UsageTotals; allTime: UsageTotals }> {
    const days = await entries<string, unknown>(this.#days)
    const today = this.#today()
    return {
      today: read(days.find(([day]) => day === today)?.[1]),
      allTime: days.reduce<UsageTotals>((sum, [, stored]) => mergeUsage(sum, read(stored)), []),
    }
  }

  /** The person's own day, e.g. `2026-11-22`. */
  #today(): string {
    const now = new Date(this.#now())
    const two = (value: number) => String(value).padStart(2, '0')
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  }
}

/** What cannot be read counts as nothing: a figure is not worth a broken page. */
function read(stored: unknown): UsageTotals {
  const known = totals.safeParse(stored)
  return known.success ? known.data : []
}
