/** What went wrong with a call, from what the SDK threw: by class and status, by text only where nothing else tells. */
import Anthropic from '@anthropic-ai/sdk'
import type { ModelError, ModelErrorKind } from './contract.ts'

/**
 * Why a request never got an answer. A browser tells pages only that it failed: a look at the machine's own state
 * and a request that needs no permission narrow it down.
 */
export type Probe = (url: string) => Promise<'offline' | 'answers' | 'silent'>

export interface FailureContext {
  readonly baseUrl: string
  readonly probe: Probe
}

export async function classifyFailure(error: unknown, context: FailureContext): Promise<ModelError> {
  if (error instanceof Anthropic.APIConnectionError) return connectionFailure(context)
  if (error instanceof Anthropic.APIError) return apiFailure(error, context.baseUrl)
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

function apiFailure(error: InstanceType<typeof Anthropic.APIError>, baseUrl: string): ModelError {
  const text = apiText(error)
  const kind = kindOf(error.status, error.type ?? undefined, text)
  return {
    kind,
    message: describe(kind, text, baseUrl),
    hint: HINTS[kind],
    status: error.status,
    requestId: error.requestID ?? undefined,
    ...fromHeaders(error.headers),
  }
}

function kindOf(status: number | undefined, type: string | undefined, text: string): ModelErrorKind {
  if (type === 'overloaded_error' || status === 529) return 'overloaded'
  if (type === 'rate_limit_error' || status === 429) return 'rate_limited'
  if (type === 'authentication_error' || type === 'permission_error') return 'authentication'
  if (status === 401 || status === 403) return 'authentication'
  if (status === 413 || type === 'request_too_large') return 'too_large'
  if (status === 404) return type === 'not_found_error' ? 'not_found' : 'not_messages_api'
  if (status === 400 || type === 'invalid_request_error') {
    // Only the text tells these two from any other refused request.
    if (/prompt is too long|exceeds? .*context (window|limit)/i.test(text)) return 'prompt_too_long'
    return /image.*(too large|exceeds|could not process)/i.test(text) ? 'image' : 'invalid_request'
  }
  if (status !== undefined && status < 500 && status !== 408 && status !== 409) return 'not_messages_api'
  return 'server'
}

const HINTS: Record<ModelErrorKind, string> = {
  authentication: 'Check the API key in Settings.',
  not_found: 'Check the model’s name in Settings.',
  invalid_request: 'If this happens again, start a new session; your files stay.',
  prompt_too_long: 'The conversation no longer fits the model. Start a new session; your files stay.',
  too_large: 'Start a new session, or ask for less at once; your files stay.',
  image: 'Send a smaller image.',
  rate_limited: 'Wait a little, or use a key with a higher limit.',
  overloaded: 'The service is busy. Try again in a minute.',
  server: 'The service has a problem. Try again in a minute.',
  unreachable: 'Check the Base URL in Settings.',
  cors: 'Use an API that allows browsers.',
  offline: 'Send it again when you are online.',
  not_messages_api: 'Check the Base URL in Settings: it is the address without "/v1/messages".',
  stream_cut: 'It is tried again.',
  malformed: 'Check the Base URL in Settings.',
  idle: 'It is tried again.',
}

function describe(kind: ModelErrorKind, text: string, baseUrl: string): string {
  switch (kind) {
    case 'authentication':
      return `${baseUrl} did not accept the API key: ${text}`
    case 'not_found':
      return `The model was not found: ${text}`
    case 'too_large':
      return `The request was too large: ${text}`
    case 'not_messages_api':
      return `${baseUrl} is not a Messages API: ${text}`
    default:
      return text
  }
}

/** The API's own message, without the JSON around it. */
function apiText(error: InstanceType<typeof Anthropic.APIError>): string {
  const body: unknown = error.error
  if (typeof body === 'object' && body !== null && 'error' in body) {
    const inner = body.error
    if (
      typeof inner === 'object' &&
      inner !== null &&
      'message' in inner &&
      typeof inner.message === 'string'
    ) {
      return inner.message
    }
  }
  return error.message.slice(0, 300)
}

function fromHeaders(headers: Headers | undefined): Pick<ModelError, 'retryAfterMs' | 'shouldRetry'> {
  const after = retryAfter(headers?.get('retry-after') ?? null)
  const should = headers?.get('x-should-retry')
  return {
    ...(after === undefined ? {} : { retryAfterMs: after }),
    ...(should === 'true' || should === 'false' ? { shouldRetry: should === 'true' } : {}),
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
