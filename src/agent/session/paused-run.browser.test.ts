/** A run that ends while its answer is paused: the next one is accepted, with a message of the user or without. */
import { afterEach, expect, it } from 'vitest'
import { ok } from '../../sandbox/contract/errors.ts'
import { value } from '../../sandbox/contract/suite/contract-test-support.ts'
import { createMemorySandbox } from '../../sandbox/memory/memory-sandbox.ts'
import { apiComplaints } from '../loop/test-support.ts'
import type { Message } from '../protocol/messages.ts'
import { createScriptedModel } from '../model/scripted.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import { startService } from './service/test-support.ts'
import { dropDatabases, newDatabase } from './testing/database.ts'

afterEach(dropDatabases)

const PAUSED: ScriptedResponse = { text: 'I ask.', asksAdvice: 's1', stopReason: 'pause_turn' }
const REFUSED: ScriptedResponse = { error: 'invalid_request' }

async function start(...responses: readonly ScriptedResponse[]) {
  const model = createScriptedModel(responses)
  const service = await startService({
    database: await newDatabase(),
    contents: undefined,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: { createModel: () => model },
  })
  await service.sessions.create()
  return { service, requests: model.requests }
}

/** The texts of each message, and a word for every other block. */
const shape = (messages: readonly Message[] = []) =>
  messages.map(({ content }) => content.map((block) => (block.type === 'text' ? block.text : block.type)))

it('is tried again with a word for the model, as its last message is no user’s', async () => {
  const { service, requests } = await start(PAUSED, REFUSED, { text: 'So be it.' })
  expect(await value(service.runs.run('Please'))).toEqual({ terminal: 'model_error' })
  expect(shape(requests[1]?.messages).at(-1)).toEqual(['I ask.', 'server_tool_use'])
  expect(await value(service.runs.tryAgain())).toEqual({ terminal: 'completed' })
  const [, answer, last] = shape(requests[2]?.messages)
  expect(answer).toEqual(['I ask.'])
  expect(last).toEqual([expect.stringMatching(/interrupted before it was whole/)])
  expect(apiComplaints(requests[2]?.messages ?? [])).toEqual([])
  expect(await service.runs.tryAgain()).toMatchObject({ ok: false, error: { kind: 'invalid' } })
})

it('goes on with the next message of the user, without the open question', async () => {
  const { service, requests } = await start(PAUSED, REFUSED, { text: 'Then so.' })
  await value(service.runs.run('Please'))
  expect(await value(service.runs.run('Leave it'))).toEqual({ terminal: 'completed' })
  expect(shape(requests[2]?.messages).slice(1)).toEqual([['I ask.'], ['Leave it']])
  expect(apiComplaints(requests[2]?.messages ?? [])).toEqual([])
})
