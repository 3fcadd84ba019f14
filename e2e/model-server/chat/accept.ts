/** Whether a strict server of Chat Completions would take this body; the first objection. */
import { apiError, invalid, type ApiError } from '../api-error.ts'
import { asArray, asObject, asString, isObject, type JsonObject } from '../json.ts'
import { MAX_OUTPUT_TOKENS } from '../limits.ts'
import { loneSurrogate } from '../accept/request.ts'

const FIELDS = new Set(
  (
    'model messages tools tool_choice parallel_tool_calls stream stream_options max_tokens max_completion_tokens ' +
    'temperature top_p stop n seed response_format reasoning_effort user metadata store service_tier'
  ).split(' '),
)
const MESSAGE_FIELDS: Readonly<Record<string, string>> = {
  system: 'content name?',
  user: 'content name?',
  assistant: 'content? name? refusal? tool_calls? reasoning_content? reasoning?',
  tool: 'content tool_call_id',
}
/** Characters of a call's id. */
const ID_LENGTH = 40

/** `isOurs` says whether the server has sent this reasoning: nobody else's is taken. */
export function checkChat(body: unknown, isOurs: (reasoning: string) => boolean): ApiError | undefined {
  if (!isObject(body)) return invalid('The request body is not a JSON object.')
  return loneSurrogate(body) ?? checkFields(body) ?? checkTools(body['tools']) ?? checkMessages(body, isOurs)
}

function checkFields(body: JsonObject): ApiError | undefined {
  const extra = Object.keys(body).find((key) => !FIELDS.has(key))
  if (extra !== undefined) return invalid(`Unrecognized request argument supplied: ${extra}`)
  if (asString(body['model']) === '') return invalid('you must provide a model parameter')
  if (body['max_tokens'] !== undefined && body['max_completion_tokens'] !== undefined)
    return invalid("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
  const most = body['max_tokens'] ?? body['max_completion_tokens']
  if (most !== undefined && (!Number.isInteger(most) || Number(most) < 1 || Number(most) > MAX_OUTPUT_TOKENS))
    return invalid(`max_tokens is not a valid number: ${String(most)}`)
  if (body['stream_options'] !== undefined && body['stream'] !== true)
    return invalid("The 'stream_options' parameter is only allowed when 'stream' is enabled.")
  return undefined
}

function checkTools(tools: unknown): ApiError | undefined {
  if (tools === undefined) return undefined
  if (!Array.isArray(tools) || tools.length === 0) return invalid("[] is too short - 'tools'")
  const names = new Set<string>()
  for (const [index, tool] of tools.map(asObject).entries()) {
    const at = `tools[${index}]`
    const inner = asObject(tool['function'])
    const name = asString(inner['name'])
    if (tool['type'] !== 'function') return invalid(`Invalid value: '${at}.type'.`)
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return invalid(`Invalid '${at}.function.name'.`)
    if (names.has(name)) return invalid(`Duplicate function name '${name}'.`)
    names.add(name)
    if (asObject(inner['parameters'])['type'] !== 'object')
      return invalid(`Invalid schema for function '${name}': schema must be of type "object".`)
    const extra = [...Object.keys(tool), ...Object.keys(inner)].find(
      (key) => !['type', 'function', 'name', 'description', 'parameters', 'strict'].includes(key),
    )
    if (extra !== undefined) return invalid(`Unknown parameter: '${at}.${extra}'.`)
  }
  return undefined
}

/** Roles alternate, a system message is the first, and every call is answered once before anybody else speaks. */
function checkMessages(body: JsonObject, isOurs: (reasoning: string) => boolean): ApiError | undefined {
  const messages = asArray(body['messages'])
  if (messages.length === 0) return invalid("[] is too short - 'messages'")
  let open: string[] = []
  let before = ''
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`
    if (!isObject(message)) return invalid(`Invalid type for '${at}'.`)
    const role = asString(message['role'])
    const error = checkMessage(message, { at, role, isOurs })
    if (error) return error
    if (role === 'tool') {
      const id = asString(message['tool_call_id'])
      if (!open.includes(id))
        return invalid(
          `Invalid parameter: ${at} with role 'tool' must be a response to a preceding message with 'tool_calls': ${id}`,
        )
      open = open.filter((other) => other !== id)
    } else {
      if (open.length > 0) return unanswered(open)
      if (role === 'system' && index > 0) return invalid(`${at}: a system message must be the first.`)
      if (role === before) return invalid(`${at}: conversation roles must alternate, found two of '${role}'.`)
      if (role === 'assistant') open = callIds(message)
    }
    before = role
  }
  if (before === 'assistant') return open.length > 0 ? unanswered(open) : undefined
  return open.length > 0 ? unanswered(open) : undefined
}

function unanswered(open: readonly string[]): ApiError {
  return invalid(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${open.join(', ')}`,
  )
}

function callIds(message: JsonObject): string[] {
  return asArray(message['tool_calls']).map((call) => asString(asObject(call)['id']))
}

function checkMessage(
  message: JsonObject,
  { at, role, isOurs }: { at: string; role: string; isOurs: (reasoning: string) => boolean },
): ApiError | undefined {
  const fields = Object.hasOwn(MESSAGE_FIELDS, role) ? MESSAGE_FIELDS[role]?.split(' ') : undefined
  if (!fields) return invalid(`Invalid value: '${role}' for '${at}.role'.`)
  const missing = fields.find((name) => !name.endsWith('?') && message[name] === undefined)
  if (missing !== undefined) return invalid(`Missing required parameter: '${at}.${missing}'.`)
  const known = new Set(['role', ...fields.map((name) => name.replace('?', ''))])
  const extra = Object.keys(message).find((key) => !known.has(key))
  if (extra !== undefined) return invalid(`Unknown parameter: '${at}.${extra}'.`)
  const foreign = [message['reasoning_content'], message['reasoning']].find(
    (reasoning) => reasoning !== undefined && !isOurs(asString(reasoning)),
  )
  if (foreign !== undefined) return invalid(`${at}: this reasoning is not the model's.`)
  return role === 'assistant'
    ? checkAssistant(message, at)
    : checkContent(message['content'], `${at}.content`, role === 'user')
}

function checkAssistant(message: JsonObject, at: string): ApiError | undefined {
  const calls = message['tool_calls']
  const content = message['content'] ?? null
  if (calls === undefined) return checkContent(content, `${at}.content`, false)
  if (!Array.isArray(calls) || calls.length === 0) return invalid(`[] is too short - '${at}.tool_calls'`)
  if (new Set(callIds(message)).size < calls.length) return invalid(`Duplicate ids in '${at}.tool_calls'.`)
  for (const [index, call] of calls.map(asObject).entries()) {
    const inner = asObject(call['function'])
    const id = asString(call['id'])
    if (id === '' || id.length > ID_LENGTH)
      return invalid(`Invalid '${at}.tool_calls[${index}].id': string too long or empty.`)
    const keys = `${Object.keys(call).sort().join()};${Object.keys(inner).sort().join()}`
    if (call['type'] !== 'function' || keys !== 'function,id,type;arguments,name')
      return invalid(`Invalid '${at}.tool_calls[${index}]'.`)
    if (asString(inner['name']) === '' || !isJsonObject(inner['arguments']))
      return invalid(`Invalid '${at}.tool_calls[${index}].function'.`)
  }
  return content === null ? undefined : checkContent(content, `${at}.content`, false)
}

function isJsonObject(text: unknown): boolean {
  if (typeof text !== 'string') return false
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}

function checkContent(content: unknown, at: string, mayHaveImages: boolean): ApiError | undefined {
  if (typeof content === 'string')
    return content === '' ? invalid(`Invalid '${at}': expected a non-empty string.`) : undefined
  if (!mayHaveImages || !Array.isArray(content) || content.length === 0)
    return invalid(`Invalid type for '${at}': expected a string.`)
  for (const [index, part] of content.map(asObject).entries()) {
    const url = asString(asObject(part['image_url'])['url'])
    const fine =
      part['type'] === 'text'
        ? asString(part['text']) !== '' && Object.keys(part).length === 2
        : part['type'] === 'image_url' &&
          /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(url)
    if (!fine) return invalid(`Invalid '${at}[${index}]'.`)
  }
  return undefined
}

/** OpenAI's answer for a prompt that does not fit. */
export function tooLong(size: number, window: number): ApiError {
  return {
    ...apiError(
      400,
      `This model's maximum context length is ${window} tokens. However, your messages resulted in ${size} tokens.`,
    ),
    code: 'context_length_exceeded',
  }
}
