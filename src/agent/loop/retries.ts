/** The attempts of one request: the changes between them, and the waits, which the user sees. */
import { HEARTBEAT_MS } from '../limits.ts'
import { isKeyRefused } from '../model/contract.ts'
import type { ModelError, ModelRequest, RetryDecision } from '../model/contract.ts'
import type { EventBody } from '../protocol/events.ts'
import type { LoopDeps, Round } from './deps.ts'

export interface FailedResponse {
  readonly type: 'failed'
  readonly error: ModelError
  /** A call of it had begun. */
  readonly callsBegan: boolean
}

type RetryEvent = Extract<EventBody, { type: 'request_retry' }>
export type Retry = Omit<RetryEvent, 'type' | 'turnId'>

const BUSY = 'The service is overloaded; no tab asks it for a while.'

export class Tries {
  readonly #deps: LoopDeps
  readonly #built: ReturnType<LoopDeps['buildRequest']>
  readonly #began: number
  #number = 1
  #overloads = 0
  #refusals = 0
  #streaming = true
  #maxTokens: number

  constructor(deps: LoopDeps, maxTokens: number, round: Round) {
    this.#deps = deps
    this.#built = deps.buildRequest(deps.messages(), round)
    this.#maxTokens = maxTokens
    this.#began = deps.now()
  }

  get model(): string {
    return this.#built.model
  }

  /** Number of the next attempt, from 1. */
  get number(): number {
    return this.#number
  }

  request(requestId: string): ModelRequest {
    const request = { ...this.#built, maxTokens: this.#maxTokens, requestId }
    return this.#streaming ? request : { ...request, streaming: false }
  }

  /** The wait before this attempt, where other tabs have found the service overloaded. */
  busy(): Retry | undefined {
    const delayMs = this.#deps.service.admit()
    return delayMs > 0 ? { attempt: this.#number, delayMs, reason: BUSY, kind: 'overloaded' } : undefined
  }

  /** Counts the attempt that failed, and makes the next as it is decided. */
  failed({ error, callsBegan }: FailedResponse): RetryDecision {
    const { kind } = error
    this.#overloads = kind === 'overloaded' ? this.#overloads + 1 : 0
    if (kind === 'overloaded') this.#deps.service.overloaded()
    if (isKeyRefused(error)) this.#refusals++
    const decision = this.#deps.retryDecision(error, {
      number: this.#number,
      overloads: this.#overloads,
      refusals: this.#refusals,
      maxTokens: this.#maxTokens,
      thinkingTokens: this.#built.thinkingTokens,
      streaming: this.#streaming,
      callsBegan,
      waitedMs: this.#deps.now() - this.#began,
      random: () => this.#deps.random(),
    })
    if (!decision.retry) return decision
    this.#number++
    this.#streaming &&= decision.streaming ?? true
    this.#maxTokens = decision.maxTokens ?? this.#maxTokens
    return decision
  }

  retry({ kind, message }: ModelError, { delayMs, of }: RetryDecision & { retry: true }): Retry {
    return {
      attempt: this.#number - 1,
      delayMs,
      reason: message,
      kind,
      ...(of === undefined ? {} : { of }),
    }
  }
}

/** Waits, and says so again every half minute: a silent hour looks like a dead program. */
export async function* waiting(
  deps: Pick<LoopDeps, 'sleep'>,
  { turnId, signal, retry }: { turnId: string; signal: AbortSignal; retry: Retry | undefined },
): AsyncGenerator<EventBody, void> {
  if (!retry) return
  for (let left = retry.delayMs; ; left -= HEARTBEAT_MS) {
    yield { type: 'request_retry', turnId, ...retry, delayMs: left }
    await deps.sleep(Math.min(left, HEARTBEAT_MS), signal)
    if (left <= HEARTBEAT_MS || signal.aborted) return
  }
}
