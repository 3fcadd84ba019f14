import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { ASK, collect, errorOf, setUp, TOOLS } from './test-client.ts'
import { text, thinking, toolUse, type Fault, type Turn, type Wire } from './turn.ts'

const HELLO: Turn = { content: [text('Hello, this is a text that takes several deltas.')] }
const CALL: Turn = { content: [toolUse('Read', { file_path: '/workspace/a-rather-long-name.txt' })] }

describe('an HTTP error', () => {
  test.each([
    [400, 'invalid_request_error', Anthropic.BadRequestError],
    [401, 'authentication_error', Anthropic.AuthenticationError],
    [403, 'permission_error', Anthropic.PermissionDeniedError],
    [404, 'not_found_error', Anthropic.NotFoundError],
    [413, 'request_too_large', Anthropic.APIError],
    [429, 'rate_limit_error', Anthropic.RateLimitError],
    [500, 'api_error', Anthropic.InternalServerError],
    [503, 'api_error', Anthropic.InternalServerError],
    [529, 'overloaded_error', Anthropic.InternalServerError],
  ])('%i has the JSON body and type of the real one', async (status, type, kind) => {
    const headers = { 'retry-after': '7', 'x-should-retry': 'false' }
    const { server, client } = await setUp({ script: [{ fault: { kind: 'status', status, headers } }] })
    const error = await errorOf(client.messages.create({ ...ASK, stream: true }))
    expect(error).toBeInstanceOf(kind)
    if (!(error instanceof Anthropic.APIError)) throw error
    expect(error.error).toMatchObject({ type: 'error', error: { type } })
    expect([error.headers?.get('retry-after'), error.headers?.get('x-should-retry')]).toEqual(['7', 'false'])
    expect(error.requestID).toMatch(/^req_\w+$/)
    expect(server.rejections).toEqual([])
  })

  test('laid over a turn leaves the turn for the retry', async () => {
    const { server, client } = await setUp({ script: [HELLO] }, 2)
    const busy: Fault = { kind: 'status', status: 529, headers: { 'retry-after-ms': '1' } }
    server.faultNext(busy, busy)
    const message = await client.messages.stream(ASK).finalMessage()
    expect(message.content).toEqual(HELLO.content)
    expect(server.messageRequests().map((record) => record.status)).toEqual([529, 529, 200])
  })
})

test('an error event in mid-stream reaches the client as the API’s error', async () => {
  const fault: Fault = { kind: 'error-event', after: { inside: 'text' } }
  const { client } = await setUp({ script: [{ ...HELLO, fault }] })
  const error = await errorOf(collect(client))
  if (!(error instanceof Anthropic.APIError)) throw error
  expect(error.error).toEqual({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })
})

describe('a reset', () => {
  test('before the headers is a connection error', async () => {
    const { server, client } = await setUp({
      script: [{ ...HELLO, fault: { kind: 'reset', after: 'headers' } }],
    })
    expect(await errorOf(client.messages.create(ASK))).toBeInstanceOf(Anthropic.APIConnectionError)
    expect(server.requests[0]?.outcome).toBe('reset')
  })

  test.each([0, 1, 25, 400])('after %i bytes gives exactly those bytes, then an error', async (bytes) => {
    const { server } = await setUp({ script: [{ ...HELLO, fault: { kind: 'reset', after: { bytes } } }] })
    const response = await post(server.url, server.apiKey)
    let received = 0
    const error = await errorOf(
      (async () => {
        for await (const chunk of response.body ?? []) received += chunk.length
      })(),
    )
    expect([received, error]).toEqual([bytes, expect.any(Error)])
  })
})

describe('a stall', () => {
  test.each(['before-headers', 'after-headers', { inside: 'text' }, { events: 3 }, { bytes: 300 }] as const)(
    'at %o delays the rest of the answer and loses nothing',
    async (at) => {
      const { client, server } = await setUp({ script: [{ ...HELLO, fault: { kind: 'stall', at, ms: 60 } }] })
      const message = await client.messages.stream(ASK).finalMessage()
      expect(message.content).toEqual(HELLO.content)
      const record = server.requests[0]
      expect((record?.finishedAt ?? 0) - (record?.arrivedAt ?? 0)).toBeGreaterThanOrEqual(58)
    },
  )

  test('for ever in the middle of a call’s JSON sends what came before and no more', async () => {
    const fault: Fault = { kind: 'stall', at: { inside: 'tool_use' }, ms: 'forever' }
    const { client } = await setUp({ script: [{ ...CALL, fault }] })
    const stream = await client.messages.create({ ...ASK, tools: TOOLS, stream: true })
    const pieces: string[] = []
    for await (const event of stream) {
      if (event.type !== 'content_block_delta' || event.delta.type !== 'input_json_delta') continue
      pieces.push(event.delta.partial_json)
      if (pieces.length === 2) break
    }
    expect(pieces).toEqual(['', '{"file_path"'])
  })
})

describe('a hold', () => {
  test.each([undefined, { inside: 'text' }, { events: 3 }, { bytes: 300 }] as const)(
    'at %o keeps the rest of the answer back until it is released',
    async (after) => {
      const { client, server } = await setUp({
        script: [{ ...HELLO, hold: { name: 'gate', ...(after && { after }) } }, HELLO],
      })
      const asked = client.messages.stream(ASK).finalMessage()
      await server.held('gate')
      expect((await client.messages.stream(ASK).finalMessage()).content).toEqual(HELLO.content)
      expect(server.requests.map(({ outcome }) => outcome)).toEqual(['pending', 'done'])
      server.release('gate')
      expect((await asked).content).toEqual(HELLO.content)
    },
  )

  test('that was released holds nothing, and one that nobody releases ends with the client', async () => {
    const { client, server } = await setUp({
      script: [
        { ...HELLO, hold: { name: 'open' } },
        { ...HELLO, hold: { name: 'closed' } },
      ],
    })
    server.release('open')
    expect((await client.messages.stream(ASK).finalMessage()).content).toEqual(HELLO.content)
    const stream = client.messages.stream(ASK)
    const ended = errorOf(stream.finalMessage())
    await server.held('closed')
    stream.abort()
    expect(await ended).toBeInstanceOf(Error)
    await expect.poll(() => server.requests.at(-1)?.outcome).toBe('client-gone')
  })
})

test('a truncated stream ends in good order without message_stop', async () => {
  const { client } = await setUp({
    script: [{ ...HELLO, fault: { kind: 'truncate', after: { inside: 'text' } } }],
  })
  const events = await collect(client)
  expect(events.at(-1)?.type).toBe('content_block_delta')
})

test('a fault can strike inside thinking', async () => {
  const turn: Turn = { content: [thinking('long enough for several deltas'), text('x')] }
  const fault: Fault = { kind: 'truncate', after: { inside: 'thinking' } }
  const { client } = await setUp({ script: [{ ...turn, fault }] })
  const last = (await collect(client)).at(-1)
  expect(last).toMatchObject({ delta: { type: 'thinking_delta' } })
})

test('a malformed event breaks the SDK’s parsing, as it would break anyone’s', async () => {
  const fault: Fault = { kind: 'malformed-json', after: { inside: 'text' } }
  const { client } = await setUp({ script: [{ ...HELLO, fault }] })
  expect(await errorOf(collect(client))).toBeInstanceOf(SyntaxError)
})

test('malformed framing is on the wire, and all good events after it too', async () => {
  const fault: Fault = { kind: 'malformed-sse', after: { events: 2 } }
  const { server } = await setUp({ script: [{ ...HELLO, fault }] })
  const body = await (await post(server.url, server.apiKey)).text()
  expect([body.includes('\u0000no field'), body.includes('event: message_stop')]).toEqual([true, true])
})

test('a second message_start is sent', async () => {
  const { client } = await setUp({ script: [{ ...HELLO, fault: { kind: 'duplicate-message-start' } }] })
  const types = (await collect(client)).map((event) => event.type)
  expect(types.slice(0, 2)).toEqual(['message_start', 'message_start'])
})

test('a body that is HTML under status 200 is sent as it is', async () => {
  const body = '<!doctype html><title>Sign in</title>'
  const fault: Fault = { kind: 'body', status: 200, contentType: 'text/html', body }
  const { server } = await setUp({ script: [{ fault }] })
  const response = await post(server.url, server.apiKey)
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/html',
    body,
  ])
})

test('a call’s input may be sent as JSON that is not valid', async () => {
  const rawInput = '{"file_path": "/workspace/a'
  const { client } = await setUp({
    script: [{ content: [{ type: 'tool_use', name: 'Read', input: {}, rawInput }] }],
  })
  const pieces = (await collect(client, { ...ASK, tools: TOOLS })).flatMap((event) =>
    event.type === 'content_block_delta' && event.delta.type === 'input_json_delta'
      ? [event.delta.partial_json]
      : [],
  )
  expect(pieces.join('')).toBe(rawInput)
})

const WIRES: readonly Wire[] = [
  { lineEnd: '\r\n' },
  { comments: true },
  { chunkBytes: 1 },
  { chunkBytes: 7 },
  { lineEnd: '\r\n', comments: true, chunkBytes: 3 },
]

test.each(WIRES)('the same message arrives over the wire %o', async (wire) => {
  const content = [text('naïve 思考 😎 text')]
  const { client } = await setUp({ script: [{ content, wire, splitText: { size: 4 } }] })
  const message = await client.messages.stream(ASK).finalMessage()
  expect(message.content).toEqual(content)
})

test('a byte order mark and bare carriage returns are on the wire where asked', async () => {
  const wire: Wire = { byteOrderMark: true, lineEnd: '\r' }
  const { server } = await setUp({ script: [{ content: [text('x')], wire }] })
  const bytes = Buffer.from(await (await post(server.url, server.apiKey)).arrayBuffer())
  expect([[...bytes.subarray(0, 3)], bytes.includes('\n')]).toEqual([[0xef, 0xbb, 0xbf], false])
  expect(bytes.subarray(3, 30).toString()).toBe('event: message_start\rdata: ')
})

function post(url: string, key: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'anthropic-version': '2023-06-01' }
  const body = JSON.stringify({ ...ASK, stream: true })
  return fetch(`${url}/v1/messages`, { method: 'POST', headers, body })
}
