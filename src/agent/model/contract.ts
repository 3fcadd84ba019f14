/** The loop's view of a model, whatever its wire format. `contract-suite.ts` is run against each client. */
import type { AssistantBlock, Message } from '../protocol/messages.ts'
import type { CacheTtl } from './anthropic/cache-ttl.ts'
import type { Usage } from '../protocol/token-usage.ts'
import type { ServiceLimit } from '../protocol/service-limits.ts'

export interface SystemBlock {
  readonly text: string
  /** The prefix up to here is worth caching. */
  readonly cache: boolean
}

/** A tool as the model sees it: never code or flags. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>> & { readonly type: 'object' }
}

/** A tool as a model knows it that knows it by another name. */
export interface WireName {
  readonly name: string
  /** Its fields that are called otherwise, by their own names. */
  readonly fields?: Readonly<Record<string, string>>
}

/** By the tools' own names. */
export type WireNames = Readonly<Record<string, WireName>>

export interface ModelRequest {
  readonly model: string
  readonly maxTokens: number
  readonly system: readonly SystemBlock[]
  /** In the order in which they are sent; the caller keeps it byte-stable. */
  readonly tools: readonly ToolSpec[]
  readonly messages: readonly Message[]
  /** Tokens of extended thinking; 0 is off. */
  readonly thinkingTokens: number
  /** The answer has to be a call of this tool; there is no thinking before it. */
  readonly forcedTool?: string
  /** False: nothing new is kept for the next request, which will be another one. */
  readonly cacheWrite?: boolean
  /** How long what is marked is kept; five minutes when absent. */
  readonly cacheTtl?: CacheTtl
  /** A model that the service itself asks for advice in the course of the answer, at most once. */
  readonly advisor?: { readonly model: string }
  /** Ours, one a call, so that a time-out without an answer can be traced. */
  readonly requestId: string
  /** False asks for the whole answer at once: the last resort when a stream does not come through. */
  readonly streaming?: boolean
}

export type ModelErrorKind =
  | 'authentication'
  | 'not_found'
  | 'invalid_request'
  | 'prompt_too_long'
  | 'too_large'
  | 'image'
  | 'rate_limited'
  | 'credits'
  | 'overloaded'
  | 'server'
  | 'unreachable'
  | 'cors'
  | 'offline'
  | 'not_messages_api'
  | 'stream_cut'
  | 'malformed'
  | 'idle'

/** An expected failure of a call; `message` says what was tried and on what, `hint` what to do. */
export interface ModelError {
  readonly kind: ModelErrorKind
  readonly message: string
  readonly hint: string
  readonly status?: number
  /** The delay that the server asked for, in milliseconds. */
  readonly retryAfterMs?: number
  /** The server's explicit word on retrying (`x-should-retry`). */
  readonly shouldRetry?: boolean
  /** The plan that the key is of has used up its window: asking again within it is no use. */
  readonly isPlanUsedUp?: true
  /** The server's id of the request. */
  readonly requestId?: string
}

/** The service takes the key of this attempt for none of its own: another one may be stored by now. */
export function isKeyRefused({ kind, status }: ModelError): boolean {
  return kind === 'authentication' && status === 401
}

/** The failed attempt, as a retry policy sees it. */
export interface RetryAttempt {
  /** Counts from 1. */
  readonly number: number
  /** Overloads in a row, this one included; they count on where the request is changed. */
  readonly overloads: number
  /** Times that the service has refused this request's key, this one included (`isKeyRefused`). */
  readonly refusals: number
  readonly maxTokens: number
  readonly thinkingTokens: number
  readonly streaming: boolean
  /** A call of the answer was begun: that answer must not come a second time in another way. */
  readonly callsBegan: boolean
  /** Milliseconds since the first attempt of this request. */
  readonly waitedMs: number
  /** 0 up to 1. */
  random(): number
}

/** A retry policy's decision on a failed call. */
export type RetryDecision =
  | {
      readonly retry: true
      readonly delayMs: number
      /** Attempts in all; undefined: as many as it takes. */
      readonly of: number | undefined
      /** False: the whole answer at once. */
      readonly streaming?: false
      /** The next limit of the answer. */
      readonly maxTokens?: number
    }
  /** `fallback`: not by this model, but the same request is worth asking another one. */
  | { readonly retry: false; readonly fallback?: true }

/**
 * One response, in order. `block` is the block's index in the message. A call's input is parsed once, at the
 * end of its block; malformed input is `{}` with `inputError`. Ends with `ended` or `failed`, or with neither
 * when the signal was aborted.
 */
export type ModelStreamEvent =
  | { readonly type: 'text_delta'; readonly block: number; readonly text: string }
  | { readonly type: 'thinking_delta'; readonly block: number; readonly text: string }
  | { readonly type: 'tool_started'; readonly block: number; readonly id: string; readonly name: string }
  | {
      readonly type: 'block'
      readonly block: number
      readonly content: AssistantBlock
      readonly inputError?: string
    }
  | { readonly type: 'notice'; readonly text: string }
  /** Nothing has come for a while; it is still waited for. */
  | { readonly type: 'silent' }
  /** The service's limits, sent when they have changed. */
  | { readonly type: 'limits'; readonly limits: readonly ServiceLimit[] }
  /** The provider's usage so far; `ended` has the total. A cut-off answer is billed, too. */
  | { readonly type: 'counted'; readonly usage: Usage }
  | {
      readonly type: 'ended'
      readonly stopReason: string
      readonly usage: Usage
      readonly advice?: readonly AdvisorUsage[]
    }
  | { readonly type: 'failed'; readonly error: ModelError }

/** Usage of the service's own advisor; it is not in the usage of the answer. */
export interface AdvisorUsage {
  readonly toolUseId: string
  readonly model: string
  readonly usage: Usage
}

/** The credentials for a request are not available now; the message says why. */
export class CredentialsError extends Error {
  readonly hint: string

  constructor(message: string, hint = '') {
    super(message)
    this.name = 'CredentialsError'
    this.hint = hint
  }
}

/** Credentials of a request. Never logged. */
export interface Credentials {
  /** '' when there is none. */
  readonly apiKey: string
  /** The user's own, checked when they were stored. */
  readonly extraHeaders: Readonly<Record<string, string>>
}

export type ModelList =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly error: ModelError }

export interface ModelClient {
  /** Never throws; returns soon after `signal` is aborted. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelStreamEvent>
  /** The names that the server lists; never throws. */
  models?(signal: AbortSignal): Promise<ModelList>
}
