/** How a run ends, or why it goes on where the model has nothing more to do. */
import { MAX_STOP_HOOK_BLOCKS } from '../limits.ts'
import type { EventBody } from '../protocol/events.ts'
import type { LoopDeps, StopVerdict } from './deps.ts'
import { orAborted } from '../or-aborted.ts'
import type { LoopState, Step } from './state.ts'
import { endWithOutput } from './structured-output.ts'
import { goesOn, takeBudget } from './token-budget.ts'
import { programMessage, takeInbox } from './turn-events.ts'

export function* endOnMaxTurns({ maxTurns }: LoopDeps, turnId: string): Generator<EventBody, Step> {
  yield {
    type: 'error',
    turnId,
    kind: 'max_turns',
    message: `The run was stopped after ${maxTurns} turns, its limit.`,
    hint: 'Send a message to go on, or split the task into smaller ones.',
  }
  return { type: 'end', terminal: 'max_turns' }
}

export function* endOnBudget(message: string, turnId: string): Generator<EventBody, Step> {
  const hint = 'Raise the limit under "Cost", or go on later.'
  yield { type: 'error', turnId, kind: 'budget', message, hint }
  return { type: 'end', terminal: 'budget_exceeded' }
}

export function* endOnFullDisk(turnId: string): Generator<EventBody, Step> {
  yield {
    type: 'error',
    turnId,
    kind: 'storage_quota',
    message: 'The browser has no storage left, so the run was ended here. All up to here is stored.',
    hint: 'Make room, then go on from here.',
  }
  return { type: 'end', terminal: 'error' }
}

export function* endOnFullContext(message: string, turnId: string): Generator<EventBody, Step> {
  const hint =
    'Have it summarised with /compact, go back with /rewind, or start a new session; your files stay.'
  yield { type: 'error', turnId, kind: 'context_full', message, hint }
  return { type: 'end', terminal: 'blocking_limit' }
}

/** The model has nothing more to do; a queued message or a budget of the user may disagree. */
export async function* endOrGoOn(
  deps: LoopDeps,
  state: LoopState,
  turnId: string,
): AsyncGenerator<EventBody, Step> {
  const another = { ...state, turnCount: state.turnCount + 1 }
  const messages = yield* takeInbox(deps)
  if (messages.length > 0) {
    const followUp = yield* takeBudget(another, messages)
    return { type: 'continue', reason: 'follow_up_injected', state: followUp }
  }
  const more = yield* goesOn(another)
  if (more.text === undefined)
    return yield* endOrStopHooks(deps, { ...state, budget: more.state.budget }, turnId)
  if (another.turnCount > deps.maxTurns) return yield* endOnMaxTurns(deps, turnId)
  yield programMessage(deps, more.text)
  return { type: 'continue', reason: 'token_budget_continuation', state: more.state }
}

/** A hook has ended the run, which is no error; the reason is for the person. */
export function* endByHook(
  reason: string | undefined,
  terminal: 'hook_stopped' | 'stop_hook_prevented',
): Generator<EventBody, Step> {
  if (reason !== undefined)
    yield { type: 'notice', level: 'info', text: `A hook has ended the run: ${reason}` }
  return { type: 'end', terminal }
}

/** Stop hooks may disagree, too. */
async function* endOrStopHooks(
  deps: LoopDeps,
  state: LoopState,
  turnId: string,
): AsyncGenerator<EventBody, Step> {
  const go: StopVerdict = { type: 'continue' }
  const hasBlocked = state.stopHookBlocks > 0
  const verdict = await orAborted(deps.hooks.onStop?.({ hasBlocked }, deps.signal), deps.signal, go)
  if (verdict.type === 'prevent') return yield* endByHook(verdict.reason, 'stop_hook_prevented')
  if (verdict.type === 'continue') return yield* endCompleted(deps, state, turnId)
  if (state.stopHookBlocks >= MAX_STOP_HOOK_BLOCKS) {
    yield {
      type: 'notice',
      level: 'warning',
      text: `A stop hook asked for more work ${MAX_STOP_HOOK_BLOCKS} times; the run ends all the same.`,
    }
    return { type: 'end', terminal: 'hook_stopped' }
  }
  for (const message of verdict.messages) yield programMessage(deps, message)
  const blocked = { ...state, stopHookBlocks: state.stopHookBlocks + 1 }
  return { type: 'continue', reason: 'stop_hook_blocking', state: blocked }
}

/** Nobody disagrees: the run has completed, unless it has to give data that is missing. */
function* endCompleted(deps: LoopDeps, state: LoopState, turnId: string): Generator<EventBody, Step> {
  if (deps.output !== undefined) return yield* endWithOutput(deps, deps.output, state, turnId)
  return { type: 'end', terminal: 'completed' }
}
