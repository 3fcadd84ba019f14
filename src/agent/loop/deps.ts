/** Everything outside that the loop reaches: handed in, so that the whole loop runs in a test. */
import type { EventBody, EventOf } from '../protocol/events.ts'
import type { Usage } from '../protocol/token-usage.ts'
import type { ImageBlock, Message, ToolUseBlock } from '../protocol/messages.ts'
import type { CacheBreak } from '../protocol/prompt-cache.ts'
import type { ModelClient, ModelError, ModelRequest, RetryAttempt, RetryDecision } from '../model/contract.ts'

export interface CallsContext {
  readonly turnId: string
  readonly signal: AbortSignal
  /** Fires when a message of the user is to be read at once: calls that have not begun are skipped. */
  readonly interrupt: AbortSignal
}

/** Runs the calls of one response; those that only read may begin while it still streams. */
export interface CallRunner {
  /** A call is complete. `inputError`: its input was not valid JSON, with what the parser said. */
  add(call: ToolUseBlock, inputError?: string): void
  /** True while a call runs. */
  readonly active: boolean
  /** The events that have come; waits for none. */
  take(): readonly EventBody[]
  /** Resolves when there is something to take. */
  pushed(): Promise<void>
  /**
   * No more calls come: runs the rest. Calls in `refused` are answered with that problem, unless they have
   * begun.
   */
  finish(refused: ReadonlyMap<string, string>): AsyncIterable<EventBody>
  /** The response is thrown away, and what was begun for it ends. */
  discard(): void
}

/** A message that the person has sent while the agent works. */
export interface QueuedMessage {
  readonly messageId: string
  readonly text: string
  readonly images?: readonly ImageBlock[] | undefined
}

/** Messages that the user has sent meanwhile. */
export interface Inbox {
  /** All that wait, oldest first; from here on they are the loop's to tell of. */
  take(): readonly QueuedMessage[]
  /** Fires when one of them is not to wait for the end of the round. Another signal once they were taken. */
  interrupt(): AbortSignal
}

/** Facts that the log records about a request. */
export type SentCall = Pick<EventOf<'request_started'>, 'source' | 'prefix' | 'prefixChange'>

export interface AnsweredCall extends Pick<EventOf<'response_ended'>, 'source' | 'cache'> {
  /** The provider's prompt cache had a prefix that was not read from it. */
  readonly broken?: CacheBreak | undefined
}

/** Told of each request and its answer: whether what came before is still read from the prompt cache. */
export interface PromptWatch {
  sent(request: ModelRequest): SentCall
  answered(request: ModelRequest, usage: Usage): AnsweredCall
}

export type StopVerdict =
  | { readonly type: 'continue' }
  /** Goes on working with these messages. */
  | { readonly type: 'block'; readonly messages: readonly string[] }
  /** Ends the run as it is. The reason is for the person. */
  | { readonly type: 'prevent'; readonly reason?: string }

/** A failure that has ended a run: a model error, an answer that never fits, one that the model declined. */
export type RunFailure = Pick<Extract<EventBody, { type: 'error' }>, 'kind' | 'message'>

/** Why a run waits for the person. */
export interface PauseReason {
  readonly kind: string
  /** One sentence: the repeated call, its target, how often. */
  readonly text: string
  readonly toolUseIds: readonly string[]
  /** The workspace before the first of these calls, where it is known. */
  readonly root?: string | undefined
}

/** Errors that a smaller request may avoid. */
export const OVERSIZE_KINDS = ['prompt_too_long', 'too_large', 'image'] as const
export type OversizeKind = (typeof OVERSIZE_KINDS)[number]

/** Named seams; absent ones do nothing. A signal that fires ends the waiting, whatever the hook does. */
export interface LoopHooks {
  /** After a response, before its tools' results are awaited; cannot change this turn. */
  afterResponse?(turnId: string, signal: AbortSignal): Promise<readonly string[]>
  /** After a round of calls: whether the person is to have a look before the next one. */
  checkpoint?(): PauseReason | undefined
  /** Before each request: nothing more can be stored but the end of the run. */
  isDiskFull?(): boolean
  /** The model would end here. `hasBlocked`: it would have ended before, and was sent back. */
  onStop?(state: { readonly hasBlocked: boolean }, signal: AbortSignal): Promise<StopVerdict>
  /** A failure of the model has ended the run: told, not asked. */
  onFailure?(failure: RunFailure): void
  /** After a round of calls: why a hook ends the run. */
  stopRequested?(): string | undefined
  /** Before each request, not before each attempt: tells the model, through the log, what has changed since the last one. */
  beforeRequest?(turnId: string, signal: AbortSignal): AsyncGenerator<EventBody, void>
  /**
   * Before each request: makes the conversation shorter, through the log, where it would not fit. Why no request
   * can be made all the same, or undefined.
   */
  makeRoom?(turnId: string, signal: AbortSignal): AsyncGenerator<EventBody, string | undefined>
  /** A request was refused as too large: leaves out what costs nothing, and says whether that was anything. */
  drain?(kind: OversizeKind): Generator<EventBody, boolean>
  /**
   * The conversation is too long for the model: makes it shorter through the log and says whether it has. Handed in
   * only while this session has not used it; the loop calls it at most once.
   */
  reactiveCompact?(turnId: string, signal: AbortSignal): AsyncGenerator<EventBody, boolean>
  /** A part that was handed in has thrown: the run ends with an `error` event, this is for the developer. */
  onBug?(error: unknown): void
}

/** The parts of a request that change from round to round. */
export interface Round {
  /** From 1. */
  readonly turn: number
  /** The call that the answer has to be. */
  readonly forcedTool: string | undefined
}

/** The data that a run is to end with. */
export interface OutputRequest {
  readonly tool: string
  /** The model's last valid result; undefined until there is one. */
  given(): Readonly<Record<string, unknown>> | undefined
}

export interface LoopDeps {
  readonly model: ModelClient
  /** The conversation so far: all up to the last `transition` that was resumed. */
  messages(): readonly Message[]
  /** Assembled anew before each call; unchanged parts keep their bytes. */
  buildRequest(messages: readonly Message[], round: Round): Omit<ModelRequest, 'maxTokens' | 'requestId'>
  runCalls(context: CallsContext): CallRunner
  retryDecision(error: ModelError, attempt: RetryAttempt): RetryDecision
  /** Has the rest of the run answered by another model, with all that depends on it; undefined where there is none (left). */
  fallBack(): Pick<EventOf<'model_replaced'>, 'by' | 'contextWindow'> | undefined
  /** How busy the model's service is known to be. */
  readonly service: {
    /** Milliseconds to wait before the next attempt. */
    admit(): number
    overloaded(): void
    answered(): void
  }
  /** US dollars; null when not known. */
  costOf(model: string, usage: Extract<EventBody, { type: 'response_ended' }>['usage']): number | null
  /** Tokens that an answer is asked for before one did not fit; absent: the usual number. */
  readonly firstOutput?: number
  /** Tokens of the longest answer that the model may be asked for, as it is now. */
  maxOutput(): number
  readonly maxTurns: number
  /** Tokens of output until which the run is to go on; undefined: until the model ends. */
  readonly tokenBudget: number | undefined
  readonly output: OutputRequest | undefined
  /** Aborted with an `InterruptReason`. */
  readonly signal: AbortSignal
  readonly hooks: LoopHooks
  readonly prompts: PromptWatch
  readonly inbox: Inbox
  /** Asked before each request: why none may be made any more (`budget_exceeded`). */
  overBudget(): Promise<string | undefined>
  /** The run goes in circles: resolves when the person has it go on, or has said something; early when aborted. */
  pause(signal: AbortSignal): Promise<void>
  newId(): string
  random(): number
  /** Milliseconds, for how long something took. */
  now(): number
  /** Resolves early, without rejecting, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** `stop`: the user ended the run, and the model is told so; `message`: a new message takes its place. */
export type InterruptReason = 'stop' | 'message'
