/** Which kind of failure an answer is, and what a person is told of it with what to do. Pure. */
import type { ModelErrorKind } from './contract.ts'

export interface Refusal {
  readonly status: number | undefined
  /** `error.type` of the body. */
  readonly type?: string
  /** `error.code` of the body; OpenAI's servers say more by it than by the type. */
  readonly code?: string
  readonly text: string
}

/** Types and codes that say it all, whatever the status. A stream's error event has no other word. */
const BY_NAME: Readonly<Record<string, ModelErrorKind>> = {
  overloaded_error: 'overloaded',
  rate_limit_error: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  authentication_error: 'authentication',
  permission_error: 'authentication',
  invalid_api_key: 'authentication',
  insufficient_quota: 'credits',
  billing_error: 'credits',
  billing_hard_limit_reached: 'credits',
  request_too_large: 'too_large',
  context_length_exceeded: 'prompt_too_long',
  model_not_found: 'not_found',
  not_found_error: 'not_found',
}

/** Kinds that only the text distinguishes from any other refused request. */
const BY_TEXT: readonly (readonly [RegExp, ModelErrorKind])[] = [
  [/credit balance is too low|insufficient (balance|credits|funds)|exceeded your current quota/i, 'credits'],
  [
    /prompt is too long|(maximum|exceeds?|larger than) .*(context (window|length|limit|size)|context of)|exceed_context_size/i,
    'prompt_too_long',
  ],
  [/image.*(too large|exceeds|could not process|invalid)|image_url.*(not supported|invalid)/i, 'image'],
  [/model .*(not found|does not exist)|no such model|unknown model/i, 'not_found'],
]

export function kindOfFailure({ status, type, code, text }: Refusal): ModelErrorKind {
  for (const name of [code, type]) {
    const kind = name === undefined || !Object.hasOwn(BY_NAME, name) ? undefined : BY_NAME[name]
    if (kind) return kind
  }
  if (status === 529) return 'overloaded'
  if (status === 402) return 'credits'
  if (status === 429) return byText(text, ['credits']) ?? 'rate_limited'
  if (status === 401 || status === 403) return 'authentication'
  if (status === 413) return 'too_large'
  if (status === 404) return byText(text, ['not_found']) ?? 'not_messages_api'
  // Said of the moment, not of the request, whatever type their bodies name.
  if (status === 408 || status === 409) return 'server'
  if (status === 400 || status === 422 || type === 'invalid_request_error')
    return byText(text) ?? 'invalid_request'
  if (status !== undefined && status < 500) return 'not_messages_api'
  // Local servers say 500 for a prompt that does not fit.
  return byText(text, ['prompt_too_long']) ?? 'server'
}

function byText(text: string, kinds?: readonly ModelErrorKind[]): ModelErrorKind | undefined {
  return BY_TEXT.find(([pattern, kind]) => (kinds?.includes(kind) ?? true) && pattern.test(text))?.[1]
}

export const FAILURE_HINTS: Record<ModelErrorKind, string> = {
  authentication: 'Check the API key in Settings.',
  not_found: 'Check the model’s name in Settings.',
  invalid_request: 'If this happens again, start a new session; your files stay.',
  prompt_too_long:
    'The conversation no longer fits the model. Have it summarised with /compact, go back with /rewind, or start a new session; your files stay.',
  too_large: 'Start a new session, or ask for less at once; your files stay.',
  image: 'Send a smaller image, or use a model that takes images.',
  rate_limited: 'Wait a little, or use a key with a higher limit.',
  credits: 'Add credit to the account that the key belongs to, or use another key.',
  overloaded: 'The service is busy. Try again in a minute.',
  server: 'The service has a problem. Try again in a minute.',
  unreachable: 'Check the Base URL in Settings.',
  cors: 'Use an API that allows browsers.',
  offline: 'Send it again when you are online.',
  not_messages_api: 'Check the Base URL in Settings.',
  stream_cut: 'It is tried again.',
  malformed: 'Check the Base URL in Settings.',
  idle: 'It is tried again.',
}

export function failureMessage(
  kind: ModelErrorKind,
  { text, baseUrl, name }: { text: string; baseUrl: string; name: string },
): string {
  switch (kind) {
    case 'authentication':
      return `${baseUrl} did not accept the API key: ${text}`
    case 'not_found':
      return `The model was not found: ${text}`
    case 'too_large':
      return `The request was too large: ${text}`
    case 'credits':
      return `The account has no credit left: ${text}`
    case 'not_messages_api':
      return `${baseUrl} is not a server of the ${name}: ${text}`
    default:
      return text
  }
}
