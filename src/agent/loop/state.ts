/** The loop's state, and the outcomes of a round. */
import { ESCALATED_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS } from '../limits.ts'
import type { Terminal, Transition } from '../protocol/events/run-events.ts'
import type { LoopDeps } from './deps.ts'
import type { TokenBudget } from './token-budget.ts'

/** Replaced whole at each continue, never mutated. The conversation is not in it: it is the log's. */
export interface LoopState {
  /** Rounds of calls so far; a text answer is the last one. */
  readonly turnCount: number
  /** Truncated answers in a row that were continued. */
  readonly recoveryCount: number
  /** Paused answers in a row that were asked to go on. */
  readonly pauses: number
  /** An answer was cut off, so a longer one is asked for until one has come whole (`outputLimit`). */
  readonly hasMoreRoom: boolean
  readonly stopHookBlocks: number
  readonly hasCompacted: boolean
  /** Output tokens of all responses so far. */
  readonly outputTokens: number
  /** Until which the run is to go on; undefined: until the model ends. */
  readonly budget: TokenBudget | undefined
  /** The call that the next answer has to be. */
  readonly forcedTool: string | undefined
  /** Times that the model was made to give the run's result. */
  readonly outputAttempts: number
  /** The turn that is asked for again; a new one when undefined. */
  readonly turnId: string | undefined
  /** Why this round is there; null for the first. */
  readonly transition: { readonly reason: Transition } | null
}

export interface LoopEnd {
  readonly terminal: Terminal
  readonly turns: number
}

export type Step =
  | { readonly type: 'continue'; readonly reason: Transition; readonly state: LoopState }
  | { readonly type: 'end'; readonly terminal: Terminal }

export function initialState(): LoopState {
  return Object.freeze({
    turnCount: 1,
    recoveryCount: 0,
    pauses: 0,
    hasMoreRoom: false,
    stopHookBlocks: 0,
    hasCompacted: false,
    outputTokens: 0,
    budget: undefined,
    forcedTool: undefined,
    outputAttempts: 0,
    turnId: undefined,
    transition: null,
  })
}

/** Tokens that the next answer may have: another model may give fewer. */
export function outputLimit(
  { firstOutput = MAX_OUTPUT_TOKENS, maxOutput }: Pick<LoopDeps, 'firstOutput' | 'maxOutput'>,
  { hasMoreRoom }: Pick<LoopState, 'hasMoreRoom'>,
): number {
  return Math.min(hasMoreRoom ? ESCALATED_OUTPUT_TOKENS : firstOutput, maxOutput())
}

/** After progress: continuations are counted anew, and an answer gets the usual room, which a cut may raise again. */
export function withUsualRoom(state: LoopState): LoopState {
  return { ...state, recoveryCount: 0, pauses: 0, hasMoreRoom: false }
}

/** The next round's state; a turn's id is carried over only where it is asked for again. */
export function nextState(state: LoopState, reason: Transition): LoopState {
  return Object.freeze({ ...state, transition: Object.freeze({ reason }) })
}
