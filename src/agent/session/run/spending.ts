/** Costs of the runs, and whether another request may be made. */
import { contextTokens } from '../../context/estimate.ts'
import { costOf } from '../../model/models.ts'
import { isRunaway } from '../../observe/runaway.ts'
import type { Bill } from '../../protocol/billed.ts'
import type { EventBody, ReadBody } from '../../protocol/events.ts'
import type { Usage } from '../../protocol/token-usage.ts'
import type { Settings } from '../../protocol/settings.ts'
import { sumUsage } from '../../protocol/usage.ts'
import type { NextRequest, UsageOverview } from '../../protocol/usage.ts'
import type { Session } from '../log/session.ts'
import type { UsageLedger } from '../store/usage-ledger.ts'

export interface SpendingOptions {
  readonly session: () => Session | undefined
  readonly ledger: Pick<UsageLedger, 'today' | 'allTime'>
}

export class Spending {
  readonly #session: () => Session | undefined
  readonly #ledger: SpendingOptions['ledger']
  #runUsd = 0
  /** Cost of each request of the run; tokens if the price is unknown. */
  #costs: number[] = []
  #hasWarned = false

  constructor({ session, ledger }: SpendingOptions) {
    this.#session = session
    this.#ledger = ledger
  }

  /** A run begins: it has cost nothing. */
  begin(): void {
    this.#runUsd = 0
    this.#costs = []
    this.#hasWarned = false
  }

  /** The notice, once a run, where each request costs more than the one before. */
  note({
    type,
    costUsd,
    usage,
  }: Pick<ReadBody, 'type'> & Omit<Bill, 'source' | 'model'>): EventBody | undefined {
    this.#runUsd += costUsd ?? 0
    if (type !== 'response_ended') return undefined
    this.#costs.push(costUsd ?? promptTokens(usage) + usage.outputTokens)
    if (this.#hasWarned || promptTokens(usage) < WORTH_SAYING_TOKENS || !isRunaway(this.#costs))
      return undefined
    this.#hasWarned = true
    return { type: 'notice', level: 'warning', text: RUNAWAY }
  }

  /** A request of an agent that the run has started: it counts for the run, and is no part of its course. */
  noteAgent({ costUsd }: { readonly costUsd: number | null }): void {
    this.#runUsd += costUsd ?? 0
  }

  /**
   * Why no further request may be made, or undefined. What the next one will cost is not known before: the last may
   * go beyond the limit, as with every provider. The day's is that of all tabs.
   */
  async problem({ run, session, day }: Settings['limits']): Promise<string | undefined> {
    if (run > 0 && this.#runUsd >= run) return limitText('run', this.#runUsd, run)
    const sessionUsd = sumUsage(this.#session()?.usage ?? []).costUsd
    if (session > 0 && sessionUsd >= session) return limitText('session', sessionUsd, session)
    if (day === 0) return undefined
    const dayUsd = sumUsage(await this.#ledger.today()).costUsd
    return dayUsd >= day ? limitText('day', dayUsd, day) : undefined
  }

  async overview(settings: Pick<Settings, 'model' | 'models'>): Promise<UsageOverview> {
    const [today, { totals, since }] = await Promise.all([this.#ledger.today(), this.#ledger.allTime()])
    return { next: this.next(settings), today, allTime: totals, since }
  }

  /** The last request's prompt, read from the cache, what has come since, and an answer as long as the last. */
  next({ model, models }: Pick<Settings, 'model' | 'models'>): NextRequest | undefined {
    const session = this.#session()
    const last = session?.facts.lastUsage
    if (!session || !last) return undefined
    const cacheReadTokens = promptTokens(last)
    const whole = contextTokens(last, session.conversation.messages)
    const usage = {
      inputTokens: 0,
      cacheReadTokens,
      cacheWriteTokens: whole - cacheReadTokens,
      outputTokens: last.outputTokens,
    }
    return { promptTokens: whole, costUsd: costOf(model, usage, models) }
  }
}

/** Tokens of a prompt below which its growth is that of any conversation that has only begun. */
const WORTH_SAYING_TOKENS = 50_000

const RUNAWAY =
  'Each of the last five requests has cost more than the one before: what they carry keeps growing. “Context”, below, ' +
  'tells what it is; a new session starts small, with the same files.'

function promptTokens({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}

function limitText(what: keyof Settings['limits'], spent: number, limit: number): string {
  return `The limit of $${limit.toFixed(2)} for a ${what} is reached: $${spent.toFixed(2)} were spent.`
}
