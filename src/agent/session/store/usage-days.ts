/**
 * Usage of each day, by model. Stored beside the log, in the transaction of the events that it counts, so
 * that the two cannot come apart; it stays when a session is deleted.
 */
import type { AgentEvent } from '../../protocol/events.ts'
import { billOf } from '../../protocol/billed.ts'
import { addUsage, mergeUsage } from '../../protocol/usage.ts'
import type { UsageTotals } from '../../protocol/usage.ts'
import { readBody, withoutStamp } from '../shapes/lift-event.ts'

/** One row a day. */
export interface UsageDay {
  /** "2026-11-22", as the person's clock has it. */
  readonly day: string
  readonly totals: UsageTotals
}

export function localDay(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Usage of these events, which are stored together. */
export function usageOf(events: readonly AgentEvent[]): UsageTotals {
  return events.reduce<UsageTotals>((totals, event) => {
    const bill = billOf(event)
    return bill ? addUsage(totals, bill) : totals
  }, [])
}

/** Usage of events of several days; days without any are left out. */
export function usageByDay(events: readonly AgentEvent[]): UsageDay[] {
  const days = Map.groupBy(events, ({ at }) => localDay(at))
  return [...days]
    .map(([day, told]) => ({ day, totals: usageOf(told) }))
    .filter(({ totals }) => totals.length > 0)
}

/** The day's row with more in it. */
export function withUsage(known: UsageDay | undefined, day: string, used: UsageTotals): UsageDay {
  return { day, totals: mergeUsage(known?.totals ?? [], used) }
}

/**
 * Keeps, of two rows of one day, the line of each model that has more requests. They may count the same
 * requests, as the two of a backup and of the browser that made it do: a sum would count these twice.
 */
export function largerUsage(one: UsageDay, other: UsageDay): UsageDay {
  const totals = one.totals.map((line) => {
    const theirs = other.totals.find(({ model }) => model === line.model)
    return theirs && theirs.requests > line.requests ? theirs : line
  })
  const more = other.totals.filter(({ model }) => !one.totals.some((line) => line.model === model))
  return { day: one.day, totals: [...totals, ...more] }
}

/** Counts what logs of before these rows have used, session by session. */
export class UsageScan {
  readonly #days = new Map<string, UsageDay>()
  /** Model of the run, for logs that do not name the answering model. */
  #model = ''
  #session = ''

  /** An event as it is on the disk; one that cannot be read counts as nothing. */
  note(session: string, stored: unknown): void {
    if (session !== this.#session) this.#model = ''
    this.#session = session
    if (!isCounted(stored)) return
    const { at, body } = withoutStamp(stored)
    const event = readBody(body)
    if (event?.type === 'run_started') this.#model = event.model
    if (event?.type !== 'response_ended') return
    const { model = this.#model, usage, costUsd } = event
    const day = localDay(at)
    this.#days.set(day, withUsage(this.#days.get(day), day, addUsage([], { model, usage, costUsd })))
  }

  get days(): Iterable<UsageDay> {
    return this.#days.values()
  }
}

/** Most events are neither, and need not be looked at closer. */
function isCounted(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || !('type' in stored)) return false
  return stored.type === 'run_started' || stored.type === 'response_ended'
}
