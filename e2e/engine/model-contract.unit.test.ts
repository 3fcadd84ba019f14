/** The model clients over real HTTP, through the real SDKs, against the strict server. */
import { afterEach, describe, expect, it } from 'vitest'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { createAnthropicClient } from '../../src/agent/model/anthropic/anthropic.ts'
import { describeModelContract } from '../../src/agent/model/contract-suite.ts'
import type { Answer, AnswerPart } from '../../src/agent/model/contract-suite.ts'
import type {
  ModelClient,
  ModelErrorKind,
  ModelRequest,
  ModelStreamEvent,
} from '../../src/agent/model/contract.ts'
import { modelFacts } from '../../src/agent/model/models.ts'
import { createOpenAiClient } from '../../src/agent/model/openai/openai.ts'
import { startModelServer } from '../model-server/server.ts'
import type { ModelServer } from '../model-server/contract.ts'
import { text, thinking, toolUse } from '../model-server/turn.ts'
import type { Fault, ReplyBlock, Turn } from '../model-server/turn.ts'

const servers: ModelServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function server(...script: Turn[]): Promise<ModelServer> {
  const started = await startModelServer({ script })
  servers.push(started)
  return started
}

const REQUEST: ModelRequest = {
  model: 'claude-sonnet-4-6',
  maxTokens: 1000,
  system: [
    { text: 'Static.', cache: true },
    { text: 'Dynamic.', cache: false },
  ],
  tools: [{ name: 'Echo', description: 'Echoes.', inputSchema: { type: 'object', properties: {} } }],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  thinkingTokens: 0,
  requestId: 'r1',
}

type CreateClient = typeof createAnthropicClient

const CLIENTS: Readonly<Record<string, CreateClient>> = {
  Messages: createAnthropicClient,
  'Chat Completions': createOpenAiClient,
}

function clientOf(
  create: CreateClient,
  target: Pick<ModelServer, 'url' | 'apiKey'>,
  idleMs?: number,
): ModelClient {
  return create({
    apiKey: target.apiKey,
    extraHeaders: { 'x-team': 'research' },
    baseUrl: target.url,
    fetch: (input, init) => fetch(input, init),
    probe: () => Promise.resolve('silent'),
    facts: modelFacts,
    idleMs,
  })
}

interface CallOptions {
  readonly request?: Partial<ModelRequest>
  readonly signal?: AbortSignal
  readonly idleMs?: number
}

async function collect(client: ModelClient, options: CallOptions = {}): Promise<ModelStreamEvent[]> {
  const events: ModelStreamEvent[] = []
  const signal = options.signal ?? new AbortController().signal
  for await (const event of client.stream({ ...REQUEST, ...options.request }, signal)) events.push(event)
  return events
}

function blocks(events: readonly ModelStreamEvent[]) {
  return events.flatMap((event) => (event.type === 'block' ? [event.content] : []))
}

/** Errors of the contract's suite as faults of the server. */
const FAULT_OF: Partial<Record<ModelErrorKind, Fault>> = {
  authentication: { kind: 'status', status: 401 },
  rate_limited: { kind: 'status', status: 429 },
  server: { kind: 'status', status: 500 },
  prompt_too_long: {
    kind: 'status',
    status: 400,
    message: 'prompt is too long: 210000 tokens > 200000 maximum',
  },
  credits: { kind: 'status', status: 402 },
  unreachable: { kind: 'reset', after: 'headers' },
  not_messages_api: { kind: 'body', status: 200, contentType: 'text/html', body: '<p>hi' },
  stream_cut: { kind: 'truncate', after: { inside: 'text' } },
}

function toBlock(part: AnswerPart): ReplyBlock {
  if (part.type === 'call') return toolUse(part.name, part.input)
  if (part.type !== 'broken call') return part
  return { type: 'tool_use', name: part.name, input: {}, rawInput: '{"a": ' }
}

function toTurn(answer: Answer): Turn {
  if (answer.type === 'fails')
    return { content: [text(answer.afterText ?? 'Some text that is cut.')], fault: FAULT_OF[answer.kind] }
  const turn: Turn = { content: answer.parts.map(toBlock), splitText: { size: 100 } }
  if (answer.type === 'content') return { ...turn, stopReason: answer.stopReason }
  return { ...turn, fault: { kind: 'stall', at: { inside: 'text' }, ms: 'forever' } }
}

for (const [name, create] of Object.entries(CLIENTS)) {
  describeModelContract(`${name} over HTTP`, {
    open: async (answers) => clientOf(create, await server(...answers.map(toTurn))),
    failures: Object.keys(FAULT_OF).filter((kind) => kind !== 'stream_cut') as ModelErrorKind[],
  })
}

describe.each(Object.entries(CLIENTS))('%s client', (name, create) => {
  const call = (target: Pick<ModelServer, 'url' | 'apiKey'>, options: CallOptions = {}) =>
    collect(clientOf(create, target, options.idleMs), options)

  it('reads text, thinking and calls, whatever pieces they come in', async () => {
    const input = { path: 'ü/"x"', list: [1, { deep: true }], text: '\u{1f600}' }
    for (const size of [1, 7, 1000]) {
      const target = await server({
        content: [text('Grüße \u{1f600}'), toolUse('Echo', input)],
        splitText: { size },
        splitJson: { size },
        pingEvery: 2,
        wire: { chunkBytes: size },
      })
      const events = await call(target)
      expect(blocks(events)).toEqual([
        { type: 'text', text: 'Grüße \u{1f600}' },
        { type: 'tool_use', id: expect.any(String), name: 'Echo', input },
      ])
      const deltas = events.flatMap((event) => (event.type === 'text_delta' ? [event.text] : []))
      expect(deltas.join('')).toBe('Grüße \u{1f600}')
      expect(events.at(-1)).toMatchObject({ type: 'ended', stopReason: 'tool_use' })
      expect(target.rejections).toEqual([])
    }
  })

  it('keeps thinking with its signature, so that the next request is accepted', async () => {
    const target = await server(
      { content: [thinking('Hm.'), toolUse('Echo', {})] },
      { content: [text('Ok.')] },
    )
    const [thought, used] = blocks(await call(target, { request: { thinkingTokens: 1024, maxTokens: 4000 } }))
    if (thought?.type !== 'thinking' || used?.type !== 'tool_use') throw new Error('wrong blocks')
    const events = await call(target, {
      request: {
        thinkingTokens: 1024,
        maxTokens: 4000,
        messages: [
          ...REQUEST.messages,
          { role: 'assistant', content: [thought, used] },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: used.id, content: [], is_error: false }],
          },
        ],
      },
    })
    expect(target.rejections).toEqual([])
    expect(blocks(events)).toEqual([{ type: 'text', text: 'Ok.' }])
  })

  it('gives a call whose JSON is broken as an empty input with the problem', async () => {
    const target = await server({
      content: [{ type: 'tool_use', name: 'Echo', input: {}, rawInput: '{"a": ' }],
    })
    const events = await call(target)
    expect(events.find((event) => event.type === 'block')).toMatchObject({
      content: { name: 'Echo', input: {} },
      inputError: expect.any(String),
    })
  })

  const FAULTS: readonly [string, Fault, string][] = [
    ['401', { kind: 'status', status: 401 }, 'authentication'],
    ['403', { kind: 'status', status: 403 }, 'authentication'],
    ['404', { kind: 'status', status: 404, message: 'The model `m` does not exist' }, 'not_found'],
    ['402', { kind: 'status', status: 402 }, 'credits'],
    ['503', { kind: 'status', status: 503 }, 'server'],
    ['400', { kind: 'status', status: 400 }, 'invalid_request'],
    [
      'prompt too long',
      { kind: 'status', status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' },
      'prompt_too_long',
    ],
    ['413', { kind: 'status', status: 413 }, 'too_large'],
    ['429', { kind: 'status', status: 429, headers: { 'retry-after': '3' } }, 'rate_limited'],
    ['500', { kind: 'status', status: 500 }, 'server'],
    ['529', { kind: 'status', status: 529 }, 'overloaded'],
    ['HTML', { kind: 'body', status: 200, contentType: 'text/html', body: '<p>hi' }, 'not_messages_api'],
    ['HTML 404', { kind: 'body', status: 404, contentType: 'text/html', body: '<p>no' }, 'not_messages_api'],
    ['cut', { kind: 'truncate', after: { inside: 'text' } }, 'stream_cut'],
    ['reset', { kind: 'reset', after: { inside: 'text' } }, 'stream_cut'],
    ['reset before headers', { kind: 'reset', after: 'headers' }, 'unreachable'],
    [
      'error event',
      { kind: 'error-event', after: { inside: 'text' }, errorType: 'overloaded_error' },
      'overloaded',
    ],
    ['malformed JSON', { kind: 'malformed-json', after: { inside: 'text' } }, 'malformed'],
  ]

  for (const [name, fault, kind] of FAULTS) {
    it(`ends with one clean error: ${name}`, async () => {
      const target = await server({ content: [text('Some text to cut.')], splitText: { size: 2 } })
      target.faultNext(fault)
      const events = await call(target)
      const failed = events.filter((event) => event.type === 'failed')
      expect(failed).toHaveLength(1)
      expect(events.at(-1)).toMatchObject({ type: 'failed', error: { kind } })
      expect(events.at(-1)).toMatchObject({
        error: { message: expect.stringMatching(/\w{4}/), hint: expect.stringMatching(/\w{4}/) },
      })
    })
  }

  it('hands on what the server says of retrying', async () => {
    const target = await server({ content: [text('x')] })
    target.faultNext({
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '3', 'x-should-retry': 'false' },
    })
    expect((await call(target)).at(-1)).toMatchObject({ error: { retryAfterMs: 3000, shouldRetry: false } })
  })

  it('tells a plan that is used up from a limit of the moment', async () => {
    const target = await server({ content: [text('x')] })
    const reset = String(Math.ceil(Date.now() / 1000) + 3_600)
    const headers = {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': reset,
    }
    target.faultNext({ kind: 'status', status: 429, headers }, { kind: 'status', status: 429 })
    expect((await call(target)).at(-1)).toMatchObject({
      error: {
        kind: 'rate_limited',
        isPlanUsedUp: true,
        hint: expect.stringMatching(/begins anew in 6[01] min/),
      },
    })
    const moment = (await call(target)).at(-1)
    expect(moment).toMatchObject({ error: { kind: 'rate_limited' } })
    expect(moment).not.toHaveProperty('error.isPlanUsedUp')
  })

  it('gives a silent connection up, but not a slow one that pings', async () => {
    const silent = await server({ content: [text('Some text.')] })
    silent.faultNext({ kind: 'stall', at: { inside: 'text' }, ms: 'forever' })
    expect((await call(silent, { idleMs: 200 })).at(-1)).toMatchObject({
      type: 'failed',
      error: { kind: 'idle' },
    })
    const slow = await server({
      content: [text('abcdef')],
      splitText: { size: 1 },
      pace: { eventMs: patience(120) },
      pingEvery: 1,
    })
    expect((await call(slow, { idleMs: patience(400) })).at(-1)).toMatchObject({ type: 'ended' })
  })

  it('names each call by an id of its own', async () => {
    const target = await server({ content: [text('a')] }, { content: [text('b')] })
    await call(target, { request: { requestId: 'one' } })
    await call(target, { request: { requestId: 'two' } })
    const sent = target.messageRequests().map(({ headers }) => headers)
    expect(sent.map((headers) => headers['x-client-request-id'])).toEqual(['one', 'two'])
    expect(sent.map((headers) => headers['x-team'])).toEqual(['research', 'research'])
  })

  it('forces a call at the wire, and thinks not before it', async () => {
    for (const model of ['claude-sonnet-4-5', 'claude-sonnet-4-6', 'gpt-5']) {
      const target = await server({ content: [toolUse('Echo', {})] })
      await call(target, { request: { model, forcedTool: 'Echo', thinkingTokens: 4096, maxTokens: 8000 } })
      expect(target.rejections).toEqual([])
      const body = target.messageRequests()[0]?.body
      expect(body).not.toHaveProperty('thinking')
      expect(body).toMatchObject({
        tool_choice:
          name === 'Messages'
            ? { type: 'tool', name: 'Echo', disable_parallel_tool_use: true }
            : { type: 'function', function: { name: 'Echo' } },
      })
    }
  })

  it('lists the models, or says why not', async () => {
    const target = await startModelServer({ models: ['one', 'two'] })
    servers.push(target)
    const never = new AbortController().signal
    expect(await clientOf(create, target).models?.(never)).toEqual({ ok: true, models: ['one', 'two'] })
    const stranger = clientOf(create, { url: target.url, apiKey: 'wrong' })
    expect(await stranger.models?.(never)).toMatchObject({ ok: false, error: { kind: 'authentication' } })
  })

  it('ends without a word of its own when it is stopped', async () => {
    const target = await server({
      content: [text('Some text.')],
      splitText: { size: 1 },
      hold: { name: 'in the middle', after: { inside: 'text' } },
    })
    const controller = new AbortController()
    const called = call(target, { signal: controller.signal })
    await target.held('in the middle')
    controller.abort()
    const events = await called
    expect(events.filter((event) => event.type === 'failed' || event.type === 'ended')).toEqual([])
  })

  it('takes the whole answer at once where a stream does not come through', async () => {
    const input = { path: 'ü', list: [1] }
    const target = await server({ content: [thinking('Hm.'), text('Grüße'), toolUse('Echo', input)] })
    const events = await call(target, { request: { streaming: false } })
    expect(blocks(events)).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: expect.stringMatching(/./) },
      { type: 'text', text: 'Grüße' },
      { type: 'tool_use', id: expect.any(String), name: 'Echo', input },
    ])
    expect(events.at(-1)).toMatchObject({ type: 'ended', stopReason: 'tool_use' })
    expect(target.rejections).toEqual([])
  })

  it('is answered after a conversation with everything in it', async () => {
    const target = await server(
      { content: [thinking('Hm.'), toolUse('Echo', {})] },
      { content: [text('Ok.')] },
    )
    const [thought, used] = blocks(await call(target))
    if (thought?.type !== 'thinking' || used?.type !== 'tool_use') throw new Error('wrong blocks')
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
    } as const
    const pdf = {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
    } as const
    const messages: ModelRequest['messages'] = [
      { role: 'user', content: [{ type: 'text', text: 'Look' }, image] },
      { role: 'assistant', content: [{ type: 'text', text: 'half \ud83d' }, thought, used] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: used.id, content: [image, pdf], is_error: false },
          { type: 'text', text: 'And?' },
        ],
      },
      { role: 'assistant', content: [{ ...used, id: 'other', input: { half: '\ud83d' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'other', content: [], is_error: true }] },
    ]
    // A Messages server wants thinking first; this one is another provider's and is left out.
    const foreign = { ...thought, signature: 'unsigned:reasoning' }
    const asked =
      name === 'Messages' ? messages.map((message) => replaceThinking(message, foreign)) : messages
    const events = await call(target, { request: { messages: asked } })
    expect(target.rejections).toEqual([])
    expect(blocks(events)).toEqual([{ type: 'text', text: 'Ok.' }])
  })
})

function replaceThinking(
  message: ModelRequest['messages'][number],
  thought: Extract<ModelRequest['messages'][number], { role: 'assistant' }>['content'][number],
): ModelRequest['messages'][number] {
  if (message.role === 'user') return message
  return {
    ...message,
    content: message.content.map((block) => (block.type === 'thinking' ? thought : block)),
  }
}

describe('Messages client', () => {
  it('warns once of a limit that is nearly used up', async () => {
    const headers = {
      'anthropic-ratelimit-unified-5h-utilization': '0.95',
      'anthropic-ratelimit-unified-5h-reset': String(Math.ceil(Date.now() / 1000) + 3 * 3600),
    }
    const target = await server({ content: [text('a')], headers }, { content: [text('b')], headers })
    const notices = [...(await call(target)), ...(await call(target))].filter(({ type }) => type === 'notice')
    expect(notices).toEqual([
      { type: 'notice', text: expect.stringContaining('95 % of the five-hour limit') },
    ])
  })

  it('tells what the service says of its limits, again only when the figures are others', async () => {
    const reset = Math.ceil(Date.now() / 1000) + 3600
    const headers = (used: string) => ({
      'anthropic-ratelimit-unified-7d-utilization': used,
      'anthropic-ratelimit-unified-7d-reset': String(reset),
    })
    const turns = ['0.101', '0.109', '0.12'].map((used) => ({ content: [text('a')], headers: headers(used) }))
    const client = clientOf(createAnthropicClient, await server(...turns))
    const told: ModelStreamEvent[] = []
    for (const _ of turns) told.push(...(await collect(client)).filter(({ type }) => type === 'limits'))
    const limit = { name: 'weekly limit', resetAt: reset * 1000 }
    expect(told).toEqual([
      { type: 'limits', limits: [{ ...limit, used: 0.101 }] },
      { type: 'limits', limits: [{ ...limit, used: 0.12 }] },
    ])
  })

  const call = (target: Pick<ModelServer, 'url' | 'apiKey'>, options: CallOptions = {}) =>
    collect(clientOf(createAnthropicClient, target, options.idleMs), options)

  it('sends at most four cache markers and never shares its input with the SDK', async () => {
    const target = await server({ content: [text('x')] })
    const request = structuredClone(REQUEST)
    deepFreeze(request)
    await call(target, { request })
    const body = JSON.stringify(target.messageRequests()[0]?.body)
    expect(body.split('cache_control').length - 1).toBe(3)
  })
})

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
}
