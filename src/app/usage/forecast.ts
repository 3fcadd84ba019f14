/** Extrapolates costs by a line through those of the last requests. */
import type { RequestRow } from '../../agent/protocol/view/usage-view.ts'

/** Requests that the line goes through: what was before is another kind of work. */
const LOOK_BACK = 20
/** Requests that a line needs at least. */
const MIN_REQUESTS = 3

export interface CostTrend {
  /** US dollars that the first of these requests cost by the line, and that the next one will. */
  readonly first: number
  readonly next: number
  /** By which each costs more than the one before; never less than 0: what falls does not fall for ever. */
  readonly growth: number
}

/** Undefined when too few requests of the conversation have a price. */
export function costTrend(requests: readonly RequestRow[]): CostTrend | undefined {
  const costs = requests
    .filter(({ source }) => source === 'main')
    .flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]))
    .slice(-LOOK_BACK)
  const count = costs.length
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / count
  if (count < MIN_REQUESTS || mean <= 0) return undefined
  const middle = (count - 1) / 2
  const spread = costs.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  const slope = costs.reduce((sum, cost, at) => sum + (at - middle) * (cost - mean), 0) / spread
  // Costs fall because the cache was filled: the last requests tell more than the line.
  if (slope <= 0) {
    const last = costs.slice(-MIN_REQUESTS)
    const next = last.reduce((sum, cost) => sum + cost, 0) / last.length
    return { first: next, next, growth: 0 }
  }
  const first = Math.max(0, mean - slope * middle)
  return { first, next: mean + slope * (count - middle), growth: slope }
}

/** US dollars of the next `count` requests. */
export function costOfNext({ next, growth }: CostTrend, count: number): number {
  return count * next + (growth * count * (count - 1)) / 2
}

/** How many requests a sum is enough for. */
export function requestsWithin({ next, growth }: CostTrend, usd: number): number {
  if (usd <= 0) return 0
  if (growth === 0) return Math.floor(usd / next + 1e-9)
  // The solution of `costOfNext(count) = usd`.
  const half = next - growth / 2
  return Math.floor((Math.sqrt(half * half + 2 * growth * usd) - half) / growth + 1e-9)
}
