/**
 * Maps an SDK's error to a model error: by class and status, by text only if nothing else distinguishes it.
 */
import type { ModelError } from './contract.ts'
import { planUsedUpFor, span } from './rate-limits.ts'
import { FAILURE_HINTS, failureMessage, kindOfFailure } from './failure-kinds.ts'

/**
 * Why a request never got an answer. A browser tells pages only that it failed: a look at the machine's own state
 * and a request that needs no permission narrow it down.
 */
export type Probe = (url: string) => Promise<'offline' | 'answers' | 'silent'>

/** The error of an answer, as both SDKs have it. */
interface SdkApiError extends Error {
  readonly status: number | undefined
  readonly headers: Headers | undefined
  readonly error: unknown
  readonly requestID?: string | null | undefined
}

/** The two classes of an SDK that tell a refusal from a connection that failed. */
export interface SdkErrors {
  readonly connection: abstract new (...args: never[]) => Error
  readonly api: abstract new (...args: never[]) => SdkApiError
}

export interface FailureContext {
  readonly baseUrl: string
  readonly probe: Probe
  readonly errors: SdkErrors
  /** The protocol's name, and what its Base URL must be. */
  readonly name: string
  readonly urlHint: string
}

export async function classifyFailure(error: unknown, context: FailureContext): Promise<ModelError> {
  if (error instanceof context.errors.connection) return connectionFailure(context)
  if (error instanceof context.errors.api) return apiFailure(error, context)
  if (error instanceof SyntaxError) {
    return {
      kind: 'malformed',
      message: 'The model’s answer could not be read: part of it is not valid JSON.',
      hint: 'It is tried again; if it happens every time, check the Base URL in Settings.',
    }
  }
  return {
    kind: 'stream_cut',
    message: `The connection to ${context.baseUrl} broke while the answer came: ${messageOf(error)}`,
    hint: 'It is tried again; if it happens often, check the network.',
  }
}

async function connectionFailure({ baseUrl, probe }: FailureContext): Promise<ModelError> {
  const state = await probe(baseUrl)
  if (state === 'offline') {
    return {
      kind: 'offline',
      message: 'There is no network.',
      hint: 'Your message is kept; send it again when you are online.',
    }
  }
  if (state === 'answers') {
    return {
      kind: 'cors',
      message: `The server at ${baseUrl} answers, but it does not allow pages of other origins (CORS).`,
      hint: 'Use an API that allows browsers, or turn CORS on in your gateway for this page’s origin.',
    }
  }
  return {
    kind: 'unreachable',
    message: `The server at ${baseUrl} could not be reached, or it does not allow pages of other origins (CORS).`,
    hint: 'Check the Base URL in Settings, that the server runs, and that it allows this page’s origin.',
  }
}

function apiFailure(error: SdkApiError, { baseUrl, name, urlHint }: FailureContext): ModelError {
  const said = readBody(error)
  const kind = kindOfFailure({ status: error.status, ...said })
  return {
    kind,
    message: failureMessage(kind, { text: said.text, baseUrl, name }),
    hint: kind === 'not_messages_api' ? `Check the Base URL in Settings: ${urlHint}` : FAILURE_HINTS[kind],
    status: error.status,
    requestId: error.requestID ?? undefined,
    ...fromHeaders(error.headers),
    ...(kind === 'rate_limited' ? ofPlan(error.headers) : {}),
  }
}

/**
 * Type, code and message of an error's body: `{ error: { … } }`, which OpenAI's SDK has unwrapped already, or the
 * `{ detail }`, `{ message }` or text of servers that follow neither.
 */
function readBody(error: SdkApiError): { text: string; type?: string; code?: string } {
  const outer = asRecord(error.error)
  const inner = asRecord(outer?.['error']) ?? outer
  const text = [inner?.['message'], outer?.['error'], outer?.['detail'], error.message].find(
    (value) => typeof value === 'string' && value !== '',
  )
  return {
    text: String(text ?? 'It said nothing more.').slice(0, 1000),
    ...(typeof inner?.['type'] === 'string' ? { type: inner['type'] } : {}),
    ...(typeof inner?.['code'] === 'string' ? { code: inner['code'] } : {}),
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}

function fromHeaders(headers: Headers | undefined): Pick<ModelError, 'retryAfterMs' | 'shouldRetry'> {
  const after = retryAfter(headers?.get('retry-after') ?? null)
  const should = headers?.get('x-should-retry')
  return {
    ...(after === undefined ? {} : { retryAfterMs: after }),
    ...(should === 'true' || should === 'false' ? { shouldRetry: should === 'true' } : {}),
  }
}

/** A plan has windows of hours and days; a key that is paid by use has none. */
function ofPlan(headers: Headers | undefined): Partial<ModelError> {
  const leftMs = headers && planUsedUpFor(headers, Date.now())
  if (leftMs === undefined) return {}
  const when = leftMs === 0 ? 'later' : `in ${span(leftMs)}`
  return {
    isPlanUsedUp: true,
    hint: `The plan’s limit is used up; it begins anew ${when}. Go on then, or use another key.`,
  }
}

/** Seconds or an HTTP date, as milliseconds; undefined for anything else. */
export function retryAfter(value: string | null, now: number = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return seconds < 0 ? undefined : seconds * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
