/** Keys that are refused and replaced while a request waits: the loop, the real client and real HTTP. */
import { afterEach, describe, expect, it } from 'vitest'
import { runInTest } from '../../src/agent/loop/test-support.ts'
import { createModelClient } from '../../src/agent/model/load-client.ts'
import { modelFacts } from '../../src/agent/model/models.ts'
import type { EventBody } from '../../src/agent/protocol/events.ts'
import { ModelConversation } from '../../src/agent/session/log/model-conversation.ts'
import type { ModelServer } from '../model-server/contract.ts'
import { startModelServer } from '../model-server/server.ts'
import { text } from '../model-server/turn.ts'
import type { Fault } from '../model-server/turn.ts'

let server: ModelServer | undefined
afterEach(() => server?.close())

const PROMPT: EventBody = {
  type: 'user_message',
  messageId: 'p',
  content: [{ type: 'text', text: 'Hello' }],
  origin: 'human',
}
const BUSY: Fault = { kind: 'status', status: 529 }
const REFUSED: Fault = { kind: 'status', status: 401 }

interface Given {
  readonly faults: readonly Fault[]
  /** The key that is stored at each attempt; the last one stays. Without: the server's own. */
  readonly keys?: readonly ('old' | 'own')[]
}

/** How the run ended, the keys of its attempts, and the reasons for more than one. */
async function run({ faults, keys = ['own'] }: Given) {
  const started = await startModelServer({ script: () => ({ content: [text('Hello to you.')] }) })
  server = started
  started.faultNext(...faults)
  const sent: string[] = []
  const model = createModelClient('anthropic', {
    credentials: () => {
      const key = keys[Math.min(sent.length, keys.length - 1)] ?? 'own'
      sent.push(key)
      return Promise.resolve({ apiKey: key === 'old' ? 'old' : started.apiKey, extraHeaders: {} })
    },
    baseUrl: started.url,
    fetch: (input, init) => fetch(input, init),
    probe: () => Promise.resolve('silent'),
    facts: modelFacts,
  })
  const conversation = new ModelConversation()
  conversation.apply(PROMPT)
  const { end, events } = await runInTest({ responses: [], conversation, deps: { model } })
  return { terminal: end.terminal, sent, kinds: kindsOf(events) }
}

const kindsOf = (events: readonly EventBody[]) =>
  events.flatMap((event) => (event.type === 'request_retry' ? [event.kind] : []))

describe('a key that the service refuses', () => {
  it('is read again after the first refusal, also where the service was overloaded before', async () => {
    // The server itself refuses the old key; a fault is used up by a request that it lets in.
    expect(await run({ faults: [BUSY], keys: ['own', 'old', 'own'] })).toEqual({
      terminal: 'completed',
      sent: ['own', 'old', 'own'],
      kinds: ['overloaded', 'authentication'],
    })
    expect(await run({ faults: [BUSY, REFUSED] })).toMatchObject({
      terminal: 'completed',
      sent: ['own', 'own', 'own'],
    })
  })

  it('ends the run when it is refused twice, whatever happened in between', async () => {
    expect(await run({ faults: [REFUSED, REFUSED, REFUSED] })).toMatchObject({
      terminal: 'model_error',
      sent: ['own', 'own'],
    })
    expect(await run({ faults: [REFUSED, BUSY, REFUSED, REFUSED] })).toEqual({
      terminal: 'model_error',
      sent: ['own', 'own', 'own'],
      kinds: ['authentication', 'overloaded'],
    })
    expect(await run({ faults: [], keys: ['old'] })).toMatchObject({
      terminal: 'model_error',
      sent: ['old', 'old'],
    })
  })
})
