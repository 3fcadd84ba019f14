/** Each message and each block by itself; what must hold between messages is in `pairs.ts`. */
import { invalid, type ApiError } from '../api-error.ts'
import { asArray, asBlocks, asObject, asString, isObject, type JsonObject } from '../json.ts'
import { MAX_MEDIA, MAX_MESSAGES } from '../limits.ts'

/** Block type → its fields, `?` marks the optional ones. */
const USER_BLOCKS: Readonly<Record<string, string>> = {
  text: 'text citations? cache_control?',
  image: 'source cache_control?',
  document: 'source title? context? citations? cache_control?',
  tool_result: 'tool_use_id content? is_error? cache_control? toolset_name?',
  search_result: 'source title content citations? cache_control?',
}
const ASSISTANT_BLOCKS: Readonly<Record<string, string>> = {
  text: 'text citations? cache_control?',
  thinking: 'thinking signature',
  redacted_thinking: 'data',
  tool_use: 'id name input cache_control? caller? toolset_name?',
}
/** Made by the API's own tools; their inside is not checked. */
const SERVER_BLOCK =
  /^(server_tool_use|mcp_tool_use|[a-z_]+_tool_result|container_upload|compaction|fallback)$/
const RESULT_BLOCKS = new Set(['text', 'image', 'document', 'search_result', 'tool_reference'])
const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** `systemRole`: whether this version of the API takes system messages inside the conversation. */
export function checkMessages(body: JsonObject, systemRole: boolean): ApiError | undefined {
  const messages = body['messages']
  if (!Array.isArray(messages)) return invalid('messages: Input should be a valid list')
  if (messages.length === 0) return invalid('messages: at least one message is required')
  if (messages.length > MAX_MESSAGES)
    return invalid(`messages: too many messages, the limit is ${MAX_MESSAGES}`)
  if (asObject(messages[0])['role'] === 'assistant') {
    return invalid('messages: first message must use the "user" role')
  }
  for (const [index, message] of messages.entries()) {
    const error = checkMessage(message, index, { last: index === messages.length - 1, systemRole })
    if (error) return error
  }
  return checkSystem(body['system']) ?? checkMedia(messages)
}

function checkMessage(
  message: unknown,
  index: number,
  { last, systemRole }: { last: boolean; systemRole: boolean },
): ApiError | undefined {
  const at = `messages.${index}`
  if (!isObject(message)) return invalid(`${at}: Input should be a valid dictionary`)
  const extra = Object.keys(message).find((key) => key !== 'role' && key !== 'content')
  if (extra !== undefined) return invalid(`${at}.${extra}: Extra inputs are not permitted`)
  const role = message['role']
  if (role === 'system') {
    if (systemRole) return checkSystem(message['content'])
    return invalid(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter',
    )
  }
  if (role !== 'user' && role !== 'assistant')
    return invalid(`${at}.role: Input should be 'user' or 'assistant'`)
  const content = message['content']
  if (content === undefined) return invalid(`${at}.content: Field required`)
  if (typeof content !== 'string' && !Array.isArray(content)) {
    return invalid(`${at}.content: Input should be a valid list`)
  }
  if (content.length === 0 && !(last && role === 'assistant')) {
    return invalid(
      `${at}: all messages must have non-empty content except for the optional final assistant message`,
    )
  }
  return checkBlocks(content, role, at) ?? (last && role === 'assistant' ? checkPrefill(content) : undefined)
}

function checkBlocks(
  content: string | readonly unknown[],
  role: 'user' | 'assistant',
  at: string,
): ApiError | undefined {
  if (typeof content === 'string') return undefined
  for (const [index, block] of content.entries()) {
    const error = checkBlock(block, role, `${at}.content.${index}`)
    if (error) return error
  }
  return undefined
}

function checkBlock(block: unknown, role: 'user' | 'assistant', at: string): ApiError | undefined {
  if (!isObject(block)) return invalid(`${at}: Input should be a valid dictionary`)
  const type = asString(block['type'])
  const known = role === 'user' ? USER_BLOCKS : ASSISTANT_BLOCKS
  const fields = Object.hasOwn(known, type) ? known[type] : undefined
  if (fields === undefined) return checkOtherBlock(type, role, known, at)
  return checkFields(block, fields, `${at}.${type}`) ?? checkInside(block, type, at)
}

function checkOtherBlock(
  type: string,
  role: 'user' | 'assistant',
  known: Readonly<Record<string, string>>,
  at: string,
): ApiError | undefined {
  if (SERVER_BLOCK.test(type) && type !== 'tool_result') return undefined
  if (Object.hasOwn(USER_BLOCKS, type) || Object.hasOwn(ASSISTANT_BLOCKS, type)) {
    const owner = role === 'user' ? 'assistant' : 'user'
    return invalid(`${at}: \`${type}\` blocks can only be in \`${owner}\` messages`)
  }
  const tags = Object.keys(known)
    .map((tag) => `'${tag}'`)
    .join(', ')
  return invalid(
    `${at}: Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags}`,
  )
}

function checkFields(block: JsonObject, fields: string, at: string): ApiError | undefined {
  const names = fields.split(' ')
  const missing = names.find((name) => !name.endsWith('?') && block[name] === undefined)
  if (missing !== undefined) return invalid(`${at}.${missing}: Field required`)
  const allowed = new Set(['type', ...names.map((name) => name.replace('?', ''))])
  const extra = Object.keys(block).find((key) => !allowed.has(key))
  return extra === undefined ? undefined : invalid(`${at}.${extra}: Extra inputs are not permitted`)
}

function checkInside(block: JsonObject, type: string, at: string): ApiError | undefined {
  switch (type) {
    case 'text':
      if (typeof block['text'] !== 'string') return invalid(`${at}.text.text: Input should be a valid string`)
      return checkText(block['text'])
    case 'image':
      return checkImage(block['source'], `${at}.image.source`)
    case 'tool_use':
      return checkToolUse(block, `${at}.tool_use`)
    case 'tool_result':
      return checkToolResult(block['content'], `${at}.tool_result.content`)
    default:
      return undefined
  }
}

function checkText(value: string): ApiError | undefined {
  if (value === '') return invalid('messages: text content blocks must be non-empty')
  return value.trim() === ''
    ? invalid('messages: text content blocks must contain non-whitespace text')
    : undefined
}

function checkImage(source: unknown, at: string): ApiError | undefined {
  if (!isObject(source)) return invalid(`${at}: Input should be a valid dictionary`)
  if (source['type'] !== 'base64') return undefined
  if (!IMAGE_TYPES.has(asString(source['media_type']))) {
    return invalid(
      `${at}.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    )
  }
  const data = asString(source['data'])
  if (data === '') return invalid(`${at}.base64: image cannot be empty`)
  return /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? undefined : invalid(`${at}.base64.data: Invalid base64 data`)
}

function checkToolUse(block: JsonObject, at: string): ApiError | undefined {
  if (!/^[a-zA-Z0-9_-]+$/.test(asString(block['id']))) {
    return invalid(`${at}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
  }
  if (asString(block['name']) === '') return invalid(`${at}.name: String should have at least 1 character`)
  return isObject(block['input']) ? undefined : invalid(`${at}.input: Input should be a valid dictionary`)
}

function checkToolResult(content: unknown, at: string): ApiError | undefined {
  if (content === undefined || typeof content === 'string') return undefined
  if (!Array.isArray(content)) return invalid(`${at}: Input should be a valid list`)
  for (const [index, block] of content.entries()) {
    const type = asString(asObject(block)['type'])
    if (!RESULT_BLOCKS.has(type)) return invalid(`${at}.${index}: Input tag '${type}' is not expected here`)
    const error = isObject(block)
      ? (checkFields(block, USER_BLOCKS[type] ?? 'tool_name cache_control?', `${at}.${index}.${type}`) ??
        checkInside(block, type, `${at}.${index}`))
      : undefined
    if (error) return error
  }
  return undefined
}

function checkPrefill(content: string | readonly unknown[]): ApiError | undefined {
  const last = asBlocks(content).at(-1)
  if (!last || last['type'] !== 'text') return undefined
  return /\s$/.test(asString(last['text']))
    ? invalid('messages: final assistant content cannot end with trailing whitespace')
    : undefined
}

function checkSystem(system: unknown): ApiError | undefined {
  if (system === undefined || typeof system === 'string') return undefined
  if (!Array.isArray(system)) return invalid('system: Input should be a valid list')
  for (const [index, block] of system.entries()) {
    const at = `system.${index}`
    if (!isObject(block) || block['type'] !== 'text') return invalid(`${at}.type: Input should be 'text'`)
    const error = checkFields(block, 'text citations? cache_control?', at)
    if (error) return error
    if (asString(block['text']) === '') return invalid('system: text content blocks must be non-empty')
  }
  return undefined
}

function checkMedia(messages: readonly unknown[]): ApiError | undefined {
  const blocks = messages.flatMap((message) => asBlocks(asObject(message)['content']))
  const inner = blocks.flatMap((block) =>
    block['type'] === 'tool_result' ? [block, ...asArray(block['content']).map(asObject)] : [block],
  )
  const media = inner.filter((block) => block['type'] === 'image' || block['type'] === 'document').length
  return media > MAX_MEDIA
    ? invalid(`messages: too many images and documents: ${media} > ${MAX_MEDIA}`)
    : undefined
}
