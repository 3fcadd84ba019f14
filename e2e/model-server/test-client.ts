/** Client for tests of the server: the real SDK against a server that is closed after the test. */
import Anthropic from '@anthropic-ai/sdk'
import { onTestFinished } from 'vitest'
import type { ModelServer, ModelServerOptions } from './contract.ts'
import { startModelServer } from './server.ts'

export interface Setup {
  readonly server: ModelServer
  readonly client: Anthropic
}

export async function setUp(options: ModelServerOptions = {}, maxRetries = 0): Promise<Setup> {
  const server = await startModelServer(options)
  onTestFinished(() => server.close())
  const client = new Anthropic({ apiKey: server.apiKey, baseURL: server.url, maxRetries })
  return { server, client }
}

export const ASK: Anthropic.MessageCreateParamsNonStreaming = {
  model: 'claude-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
}

export const TOOLS: Anthropic.Tool[] = [
  { name: 'Read', description: 'Reads a file', input_schema: { type: 'object', properties: {} } },
]

/** Raw events of one streamed answer. */
export async function collect(
  client: Anthropic,
  params: Anthropic.MessageCreateParamsNonStreaming = ASK,
): Promise<Anthropic.RawMessageStreamEvent[]> {
  const events: Anthropic.RawMessageStreamEvent[] = []
  for await (const event of await client.messages.create({ ...params, stream: true })) events.push(event)
  return events
}

/** The error that a promise ends in; fails where it ends well. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It was expected to fail.')
    },
    (error: unknown) => error,
  )
}
