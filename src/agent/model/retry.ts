/** Whether a failed call is made again, and when (DESIGN, "Retries"; ER-01 to ER-16). Pure. */
import {
  MAX_ATTEMPTS,
  MAX_CONNECT_ATTEMPTS,
  RETRY_AFTER_CEILING_MS,
  RETRY_BASE_MS,
  RETRY_CEILING_MS,
} from '../limits.ts'
import type { ModelError, ModelErrorKind, RetryDecision } from './contract.ts'

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

/** `attempt` counts from 1: the one that has just failed. `random` gives 0 up to 1. */
export function retryDecision(error: ModelError, attempt: number, random: () => number): RetryDecision {
  if (error.shouldRetry === false || attempt >= ATTEMPTS[error.kind]) return { retry: false }
  return { retry: true, delayMs: retryDelay(error, attempt, random) }
}

function retryDelay(error: ModelError, attempt: number, random: () => number): number {
  const backoff = Math.min(RETRY_BASE_MS * 2 ** (attempt - 1), RETRY_CEILING_MS)
  const jittered = Math.min(backoff * (1 + 0.25 * random()), RETRY_CEILING_MS)
  if (error.retryAfterMs === undefined) return Math.round(jittered)
  // The server's word wins, but a "0" must not become a hammer, nor a month a wait.
  return Math.round(Math.min(Math.max(error.retryAfterMs, RETRY_BASE_MS), RETRY_AFTER_CEILING_MS))
}
