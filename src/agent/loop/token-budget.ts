/**
 * A run that the person wants to go on until so many tokens of output are used: where the model would end it is asked to
 * go on, unless what it adds has become very little.
 */
import { BUDGET_SHARE, DIMINISHING_AFTER, DIMINISHING_TOKENS } from '../limits.ts'
import type { EventBody } from '../protocol/events.ts'
import { shortTokens, tokenBudgetIn } from '../protocol/token-budget.ts'
import type { QueuedMessage } from './deps.ts'

interface BudgetTracker {
  readonly continuationCount: number
  readonly lastDeltaTokens: number
  readonly lastGlobalTurnTokens: number
}

export const NO_CONTINUATIONS: BudgetTracker = {
  continuationCount: 0,
  lastDeltaTokens: 0,
  lastGlobalTurnTokens: 0,
}

export interface TokenBudget {
  /** Tokens of output. */
  readonly tokens: number
  /** Output tokens of the run when the budget was set. */
  readonly usedBefore: number
  readonly tracker: BudgetTracker
}

/** The part of the loop's state that concerns the budget. */
interface Budgeted {
  readonly outputTokens: number
  readonly budget: TokenBudget | undefined
}

export type BudgetDecision =
  | { readonly type: 'continue'; readonly tracker: BudgetTracker }
  /** `diminishing`: too little came of the last continuations; otherwise the budget is (nearly) used. */
  | { readonly type: 'stop'; readonly diminishing: boolean }

/** `used`: tokens since the budget was set. */
export function budgetDecision(tracker: BudgetTracker, tokens: number, used: number): BudgetDecision {
  const delta = used - tracker.lastGlobalTurnTokens
  const diminishing =
    tracker.continuationCount >= DIMINISHING_AFTER &&
    delta < DIMINISHING_TOKENS &&
    tracker.lastDeltaTokens < DIMINISHING_TOKENS
  if (diminishing || used >= BUDGET_SHARE * tokens) return { type: 'stop', diminishing }
  return {
    type: 'continue',
    tracker: {
      continuationCount: tracker.continuationCount + 1,
      lastDeltaTokens: delta,
      lastGlobalTurnTokens: used,
    },
  }
}

/** A budget that one of these messages sets, the last word holds; it counts from here on. */
export function* takeBudget<State extends Budgeted>(
  state: State,
  messages: readonly Pick<QueuedMessage, 'text'>[],
): Generator<EventBody, State> {
  const tokens = messages.map(({ text }) => tokenBudgetIn(text)).findLast((found) => found !== undefined)
  return tokens === undefined ? state : yield* setBudget(state, tokens)
}

export function* setBudget<State extends Budgeted>(
  state: State,
  tokens: number,
): Generator<EventBody, State> {
  yield { type: 'token_budget', state: 'set', tokens, used: 0 }
  return { ...state, budget: { tokens, usedBefore: state.outputTokens, tracker: NO_CONTINUATIONS } }
}

/**
 * Called where the model would end: `text` makes it continue, undefined lets it end. Emits the tokens used.
 */
export function* goesOn<State extends Budgeted>(
  state: State,
): Generator<EventBody, { readonly text: string | undefined; readonly state: State }> {
  const { budget } = state
  if (budget === undefined) return { text: undefined, state }
  const { tokens } = budget
  const used = state.outputTokens - budget.usedBefore
  const decision = budgetDecision(budget.tracker, tokens, used)
  if (decision.type === 'stop') {
    yield { type: 'token_budget', state: 'ended', tokens, used, diminishing: decision.diminishing }
    return { text: undefined, state: { ...state, budget: undefined } }
  }
  yield { type: 'token_budget', state: 'continued', tokens, used }
  return { text: nudge(tokens, used), state: { ...state, budget: { ...budget, tracker: decision.tracker } } }
}

function nudge(tokens: number, used: number): string {
  const share = Math.floor((100 * used) / tokens)
  return `<system-reminder>The user wants you to work on up to ${shortTokens(tokens)} tokens of output; ${shortTokens(used)} (${share} %) are used. Go on working: take up what is left, check what you have done, look for what you have missed. Do not summarise and do not repeat. Only when nothing worth doing is left, say so in one sentence.</system-reminder>`
}
