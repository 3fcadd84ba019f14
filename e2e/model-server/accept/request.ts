/** Whether the real API would take this request body; the first objection in the order the real one finds them. */
import { invalid, type ApiError } from '../api-error.ts'
import { isObject, type JsonObject } from '../json.ts'
import { MAX_OUTPUT_TOKENS, MIN_THINKING_BUDGET } from '../limits.ts'
import { checkCacheMarkers } from './cache-markers.ts'
import { checkMessages } from './messages.ts'
import { checkPairs } from './pairs.ts'
import { checkServerTools } from './server-tools.ts'
import { checkThinking, type SignatureCheck } from './thinking.ts'
import { checkTools } from './tools.ts'

/** Versions of the API that clients name; the later one has no sampling parameters any longer. */
const FIELDS: Readonly<Record<ApiVersion, ReadonlySet<string>>> = {
  '2023-06-01': new Set([...commonFields(), 'temperature', 'top_p', 'top_k']),
  '2026-10-21': new Set(commonFields()),
}

export type ApiVersion = '2023-06-01' | '2026-10-21'

export function isApiVersion(value: unknown): value is ApiVersion {
  return typeof value === 'string' && Object.hasOwn(FIELDS, value)
}

function commonFields(): string[] {
  return (
    'model max_tokens messages system tools tool_choice stream stop_sequences metadata thinking service_tier container ' +
    'context_management output_config inference_geo speed mcp_servers cache_control diagnostics'
  ).split(' ')
}

export interface AcceptOptions {
  /** `count_tokens` takes the same body without `max_tokens`. */
  readonly countOnly: boolean
  readonly version: ApiVersion
  readonly isGenuine: SignatureCheck
}

export function checkRequest(body: unknown, options: AcceptOptions): ApiError | undefined {
  if (!isObject(body)) return invalid('Input should be a valid dictionary')
  const lone = loneSurrogate(body)
  if (lone) return lone
  return (
    checkFields(body, options) ??
    checkTools(body) ??
    checkMessages(body, options.version !== '2023-06-01') ??
    checkPairs(body) ??
    checkServerTools(body) ??
    checkThinking(body, options.isGenuine) ??
    checkCacheMarkers(body)
  )
}

function checkFields(body: JsonObject, options: AcceptOptions): ApiError | undefined {
  const unknown = Object.keys(body).find((key) => !FIELDS[options.version].has(key))
  if (unknown !== undefined) return invalid(`${unknown}: Extra inputs are not permitted`)
  const required = options.countOnly ? ['model', 'messages'] : ['model', 'max_tokens', 'messages']
  const missing = required.find((key) => body[key] === undefined)
  if (missing !== undefined) return invalid(`${missing}: Field required`)
  if (typeof body['model'] !== 'string') return invalid('model: Input should be a valid string')
  if (body['stream'] !== undefined && typeof body['stream'] !== 'boolean') {
    return invalid('stream: Input should be a valid boolean')
  }
  return checkMaxTokens(body) ?? checkSampling(body) ?? checkMetadata(body['metadata'])
}

function checkMaxTokens(body: JsonObject): ApiError | undefined {
  const max = body['max_tokens']
  if (max === undefined) return undefined
  if (typeof max !== 'number' || !Number.isInteger(max))
    return invalid('max_tokens: Input should be a valid integer')
  if (max < 0) return invalid('max_tokens: Input should be greater than or equal to 0')
  if (max > MAX_OUTPUT_TOKENS) {
    return invalid(
      `max_tokens: ${max} > ${MAX_OUTPUT_TOKENS}, which is the maximum allowed number of output tokens for ${String(body['model'])}`,
    )
  }
  return undefined
}

function checkSampling(body: JsonObject): ApiError | undefined {
  const temperature = body['temperature']
  if (temperature !== undefined && (typeof temperature !== 'number' || temperature < 0 || temperature > 1)) {
    return invalid('temperature: range: 0..1')
  }
  const thinking = body['thinking']
  if (thinking === undefined) return undefined
  if (!isObject(thinking)) return invalid('thinking: Input should be a valid dictionary')
  const type = thinking['type']
  if (type !== 'enabled' && type !== 'adaptive' && type !== 'between_tools' && type !== 'disabled') {
    return invalid(
      `thinking: Input tag '${String(type)}' found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'`,
    )
  }
  if (type === 'disabled') return undefined
  if (temperature !== undefined && temperature !== 1) {
    return invalid('`temperature` may only be set to 1 when thinking is enabled')
  }
  return type === 'enabled' ? checkBudget(thinking['budget_tokens'], body['max_tokens']) : undefined
}

function checkBudget(budget: unknown, maxTokens: unknown): ApiError | undefined {
  if (budget === undefined) return invalid('thinking.enabled.budget_tokens: Field required')
  if (typeof budget !== 'number' || budget < MIN_THINKING_BUDGET) {
    return invalid(
      `thinking.enabled.budget_tokens: Input should be greater than or equal to ${MIN_THINKING_BUDGET}`,
    )
  }
  if (typeof maxTokens === 'number' && budget >= maxTokens) {
    return invalid('`max_tokens` must be greater than `thinking.budget_tokens`')
  }
  return undefined
}

function checkMetadata(metadata: unknown): ApiError | undefined {
  if (metadata === undefined) return undefined
  if (!isObject(metadata)) return invalid('metadata: Input should be a valid dictionary')
  const extra = Object.keys(metadata).find((key) => key !== 'user_id')
  return extra === undefined ? undefined : invalid(`metadata.${extra}: Extra inputs are not permitted`)
}

/** Half a surrogate pair, which `JSON.stringify` sends as an escape, is not JSON to the real API. */
export function loneSurrogate(value: unknown): ApiError | undefined {
  const stack: unknown[] = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next === 'string' && /\p{Surrogate}/u.test(next)) {
      return invalid('The request body is not valid JSON: no low surrogate in string')
    }
    if (typeof next !== 'object' || next === null) continue
    for (const [key, child] of Object.entries(next)) stack.push(key, child)
  }
  return undefined
}
