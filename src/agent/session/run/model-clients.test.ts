import { expect, it } from 'vitest'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ModelClient, ModelRequest } from '../../model/contract.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { redactingClients } from '../../redact/redacting-client.ts'
import { Redactor } from '../../redact/redactor.ts'
import { bareClient, modelClients } from './model-clients.ts'

const SECRET = 'my-own-secret-value-1234'
const REQUEST: ModelRequest = {
  model: 'm',
  maxTokens: 10,
  thinkingTokens: 0,
  system: [],
  tools: [{ name: 'Bash', description: 'Runs', inputSchema: { type: 'object' } }],
  messages: [{ role: 'user', content: [{ type: 'text', text: `Use ${SECRET}` }] }],
  requestId: 'r',
}

/** Requests as the provider's client gets them. */
function setUp() {
  const redactor = new Redactor()
  redactor.register(SECRET)
  const model = createScriptedModel([{ calls: ['sh'] }])
  const context = {
    parts: { createModel: () => model },
    settings: { credentials: () => Promise.resolve({ apiKey: '', extraHeaders: {} }) },
    withoutSecrets: redactingClients(redactor),
  }
  const clients = modelClients(context, DEFAULT_SETTINGS, { Bash: { name: 'sh' } })
  return { context, clients, model }
}

async function ask(client: ModelClient): Promise<readonly string[]> {
  const called: string[] = []
  for await (const event of client.stream(REQUEST, new AbortController().signal))
    if (event.type === 'block' && event.content.type === 'tool_use') called.push(event.content.name)
  return called
}

it('gives the conversation the names of the model, and its requests without secrets', async () => {
  const { clients, model } = setUp()
  expect(await ask(clients.main)).toEqual(['Bash'])
  expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([['sh']])
  expect(JSON.stringify(model.requests)).not.toContain(SECRET)
})

it('leaves names alone beside the conversation, and takes secrets out there, too', async () => {
  const { clients, model } = setUp()
  expect(await ask(clients.side)).toEqual(['sh'])
  expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([['Bash']])
  expect(JSON.stringify(model.requests)).not.toContain(SECRET)
})

it('gives the connection check the provider’s client itself', () => {
  const { context, model } = setUp()
  expect(bareClient(context, DEFAULT_SETTINGS)).toBe(model)
})
