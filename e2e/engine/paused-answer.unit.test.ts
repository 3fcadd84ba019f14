/** An answer that the service pauses over its own advisor: the loop, the real client and real HTTP, under the API's own rules. */
import { afterEach, expect, it } from 'vitest'
import { runInTest } from '../../src/agent/loop/test-support.ts'
import { createAnthropicClient } from '../../src/agent/model/anthropic/anthropic.ts'
import type { ModelRequest } from '../../src/agent/model/contract.ts'
import { modelFacts } from '../../src/agent/model/models.ts'
import { changedFields, fingerprintOf } from '../../src/agent/observe/fingerprint.ts'
import type { EventBody } from '../../src/agent/protocol/events.ts'
import { ModelConversation } from '../../src/agent/session/log/model-conversation.ts'
import type { ModelServer } from '../model-server/contract.ts'
import { asArray, asBlocks, asObject } from '../model-server/json.ts'
import { startModelServer } from '../model-server/server.ts'
import { text, thinking, toolUse } from '../model-server/turn.ts'
import type { ReplyBlock, Turn } from '../model-server/turn.ts'

let server: ModelServer | undefined
afterEach(() => server?.close())

const said = (words: string): EventBody => ({
  type: 'user_message',
  messageId: words,
  content: [{ type: 'text', text: words }],
  origin: 'human',
})

const ask = (id: string): ReplyBlock => ({ type: 'server_tool_use', id, name: 'advisor', input: {} })
const advice = (id: string): ReplyBlock => ({
  type: 'advisor_tool_result',
  tool_use_id: id,
  content: { type: 'advisor_redacted_result', encrypted_content: 'EsYB', stop_reason: 'end_turn' },
})
const paused = (...content: ReplyBlock[]): Turn => ({ content, stopReason: 'pause_turn' })

/** Runs one prompt after the other in the same conversation. */
async function talk(script: readonly Turn[], prompts: readonly string[], thinkingTokens = 0) {
  const started = await startModelServer({ script })
  server = started
  const client = createAnthropicClient({
    apiKey: started.apiKey,
    extraHeaders: {},
    baseUrl: started.url,
    fetch: (input, init) => fetch(input, init),
    probe: () => Promise.resolve('silent'),
    facts: modelFacts,
  })
  const requests: ModelRequest[] = []
  const conversation = new ModelConversation()
  const terminals: string[] = []
  for (const prompt of prompts) {
    conversation.apply(said(prompt))
    const { end } = await runInTest({
      responses: [],
      conversation,
      deps: {
        model: {
          stream: (request, signal) => {
            requests.push(request)
            return client.stream(request, signal)
          },
        },
        buildRequest: (messages) => ({
          model: 'claude-sonnet-4-5',
          system: [{ text: 'You code.', cache: true }],
          tools: [{ name: 'Read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } }],
          advisor: { model: 'claude-opus-5-5' },
          messages,
          thinkingTokens,
        }),
      },
    })
    terminals.push(end.terminal)
  }
  const bodies = started.messageRequests().map(({ body }) => asObject(body))
  return { terminals, requests, bodies, rejections: started.rejections, report: started.prefixReport() }
}

/** The kinds of the blocks of each message. */
const shape = (body: Readonly<Record<string, unknown>> | undefined) =>
  asArray(body?.['messages']).map((message) =>
    asBlocks(asObject(message)['content']).map((block) => block['type']),
  )

/** Fields of the prompt of which a later request has not the former one's as its beginning. */
const changes = (requests: readonly ModelRequest[]) =>
  requests.flatMap((request, index) => {
    const before = requests[index - 1]
    const sending = { service: 's', headers: '' }
    return before
      ? changedFields(fingerprintOf(before, sending), fingerprintOf(request, sending), request)
      : []
  })

it('is accepted as the end of the request, and with its rest by all later ones', async () => {
  const { terminals, bodies, requests, rejections, report } = await talk(
    [
      paused(thinking('Hm.'), text('I ask.'), ask('srvtoolu_1')),
      paused(advice('srvtoolu_1'), text('Once more.'), ask('srvtoolu_2')),
      { content: [advice('srvtoolu_2'), text('So be it.')] },
      { content: [text('You are welcome.')] },
    ],
    ['Please', 'Thanks'],
    2_048,
  )
  expect(rejections).toEqual([])
  expect(terminals).toEqual(['completed', 'completed'])
  const first = ['thinking', 'text', 'server_tool_use']
  const second = ['advisor_tool_result', 'text', 'server_tool_use']
  const third = ['advisor_tool_result', 'text']
  expect(bodies.map(shape)).toEqual([
    [['text']],
    [['text'], first],
    [['text'], [...first, ...second]],
    [['text'], [...first, ...second, ...third], ['text']],
  ])
  // Tools and settings stay, and every request begins with all that the one before had.
  for (const body of bodies) expect(body['tools']).toEqual(bodies[0]?.['tools'])
  for (const body of bodies) expect(body['thinking']).toEqual(bodies[0]?.['thinking'])
  expect(changes(requests)).toEqual([])
  expect(Object.values(report)[0]?.[0]?.stripped).toBeUndefined()
  // The end of the paused answer is marked, so that the next request reads it from the cache.
  const last = asBlocks(asObject(asArray(bodies[1]?.['messages'])[1])['content']).at(-1)
  expect(last).toHaveProperty('cache_control')
})

it('leaves its question beside calls of ours, whose results alone follow', async () => {
  const { terminals, bodies, rejections } = await talk(
    [
      { content: [ask('srvtoolu_1'), toolUse('Read', { path: 'a' })] },
      { content: [advice('srvtoolu_1'), text('So be it.')] },
      { content: [text('You are welcome.')] },
    ],
    ['Please', 'Thanks'],
  )
  expect(rejections).toEqual([])
  expect(terminals).toEqual(['completed', 'completed'])
  expect(shape(bodies[2])).toEqual([
    ['text'],
    ['server_tool_use', 'tool_use'],
    ['tool_result'],
    ['advisor_tool_result', 'text'],
    ['text'],
  ])
})

it('loses its question where its rest fails and the user goes on', async () => {
  const refused: Turn = { content: [], fault: { kind: 'status', status: 400, message: 'no' } }
  const { terminals, bodies, rejections } = await talk(
    [paused(text('I ask.'), ask('srvtoolu_1')), refused, { content: [text('Then so.')] }],
    ['Please', 'Go on'],
  )
  expect(rejections).toEqual([])
  expect(terminals).toEqual(['model_error', 'completed'])
  expect(shape(bodies[2])).toEqual([['text'], ['text'], ['text']])
})
