/** Every refusal, asked for through the real SDK, with the wording that the real API has for it. */
import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../json.ts'
import { errorOf, setUp } from '../test-client.ts'
import { text, thinking, toolUse } from '../turn.ts'

const BASE = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] }
const TOOL = { name: 'Read', input_schema: { type: 'object' } }
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} }
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }
const ASK = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} }
const ADVICE = {
  type: 'advisor_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'advisor_result', text: 'Take B.' },
}
const ADVISOR = { type: 'advisor_20260301', name: 'advisor', model: 'm' }
const MARK = { cache_control: { type: 'ephemeral' } }
const TEXT = { type: 'text', text: 'Hello' }

function user(...content: unknown[]): JsonObject {
  return { role: 'user', content }
}
function assistant(...content: unknown[]): JsonObject {
  return { role: 'assistant', content }
}
function talk(...messages: unknown[]): JsonObject {
  return { ...BASE, tools: [TOOL], messages }
}

function advised(...messages: unknown[]): JsonObject {
  return { ...BASE, tools: [TOOL, ADVISOR], messages }
}

/** [what, body, the message's beginning] */
type Row = readonly [string, JsonObject, string]

const FIELD_ROWS: readonly Row[] = [
  ['no model', { max_tokens: 1, messages: BASE.messages }, 'model: Field required'],
  ['no max_tokens', { model: 'm', messages: BASE.messages }, 'max_tokens: Field required'],
  ['no messages', { model: 'm', max_tokens: 1 }, 'messages: Field required'],
  ['an unknown field', { ...BASE, foo: 1 }, 'foo: Extra inputs are not permitted'],
  [
    'sampling in the later version',
    { ...BASE, temperature: 1 },
    'temperature: Extra inputs are not permitted',
  ],
  [
    'max_tokens below 0',
    { ...BASE, max_tokens: -1 },
    'max_tokens: Input should be greater than or equal to 0',
  ],
  [
    'max_tokens that is no integer',
    { ...BASE, max_tokens: 1.5 },
    'max_tokens: Input should be a valid integer',
  ],
  ['max_tokens beyond any model', { ...BASE, max_tokens: 10_000_000 }, 'max_tokens: 10000000 > 128000'],
  [
    'a thinking budget too small',
    { ...BASE, thinking: { type: 'enabled', budget_tokens: 5 } },
    'thinking.enabled.budget_tokens: Input',
  ],
  [
    'a thinking budget over max_tokens',
    { ...BASE, thinking: { type: 'enabled', budget_tokens: 2000 } },
    '`max_tokens` must be greater',
  ],
  [
    'an unknown metadata field',
    { ...BASE, metadata: { x: 1 } },
    'metadata.x: Extra inputs are not permitted',
  ],
  [
    'half a surrogate pair',
    talk(user({ type: 'text', text: 'a\ud800' })),
    'The request body is not valid JSON: no low surrogate',
  ],
]

const MESSAGE_ROWS: readonly Row[] = [
  ['no messages at all', talk(), 'messages: at least one message is required'],
  [
    'an assistant first',
    talk(assistant(TEXT), user(TEXT)),
    'messages: first message must use the "user" role',
  ],
  [
    'an unknown role',
    talk(user(TEXT), { role: 'tool', content: 'x' }),
    "messages.1.role: Input should be 'user' or 'assistant'",
  ],
  ['empty content', talk(user(), assistant(TEXT)), 'messages.0: all messages must have non-empty content'],
  [
    'an empty text block',
    talk(user({ type: 'text', text: '' })),
    'messages: text content blocks must be non-empty',
  ],
  [
    'a blank text block',
    talk(user({ type: 'text', text: ' \n' })),
    'messages: text content blocks must contain non-whitespace text',
  ],
  ['an unknown block', talk(user({ type: 'sound' })), "messages.0.content.0: Input tag 'sound'"],
  [
    'a block named like a built-in property',
    talk(user({ type: 'constructor' })),
    "messages.0.content.0: Input tag 'constructor'",
  ],
  ['an extra field in a block', talk(user({ ...TEXT, id: 1 })), 'messages.0.content.0.text.id: Extra inputs'],
  [
    'a call in a user message',
    talk(user(CALL)),
    'messages.0.content.0: `tool_use` blocks can only be in `assistant` messages',
  ],
  [
    'a result in an assistant message',
    talk(user(TEXT), assistant(RESULT)),
    'messages.1.content.0: `tool_result` blocks can only be in `user` messages',
  ],
  [
    'a call whose input is no object',
    talk(user(TEXT), assistant({ ...CALL, input: '{}' }), user(RESULT)),
    'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
  ],
  [
    'an empty text in a result',
    talk(user(TEXT), assistant(CALL), user({ ...RESULT, content: [{ type: 'text', text: '' }] })),
    'messages: text content blocks must be non-empty',
  ],
  [
    'an image that is no base64',
    talk(user({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '!!' } })),
    'messages.0.content.0.image.source.base64.data: Invalid base64',
  ],
  [
    'an end in white space',
    talk(user(TEXT), assistant({ type: 'text', text: 'Well ' })),
    'messages: final assistant content cannot end with trailing whitespace',
  ],
  [
    'an empty system block',
    { ...BASE, system: [{ type: 'text', text: '' }] },
    'system: text content blocks must be non-empty',
  ],
  [
    'over a hundred images',
    talk(
      user(
        ...Array.from({ length: 101 }, () => ({
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
        })),
      ),
    ),
    'messages: too many images and documents: 101 > 100',
  ],
]

const PAIR_ROWS: readonly Row[] = [
  [
    'a call at the end',
    talk(user(TEXT), assistant(CALL)),
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
  ],
  [
    'an answer that skips a call',
    talk(user(TEXT), assistant(CALL), user(TEXT)),
    'messages.1: `tool_use` ids were found without',
  ],
  [
    'text before the result',
    talk(user(TEXT), assistant(CALL), user(TEXT, RESULT)),
    'messages.1: `tool_use` ids were found without',
  ],
  [
    'a result nobody asked for',
    talk(user(RESULT)),
    'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1',
  ],
  [
    'two results for a call',
    talk(user(TEXT), assistant(CALL), user(RESULT, RESULT)),
    'messages.2.content.1: each tool_use must have a single result',
  ],
  [
    'two calls with one id',
    talk(user(TEXT), assistant(CALL, CALL), user(RESULT)),
    'messages: `tool_use` ids must be unique',
  ],
  [
    'an id used again later',
    talk(user(TEXT), assistant(CALL), user(RESULT), assistant(CALL), user(RESULT)),
    'messages: `tool_use` ids must be unique',
  ],
]

const ADVICE_ROWS: readonly Row[] = [
  [
    'an open call of a tool of its own that a text follows',
    advised(user(TEXT), assistant(TEXT, ASK), user(TEXT)),
    'messages.1: `advisor` tool use with id `srvtoolu_1` was found without a corresponding',
  ],
  [
    'an open call that more than results follows',
    advised(user(TEXT), assistant(ASK, CALL), user(RESULT, TEXT)),
    'messages.1: `advisor` tool use with id `srvtoolu_1` was found without a corresponding',
  ],
  [
    'advice without its call',
    advised(user(TEXT), assistant(ADVICE, TEXT), user(TEXT)),
    'messages.1.content.0: unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_1',
  ],
  [
    'a call of a tool that is not there any more',
    talk(user(TEXT), assistant(TEXT, ASK)),
    'messages: `advisor` is used, but no such tool was provided',
  ],
]

const TOOL_ROWS: readonly Row[] = [
  [
    'calls without tools',
    { ...talk(user(TEXT), assistant(CALL), user(RESULT)), tools: undefined },
    'Requests which include `tool_use`',
  ],
  [
    'a name with a space',
    { ...BASE, tools: [{ ...TOOL, name: 'Read file' }] },
    'tools.0.custom.name: String should match pattern',
  ],
  [
    'a name of 65 characters',
    { ...BASE, tools: [{ ...TOOL, name: 'x'.repeat(65) }] },
    'tools.0.custom.name: String should match pattern',
  ],
  ['two tools of one name', { ...BASE, tools: [TOOL, TOOL] }, 'tools: Tool names must be unique.'],
  ['no schema', { ...BASE, tools: [{ name: 'Read' }] }, 'tools.0.custom.input_schema: Field required'],
  [
    'a schema that is no object',
    { ...BASE, tools: [{ ...TOOL, input_schema: { type: 'string' } }] },
    "tools.0.custom.input_schema.type: Input should be 'object'",
  ],
  [
    'a schema of alternatives',
    { ...BASE, tools: [{ ...TOOL, input_schema: { type: 'object', anyOf: [] } }] },
    'tools.0.custom.input_schema: input_schema does not support',
  ],
  [
    'a $ref deep in a schema',
    {
      ...BASE,
      tools: [{ ...TOOL, input_schema: { type: 'object', properties: { a: { items: { $ref: '#/x' } } } } }],
    },
    'tools.0.custom.input_schema: JSON schema is invalid',
  ],
  [
    'an extra field of a tool',
    { ...BASE, tools: [{ ...TOOL, readOnly: true }] },
    'tools.0.custom.readOnly: Extra inputs',
  ],
  [
    'a choice without tools',
    { ...BASE, tool_choice: { type: 'auto' } },
    'tool_choice may only be specified while providing tools',
  ],
  [
    'a choice of an unknown tool',
    { ...talk(user(TEXT)), tool_choice: { type: 'tool', name: 'X' } },
    "Tool 'X' not found in provided tools",
  ],
]

const MARKER_ROWS: readonly Row[] = [
  [
    'five markers',
    {
      ...talk(user(...Array.from({ length: 3 }, () => ({ ...TEXT, ...MARK })))),
      tools: [{ ...TOOL, ...MARK }],
      system: [{ ...TEXT, ...MARK }],
    },
    'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  ],
  [
    'five markers, one inside a result',
    talk(
      user(TEXT),
      assistant(CALL),
      user(
        { ...RESULT, ...MARK, content: [{ ...TEXT, ...MARK }] },
        ...Array.from({ length: 3 }, () => ({ ...TEXT, ...MARK })),
      ),
    ),
    'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  ],
  [
    'a marker of an unknown kind',
    talk(user({ ...TEXT, cache_control: { type: 'forever' } })),
    'messages.0.content.0.cache_control: Input tag',
  ],
  [
    'a marker with an unknown time',
    talk(user({ ...TEXT, cache_control: { type: 'ephemeral', ttl: '2d' } })),
    'messages.0.content.0.cache_control.ephemeral.ttl',
  ],
  [
    'a long marker after a short one',
    talk(user({ ...TEXT, ...MARK }, { ...TEXT, cache_control: { type: 'ephemeral', ttl: '1h' } })),
    "messages.0.content.1.cache_control.ttl: a ttl='1h'",
  ],
  [
    'a marker on thinking',
    talk(
      user(TEXT),
      assistant({ type: 'thinking', thinking: 'x', signature: 's', ...MARK }, TEXT),
      user(TEXT),
    ),
    'messages.1.content.0.thinking.cache_control: Extra inputs',
  ],
]

const THINKING_ROWS: readonly Row[] = [
  [
    'thinking without a signature',
    talk(user(TEXT), assistant({ type: 'thinking', thinking: 'x' }, TEXT), user(TEXT)),
    'messages.1.content.0.thinking.signature: Field required',
  ],
  [
    'a made-up signature',
    talk(user(TEXT), assistant({ type: 'thinking', thinking: 'x', signature: 'made-up' }, TEXT), user(TEXT)),
    'messages.1.content.0: Invalid `signature`',
  ],
  [
    'thinking after text',
    talk(user(TEXT), assistant(TEXT, { type: 'redacted_thinking', data: 'x' }, TEXT), user(TEXT)),
    'messages.1.content.0.type: Expected `thinking`',
  ],
  [
    'thinking at the end',
    talk(user(TEXT), assistant({ type: 'redacted_thinking', data: 'x' }), user(TEXT)),
    'messages.1: The final block in an assistant message cannot be `thinking`',
  ],
  [
    'a call without its thinking',
    {
      ...talk(user(TEXT), assistant(CALL), user(RESULT)),
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 2000 },
    },
    'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`',
  ],
]

const ROWS = { FIELD_ROWS, MESSAGE_ROWS, PAIR_ROWS, ADVICE_ROWS, TOOL_ROWS, MARKER_ROWS, THINKING_ROWS }

describe.each(Object.entries(ROWS))('%s', (_name, rows) => {
  test.each([...rows])('refuses %s', async (_what, body, message) => {
    const { server, client } = await setUp({ script: () => ({ content: [text('accepted')] }) })
    const error = await errorOf(client.post('/v1/messages', { body }))
    if (!(error instanceof Anthropic.BadRequestError)) throw error
    const rejection = server.rejections[0]
    expect([server.rejections.length, rejection?.error.type]).toEqual([1, 'invalid_request_error'])
    expect(rejection?.error.message.slice(0, message.length)).toBe(message)
    expect(error.error).toMatchObject({ error: { message: rejection?.error.message } })
  })
})

const GOOD: readonly (readonly [string, JsonObject])[] = [
  ['a text for content', BASE],
  ['an answer that goes on', advised(user(TEXT), assistant(TEXT, ASK))],
  ['results of calls beside an open one', advised(user(TEXT), assistant(ASK, CALL), user(RESULT))],
  [
    'its result after theirs',
    advised(user(TEXT), assistant(ASK, CALL), user(RESULT), assistant(ADVICE, TEXT), user(TEXT)),
  ],
  ['results first, then text', talk(user(TEXT), assistant(TEXT, CALL), user(RESULT, TEXT))],
  [
    'results over two user messages',
    talk(
      user(TEXT),
      assistant(CALL, { ...CALL, id: 'toolu_2' }),
      user(RESULT),
      user({ ...RESULT, tool_use_id: 'toolu_2' }),
    ),
  ],
  ['four markers', talk(user(...Array.from({ length: 4 }, () => ({ ...TEXT, ...MARK }))))],
  [
    'a result without content',
    talk(user(TEXT), assistant(CALL), user({ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true })),
  ],
  ['a prefilled answer', talk(user(TEXT), assistant({ type: 'text', text: 'Well' }))],
  [
    'cache_control as a name in a call’s input',
    talk(user(TEXT), assistant({ ...CALL, input: { cache_control: 1 } }), user(RESULT)),
  ],
]

test.each([...GOOD])('accepts %s', async (_what, body) => {
  const { server, client } = await setUp({ script: () => ({ content: [text('accepted')] }) })
  await client.post('/v1/messages', { body })
  expect(server.rejections).toEqual([])
})

test('takes its own thinking back unchanged, and refuses it changed', async () => {
  const { server, client } = await setUp({
    script: () => ({ content: [thinking('because'), toolUse('Read', {})] }),
  })
  const thinkingOn = { type: 'enabled', budget_tokens: 2000 } as const
  const params = {
    model: 'm',
    max_tokens: 4000,
    thinking: thinkingOn,
    tools: [{ name: 'Read', input_schema: { type: 'object' as const } }],
  }
  const first = await client.messages.create({ ...params, messages: [{ role: 'user', content: 'Go' }] })
  const [thought, call] = first.content
  if (thought?.type !== 'thinking' || call?.type !== 'tool_use') throw new Error('Unexpected content.')
  const again = (thinkingText: string) => ({
    ...params,
    messages: [
      user(TEXT),
      assistant({ ...thought, thinking: thinkingText }, call),
      user({ ...RESULT, tool_use_id: call.id }),
    ],
  })
  await client.post('/v1/messages', { body: again('because') })
  await errorOf(client.post('/v1/messages', { body: again('Because') }))
  expect(server.rejections.map((rejection) => rejection.error.message)).toEqual([
    'messages.1.content.0: Invalid `signature` in `thinking` block',
  ])
})

const SEND: RequestInit = { method: 'POST', body: JSON.stringify(BASE) }
const HEADERS = {
  'content-type': 'application/json',
  'x-api-key': 'test-key',
  'anthropic-version': '2023-06-01',
}

test.each([
  ['no key', { 'x-api-key': '' }, 401, 'x-api-key header is required'],
  ['a wrong key', { 'x-api-key': 'other' }, 401, 'invalid x-api-key'],
  ['a wrong bearer token', { 'x-api-key': '', authorization: 'Bearer other' }, 401, 'invalid bearer token'],
  [
    'an unknown version',
    { 'anthropic-version': '1999-01-01' },
    400,
    'anthropic-version: "1999-01-01" is not a valid version',
  ],
  [
    'a page that does not own up',
    { origin: 'http://localhost' },
    401,
    "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
  ],
  ['a form', { 'content-type': 'text/plain' }, 400, 'Content-Type: must be application/json'],
])('refuses %s', async (_what, headers, status, message) => {
  const { server } = await setUp()
  const response = await fetch(`${server.url}/v1/messages`, { ...SEND, headers: { ...HEADERS, ...headers } })
  expect([response.status, server.rejections.map((rejection) => rejection.error.message)]).toEqual([
    status,
    [message],
  ])
})

test('refuses a body over 32 MB with 413, whatever is in it', async () => {
  const { server, client } = await setUp()
  const big = { ...BASE, messages: [{ role: 'user', content: 'x'.repeat(33 * 1024 * 1024) }] }
  const error = await errorOf(client.post('/v1/messages', { body: big }))
  if (!(error instanceof Anthropic.APIError)) throw error
  expect([error.status, server.rejections[0]?.error.type]).toEqual([413, 'request_too_large'])
})

test('refuses a prompt over the context window, and a model that is not there', async () => {
  const { server, client } = await setUp({
    contextWindow: 100,
    models: ['m'],
    script: [{ content: [text('ok')] }],
  })
  await errorOf(
    client.post('/v1/messages', {
      body: { ...BASE, messages: [{ role: 'user', content: 'x'.repeat(4000) }] },
    }),
  )
  await errorOf(client.post('/v1/messages', { body: { ...BASE, model: 'n' } }))
  expect(server.rejections.map(({ error }) => [error.status, error.type])).toEqual([
    [400, 'invalid_request_error'],
    [404, 'not_found_error'],
  ])
  expect(server.rejections[0]?.error.message).toMatch(/^prompt is too long: \d+ tokens > 100 maximum$/)
})
