import { expect, it, vi } from 'vitest'
import type { ModelRequest } from '../model/contract.ts'
import { BUILT_IN_TOOLS } from '../tools/profiles/built-in.ts'
import { createRegistry } from '../tools/pipeline/registry.ts'
import { redactingClients } from './redacting-client.ts'
import { Redactor } from './redactor.ts'

it('looks once at what a session sends again and again, in all its runs, until there is another secret', () => {
  const redactor = new Redactor()
  const redact = vi.spyOn(redactor, 'redact')
  const gate = redactingClients(redactor)
  const registry = createRegistry(BUILT_IN_TOOLS)
  const messages: ModelRequest['messages'] = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
  const looked = (prompt: string) => {
    redact.mockClear()
    const request: ModelRequest = {
      requestId: 'r',
      model: 'm',
      maxTokens: 1,
      thinkingTokens: 0,
      system: [{ text: prompt, cache: true }],
      tools: registry.specs([]),
      messages,
    }
    let given: ModelRequest | undefined
    const client = gate({
      stream: (clean) => {
        given = clean
        return { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) }
      },
    })
    client.stream(request, new AbortController().signal)
    expect(given).toEqual(request)
    return redact.mock.calls.length
  }
  const first = looked('A prompt')
  expect(first).toBeGreaterThan(BUILT_IN_TOOLS.length)
  expect(looked('A prompt')).toBe(0)
  expect(looked('Another prompt')).toBe(1)
  redactor.register('a-secret-of-mine')
  expect(looked('A prompt')).toBe(first)
})
