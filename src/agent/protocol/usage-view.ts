/** What the screen shows of a session's usage, reduced from the log. */
import type { EventOf } from './events.ts'
import { addUsage } from './usage.ts'
import type { UsageTotals } from './usage.ts'

/** Beginnings of requests that the cache lost: the last ones. */
const BREAKS_SHOWN = 20

export type CacheBreakView = Omit<EventOf<'cache_broken'>, 'type' | 'seq'>

export interface UsageView {
  readonly run: UsageTotals
  readonly session: UsageTotals
  /** Newest last. */
  readonly breaks: readonly CacheBreakView[]
}

export const NO_USAGE: UsageView = { run: [], session: [], breaks: [] }

/** `runModel` is that of the run, for logs that do not say who answered. */
export function withResponse(
  view: UsageView,
  { model, usage, costUsd }: EventOf<'response_ended'>,
  runModel: string,
): UsageView {
  const used = { model: model ?? runModel, usage, costUsd }
  return { ...view, run: addUsage(view.run, used), session: addUsage(view.session, used) }
}

export function withBreak(
  view: UsageView,
  { type: _, seq: __, ...broken }: EventOf<'cache_broken'>,
): UsageView {
  return { ...view, breaks: [...view.breaks.slice(1 - BREAKS_SHOWN), broken] }
}
