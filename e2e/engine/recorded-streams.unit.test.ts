/**
 * Recorded answers through the real SDK, in every shape that the SSE format allows: the same events, or one clean error.
 * Without a network: the bytes are an answer's body, so that pieces of one byte stay that small.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createAnthropicClient } from '../../src/agent/model/anthropic/anthropic.ts'
import type { ModelStreamEvent } from '../../src/agent/model/contract.ts'
import { modelFacts } from '../../src/agent/model/models.ts'
import { suite } from '../../src/testing/suite.ts'
import { parseRecording } from '../model-server/replay.ts'
import type { JsonObject } from '../model-server/json.ts'

interface Shape {
  readonly lineEnd?: string
  readonly before?: string
  readonly mark?: boolean
  readonly change?: (events: readonly JsonObject[]) => readonly JsonObject[]
  readonly chunkBytes?: number
}

/** Shapes that a reader must not notice. */
const EQUAL: Readonly<Record<string, Shape>> = {
  '7-byte pieces': { chunkBytes: 7 },
  '1-byte pieces': { chunkBytes: 1 },
  'CR LF': { lineEnd: '\r\n' },
  'CR LF in 1-byte pieces': { lineEnd: '\r\n', chunkBytes: 1 },
  'byte order mark': { mark: true },
  comments: { before: ': a comment\n' },
  'fields nobody knows': { before: 'id: 7\nretry: 10\nother\n' },
  'unknown events': {
    change: (events) => events.flatMap((event) => [{ type: 'news', about: [1] }, event]),
  },
  pings: { change: (events) => events.flatMap((event) => [event, { type: 'ping' }]) },
}

/** Shapes that may end in an error, if it is one clean one. */
const ONE_OUTCOME: Readonly<Record<string, Shape>> = {
  CR: { lineEnd: '\r' },
  'each event twice': { change: (events) => events.flatMap((event) => [event, event]) },
  'two message starts': { change: ([first = {}, ...rest]) => [first, first, ...rest] },
  'no message stop': { change: (events) => events.filter(({ type }) => type !== 'message_stop') },
  'an error in the middle': {
    change: (events) => [
      ...events.slice(0, Math.ceil(events.length / 2)),
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ],
  },
  'events in reverse': { change: (events) => events.toReversed() },
}

const ENCODER = new TextEncoder()

function bytesOf(events: readonly JsonObject[], { lineEnd = '\n', before = '', mark, change }: Shape) {
  const text = (change?.(events) ?? events)
    .map((event) => `${before}event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')
  return ENCODER.encode((mark ? '\ufeff' : '') + text.replaceAll('\n', lineEnd))
}

function answer(bytes: Uint8Array, chunkBytes = bytes.length): Response {
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + chunkBytes))
      at += chunkBytes
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

async function read(events: readonly JsonObject[], shape: Shape): Promise<ModelStreamEvent[]> {
  const client = createAnthropicClient({
    apiKey: 'test-key',
    extraHeaders: {},
    baseUrl: 'http://localhost:1',
    fetch: () => Promise.resolve(answer(bytesOf(events, shape), shape.chunkBytes)),
    probe: () => Promise.resolve('silent'),
    facts: modelFacts,
  })
  const request = {
    model: 'claude-sonnet-4-6',
    maxTokens: 1000,
    system: [],
    tools: [],
    messages: [],
    thinkingTokens: 0,
    requestId: 'r',
  }
  const got: ModelStreamEvent[] = []
  for await (const event of client.stream(request, new AbortController().signal)) got.push(event)
  return got
}

/** One end, at the end, and nothing after a failure. */
function outcomeOf(events: readonly ModelStreamEvent[]): 'ended' | 'failed' {
  const ends = events.filter(({ type }) => type === 'ended' || type === 'failed')
  expect(ends).toEqual(events.slice(-1))
  const [end] = ends
  if (end?.type === 'failed') {
    expect([end.error.message, end.error.hint]).toEqual([
      expect.stringMatching(/\w{4}/),
      expect.stringMatching(/\w/),
    ])
    return 'failed'
  }
  expect(end?.type).toBe('ended')
  return 'ended'
}

suite('streams').describe('recorded streams', (streams) => {
  const files = readdirSync(streams).filter((name) => name.endsWith('.jsonl'))
  const count = { read: 0, equal: 0, ended: 0, failed: 0 }
  afterAll(() => {
    const { read: all, equal, ended, failed } = count
    console.log(
      `recorded streams: ${all}, read in ${all * (1 + Object.keys({ ...EQUAL, ...ONE_OUTCOME }).length)} shapes; ` +
        `${equal} of ${all * Object.keys(EQUAL).length} equal to the whole, of the others ${ended} ended and ${failed} were one clean error`,
    )
  })

  it.each(files)('%s', async (name) => {
    const events = parseRecording(readFileSync(join(streams, name), 'utf8'))
    const whole = await read(events, {})
    outcomeOf(whole)
    count.read++
    for (const [shape, how] of Object.entries(EQUAL)) {
      expect(await read(events, how), shape).toEqual(whole)
      count.equal++
    }
    for (const how of Object.values(ONE_OUTCOME)) count[outcomeOf(await read(events, how))]++
  })
})
