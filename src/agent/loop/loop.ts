/**
 * The agent's loop, the only place where control flow lives. Two states: ask the model, run its calls. It
 * yields what happens as events and returns why it ended; the consumer writes each event in order, and
 * resumes a `transition` only when the log has all up to it, for a request is made from the log. It knows no
 * network, no storage and no clock of its own.
 */
import { MAX_OUTPUT_RECOVERIES } from '../limits.ts'
import type { EventBody } from '../protocol/events.ts'
import type { LoopDeps, PauseReason } from './deps.ts'
import {
  endByHook,
  endOnBudget,
  endOnFullContext,
  endOnFullDisk,
  endOnMaxTurns,
  endOrGoOn,
} from './ending.ts'
import { reminders } from './hooks.ts'
import { missingResult } from './missing-results.ts'
import type { MissingReason } from './missing-results.ts'
import { isPaused, resumeAnswer } from './paused-answer.ts'
import {
  continueAnswer,
  cutCalls,
  endOnFailure,
  endOnFullWindow,
  endOnOutputLimit,
  endOnRefusal,
  escalate,
  isTruncated,
  isWhole,
  mayEscalate,
} from './recovery.ts'
import { requestResponse } from './response.ts'
import type { AbortedResponse, DoneResponse } from './response.ts'
import { initialState, nextState, outputLimit, withUsualRoom } from './state.ts'
import type { LoopEnd, LoopState, Step } from './state.ts'
import { StuckDetector } from './stuck.ts'
import { afterCalls } from './structured-output.ts'
import { setBudget, takeBudget } from './token-budget.ts'
import {
  bugEvent,
  commit,
  markInterruption,
  programMessage,
  stuckReminder,
  takeInbox,
} from './turn-events.ts'

/** Never throws by itself: failures and bugs of what was handed in end in an `error` event and a terminal. */
export async function* runLoop(outer: LoopDeps): AsyncGenerator<EventBody, LoopEnd> {
  const left = new AbortController()
  const stuck = new StuckDetector()
  const deps: RunDeps = { ...outer, signal: AbortSignal.any([outer.signal, left.signal]), stuck }
  let state = initialState()
  try {
    if (deps.tokenBudget !== undefined) state = yield* setBudget(state, deps.tokenBudget)
    for (;;) {
      if (deps.signal.aborted) {
        yield* markInterruption(deps)
        return { terminal: 'aborted_streaming', turns: state.turnCount - 1 }
      }
      const turnId = state.turnId ?? deps.newId()
      const step = yield* watched(stuck, runTurn(deps, { ...state, turnId: undefined }, turnId))
      if (step.type === 'end') return { terminal: step.terminal, turns: state.turnCount }
      yield { type: 'transition', turnId, reason: step.reason }
      state = nextState(step.state, step.reason)
    }
  } catch (error) {
    deps.hooks.onBug?.(error)
    yield bugEvent(error)
    return { terminal: 'error', turns: state.turnCount }
  } finally {
    // Also when the consumer leaves in the middle: nothing that was begun for it goes on.
    left.abort()
  }
}

/** The run's dependencies, with its own detector. */
interface RunDeps extends LoopDeps {
  readonly stuck: StuckDetector
}

/** The same events; the detector sees each. */
async function* watched<T>(
  stuck: StuckDetector,
  events: AsyncGenerator<EventBody, T>,
): AsyncGenerator<EventBody, T> {
  let step: IteratorResult<EventBody, T> | undefined
  try {
    for (;;) {
      step = await events.next()
      if (step.done) return step.value
      stuck.note(step.value)
      yield step.value
    }
  } finally {
    // The consumer has gone away in the middle; the value is never looked at.
    if (step?.done !== true) await events.return(undefined as T)
  }
}

async function* runTurn(deps: RunDeps, state: LoopState, turnId: string): AsyncGenerator<EventBody, Step> {
  if (deps.hooks.isDiskFull?.()) return yield* endOnFullDisk(turnId)
  const spent = await deps.overBudget()
  if (spent !== undefined) return yield* endOnBudget(spent, turnId)
  yield* told(deps, state, turnId)
  const full = yield* roomMade(deps, turnId)
  if (full !== undefined) return yield* endOnFullContext(full, turnId)
  const interrupt = deps.inbox.interrupt()
  const response = yield* requestResponse(deps, {
    turnId,
    maxTokens: outputLimit(deps, state),
    round: { turn: state.turnCount, forcedTool: state.forcedTool },
    signal: AbortSignal.any([deps.signal, interrupt]),
    runner: () => deps.runCalls({ turnId, signal: deps.signal, interrupt }),
  })
  switch (response.type) {
    case 'failed':
      return yield* endOnFailure(deps, state, { error: response.error, turnId })
    case 'replaced':
      // The other model may take less: room is made for it first.
      return yield* runTurn(deps, state, turnId)
    case 'aborted':
      return yield* endStreaming(deps, state, { turnId, response })
    case 'done': {
      const outputTokens = state.outputTokens + response.outputTokens
      const counted = { ...state, outputTokens }
      const known = isWhole(response) ? withUsualRoom(counted) : counted
      return yield* takeResponse(deps, known, { turnId, response })
    }
    default:
      return response satisfies never
  }
}

/** Changes that the model is told of; behind a paused answer they would end it, and wait. */
async function* told(
  { hooks, signal }: LoopDeps,
  { transition }: LoopState,
  turnId: string,
): AsyncGenerator<EventBody, void> {
  if (hooks.beforeRequest && transition?.reason !== 'pause_turn') yield* hooks.beforeRequest(turnId, signal)
}

/** The context is looked at before the request, not when it was refused. */
async function* roomMade(
  { hooks, signal }: LoopDeps,
  turnId: string,
): AsyncGenerator<EventBody, string | undefined> {
  return hooks.makeRoom ? yield* hooks.makeRoom(turnId, signal) : undefined
}

interface Turn {
  readonly turnId: string
  readonly response: DoneResponse
}

/** Whether to go on follows from the calls that came; the stop reason only says what an answer without calls means. */
async function* takeResponse(
  deps: RunDeps,
  state: LoopState,
  { turnId, response }: Turn,
): AsyncGenerator<EventBody, Step> {
  const { calls, requestId, stopReason } = response
  const cut = cutCalls(response)
  const worthMore = isTruncated(response) && (calls.length === 0 || cut.length > 0)
  if (worthMore && mayEscalate(deps, state)) {
    response.runner.discard()
    return yield* escalate(state, { turnId, requestId })
  }
  if (calls.length > 0) return yield* runCalls(deps, state, { turnId, response })
  if (isTruncated(response)) return yield* continueAnswer(deps, state, turnId)
  if (isPaused(response)) return yield* resumeAnswer(deps, state, turnId)
  yield commit(turnId, await reminders(deps, turnId))
  if (stopReason === 'refusal') return yield* endOnRefusal(deps, turnId)
  if (stopReason === 'model_context_window_exceeded') {
    return yield* endOnFullWindow(deps, state, turnId)
  }
  return yield* endOrGoOn(deps, state, turnId)
}

async function* runCalls(
  deps: RunDeps,
  state: LoopState,
  { turnId, response }: Turn,
): AsyncGenerator<EventBody, Step> {
  const extra = reminders(deps, turnId)
  const began = deps.signal.aborted ? 'aborted_streaming' : 'aborted_tools'
  const cut = cutCalls(response)
  const problem = `the answer was cut off by the output limit of ${outputLimit(deps, state)} tokens`
  const refused = new Map(cut.map(({ id }) => [id, problem]))
  yield* closeTurn(deps, { turnId, kept: response, refused, extra })
  if (deps.signal.aborted) {
    yield* markInterruption(deps)
    return { type: 'end', terminal: began }
  }
  if (cut.length > 0 && state.recoveryCount >= MAX_OUTPUT_RECOVERIES)
    return yield* endOnOutputLimit(deps, turnId)
  const stopped = deps.hooks.stopRequested?.()
  if (stopped !== undefined) return yield* endByHook(stopped, 'hook_stopped')
  const end = yield* afterCalls(deps, state, turnId)
  if (end !== undefined) return end
  const evidence = deps.stuck.verdict() ?? deps.hooks.checkpoint?.()
  if (evidence) yield* pause(deps, evidence, turnId)
  if (deps.signal.aborted) {
    yield* markInterruption(deps)
    return { type: 'end', terminal: 'aborted_tools' }
  }
  const next = cut.length > 0 ? { ...state, recoveryCount: state.recoveryCount + 1 } : withUsualRoom(state)
  return yield* nextRound(deps, next, turnId)
}

/** Waits for the person, who is shown what was repeated; going on, the model is told, too. */
async function* pause(
  deps: RunDeps,
  { kind, text, toolUseIds, root }: PauseReason,
  turnId: string,
): AsyncGenerator<EventBody, void> {
  const found = { kind, text, toolUseIds: [...toolUseIds], ...(root === undefined ? {} : { root }) }
  yield { type: 'run_paused', turnId, ...found }
  await deps.pause(deps.signal)
  if (deps.signal.aborted) return
  deps.stuck.forget()
  yield { type: 'run_resumed', turnId }
  yield programMessage(deps, stuckReminder(text))
}

/** Once more with the results, and with what the person has sent meanwhile: the safe point for it. */
function* nextRound(deps: LoopDeps, state: LoopState, turnId: string): Generator<EventBody, Step> {
  const turnCount = state.turnCount + 1
  if (turnCount > deps.maxTurns) return yield* endOnMaxTurns(deps, turnId)
  const messages = yield* takeInbox(deps)
  const next = yield* takeBudget({ ...state, turnCount }, messages)
  return { type: 'continue', reason: messages.length > 0 ? 'steering_injected' : 'next_turn', state: next }
}

interface TurnCalls {
  readonly turnId: string
  readonly kept: NonNullable<AbortedResponse['kept']>
  /** Calls that are not to run, with the reason. */
  readonly refused: ReadonlyMap<string, string>
  readonly extra: Promise<readonly string[]>
}

/** Answers the turn's calls, and makes it history; then throws what their runner has thrown. */
async function* closeTurn(deps: LoopDeps, turn: TurnCalls): AsyncGenerator<EventBody, void> {
  const bug = yield* answerCalls(deps, turn)
  yield commit(turn.turnId, bug ? [] : await turn.extra)
  if (bug) throw bug.error
}

/** Yields exactly one result for each call, made up for those that give none; returns what was thrown, if anything. */
async function* answerCalls(
  deps: LoopDeps,
  { turnId, kept: { calls, runner, answered }, refused }: TurnCalls,
): AsyncGenerator<EventBody, { error: unknown } | undefined> {
  const pending = new Map(calls.map((call) => [call.id, call]))
  for (const id of answered) pending.delete(id)
  const wasAborted = deps.signal.aborted
  let bug: { error: unknown } | undefined
  try {
    for await (const event of runner.finish(refused)) {
      // A second result would be as fatal as none.
      if (event.type === 'tool_result' && !pending.delete(event.toolUseId)) continue
      yield event
    }
  } catch (error) {
    bug = { error }
  }
  const why: MissingReason = wasAborted ? 'not_started' : deps.signal.aborted ? 'interrupted' : 'no_result'
  for (const call of pending.values()) yield missingResult(call, turnId, why)
  return bug
}

/** Stopped in mid-stream: the text so far is kept, and the run ends, or goes on with the user's message. */
async function* endStreaming(
  deps: LoopDeps,
  state: LoopState,
  { turnId, response: { kept, requestId } }: { turnId: string; response: AbortedResponse },
): AsyncGenerator<EventBody, Step> {
  if (kept) yield* closeTurn(deps, { turnId, kept, refused: new Map(), extra: Promise.resolve([]) })
  if (!deps.signal.aborted) {
    if (!kept) yield { type: 'request_discarded', turnId, requestId, reason: 'A new message took its place.' }
    const step = yield* nextRound(deps, state, turnId)
    if (step.type === 'end' || step.reason === 'steering_injected') return step
  }
  yield* markInterruption(deps)
  return { type: 'end', terminal: 'aborted_streaming' }
}
