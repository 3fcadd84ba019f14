/** Usage of models, in the four classes that are billed apart, never as one sum. */
import type { Usage } from './token-usage.ts'

export interface ModelUsage extends Usage {
  /** Without the date of its snapshot: two ids of one model are one line. An advisor's is apart. */
  readonly model: string
  readonly requests: number
  /** US dollars at list prices. */
  readonly costUsd: number
  /** False when the price of a request was not known: the sum is then too low. */
  readonly isPriced: boolean
}

/** One line per model, in order of appearance. */
export type UsageTotals = readonly ModelUsage[]

export interface ResponseUsage {
  readonly model: string
  readonly usage: Usage
  readonly costUsd: number | null
}

/** Usage in this browser, deleted sessions included, and an estimate of the next request. */
export interface UsageOverview {
  /** Undefined before the session's first request. */
  readonly next: NextRequest | undefined
  readonly today: UsageTotals
  readonly allTime: UsageTotals
  /** The first day that counts, "2026-11-22"; undefined before any. */
  readonly since: string | undefined
}

/** Estimated size and cost of the next request; null if the price is not known. */
export interface NextRequest {
  readonly promptTokens: number
  readonly costUsd: number | null
}

export function addUsage(totals: UsageTotals, { model, usage, costUsd }: ResponseUsage): UsageTotals {
  const line: ModelUsage = {
    ...usage,
    model: canonicalModel(model),
    requests: 1,
    costUsd: costUsd ?? 0,
    isPriced: costUsd !== null,
  }
  return withLine(totals, line)
}

function withLine(totals: UsageTotals, line: ModelUsage): UsageTotals {
  const index = totals.findIndex(({ model }) => model === line.model)
  const known = totals[index]
  return known ? totals.with(index, added(known, line)) : [...totals, line]
}

/** Both, model by model. */
export function mergeUsage(totals: UsageTotals, others: UsageTotals): UsageTotals {
  return others.reduce((merged, line) => withLine(merged, line), totals)
}

/** All models as one line. */
export function sumUsage(totals: UsageTotals): ModelUsage {
  return totals.reduce((sum, line) => added(sum, line), NOTHING)
}

/** Share of the prompt that came from the cache, 0 to 1; undefined before the first request. */
export function cachedShare({
  inputTokens,
  cacheReadTokens,
  cacheWriteTokens,
}: ModelUsage): number | undefined {
  const prompt = inputTokens + cacheReadTokens + cacheWriteTokens
  return prompt === 0 ? undefined : cacheReadTokens / prompt
}

/** A model's id without a gateway's "vendor/" before it and the date of its snapshot behind it. */
export function canonicalModel(model: string): string {
  return model.replace(/^.*\//, '').replace(/(?:[-@]\d{8}|-\d{4}-\d{2}-\d{2}|-latest)$/, '')
}

const NOTHING: ModelUsage = {
  model: '',
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
  isPriced: true,
}

function added(a: ModelUsage, b: ModelUsage): ModelUsage {
  return {
    model: a.model,
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    costUsd: a.costUsd + b.costUsd,
    isPriced: a.isPriced && b.isPriced,
  }
}
