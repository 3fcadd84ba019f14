/** A model call that is no agent's turn: a whole pair of events, however it ends. */
import { describe, expect, it } from 'vitest'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { ModelClient, ModelStreamEvent } from '../../model/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import { sideQuery } from './side-query.ts'
import type { SideQuery } from './side-query.ts'
import { loggedQueries } from './test-support.ts'

const REQUEST = {
  model: 'm',
  maxTokens: 9,
  thinkingTokens: 0,
  system: [],
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'A title?' }] }],
} as const
const QUERY: Omit<SideQuery, 'signal'> = { source: 'title', request: REQUEST, of: { turnId: 't' } }
const STARTED = { type: 'side_query_started', requestId: 'q1', source: 'title', model: 'm', turnId: 't' }
const ENDED = { type: 'side_query_ended', requestId: 'q1', source: 'title', model: 'm' }
const never = new AbortController().signal

/** A clock that goes on by 5 ms each time it is looked at. */
function clock(): () => number {
  let now = 0
  return () => (now += 5)
}

function askIn(client: ModelClient) {
  const logged: EventBody[] = []
  const stop = new AbortController()
  const queries = loggedQueries({ client, costOf: () => 0.5, now: clock(), signal: stop.signal }, logged)
  return { logged, stop, queries, ask: (signal = never) => queries.ask({ ...QUERY, signal }) }
}

const scripted = (response: ScriptedResponse) => askIn(createScriptedModel([response]))

function streaming(...events: readonly ModelStreamEvent[]): ModelClient {
  return {
    async *stream() {
      yield* events
    },
  }
}

const counted = { inputTokens: 7, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }

describe('a side query', () => {
  it('is a pair with its source, its usage, its cost and the time it took', async () => {
    const { ask, logged } = scripted({ text: 'Parser' })
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
    expect(await ask()).toEqual({
      outcome: 'done',
      content: [{ type: 'text', text: 'Parser' }],
      used: { requestId: 'q1', usage, costUsd: 0.5 },
    })
    expect(logged).toEqual([
      STARTED,
      { ...ENDED, outcome: 'done', usage, costUsd: 0.5, durationMs: 5, stopReason: 'end_turn' },
    ])
  })

  it('that fails is a pair, billed where the provider had counted', async () => {
    const { ask, logged } = scripted({
      error: 'server',
      message: 'no luck',
      counted: 7,
      after: 'x'.repeat(400),
    })
    expect(await ask()).toMatchObject({ outcome: 'failed', error: { kind: 'server' } })
    // The text that came is more than was counted of it.
    const usage = { ...counted, outputTokens: 100 }
    expect(logged).toEqual([
      STARTED,
      { ...ENDED, outcome: 'failed', usage, costUsd: 0.5, durationMs: 5, problem: 'no luck' },
    ])
  })

  it('that ends without an end has failed, and is billed for what was counted', async () => {
    const { ask, logged } = askIn(streaming({ type: 'counted', usage: counted }))
    expect(await ask()).toMatchObject({ outcome: 'failed', error: { kind: 'stream_cut' } })
    expect(logged).toMatchObject([STARTED, { ...ENDED, outcome: 'failed', usage: counted, costUsd: 0.5 }])
  })

  it('whose client throws is a pair all the same', async () => {
    const { ask, logged } = scripted({ throws: 'a bug' })
    await expect(ask()).rejects.toThrow('a bug')
    expect(logged).toEqual([
      STARTED,
      { ...ENDED, outcome: 'failed', costUsd: null, durationMs: 5, problem: 'Error: a bug' },
    ])
  })

  it.each(['by its caller', 'with all others'])('that is stopped %s is a pair without usage', async (how) => {
    const { ask, logged, stop, queries } = scripted({ text: 'Par', hangs: true })
    const own = new AbortController()
    const asked = ask(own.signal)
    await expect.poll(() => logged).toEqual([STARTED])
    ;(how === 'by its caller' ? own : stop).abort()
    await queries.settled()
    expect(logged).toEqual([STARTED, { ...ENDED, outcome: 'stopped', costUsd: null, durationMs: 5 }])
    expect(await asked).toEqual({ outcome: 'stopped' })
  })

  it('that was stopped before makes no request, and none is logged', async () => {
    const client = createScriptedModel([])
    const { ask, logged } = askIn(client)
    expect(await ask(AbortSignal.abort())).toEqual({ outcome: 'stopped' })
    expect([logged, client.requests]).toEqual([[], []])
  })

  it('made again is another pair', async () => {
    const { ask, logged } = scripted({ error: 'overloaded' })
    await ask()
    await ask()
    expect(logged.map((event) => ('requestId' in event ? event.requestId : ''))).toEqual([
      'q1',
      'q1',
      'q2',
      'q2',
    ])
  })

  it('yields the same pair to a caller that yields events itself', async () => {
    const client = createScriptedModel([{ text: 'Parser' }])
    const parts = { client, costOf: () => null, newId: () => 'q1', now: clock() }
    const events = sideQuery(parts, { ...QUERY, signal: never })
    expect((await events.next()).value).toEqual(STARTED)
    // Nothing is sent before the log knows of it.
    expect(client.requests).toEqual([])
    expect((await events.next()).value).toMatchObject({ ...ENDED, outcome: 'done', costUsd: null })
    expect((await events.next()).done).toBe(true)
    expect(client.requests).toEqual([{ ...REQUEST, requestId: 'q1' }])
  })
})
