/**
 * An answer that the service has paused in the middle, as it does where its own tools take long. It goes on where the
 * answer is sent back as it is, as the end of the conversation: with anything behind it, it would be over.
 */
import { MAX_PAUSES } from '../limits.ts'
import type { EventBody } from '../protocol/events.ts'
import type { LoopDeps } from './deps.ts'
import { endWithError } from './recovery.ts'
import type { DoneResponse } from './response.ts'
import type { LoopState, Step } from './state.ts'
import { commit } from './turn-events.ts'

/** For an answer whose run has ended while it was paused: another run begins with a request of its own. */
export const FINISH = 'Your answer was interrupted before it was whole. Continue exactly where you stopped.'

/** Without calls of ours: these are run, and their results are what the service goes on from. */
export function isPaused({ stopReason, calls }: Pick<DoneResponse, 'stopReason' | 'calls'>): boolean {
  return stopReason === 'pause_turn' && calls.length === 0
}

/**
 * Asks for the rest, so many times in a row. Like a continuation of a truncated answer it counts as no turn. Neither
 * hooks nor queued messages are asked, whose texts would end the answer: they wait until it is whole.
 */
export function* resumeAnswer(deps: LoopDeps, state: LoopState, turnId: string): Generator<EventBody, Step> {
  yield commit(turnId)
  if (state.pauses >= MAX_PAUSES) return yield* endOnPauses(deps, turnId)
  return { type: 'continue', reason: 'pause_turn', state: { ...state, pauses: state.pauses + 1 } }
}

function* endOnPauses(deps: LoopDeps, turnId: string): Generator<EventBody, Step> {
  return yield* endWithError(deps, turnId, {
    kind: 'paused_answer',
    message: `The service paused its answer ${MAX_PAUSES + 1} times in a row without an end.`,
    hint: 'Try again later, or go on without an advisor: it is chosen in Settings.',
  })
}
