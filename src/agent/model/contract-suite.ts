/**
 * The suite that every model client must pass. Run it with `describeModelContract` in a test of that
 * client.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelClient, ModelErrorKind, ModelRequest, ModelStreamEvent } from './contract.ts'

export type AnswerPart =
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  /** A call whose input arrives as JSON that is not whole. */
  | { readonly type: 'broken call'; readonly name: string }

/** The scripted server's behaviour for one request. */
export type Answer =
  | { readonly type: 'content'; readonly parts: readonly AnswerPart[]; readonly stopReason?: string }
  /** Begins like `content`, and then nothing comes any more. */
  | { readonly type: 'hangs'; readonly parts: readonly AnswerPart[] }
  /** `afterText`: this much of an answer comes before. */
  | { readonly type: 'fails'; readonly kind: ModelErrorKind; readonly afterText?: string }

export interface ModelSubject {
  /** A client whose other side gives these answers, one a request. */
  readonly open: (answers: readonly Answer[]) => Promise<ModelClient>
  readonly close?: () => Promise<void>
  /** Failures that this client can meet. */
  readonly failures: readonly ModelErrorKind[]
}

const CONTRACT_REQUEST: ModelRequest = {
  model: 'claude-sonnet-4-6',
  maxTokens: 4096,
  system: [
    { text: 'Static.', cache: true },
    { text: 'Dynamic.', cache: true },
  ],
  tools: [
    { name: 'Echo', description: 'Echoes.', inputSchema: { type: 'object', properties: {} } },
    { name: 'Read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } },
  ],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  thinkingTokens: 1024,
  requestId: 'request-1',
}

const TEXT = 'Grüße, and some more words: \u{1f600} fin.'

export function describeModelContract(name: string, subject: ModelSubject): void {
  describe(`model contract: ${name}`, () => {
    afterEach(() => subject.close?.())

    answerTests(subject)
    failureTests(subject)
    stopTests(subject)
  })
}

function answerTests({ open }: ModelSubject): void {
  it('gives each block once, after its deltas, in order, and ends once', async () => {
    const input = { path: 'a "b" \u{1f600}', deep: [1, { x: null }] }
    const client = await open([
      {
        type: 'content',
        parts: [
          { type: 'thinking', thinking: 'First I think.' },
          { type: 'text', text: TEXT },
          { type: 'call', name: 'Echo', input },
          { type: 'call', name: 'Read', input: {} },
        ],
      },
    ])
    const events = await collect(client)
    expect(blocksOf(events)).toEqual([
      { type: 'thinking', thinking: 'First I think.', signature: expect.stringMatching(/./) },
      { type: 'text', text: TEXT },
      { type: 'tool_use', id: expect.stringMatching(/^[\w-]+$/), name: 'Echo', input },
      { type: 'tool_use', id: expect.stringMatching(/^[\w-]+$/), name: 'Read', input: {} },
    ])
    expect(streamed(events, 'thinking_delta')).toBe('First I think.')
    expect(streamed(events, 'text_delta')).toBe(TEXT)
    expect(shape(events)).toEqual([
      'thinking_delta 0',
      'block 0',
      'text_delta 1',
      'block 1',
      'tool_started 2',
      'block 2',
      'tool_started 3',
      'block 3',
      'ended',
    ])
    expect(events.at(-1)).toMatchObject({ type: 'ended', stopReason: 'tool_use' })
  })

  it('counts tokens', async () => {
    const client = await open([{ type: 'content', parts: [{ type: 'text', text: TEXT }] }])
    const end = (await collect(client)).at(-1)
    if (end?.type !== 'ended') throw new Error('did not end')
    expect(Object.keys(end.usage).sort()).toEqual([
      'cacheReadTokens',
      'cacheWriteTokens',
      'inputTokens',
      'outputTokens',
    ])
    expect(end.usage.outputTokens).toBeGreaterThan(0)
    expect(Object.values(end.usage).every((tokens) => tokens >= 0)).toBe(true)
  })

  it('hands the stop reason on', async () => {
    const parts = [{ type: 'text', text: TEXT }] as const
    const client = await open([{ type: 'content', parts, stopReason: 'max_tokens' }])
    expect((await collect(client)).at(-1)).toMatchObject({ type: 'ended', stopReason: 'max_tokens' })
  })

  it('gives a call with broken JSON as one without input, and says what is wrong', async () => {
    const client = await open([{ type: 'content', parts: [{ type: 'broken call', name: 'Echo' }] }])
    const events = await collect(client)
    expect(events.filter((event) => event.type === 'block')).toEqual([
      {
        type: 'block',
        block: 0,
        content: { type: 'tool_use', id: expect.any(String), name: 'Echo', input: {} },
        inputError: expect.stringMatching(/./),
      },
    ])
    expect(events.at(-1)?.type).toBe('ended')
  })

  it('takes a request whose answer has to be one call, also of a model that would think', async () => {
    const client = await open([{ type: 'content', parts: [{ type: 'call', name: 'Read', input: {} }] }])
    const request = { ...CONTRACT_REQUEST, forcedTool: 'Read' }
    expect(shape(await collect(client, request))).toEqual(['tool_started 0', 'block 0', 'ended'])
  })

  it('answers one request after the other, and leaves what it is given as it is', async () => {
    const client = await open(
      ['one', 'two'].map((text) => ({ type: 'content', parts: [{ type: 'text', text }] })),
    )
    const request = deepFreeze(structuredClone(CONTRACT_REQUEST))
    expect(streamed(await collect(client, request), 'text_delta')).toBe('one')
    expect(streamed(await collect(client, request), 'text_delta')).toBe('two')
    expect(request).toEqual(CONTRACT_REQUEST)
  })
}

function failureTests({ open, failures }: ModelSubject): void {
  for (const kind of failures) {
    it(`says ${kind} in one last event, with what to do, and does not throw`, async () => {
      const client = await open([{ type: 'fails', kind }])
      expect(await collect(client)).toEqual([
        {
          type: 'failed',
          error: expect.objectContaining({
            kind,
            message: expect.stringMatching(/\w{4}/),
            hint: expect.stringMatching(/\w{3}/),
          }),
        },
      ])
    })
  }

  it('does not end what breaks off', async () => {
    const client = await open([{ type: 'fails', kind: 'stream_cut', afterText: 'half an ans' }])
    const events = await collect(client)
    expect(shape(events).filter((name) => !name.startsWith('text_delta'))).toEqual(['failed'])
    expect(events.at(-1)).toMatchObject({ error: { kind: 'stream_cut' } })
  })
}

function stopTests({ open }: ModelSubject): void {
  it('says nothing when it was stopped before it began', async () => {
    const client = await open([{ type: 'content', parts: [{ type: 'text', text: TEXT }] }])
    expect(await collect(client, CONTRACT_REQUEST, AbortSignal.abort())).toEqual([])
  })

  it('ends when it is stopped in the middle, without a last word', async () => {
    const client = await open([{ type: 'hangs', parts: [{ type: 'text', text: TEXT }] }])
    const stop = new AbortController()
    const events: ModelStreamEvent[] = []
    for await (const event of client.stream(CONTRACT_REQUEST, stop.signal)) {
      events.push(event)
      if (event.type === 'text_delta') stop.abort()
    }
    expect(shape(events)).toEqual(['text_delta 0'])
  })

  it('can be left in the middle, and then asked again', async () => {
    const client = await open([
      { type: 'hangs', parts: [{ type: 'text', text: TEXT }] },
      { type: 'content', parts: [{ type: 'text', text: 'again' }] },
    ])
    for await (const event of client.stream(CONTRACT_REQUEST, new AbortController().signal)) {
      if (event.type === 'text_delta') break
    }
    expect(streamed(await collect(client), 'text_delta')).toBe('again')
  })
}

async function collect(
  client: ModelClient,
  request: ModelRequest = CONTRACT_REQUEST,
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelStreamEvent[]> {
  const events: ModelStreamEvent[] = []
  for await (const event of client.stream(request, signal)) events.push(event)
  return events
}

function blocksOf(events: readonly ModelStreamEvent[]) {
  return events.flatMap((event) => (event.type === 'block' ? [event.content] : []))
}

function streamed(events: readonly ModelStreamEvent[], type: 'text_delta' | 'thinking_delta'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('')
}

/** Types with their block's number; deltas of a block as one. When it was counted is each provider's own. */
function shape(events: readonly ModelStreamEvent[]): string[] {
  const told = events.filter(({ type }) => type !== 'counted')
  const names = told.map((event) => ('block' in event ? `${event.type} ${event.block}` : event.type))
  return names.filter((name, index) => name !== names[index - 1])
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
