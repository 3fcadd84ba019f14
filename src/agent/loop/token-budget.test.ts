import { expect, it } from 'vitest'
import { budgetDecision, NO_CONTINUATIONS } from './token-budget.ts'
import type { BudgetDecision } from './token-budget.ts'

/** Decisions after responses of so many tokens each. */
function decisions(deltas: readonly number[], tokens: number): string[] {
  let tracker = NO_CONTINUATIONS
  let used = 0
  return deltas.map((delta) => {
    used += delta
    const decision: BudgetDecision = budgetDecision(tracker, tokens, used)
    if (decision.type === 'stop') return decision.diminishing ? 'diminishing' : 'used'
    tracker = decision.tracker
    return 'continue'
  })
}

it.each([
  [[2000, 2000, 2000, 400, 400], 1_000_000, 'continue continue continue continue diminishing'],
  [
    [2000, 2000, 2000, 400, 600, 400, 400],
    1_000_000,
    'continue continue continue continue continue continue diminishing',
  ],
  // The first three continuations are never too little.
  [[1, 1, 1, 1], 1_000_000, 'continue continue continue diminishing'],
  [[400, 400], 10_000, 'continue continue'],
  [[5_000, 3_999, 1], 10_000, 'continue continue used'],
  [[9_000], 10_000, 'used'],
  [[20_000], 10_000, 'used'],
] as const)('after responses of %j tokens with a budget of %i: %s', (deltas, tokens, expected) => {
  expect(decisions(deltas, tokens).join(' ')).toBe(expected)
})
