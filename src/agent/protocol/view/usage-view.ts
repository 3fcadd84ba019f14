/** The screen's view of a session's usage, reduced from the log. */
import { billOf } from '../billed.ts'
import type { AgentEvent, EventOf } from '../events.ts'
import type { Usage } from '../token-usage.ts'
import { emptyReservoir, sampled } from '../latency.ts'
import type { Reservoir } from '../latency.ts'
import type { CacheVerdict, QuerySource } from '../prompt-cache.ts'
import type { ServiceLimit } from '../service-limits.ts'
import { addUsage, canonicalModel, mergeUsage } from '../usage.ts'
import type { UsageTotals } from '../usage.ts'

/** Beginnings of requests that the cache lost: the last ones. */
const BREAKS_SHOWN = 20
/** Requests that are told one by one; those before are told as one sum. */
const REQUESTS_SHOWN = 200

export type CacheBreakView = Omit<EventOf<'cache_broken'>, 'type' | 'seq'>

/** One answered request. */
export interface RequestRow extends Usage {
  /** The number of its event. */
  readonly id: number
  readonly at: number
  readonly source: QuerySource
  readonly model: string
  /** US dollars; null when the price is not known. */
  readonly costUsd: number | null
  /** `cut`: the answer broke off. Undefined in older logs. */
  readonly cache: CacheVerdict | 'cut' | undefined
}

/** Milliseconds, by model. */
export interface ModelLatency {
  readonly model: string
  readonly firstToken: Reservoir
  readonly whole: Reservoir
}

export interface UsageView {
  readonly run: UsageTotals
  readonly session: UsageTotals
  /** The last requests, newest last; with `earlier` they make up `session`. */
  readonly requests: readonly RequestRow[]
  readonly earlier: UsageTotals
  /** Newest last. */
  readonly breaks: readonly CacheBreakView[]
  readonly latency: readonly ModelLatency[]
  /** How often the advisor was asked, one figure for each run. */
  readonly advice: readonly number[]
  /** The provider's, as it told them last; empty where it tells none. */
  readonly limits: readonly ServiceLimit[]
}

export const NO_USAGE: UsageView = {
  run: [],
  session: [],
  requests: [],
  earlier: [],
  breaks: [],
  latency: [],
  advice: [],
  limits: [],
}

/** An agent beside the session's has ended: within a run its requests count with that, too. */
export function withAgent(view: UsageView, used: UsageTotals, isWithinRun: boolean): UsageView {
  const session = mergeUsage(view.session, used)
  return isWithinRun ? { ...view, run: mergeUsage(view.run, used), session } : { ...view, session }
}

/** A run begins: its counters start anew. */
export function withRun(view: UsageView): UsageView {
  return { ...view, run: [], advice: [...view.advice, 0] }
}

/** `runModel` is that of the run, for logs that do not say who answered. */
export function withResponse(
  view: UsageView,
  event: EventOf<'response_ended' | 'response_cut'>,
  runModel: string,
): UsageView {
  const { seq, at, usage, costUsd, source = 'main' } = event
  const cache: RequestRow['cache'] = event.type === 'response_ended' ? event.cache : 'cut'
  const model = event.model ?? runModel
  const row = { id: seq, at, source, model: canonicalModel(model), ...usage, costUsd, cache }
  const used = { model, usage, costUsd }
  return {
    ...view,
    ...withRow(view, row),
    run: addUsage(view.run, used),
    session: addUsage(view.session, used),
    latency: event.type === 'response_ended' ? withLatency(view.latency, row.model, event) : view.latency,
  }
}

/** A row of its own, beside the answer in whose course it was asked, for an event that bills one. */
export function withSideQuery(view: UsageView, event: AgentEvent): UsageView {
  const bill = billOf(event)
  if (!bill) return view
  const { source, model, usage, costUsd } = bill
  const row = {
    id: event.seq,
    at: event.at,
    source,
    model,
    ...usage,
    costUsd,
    cache: isCut(event) ? 'cut' : undefined,
  } as const
  return {
    ...view,
    ...withRow(view, row),
    run: addUsage(view.run, bill),
    session: addUsage(view.session, bill),
  }
}

function isCut(event: AgentEvent): boolean {
  return event.type === 'side_query_ended' && event.outcome !== 'done'
}

/** The advisor was asked, ours or the service's own. */
export function withAdvice({ advice, ...view }: UsageView): UsageView {
  return { ...view, advice: [...advice.slice(0, -1), (advice.at(-1) ?? 0) + 1] }
}

export function withBreak(
  view: UsageView,
  { type: _, seq: __, ...broken }: EventOf<'cache_broken'>,
): UsageView {
  return { ...view, breaks: [...view.breaks.slice(1 - BREAKS_SHOWN), broken] }
}

function withRow({ requests, earlier }: UsageView, row: RequestRow): Pick<UsageView, 'requests' | 'earlier'> {
  const [oldest] = requests
  if (oldest === undefined || requests.length < REQUESTS_SHOWN)
    return { requests: [...requests, row], earlier }
  const { model, costUsd, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = oldest
  const usage = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
  return { requests: [...requests.slice(1), row], earlier: addUsage(earlier, { model, usage, costUsd }) }
}

function withLatency(
  latency: UsageView['latency'],
  model: string,
  { firstTokenMs, durationMs }: Pick<EventOf<'response_ended'>, 'firstTokenMs' | 'durationMs'>,
): UsageView['latency'] {
  if (durationMs === undefined) return latency
  const index = latency.findIndex((line) => line.model === model)
  const known = latency[index] ?? { model, firstToken: emptyReservoir(), whole: emptyReservoir() }
  const line = {
    model,
    firstToken: firstTokenMs === undefined ? known.firstToken : sampled(known.firstToken, firstTokenMs),
    whole: sampled(known.whole, durationMs),
  }
  return index === -1 ? [...latency, line] : latency.with(index, line)
}
