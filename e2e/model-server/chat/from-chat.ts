/** A Chat Completions body in the Messages format, for scripts, the ledger and the prompt cache. */
import { asArray, asObject, asString, type JsonObject } from '../json.ts'

interface MessageForm {
  readonly role: 'user' | 'assistant'
  readonly content: JsonObject[]
}

/** Prefixes are cached there without markers: the last block stands for one. */
export function fromChat(body: JsonObject): JsonObject {
  const messages = asArray(body['messages']).map(asObject)
  return {
    model: body['model'],
    max_tokens: body['max_tokens'] ?? body['max_completion_tokens'],
    stream: body['stream'],
    cache_control: { type: 'ephemeral' },
    ...(body['reasoning_effort'] === undefined ? {} : { thinking: { type: 'adaptive' } }),
    system: messages
      .filter((message) => message['role'] === 'system')
      .map((message) => ({ type: 'text', text: asString(message['content']) })),
    tools: asArray(body['tools']).map((tool) => {
      const { name, description, parameters } = asObject(asObject(tool)['function'])
      return { name, description, input_schema: parameters }
    }),
    messages: merged(messages.filter((message) => message['role'] !== 'system')),
  }
}

/** Results are messages of their own there, and blocks of the user's here. */
function merged(messages: readonly JsonObject[]): MessageForm[] {
  const all: MessageForm[] = []
  for (const message of messages) {
    const role = message['role'] === 'assistant' ? 'assistant' : 'user'
    const last = all.at(-1)
    const content = blocksOf(message)
    if (last?.role === role) last.content.push(...content)
    else all.push({ role, content: [...content] })
  }
  return all
}

function blocksOf(message: JsonObject): JsonObject[] {
  if (message['role'] === 'tool') {
    const content = asString(message['content'])
    return [
      {
        type: 'tool_result',
        tool_use_id: message['tool_call_id'],
        content: [{ type: 'text', text: content }],
        ...(content.startsWith('Error: ') ? { is_error: true } : {}),
      },
    ]
  }
  const calls = asArray(message['tool_calls']).map((call) => {
    const { name, arguments: input } = asObject(asObject(call)['function'])
    const parsed: unknown = JSON.parse(asString(input)) // checked before
    return { type: 'tool_use', id: asObject(call)['id'], name, input: parsed }
  })
  return [...contentBlocks(message['content']), ...calls]
}

function contentBlocks(content: unknown): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return asArray(content)
    .map(asObject)
    .map((part) => {
      if (part['type'] === 'text') return part
      const [, media_type, data] =
        /^data:([^;]+);base64,(.*)$/.exec(asString(asObject(part['image_url'])['url'])) ?? []
      return { type: 'image', source: { type: 'base64', media_type, data } }
    })
}
