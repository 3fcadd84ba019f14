/** An answer ends with its last event, not with its connection. */
import { describe, expect, it, vi } from 'vitest'
import { READ_OUT_MS } from '../limits.ts'
import { createModelClient } from './load-client.ts'
import { modelFacts } from './models.ts'
import type { ModelRequest, ModelStreamEvent } from './contract.ts'

const REQUEST: ModelRequest = {
  model: 'claude-sonnet-4-6',
  maxTokens: 100,
  thinkingTokens: 0,
  requestId: 'r',
  system: [],
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
}

const ANSWER = [
  { type: 'message_start', message: { usage: { input_tokens: 3 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('')

const WHOLE = ['counted', 'text_delta', 'block', 'ended']

/** A server that answers, and does with the connection what it is told. */
function serve(after: (connection: ReadableStreamDefaultController<Uint8Array>) => void, headers = {}) {
  const aborted: boolean[] = []
  const client = createModelClient('anthropic', {
    baseUrl: 'http://localhost:1',
    credentials: async () => ({ apiKey: 'key', extraHeaders: {} }),
    facts: (model) => modelFacts(model),
    probe: async () => 'answers',
    fetch: async (_input, init) => {
      const call = aborted.push(false) - 1
      const body = new ReadableStream<Uint8Array>(
        {
          start(connection) {
            init?.signal?.addEventListener('abort', () => {
              aborted[call] = true
              connection.error(new DOMException('aborted', 'AbortError'))
            })
            connection.enqueue(new TextEncoder().encode(ANSWER))
          },
          // Once what was sent has been read.
          pull: after,
        },
        { highWaterMark: 1 },
      )
      return new Response(body, { headers: { 'content-type': 'text/event-stream', ...headers } })
    },
  })
  return { client, aborted }
}

async function answerOf(
  { client }: ReturnType<typeof serve>,
  signal = new AbortController().signal,
): Promise<ModelStreamEvent[]> {
  const events: ModelStreamEvent[] = []
  for await (const event of client.stream(REQUEST, signal)) events.push(event)
  return events
}

const types = (events: readonly ModelStreamEvent[]) => events.map(({ type }) => type)

describe('an answer that is whole', () => {
  it('does not wait for its connection, which is then left to end by itself', async () => {
    let end: () => void = () => undefined
    const server = serve((connection) => (end = () => connection.close()))
    const run = new AbortController()
    expect(types(await answerOf(server, run.signal))).toEqual(WHOLE)
    // The run goes on, or is stopped: a connection that is cut could not be used again.
    run.abort()
    expect(server.aborted).toEqual([false])
    end()
  })

  it('cuts a connection that stays open for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const server = serve(() => undefined)
      expect(types(await answerOf(server))).toEqual(WHOLE)
      await vi.advanceTimersByTimeAsync(READ_OUT_MS - 1)
      expect(server.aborted).toEqual([false])
      await vi.advanceTimersByTimeAsync(1)
      expect(server.aborted).toEqual([true])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not lost to a connection that breaks after it, or says more', async () => {
    const breaks = serve((connection) => connection.error(new TypeError('network error')))
    expect(types(await answerOf(breaks))).toEqual(WHOLE)
    const more = new TextEncoder().encode('event: error\ndata: {"error":{"type":"api_error"}}\n\nnonsense')
    const talks = serve((connection) => {
      connection.enqueue(more)
      connection.close()
    })
    expect(types(await answerOf(talks))).toEqual(WHOLE)
  })
})

it('what the service tells of its limits is said again only when it has changed', async () => {
  const server = serve((connection) => connection.close(), {
    'anthropic-ratelimit-unified-5h-utilization': '0.5',
    'anthropic-ratelimit-unified-5h-reset': '4000000000',
  })
  expect(types(await answerOf(server))).toContain('limits')
  expect(types(await answerOf(server))).not.toContain('limits')
})
