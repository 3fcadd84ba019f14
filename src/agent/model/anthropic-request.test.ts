import { describe, expect, it } from 'vitest'
import type { Message } from '../protocol/messages.ts'
import { toRequestBody, toRequestJson } from './anthropic-request.ts'
import type { ModelRequest } from './contract.ts'

const MESSAGES: readonly Message[] = [
  { role: 'user', content: [{ type: 'text', text: 'First, "quoted"' }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Read', input: { path: 'ü\n' } }] },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'x' }], is_error: false },
    ],
  },
]

describe('the body of a request', () => {
  it('is the same bytes, whether its messages were serialised before or not (API-03)', () => {
    const request = (messages: readonly Message[]): ModelRequest => ({
      requestId: 'r',
      model: 'claude-sonnet-4-5',
      maxTokens: 8_000,
      thinkingTokens: 0,
      system: [{ text: 'system', cache: true }],
      tools: [{ name: 'Read', description: 'Reads.', inputSchema: { type: 'object' } }],
      messages,
    })
    // The marker of the first request is on a message that has none in the second.
    for (const count of [1, 3, 3, 2]) {
      const some = request(MESSAGES.slice(0, count))
      expect(toRequestJson(some)).toBe(JSON.stringify(toRequestBody(some)))
    }
    // Going back to an earlier message, and on from there in another way.
    const other: Message = { role: 'user', content: [{ type: 'text', text: 'Another way' }] }
    const branch = request([...MESSAGES.slice(0, 2), other])
    expect(toRequestJson(branch)).toBe(JSON.stringify(toRequestBody(branch)))
    const cold = request(structuredClone(MESSAGES))
    expect(toRequestJson(cold)).toBe(toRequestJson(request(MESSAGES)))
  })

  it('has an empty list of messages when there are none', () => {
    const none: ModelRequest = {
      requestId: 'r',
      model: 'm',
      maxTokens: 1,
      thinkingTokens: 0,
      system: [],
      tools: [],
      messages: [],
    }
    expect(JSON.parse(toRequestJson(none))).toMatchObject({ messages: [] })
  })
})
