/** Models kept in this browser's own file system, and run by the real llama.cpp: real files, real tokens. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { createLocalClient } from '../../model/local/client.ts'
import { WllamaEngine } from '../../model/local/engine.ts'
import { tinyModel } from '../../model/local/testing/tiny-model.ts'
import { writeGguf } from '../../model/local/testing/gguf-writer.ts'
import type { ModelRequest, ModelStreamEvent } from '../../model/contract.ts'
import { modelFacts } from '../../model/models.ts'
import type { ModelProgress } from '../../protocol/calls/local-models.ts'
import { LocalModels } from './local-models.ts'
import { keptModels, openModel } from './model-folder.ts'

const HELLO = tinyModel({ says: 'Hello from a model in this tab.' })
const told: (ModelProgress | null)[] = []
let respond: (url: string, init: RequestInit) => Promise<Response>
let online = true

const models = new LocalModels({
  fetch: (url, init) => respond(String(url), init ?? {}),
  isOnline: () => online,
  now: () => Date.now(),
  keepEngine: () => Promise.resolve(),
  onProgress: (progress) => told.push(progress),
})

async function clear() {
  for (const name of await keptModels()) await models.remove(name)
}
beforeEach(async () => {
  await clear()
  told.length = 0
  online = true
})
afterEach(clear)

const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name)
/** A server that gives this, and says how long it is. */
const serves =
  (bytes: Uint8Array<ArrayBuffer>) =>
  async (_: string, { method }: RequestInit) =>
    new Response(method === 'HEAD' ? null : bytes, { headers: { 'content-length': String(bytes.length) } })

describe('keeping models', () => {
  it('says the size first, downloads with progress, describes and forgets it', async () => {
    respond = serves(HELLO)
    expect(await models.offered('https://example.org/tiny.gguf')).toEqual({
      ok: true,
      value: { name: 'tiny.gguf', bytes: HELLO.length, parts: 1 },
    })
    const stored = await models.download('https://example.org/tiny.gguf')
    expect(stored).toMatchObject({
      ok: true,
      value: {
        name: 'tiny.gguf',
        title: 'tiny',
        bytes: HELLO.length,
        contextLength: 65_536,
        callsTools: true,
      },
    })
    expect(told[0]).toMatchObject({ name: 'tiny.gguf', totalBytes: HELLO.length })
    expect(told.at(-1)).toBeNull()
    const [file] = (await openModel('tiny.gguf')) ?? []
    const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())
    expect(bytes.length === HELLO.length && bytes.every((byte, at) => byte === HELLO[at])).toBe(true)
    expect((await models.state()).models.map(({ name }) => name)).toEqual(['tiny.gguf'])
    await models.remove('tiny.gguf')
    expect((await models.state()).models).toEqual([])
  })

  it('keeps nothing of a download that was cancelled or broke off', async () => {
    const endless = async (_: string, { method }: RequestInit) => {
      const body = new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(65_536)) })
      return new Response(method === 'HEAD' ? null : body)
    }
    respond = endless
    const download = models.download('https://example.org/tiny.gguf')
    await expect.poll(() => told.length).toBeGreaterThan(0)
    expect(await models.download('https://example.org/other.gguf')).toMatchObject({
      error: { kind: 'not_permitted' },
    })
    models.cancel()
    expect(await download).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    respond = async (_, { method }) => {
      let sent = 0
      const body = new ReadableStream({
        pull: (out) => (sent++ < 3 ? out.enqueue(HELLO.slice(0, 1_000)) : out.error(new Error('reset'))),
      })
      return new Response(method === 'HEAD' ? null : body)
    }
    expect(await models.download('https://example.org/tiny.gguf')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('reset'), hint: expect.stringContaining('try again') },
    })
    expect(await keptModels()).toEqual([])
  })

  it('says where a model cannot be fetched, and what else can be done', async () => {
    const failed = async (url = 'https://example.org/tiny.gguf') => {
      const result = await models.download(url)
      return result.ok ? '' : `${result.error.message} ${result.error.hint}`
    }
    respond = async () => new Response('', { status: 401 })
    expect(await failed()).toMatch(/401.*choose the file/)
    respond = async () => new Response('', { status: 404 })
    expect(await failed()).toMatch(/404.*the file itself/)
    respond = async () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await failed()).toMatch(/example\.org cannot be asked.*CORS/)
    online = false
    expect(await failed()).toMatch(/no network.*file from this machine/)
    respond = serves(new TextEncoder().encode('<!doctype html><title>Sign in</title>'))
    expect(await failed()).toMatch(/no GGUF file/)
    expect(await failed('https://example.org/model.bin')).toMatch(/\.gguf/)
    respond = async () => new Response(null, { headers: { 'content-length': String(9e12) } })
    expect(await failed()).toMatch(/larger than 8 GB/)
    expect(await keptModels()).toEqual([])
  })

  it('takes all parts of a model together, or none', async () => {
    const parts = [1, 2].map((part) => fileOf(`m-0000${part}-of-00002.gguf`, HELLO))
    expect(await models.add(parts.slice(1))).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('one of 2 parts') },
    })
    expect(await models.add(parts.toReversed())).toMatchObject({
      ok: true,
      value: { name: 'm-00001-of-00002.gguf', parts: 2, bytes: 2 * HELLO.length },
    })
    expect(await models.add([fileOf('notes.txt', HELLO)])).toMatchObject({ error: { kind: 'invalid' } })
  })
})

describe('running a model', { timeout: patience(180_000) }, () => {
  const engine = new WllamaEngine()
  const client = createLocalClient({
    engine,
    facts: (model) => modelFacts(model, { [model]: { contextWindow: 4_096 } }),
    open: openModel,
    names: keptModels,
  })
  const BASH = {
    name: 'Bash',
    description: 'Runs a command.',
    inputSchema: {
      type: 'object' as const,
      properties: { command: { type: 'string' } },
      required: ['command'],
    },
  }
  const REQUEST: ModelRequest = {
    model: 'tiny.gguf',
    maxTokens: 200,
    system: [{ text: 'Be brief.', cache: true }],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Who are you?' }] }],
    thinkingTokens: 0,
    requestId: 'one',
  }
  const ask = async (change: Partial<ModelRequest> = {}, signal = new AbortController().signal) => {
    const events: ModelStreamEvent[] = []
    for await (const event of client.stream({ ...REQUEST, ...change }, signal)) events.push(event)
    return events
  }
  const blocks = (events: readonly ModelStreamEvent[]) =>
    events.flatMap((event) => (event.type === 'block' ? [event.content] : []))

  it('streams what the model says, counts its tokens, and keeps what it has read', async () => {
    await models.add([fileOf('tiny.gguf', HELLO)])
    const first = await ask()
    expect(first[0]).toEqual({ type: 'notice', text: expect.stringContaining('4,096 tokens of context') })
    expect(blocks(first)).toEqual([{ type: 'text', text: 'Hello from a model in this tab.' }])
    expect(first.filter(({ type }) => type === 'text_delta').length).toBeGreaterThan(3)
    expect(first.at(-1)).toMatchObject({ type: 'ended', stopReason: 'end_turn' })
    const again = (await ask()).at(-1)
    if (again?.type !== 'ended') throw new Error('did not end')
    expect(again.usage.cacheReadTokens).toBeGreaterThan(again.usage.inputTokens)
    expect(await ask({ maxTokens: 3 })).toContainEqual(expect.objectContaining({ stopReason: 'max_tokens' }))
  })

  it('calls a tool by the model’s own template, and answers upon its result', async () => {
    const calls = { name: 'Bash', arguments: { command: 'echo "ü" && ls' } }
    await models.add([fileOf('caller.gguf', tinyModel({ says: 'That is all.', calls }))])
    const request = { model: 'caller.gguf', tools: [BASH] }
    const [call] = blocks(await ask(request))
    expect(call).toEqual({ type: 'tool_use', id: expect.any(String), name: 'Bash', input: calls.arguments })
    if (call?.type !== 'tool_use') throw new Error('no call')
    const upon = await ask({
      ...request,
      messages: [
        ...REQUEST.messages,
        { role: 'assistant', content: [call] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: call.id,
              content: [{ type: 'text', text: 'ü' }],
              is_error: false,
            },
          ],
        },
      ],
    })
    expect(blocks(upon)).toEqual([{ type: 'text', text: 'That is all.' }])
  })

  it('stops at once in the middle of an answer, and answers the next question', async () => {
    await models.add([fileOf('endless.gguf', tinyModel({ says: 'One two three four', endless: true }))])
    const stop = new AbortController()
    const events: ModelStreamEvent[] = []
    const request = { ...REQUEST, model: 'endless.gguf', maxTokens: 4_000 }
    for await (const event of client.stream(request, stop.signal)) {
      events.push(event)
      if (event.type === 'text_delta' && events.length >= 20) stop.abort()
    }
    expect(stop.signal.aborted).toBe(true)
    // Nothing came after the stop, not even an end.
    expect(events).toHaveLength(20)
    expect(events.some(({ type }) => type === 'ended' || type === 'failed')).toBe(false)
    expect((await ask({ model: 'endless.gguf', maxTokens: 5 })).at(-1)).toMatchObject({
      type: 'ended',
      stopReason: 'max_tokens',
    })
  })

  it('says when a conversation is longer than the context, and goes on after it', async () => {
    await models.add([fileOf('tiny.gguf', HELLO)])
    const long = 'x'.repeat(6_000)
    const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: long }] }]
    expect((await ask({ messages })).at(-1)).toMatchObject({
      type: 'failed',
      error: { kind: 'prompt_too_long', hint: expect.stringContaining('/compact') },
    })
    expect(blocks(await ask())).toHaveLength(1)
  })

  it('says of a file that llama.cpp cannot load what is wrong, and loads the next', async () => {
    const next = writeGguf({ 'general.architecture': 'from-the-future' }, [])
    await models.add([fileOf('next.gguf', next)])
    expect((await ask({ model: 'next.gguf' })).at(-1)).toMatchObject({
      type: 'failed',
      error: {
        kind: 'invalid_request',
        message: expect.stringMatching(/could not be loaded.*from-the-future/),
      },
    })
    await models.add([fileOf('cut.gguf', HELLO.slice(0, HELLO.length - 300_000))])
    expect((await ask({ model: 'cut.gguf' })).at(-1)).toMatchObject({ error: { kind: 'invalid_request' } })
    await models.add([fileOf('tiny.gguf', HELLO)])
    expect(blocks(await ask())).toHaveLength(1)
    await engine.release()
  })
})
