/**
 * Whether a failed call is made again, when, and in what other way. Pure: the
 * branches are asked in their order, and the first that has an answer gives it.
 */
import {
  MAX_ATTEMPTS,
  MAX_CONNECT_ATTEMPTS,
  OVERLOADS_TO_FALLBACK,
  PERSISTENT_DELAY_CEILING_MS,
  PERSISTENT_TOTAL_MS,
  RETRY_AFTER_CEILING_MS,
  RETRY_BASE_MS,
  RETRY_CEILING_MS,
} from '../limits.ts'
import { roomLeft } from './context-overflow.ts'
import type { QuerySource } from '../protocol/prompt-cache.ts'
import { isKeyRefused } from './contract.ts'
import type { ModelError, ModelErrorKind, RetryAttempt, RetryDecision } from './contract.ts'

/**
 * Only somebody who waits for the answer may load a busy service further: a source that is not here is not retried
 * when capacity is short.
 */
const FOREGROUND: ReadonlySet<string> = new Set<QuerySource>(['main', 'subagent', 'compaction', 'advisor'])

export interface RetryPolicy {
  readonly source: QuerySource
  /** Nobody is watching: waits for an overloaded service, for hours if need be. */
  readonly persistent: boolean
  readonly hasFallback: boolean
}

/** Attempts, the first included, that a failure of this kind is worth. */
const ATTEMPTS: Record<ModelErrorKind, number> = {
  authentication: 1,
  not_found: 1,
  invalid_request: 1,
  prompt_too_long: 1,
  too_large: 1,
  image: 1,
  credits: 1,
  cors: 1,
  not_messages_api: 1,
  offline: 1,
  rate_limited: MAX_ATTEMPTS,
  overloaded: MAX_ATTEMPTS,
  server: MAX_ATTEMPTS,
  stream_cut: MAX_ATTEMPTS,
  malformed: MAX_CONNECT_ATTEMPTS,
  idle: MAX_CONNECT_ATTEMPTS,
  unreachable: MAX_CONNECT_ATTEMPTS,
}

const STOP: RetryDecision = { retry: false }

type Branch = (error: ModelError, attempt: RetryAttempt, policy: RetryPolicy) => RetryDecision | undefined

/** In order; the caller checks for the user's stop before any of them. */
const BRANCHES: readonly Branch[] = [
  inBackground,
  oftenOverloaded,
  withFreshKey,
  withLessRoom,
  withoutStream,
  planUsedUp,
  asServerSays,
  withPatience,
  general,
]

export function retryDecision(error: ModelError, attempt: RetryAttempt, policy: RetryPolicy): RetryDecision {
  for (const branch of BRANCHES) {
    const decision = branch(error, attempt, policy)
    if (decision) return decision
  }
  return STOP
}

function isCapacity({ kind }: ModelError): boolean {
  return kind === 'overloaded' || kind === 'rate_limited'
}

/** Each retry of a background call would be one more for a service that has no room. */
function inBackground(
  error: ModelError,
  _: RetryAttempt,
  { source }: RetryPolicy,
): RetryDecision | undefined {
  return isCapacity(error) && !FOREGROUND.has(source) ? STOP : undefined
}

/** Another model may have room. */
function oftenOverloaded(
  { kind }: ModelError,
  { overloads }: RetryAttempt,
  { hasFallback }: RetryPolicy,
): RetryDecision | undefined {
  const often = kind === 'overloaded' && overloads >= OVERLOADS_TO_FALLBACK
  return often && hasFallback ? { retry: false, fallback: true } : undefined
}

/**
 * The key is read again for each attempt: one that was replaced meanwhile is worth one, whatever the attempts before it
 * have failed of. The second refusal of a request is final.
 */
function withFreshKey(error: ModelError, { number, refusals }: RetryAttempt): RetryDecision | undefined {
  if (!isKeyRefused(error)) return undefined
  return refusals === 1 ? again(number, 0) : STOP
}

/** Input and answer together do not fit, but a shorter answer would. */
function withLessRoom(error: ModelError, attempt: RetryAttempt): RetryDecision | undefined {
  if (error.kind !== 'prompt_too_long') return undefined
  const room = roomLeft(error.message, attempt)
  return room === undefined ? STOP : { ...again(attempt.number, 0), maxTokens: room }
}

/** A stream that does not come through, though its server answers. Not twice, and not beside calls that have begun. */
function withoutStream(
  { kind, status }: ModelError,
  { number, streaming, callsBegan }: RetryAttempt,
): RetryDecision | undefined {
  if (!streaming || callsBegan) return undefined
  const isOther = kind === 'not_messages_api' && status === 200
  return isOther || (kind === 'idle' && status === undefined)
    ? { ...again(number, 0), streaming: false }
    : undefined
}

/** A window of hours or days: only somebody who has so much time waits for its end, whatever the header says. */
function planUsedUp(
  { isPlanUsedUp }: ModelError,
  _: RetryAttempt,
  { persistent }: RetryPolicy,
): RetryDecision | undefined {
  return isPlanUsedUp && !persistent ? STOP : undefined
}

/** A no holds; a yes holds also for what would not be tried again of itself. */
function asServerSays(error: ModelError, attempt: RetryAttempt): RetryDecision | undefined {
  if (error.shouldRetry === false) return STOP
  if (error.shouldRetry !== true || ATTEMPTS[error.kind] > 1 || attempt.number >= MAX_ATTEMPTS)
    return undefined
  return { retry: true, delayMs: retryDelay(error, attempt, RETRY_CEILING_MS), of: MAX_ATTEMPTS }
}

function withPatience(
  error: ModelError,
  attempt: RetryAttempt,
  { persistent }: RetryPolicy,
): RetryDecision | undefined {
  if (!persistent || !isCapacity(error)) return undefined
  const left = PERSISTENT_TOTAL_MS - attempt.waitedMs
  if (left <= 0) return STOP
  const delay = retryDelay(error, attempt, PERSISTENT_DELAY_CEILING_MS)
  return { retry: true, delayMs: Math.min(delay, left), of: undefined }
}

function general(error: ModelError, attempt: RetryAttempt): RetryDecision {
  const most = ATTEMPTS[error.kind]
  if (attempt.number >= most) return STOP
  return { retry: true, delayMs: retryDelay(error, attempt, RETRY_CEILING_MS), of: most }
}

/** At once, but never as a hammer. */
function again(number: number, delayMs: number): RetryDecision & { retry: true } {
  return { retry: true, delayMs, of: number + 1 }
}

function retryDelay(error: ModelError, { number, random }: RetryAttempt, ceiling: number): number {
  const backoff = Math.min(RETRY_BASE_MS * 2 ** (number - 1), ceiling)
  const jittered = Math.min(backoff * (1 + 0.25 * random()), ceiling)
  if (error.retryAfterMs === undefined) return Math.round(jittered)
  // The server's word wins, but a "0" must not become a hammer, nor a month a wait.
  return Math.round(Math.min(Math.max(error.retryAfterMs, RETRY_BASE_MS), RETRY_AFTER_CEILING_MS))
}
