import { request as httpRequest } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { bodyOf } from './record.ts'
import { startModelServer } from './server.ts'
import { ASK, collect, errorOf, setUp, TOOLS } from './test-client.ts'
import { text, thinking, toolUse } from './turn.ts'

const THINKING = { type: 'enabled', budget_tokens: 2048 } as const

test('streams thinking, redacted thinking, text and calls as the SDK reads them', async () => {
  const { server, client } = await setUp({
    seed: 'fixed',
    script: [
      {
        content: [
          thinking('Let me see — 思考.'),
          { type: 'redacted_thinking', data: 'b3BhcXVl' },
          text('I read the file. 😎'),
          toolUse('Read', { file_path: '/workspace/ä.txt', nested: { list: [1, 'two', null] } }),
        ],
        usage: {
          input_tokens: 10,
          output_tokens: 20,
          cache_read_input_tokens: 30,
          cache_creation_input_tokens: 40,
        },
      },
    ],
  })
  const params = { ...ASK, max_tokens: 4096, thinking: THINKING, tools: TOOLS }
  const message = await client.messages.stream(params).finalMessage()
  expect(message.content).toEqual([
    { type: 'thinking', thinking: 'Let me see — 思考.', signature: expect.stringMatching(/^[\w+/]{43}=$/) },
    { type: 'redacted_thinking', data: 'b3BhcXVl' },
    { type: 'text', text: 'I read the file. 😎' },
    {
      type: 'tool_use',
      id: expect.stringMatching(/^toolu_\w{24}$/),
      name: 'Read',
      input: { file_path: '/workspace/ä.txt', nested: { list: [1, 'two', null] } },
    },
  ])
  expect([message.stop_reason, message.usage]).toEqual([
    'tool_use',
    { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 30, cache_creation_input_tokens: 40 },
  ])
  expect(server.rejections).toEqual([])
})

test('sends the events in the protocol’s order, with pings where asked', async () => {
  const { server, client } = await setUp({
    script: [{ content: [text('abcdef')], splitText: { size: 3 }, pingEvery: 2 }],
  })
  const events = await collect(client)
  expect(events.map((event) => event.type)).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
  expect(server.requests[0]?.sent.map((sent) => sent.event)).toEqual([
    'message_start',
    'ping',
    'content_block_start',
    'content_block_delta/text_delta',
    'ping',
    'content_block_delta/text_delta',
    'content_block_stop',
    'ping',
    'message_delta',
    'message_stop',
  ])
})

test.each([{ size: 1 }, { size: 7 }, { seed: 1 }, { seed: 2, maximum: 3 }, { size: 10_000 }])(
  'a call’s input arrives whole when its JSON is cut by %o',
  async (splitJson) => {
    const input = { path: 'a"b\\c', unicode: '😎\u2028é', deep: [{ n: -1.5e-7 }, [[]], {}] }
    const { client } = await setUp({ script: [{ content: [toolUse('Read', input)], splitJson }] })
    const message = await client.messages.stream({ ...ASK, tools: TOOLS }).finalMessage()
    expect(message.content[0]).toMatchObject({ type: 'tool_use', input })
  },
)

test('a call without arguments has the one empty piece that the API sends', async () => {
  const { client } = await setUp({ script: [{ content: [toolUse('Read', {})] }] })
  const events = await collect(client, { ...ASK, tools: TOOLS })
  expect(events.filter((event) => event.type === 'content_block_delta').map((event) => event.delta)).toEqual([
    { type: 'input_json_delta', partial_json: '' },
  ])
})

test.each([
  [{ stopReason: 'max_tokens' }, 'max_tokens', null],
  [{ stopReason: 'refusal' }, 'refusal', null],
  [{ stopSequence: 'END' }, 'stop_sequence', 'END'],
  [{}, 'end_turn', null],
])('the stop reason is the turn’s: %o', async (turn, reason, sequence) => {
  const { client } = await setUp({ script: [{ content: [text('x')], ...turn }] })
  const message = await client.messages.stream(ASK).finalMessage()
  expect([message.stop_reason, message.stop_sequence]).toEqual([reason, sequence])
})

test('answers a request that does not stream with the whole message', async () => {
  const { client } = await setUp({ script: [{ content: [text('Hi.')] }] })
  const message = await client.messages.create(ASK)
  expect(message).toMatchObject({
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'Hi.' }],
    stop_reason: 'end_turn',
  })
})

test('takes the key in either header, and both versions of the API', async () => {
  const { server } = await setUp({ script: () => ({ content: [text('ok')] }) })
  const ways: Record<string, string>[] = [
    { 'x-api-key': server.apiKey, 'anthropic-version': '2023-06-01' },
    { authorization: `Bearer ${server.apiKey}`, 'anthropic-version': '2026-10-21' },
  ]
  const statuses: number[] = []
  for (const way of ways) {
    const headers = { 'content-type': 'application/json', ...way }
    const response = await fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify(ASK),
    })
    statuses.push(response.status)
  }
  expect(statuses).toEqual([200, 200])
})

test('counts tokens and lists models', async () => {
  const { server, client } = await setUp({ models: ['model-a', 'model-b'] })
  const count = await client.messages.countTokens({ model: 'model-a', messages: ASK.messages })
  expect(count.input_tokens).toBeGreaterThan(0)
  const names: string[] = []
  for await (const model of client.models.list()) names.push(model.id)
  expect(names).toEqual(['model-a', 'model-b'])
  expect((await client.models.retrieve('model-b')).id).toBe('model-b')
  expect(server.rejections).toEqual([])
})

test('records headers, body, session and times of every request', async () => {
  const { server, client } = await setUp({ script: [{ content: [text('one')] }] })
  await client.messages.stream({ ...ASK, metadata: { user_id: 'user-1' } }).finalMessage()
  const record = server.messageRequests()[0]
  if (!record) throw new Error('Nothing was recorded.')
  expect(bodyOf(record)).toEqual({ ...ASK, metadata: { user_id: 'user-1' }, stream: true })
  expect(record.headers['anthropic-version']).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect([record.session, record.status, record.outcome]).toEqual(['user-1', 200, 'done'])
  const times = [record.arrivedAt, ...record.sent.map((sent) => sent.at), record.finishedAt ?? 0]
  expect(times).toEqual([...times].sort((left, right) => left - right))
})

test('a turn may answer what the tools found', async () => {
  const { client } = await setUp({
    script: [
      { content: [toolUse('Read', { file_path: 'list.txt' })] },
      ({ lastResult }) => ({
        content: [toolUse('Read', { file_path: /\S+\.js/.exec(lastResult?.text ?? '')?.[0] })],
      }),
    ],
  })
  const messages: Anthropic.MessageParam[] = [...ASK.messages]
  const first = await client.messages.stream({ ...ASK, tools: TOOLS, messages }).finalMessage()
  const call = first.content[0]
  if (call?.type !== 'tool_use') throw new Error('No call.')
  messages.push({ role: 'assistant', content: first.content })
  messages.push({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: call.id, content: 'src/found.js:3: here' }],
  })
  const second = await client.messages.stream({ ...ASK, tools: TOOLS, messages }).finalMessage()
  expect(second.content[0]).toMatchObject({ input: { file_path: 'src/found.js' } })
})

test('notes merged messages of one role without refusing them', async () => {
  const { server, client } = await setUp({ script: [{ content: [text('ok')] }] })
  await client.messages.create({
    ...ASK,
    messages: [
      { role: 'user', content: 'One' },
      { role: 'user', content: 'Two' },
    ],
  })
  expect([server.notes, server.rejections]).toEqual([
    [{ request: 0, message: '1 message(s) followed one of the same role and were merged' }],
    [],
  ])
})

test('says so when the script has run out, and knows when all of it was used', async () => {
  const { server, client } = await setUp({ script: [{ content: [text('only')] }] })
  expect(server.exhausted).toBe(false)
  await client.messages.create(ASK)
  expect(server.exhausted).toBe(true)
  const extra = await client.messages.create(ASK)
  expect(extra.content).toEqual([{ type: 'text', text: 'The script has no turn 2.' }])
})

test('answers a preflight with what the SDK sends from a page, and exposes the headers a retry needs', async () => {
  const { server } = await setUp()
  const headers = {
    origin: 'http://localhost:5173',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'anthropic-version,authorization,content-type,x-stainless-os,x-made-up',
  }
  const response = await fetch(`${server.url}/v1/messages`, { method: 'OPTIONS', headers })
  const allowed = (response.headers.get('access-control-allow-headers') ?? '').split(', ')
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  for (const name of [
    'x-api-key',
    'authorization',
    'anthropic-version',
    'anthropic-beta',
    'x-stainless-os',
  ]) {
    expect(allowed).toContain(name)
  }
  expect(allowed).not.toContain('x-made-up')
  expect(response.headers.get('access-control-expose-headers')).toContain('retry-after')
})

test('without CORS a page gets neither a preflight nor a readable answer', async () => {
  const { server } = await setUp({ cors: false })
  const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' }
  const response = await fetch(`${server.url}/v1/messages`, { method: 'OPTIONS', headers })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null])
})

test('sees the client go away', async () => {
  const { server, client } = await setUp({
    script: [
      { content: [text('a long text')], fault: { kind: 'stall', at: { inside: 'text' }, ms: 'forever' } },
    ],
  })
  const stream = await client.messages.create({ ...ASK, stream: true })
  stream.controller.abort()
  await expect.poll(() => server.requests[0]?.outcome).toBe('client-gone')
})

test('closes at once with a stalled answer and a half-sent request open', async () => {
  const server = await startModelServer({
    script: [{ content: [text('x')], fault: { kind: 'stall', at: 'before-headers', ms: 'forever' } }],
  })
  const client = new Anthropic({ apiKey: server.apiKey, baseURL: server.url, maxRetries: 0 })
  const stalled = errorOf(client.messages.create(ASK))
  const half = httpRequest(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-length': '100' },
  })
  const halfEnded = new Promise<void>((resolve) => half.on('error', () => resolve()))
  half.write('{')
  await server.waitForRequests(1)
  await server.close()
  await halfEnded
  expect(await stalled).toBeInstanceOf(Anthropic.APIConnectionError)
})
