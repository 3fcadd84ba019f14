/** One response of the model: attempts until one succeeds, none is worth it, or the user stops. */
import type { EventBody } from '../protocol/events.ts'
import type { ToolUseBlock } from '../protocol/messages.ts'
import type { ModelError, ModelRequest } from '../model/contract.ts'
import type { LoopDeps } from './deps.ts'

export interface DoneResponse {
  readonly type: 'done'
  readonly requestId: string
  readonly calls: readonly ToolUseBlock[]
  readonly unparsed: ReadonlyMap<string, string>
  readonly stopReason: string
}

export type ResponseOutcome =
  | DoneResponse
  /** Stopped by the user; `calls` are those whose blocks were complete, `hasContent` that there is a turn to keep. */
  | { readonly type: 'aborted'; readonly calls: readonly ToolUseBlock[]; readonly hasContent: boolean }
  | { readonly type: 'failed'; readonly error: ModelError }

interface ResponseRequest {
  readonly turnId: string
  readonly maxTokens: number
}

/** What one attempt has brought in so far. */
interface Collected {
  readonly calls: ToolUseBlock[]
  readonly unparsed: Map<string, string>
  /** Text of the block that is still streaming: kept when the user stops. */
  open: { readonly block: number; readonly text: string } | undefined
  hasContent: boolean
}

export async function* requestResponse(
  deps: LoopDeps,
  { turnId, maxTokens }: ResponseRequest,
): AsyncGenerator<EventBody, ResponseOutcome> {
  const built = deps.buildRequest(deps.messages())
  for (let attempt = 1; ; attempt++) {
    const requestId = deps.newId()
    yield { type: 'request_started', turnId, requestId, attempt }
    const outcome = yield* runOrDiscard(deps, { ...built, maxTokens, requestId }, turnId)
    if (outcome.type !== 'failed') return outcome
    const { error } = outcome
    const decision = deps.retryDecision(error, attempt, () => deps.random())
    if (!decision.retry) return outcome
    yield { type: 'request_retry', turnId, attempt, delayMs: decision.delayMs, reason: error.message }
    await deps.sleep(decision.delayMs, deps.signal)
    if (deps.signal.aborted) return { type: 'aborted', calls: [], hasContent: false }
  }
}

/** What came of an attempt that failed does not count, and what is thrown is thrown on. */
async function* runOrDiscard(
  deps: LoopDeps,
  request: ModelRequest,
  turnId: string,
): AsyncGenerator<EventBody, ResponseOutcome> {
  const discarded = { type: 'request_discarded', turnId, requestId: request.requestId } as const
  let outcome: ResponseOutcome
  try {
    outcome = yield* runAttempt(deps, request, turnId)
  } catch (error) {
    yield { ...discarded, reason: String(error) }
    throw error
  }
  if (outcome.type === 'failed') yield { ...discarded, reason: outcome.error.message }
  return outcome
}

async function* runAttempt(
  deps: LoopDeps,
  request: ModelRequest,
  turnId: string,
): AsyncGenerator<EventBody, ResponseOutcome> {
  const got: Collected = { calls: [], unparsed: new Map(), open: undefined, hasContent: false }
  for await (const event of deps.model.stream(request, deps.signal)) {
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
        break
      case 'notice':
        yield { type: 'notice', level: 'warning', text: event.text }
        break
      case 'silent':
        break
      case 'failed':
        return event
      case 'ended': {
        const { stopReason, usage } = event
        const costUsd = deps.costOf(request.model, usage)
        yield { type: 'response_ended', turnId, stopReason, usage, costUsd }
        return {
          type: 'done',
          requestId: request.requestId,
          calls: got.calls,
          unparsed: got.unparsed,
          stopReason,
        }
      }
      default:
        event satisfies never
    }
  }
  return yield* keepWhatCame(got, turnId)
}

/** Stopped in mid-stream: the text that was on the screen stays, half-streamed JSON and thinking go (TA-03, TA-04). */
async function* keepWhatCame(got: Collected, turnId: string): AsyncGenerator<EventBody, ResponseOutcome> {
  if (got.open && got.open.text.trim() !== '') {
    const content = { type: 'text', text: got.open.text } as const
    yield { type: 'assistant_block', turnId, block: got.open.block, content }
    got.hasContent = true
  }
  return { type: 'aborted', calls: got.calls, hasContent: got.hasContent }
}
