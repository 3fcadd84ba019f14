/** A run whose requests become dearer and dearer, as one does whose context grows unchecked. */

const TURNS = 5

/** At least five requests, and each of the last five dearer than the one before it. */
export function isRunaway(costs: readonly number[]): boolean {
  if (costs.length < TURNS) return false
  const first = costs.length - TURNS
  return costs.every((cost, index) => index < first || cost > (costs[index - 1] ?? -Infinity))
}
