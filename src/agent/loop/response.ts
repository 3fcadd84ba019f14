/** One response of the model: attempts until one succeeds, none is worth it, or the user stops. */
import { textTokens } from '../context/estimate.ts'
import type { EventBody } from '../protocol/events.ts'
import type { Usage } from '../protocol/token-usage.ts'
import type { ToolUseBlock } from '../protocol/messages.ts'
import type { ModelClient, ModelRequest, ModelStreamEvent } from '../model/contract.ts'
import type { CallRunner, LoopDeps, Round } from './deps.ts'
import { Tries, waiting, type FailedResponse } from './retries.ts'

export interface DoneResponse {
  readonly type: 'done'
  readonly requestId: string
  readonly calls: readonly ToolUseBlock[]
  readonly unparsed: ReadonlyMap<string, string>
  readonly stopReason: string
  readonly outputTokens: number
  readonly runner: CallRunner
  /** Calls that ran while the response came, and have ended. */
  readonly answered: ReadonlySet<string>
}

export type ResponseOutcome =
  | DoneResponse
  /** Stopped by the user. */
  | AbortedResponse
  | FailedResponse
  /** Another model answers from here on, and was not asked yet. */
  | { readonly type: 'replaced' }

export interface AbortedResponse {
  readonly type: 'aborted'
  readonly requestId: string
  /** Undefined when nothing has come that is to be kept; `calls` are those whose blocks were complete. */
  readonly kept: Pick<DoneResponse, 'calls' | 'runner' | 'answered'> | undefined
}

interface ResponseRequest {
  readonly turnId: string
  readonly maxTokens: number
  readonly round: Round
  /** The run's signal, or a message of the person that is to be read at once. */
  readonly signal: AbortSignal
  readonly runner: () => CallRunner
}

/** State collected by one attempt so far. */
interface Collected {
  readonly runner: CallRunner
  readonly answered: Set<string>
  readonly calls: ToolUseBlock[]
  readonly unparsed: Map<string, string>
  /** Text of the block that is still streaming: kept when the user stops. */
  open: { readonly block: number; readonly text: string } | undefined
  hasContent: boolean
  /** Milliseconds on the loop's clock. */
  readonly began: number
  firstTokenMs: number | undefined
  /** The provider's usage so far, and the estimated tokens that have arrived since. */
  counted: Usage | undefined
  streamedTokens: number
}

export async function* requestResponse(
  deps: LoopDeps,
  { turnId, maxTokens, round, signal, runner }: ResponseRequest,
): AsyncGenerator<EventBody, ResponseOutcome> {
  const tries = new Tries(deps, maxTokens, round)
  for (;;) {
    const requestId = deps.newId()
    const busy = tries.busy()
    if (busy) {
      if (yield* isReplaced(deps, tries.model, turnId)) return { type: 'replaced' }
      yield* waiting(deps, { turnId, signal, retry: busy })
    }
    if (signal.aborted) return { type: 'aborted', requestId, kept: undefined }
    // Another tab may have begun to try.
    if (busy) continue
    const request = tries.request(requestId)
    yield { type: 'request_started', turnId, requestId, attempt: tries.number, ...deps.prompts.sent(request) }
    const attempted = { turnId, request, signal, runner: runner() }
    const outcome = yield* runOrDiscard(deps, attempted)
    if (outcome.type !== 'failed') {
      deps.service.answered()
      return outcome
    }
    const decision = tries.failed(outcome)
    if (!decision.retry) {
      const isOver = decision.fallback === true && (yield* isReplaced(deps, tries.model, turnId))
      return isOver ? { type: 'replaced' } : outcome
    }
    if (decision.streaming === false) yield notice(WHOLE_ANSWER)
    if (decision.maxTokens !== undefined) yield notice(shorterAnswer(decision.maxTokens))
    yield* waiting(deps, { turnId, signal, retry: tries.retry(outcome.error, decision) })
  }
}

/** Whether another model answers for the rest of the run. */
function* isReplaced(
  deps: Pick<LoopDeps, 'fallBack'>,
  model: string,
  turnId: string,
): Generator<EventBody, boolean> {
  const other = deps.fallBack()
  if (other) yield { type: 'model_replaced', turnId, model, ...other }
  return other !== undefined
}

const WHOLE_ANSWER =
  'The answer does not come through as a stream; it is asked for as a whole, and shows when it is there.'

function shorterAnswer(tokens: number): string {
  return `The conversation leaves room for an answer of ${tokens} tokens; it is asked for with that limit.`
}

function notice(text: string): EventBody {
  return { type: 'notice', level: 'warning', text }
}

/** One try of a request. */
interface Attempt {
  readonly turnId: string
  readonly request: ModelRequest
  readonly signal: AbortSignal
  readonly runner: CallRunner
}

/** Discards the calls and events of a failed attempt; rethrows errors. */
async function* runOrDiscard(deps: LoopDeps, attempt: Attempt): AsyncGenerator<EventBody, ResponseOutcome> {
  const { turnId, request, runner } = attempt
  const discarded = { type: 'request_discarded', turnId, requestId: request.requestId } as const
  let outcome: ResponseOutcome
  try {
    outcome = yield* runAttempt(deps, attempt)
  } catch (error) {
    runner.discard()
    yield { ...discarded, reason: String(error) }
    throw error
  }
  if (outcome.type === 'failed') {
    runner.discard()
    yield { ...discarded, reason: outcome.error.message }
  }
  return outcome
}

async function* runAttempt(
  deps: LoopDeps,
  { turnId, request, signal, runner }: Attempt,
): AsyncGenerator<EventBody, ResponseOutcome> {
  const got: Collected = {
    runner,
    answered: new Set(),
    calls: [],
    unparsed: new Map(),
    open: undefined,
    hasContent: false,
    began: deps.now(),
    firstTokenMs: undefined,
    counted: undefined,
    streamedTokens: 0,
  }
  for await (const { of, event } of withEarlyCalls(deps.model, { request, signal, runner })) {
    if (of === 'call') {
      if (event.type === 'tool_result') got.answered.add(event.toolUseId)
      yield event
      continue
    }
    if (FIRST_TOKEN.has(event.type)) got.firstTokenMs ??= deps.now() - got.began
    if ('text' in event && event.type !== 'notice') got.streamedTokens += textTokens(event.text)
    switch (event.type) {
      case 'text_delta':
        got.open = {
          block: event.block,
          text: (got.open?.block === event.block ? got.open.text : '') + event.text,
        }
        yield { ...event, turnId }
        break
      case 'thinking_delta':
        yield { ...event, turnId }
        break
      case 'tool_started':
        yield { type: 'tool_announced', turnId, block: event.block, toolUseId: event.id, tool: event.name }
        break
      case 'block':
        got.open = undefined
        if (event.content.type === 'tool_use') {
          got.calls.push(event.content)
          if (event.inputError !== undefined) got.unparsed.set(event.content.id, event.inputError)
        }
        got.hasContent ||= event.content.type === 'tool_use' || event.content.type === 'text'
        yield { type: 'assistant_block', turnId, block: event.block, content: event.content }
        // After the event: a call's own events follow that of its block.
        if (event.content.type === 'tool_use') runner.add(event.content, event.inputError)
        break
      case 'notice':
        yield { type: 'notice', level: 'warning', text: event.text }
        break
      case 'silent':
        yield { type: 'request_silent', turnId, requestId: request.requestId }
        break
      case 'limits':
        yield { type: 'limits_told', turnId, limits: [...event.limits] }
        break
      case 'counted':
        got.counted = event.usage
        break
      case 'failed':
        yield* tellCut(deps, { turnId, request, got })
        return { ...event, callsBegan: runner.active || got.answered.size > 0 }
      case 'ended': {
        const { requestId } = request
        const { broken, ...told } = deps.prompts.answered(request, event.usage)
        yield { ...responseEnd(deps, { turnId, request, event, got }), ...told }
        if (broken) yield { type: 'cache_broken', turnId, ...broken }
        yield* adviceOf(deps, turnId, event)
        return {
          type: 'done',
          requestId,
          calls: got.calls,
          unparsed: got.unparsed,
          stopReason: event.stopReason,
          outputTokens: event.usage.outputTokens,
          runner,
          answered: got.answered,
        }
      }
      default:
        event satisfies never
    }
  }
  yield* tellCut(deps, { turnId, request, got })
  return yield* keepWhatCame(got, { turnId, requestId: request.requestId })
}

interface EndedAttempt extends Pick<Attempt, 'turnId' | 'request'> {
  readonly event: Extract<ModelStreamEvent, { type: 'ended' }>
  readonly got: Pick<Collected, 'began' | 'firstTokenMs'>
}

const FIRST_TOKEN: ReadonlySet<ModelStreamEvent['type']> = new Set([
  'text_delta',
  'thinking_delta',
  'tool_started',
  'block',
] as const)

function responseEnd(deps: LoopDeps, { turnId, request, event, got }: EndedAttempt) {
  const { model, requestId } = request
  const { stopReason, usage } = event
  const costUsd = deps.costOf(model, usage)
  const durationMs = deps.now() - got.began
  const timing =
    got.firstTokenMs === undefined ? { durationMs } : { durationMs, firstTokenMs: got.firstTokenMs }
  return { type: 'response_ended', turnId, requestId, model, stopReason, usage, costUsd, ...timing } as const
}

/** Logs the usage of a cut-off answer, as far as it is known. */
function* tellCut(
  { costOf }: LoopDeps,
  { turnId, request, got }: Pick<Attempt, 'turnId' | 'request'> & { readonly got: Collected },
): Generator<EventBody, void> {
  if (!got.counted) return
  const { model, requestId } = request
  const outputTokens = Math.max(got.counted.outputTokens, Math.ceil(got.streamedTokens))
  const usage = { ...got.counted, outputTokens }
  yield { type: 'response_cut', turnId, requestId, model, usage, costUsd: costOf(model, usage) }
}

/** Usage of the service's own advisor in this answer. */
function* adviceOf(
  { costOf }: LoopDeps,
  turnId: string,
  { advice = [] }: Extract<ModelStreamEvent, { type: 'ended' }>,
): Generator<EventBody> {
  for (const { toolUseId, model, usage } of advice)
    yield { type: 'advice_given', turnId, toolUseId, model, usage, costUsd: costOf(model, usage) }
}

/** Stopped in mid-stream: the text that was on the screen stays, half-streamed JSON and thinking go. */
async function* keepWhatCame(
  got: Collected,
  { turnId, requestId }: { turnId: string; requestId: string },
): AsyncGenerator<EventBody, ResponseOutcome> {
  if (got.open && got.open.text.trim() !== '') {
    const content = { type: 'text', text: got.open.text } as const
    yield { type: 'assistant_block', turnId, block: got.open.block, content }
    got.hasContent = true
  }
  return { type: 'aborted', requestId, kept: got.hasContent ? got : undefined }
}

type Arrival =
  | { readonly of: 'model'; readonly event: ModelStreamEvent }
  | { readonly of: 'call'; readonly event: EventBody }

/** The response as it comes, and between its parts what the calls have to say that have begun already. */
async function* withEarlyCalls(
  model: ModelClient,
  { request, signal, runner }: Omit<Attempt, 'turnId'>,
): AsyncGenerator<Arrival, void> {
  const left = new AbortController()
  const stream = model.stream(request, AbortSignal.any([signal, left.signal]))[Symbol.asyncIterator]()
  try {
    let next = stream.next()
    for (;;) {
      const arrived = await (runner.active ? Promise.race([next, runner.pushed()]) : next)
      for (const event of runner.take()) yield { of: 'call', event }
      if (arrived === undefined) continue
      if (arrived.done === true) return
      yield { of: 'model', event: arrived.value }
      next = stream.next()
    }
  } finally {
    // Its consumer may have gone away while a part was waited for.
    left.abort()
    await stream.return?.()
  }
}
