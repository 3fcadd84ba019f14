/** The steps after a response that is missing or not whole: the ladder goes from the cheapest remedy to saying so. */
import { MAX_OUTPUT_RECOVERIES } from '../limits.ts'
import type { EventBody } from '../protocol/events.ts'
import type { Terminal } from '../protocol/events/run-events.ts'
import type { ModelError } from '../model/contract.ts'
import type { ToolUseBlock } from '../protocol/messages.ts'
import { OVERSIZE_KINDS } from './deps.ts'
import type { LoopDeps, OversizeKind, RunFailure } from './deps.ts'
import type { DoneResponse } from './response.ts'
import { outputLimit } from './state.ts'
import type { LoopState, Step } from './state.ts'
import { commit, programMessage } from './turn-events.ts'

const GO_ON = 'Your answer was cut off by the output limit. Continue exactly where you stopped.'

const WINDOW_FULL: ModelError = {
  kind: 'prompt_too_long',
  message: 'The answer was cut off: the conversation fills the model’s whole context window.',
  hint: 'Have it summarised with /compact, go back with /rewind, or start a new session; your files stay.',
}

/** The answer ended where the output limit was, so its last part is not whole. */
export function isTruncated(response: Pick<DoneResponse, 'stopReason'>): boolean {
  return response.stopReason === 'max_tokens'
}

/** All of the answer has come: neither the output limit nor a full window has ended it, and the service has not paused it. */
export function isWhole({ stopReason }: Pick<DoneResponse, 'stopReason'>): boolean {
  return !PARTIAL.has(stopReason)
}

const PARTIAL: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'pause_turn'])

/** Calls that the limit cut through: without all of their JSON, or before any of it had come. */
export function cutCalls(response: DoneResponse): readonly ToolUseBlock[] {
  if (!isTruncated(response)) return []
  return response.calls.filter(
    (call, index) =>
      response.unparsed.has(call.id) ||
      (index === response.calls.length - 1 && Object.keys(call.input).length === 0),
  )
}

/** Whether a longer answer may be asked for: once for each answer that does not fit, where the model gives more. */
export function mayEscalate(deps: Pick<LoopDeps, 'firstOutput' | 'maxOutput'>, state: LoopState): boolean {
  return outputLimit(deps, state) < outputLimit(deps, { hasMoreRoom: true })
}

/** The same turn again with more room; its output is discarded. */
export function* escalate(
  state: LoopState,
  { turnId, requestId }: { turnId: string; requestId: string },
): Generator<EventBody, Step> {
  const reason = 'The answer did not fit; it is asked for again with more room.'
  yield { type: 'request_discarded', turnId, requestId, reason }
  return {
    type: 'continue',
    reason: 'max_output_tokens_escalate',
    state: { ...state, turnId, hasMoreRoom: true },
  }
}

/** Keeps the truncated text and has the model go on from there, a few times in a row. */
export function* continueAnswer(
  deps: LoopDeps,
  state: LoopState,
  turnId: string,
): Generator<EventBody, Step> {
  yield commit(turnId)
  if (state.recoveryCount >= MAX_OUTPUT_RECOVERIES) return yield* endOnOutputLimit(deps, turnId)
  yield programMessage(deps, GO_ON)
  return {
    type: 'continue',
    reason: 'max_output_tokens_recovery',
    state: { ...state, recoveryCount: state.recoveryCount + 1 },
  }
}

export function* endOnOutputLimit(deps: LoopDeps, turnId: string): Generator<EventBody, Step> {
  return yield* endWithError(deps, turnId, {
    kind: 'output_limit',
    message: `The answer was cut off by the output limit ${MAX_OUTPUT_RECOVERIES + 1} times in a row.`,
    hint: 'Ask for it in smaller parts.',
  })
}

/** The run ends by a failure of the model: no stop hook is asked, and those for failures are told. */
export function* endWithError(
  { hooks }: Pick<LoopDeps, 'hooks'>,
  turnId: string,
  error: RunFailure & { readonly hint: string },
  terminal: Terminal = 'model_error',
): Generator<EventBody, Step> {
  const { kind, message, hint } = error
  hooks.onFailure?.({ kind, message })
  yield { type: 'error', turnId, kind, message, hint }
  return { type: 'end', terminal }
}

/** Once nothing that makes the request smaller helps. */
export async function* endOnFailure(
  deps: LoopDeps,
  state: LoopState,
  { error, turnId }: { error: ModelError; turnId: string },
): AsyncGenerator<EventBody, Step> {
  const smaller = isOversize(error.kind)
    ? yield* shrink(deps, state, { kind: error.kind, turnId })
    : undefined
  if (smaller) return smaller
  return yield* endWithError(deps, turnId, error, terminalOf(error))
}

/** First what costs nothing, then a summary, once a session; undefined where neither helps. */
async function* shrink(
  { hooks, signal }: LoopDeps,
  state: LoopState,
  { kind, turnId }: { readonly kind: OversizeKind; readonly turnId: string },
): AsyncGenerator<EventBody, Step | undefined> {
  if (hooks.drain && (yield* hooks.drain(kind)))
    return { type: 'continue', reason: 'collapse_drain_retry', state }
  if (kind !== 'prompt_too_long' || !hooks.reactiveCompact || state.hasCompacted) return undefined
  if (!(yield* hooks.reactiveCompact(turnId, signal))) return undefined
  return { type: 'continue', reason: 'reactive_compact_retry', state: { ...state, hasCompacted: true } }
}

function isOversize(kind: ModelError['kind']): kind is OversizeKind {
  return OVERSIZE_KINDS.some((known) => known === kind)
}

function terminalOf(error: ModelError): Terminal {
  if (error.kind === 'prompt_too_long') return 'prompt_too_long'
  return error.kind === 'image' ? 'image_error' : 'model_error'
}

/** The window was full before the answer was whole: as a prompt that does not fit, but what has come is kept. */
export async function* endOnFullWindow(
  deps: LoopDeps,
  state: LoopState,
  turnId: string,
): AsyncGenerator<EventBody, Step> {
  const step = yield* endOnFailure(deps, state, { error: WINDOW_FULL, turnId })
  if (step.type === 'continue') yield programMessage(deps, GO_ON)
  return step
}

export function* endOnRefusal(deps: LoopDeps, turnId: string): Generator<EventBody, Step> {
  return yield* endWithError(deps, turnId, {
    kind: 'refusal',
    message: 'The model declined to answer.',
    hint: 'Say it differently. If it declines again, start a new session; your files stay.',
  })
}
