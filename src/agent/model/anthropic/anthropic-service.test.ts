/** Features requested only from Anthropic's own service. */
import { expect, it } from 'vitest'
import { toRequestBytes } from './anthropic-body.ts'
import { toRequestBody } from './anthropic-request.ts'
import { betasOf, isAnthropicService } from './anthropic-service.ts'
import { createModelClient } from '../load-client.ts'
import { modelFacts } from '../models.ts'
import type { ModelRequest, ToolSpec } from '../contract.ts'

const tool = (name: string): ToolSpec => ({ name, description: 'Does.', inputSchema: { type: 'object' } })

const REQUEST: ModelRequest = {
  model: 'claude-sonnet-4-5',
  maxTokens: 100,
  thinkingTokens: 2000,
  requestId: 'r',
  system: [],
  tools: [tool('Read'), tool('Write')],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
}

/** The request as it goes out. */
async function sentTo(baseUrl: string, request: ModelRequest = REQUEST, extraHeaders = {}) {
  const sent: { headers: Headers; body: unknown }[] = []
  const client = createModelClient('anthropic', {
    baseUrl,
    credentials: async () => ({ apiKey: 'key', extraHeaders }),
    facts: (model) => modelFacts(model),
    probe: async () => 'answers',
    fetch: async (_, init) => {
      const body: unknown = JSON.parse(new TextDecoder().decode(init?.body as Uint8Array))
      sent.push({ headers: new Headers(init?.headers), body })
      return new Response('{}', { status: 400 })
    },
  })
  for await (const event of client.stream(request, new AbortController().signal))
    expect(event.type).toBe('failed')
  return { beta: sent[0]?.headers.get('anthropic-beta'), body: sent[0]?.body }
}

it('inputs of calls come as they are made, and thinking goes on between calls', async () => {
  const { beta, body } = await sentTo('https://api.anthropic.com')
  expect(beta).toBe('interleaved-thinking-2025-05-14')
  expect(body).toMatchObject({
    tools: [
      { name: 'Read', eager_input_streaming: true },
      { name: 'Write', eager_input_streaming: true, cache_control: { type: 'ephemeral' } },
    ],
  })
})

it.each(['https://gateway.example', 'http://localhost:4010', 'https://api.anthropic.com.evil.example'])(
  'nothing of that goes to %s',
  async (baseUrl) => {
    const { beta, body } = await sentTo(baseUrl)
    expect(beta).toBeNull()
    expect(JSON.stringify(body)).not.toContain('eager')
  },
)

it('models that think by themselves, or not at all, need no header; the user’s own is kept beside ours', async () => {
  const own = 'https://api.anthropic.com'
  expect((await sentTo(own, { ...REQUEST, model: 'claude-sonnet-4-6' })).beta).toBeNull()
  expect((await sentTo(own, { ...REQUEST, thinkingTokens: 0 })).beta).toBeNull()
  const asked = { 'anthropic-beta': 'mine-1, interleaved-thinking-2025-05-14' }
  expect((await sentTo(own, REQUEST, asked)).beta).toBe('interleaved-thinking-2025-05-14,mine-1')
  expect((await sentTo('https://gateway.example', REQUEST, asked)).beta).toBe(
    'mine-1,interleaved-thinking-2025-05-14',
  )
  const advised = betasOf(
    { advisor: { model: 'claude-opus-4-6' }, thinkingTokens: 1 },
    { own: true, facts: modelFacts('claude-sonnet-4-5') },
  )
  expect(advised).toBe('advisor-tool-2026-03-01,interleaved-thinking-2025-05-14')
})

it('the body is the same bytes, asked as the service’s own and as another’s by turns', () => {
  const facts = modelFacts(REQUEST.model)
  for (const own of [true, false, true, true]) {
    const bytes = new TextDecoder().decode(toRequestBytes(REQUEST, facts, own))
    expect(bytes).toBe(JSON.stringify(toRequestBody(REQUEST, facts, own)))
  }
  expect(isAnthropicService('nonsense')).toBe(false)
})
