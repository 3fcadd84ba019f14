import { describe, expect, it } from 'vitest'
import type { Message } from '../../protocol/messages.ts'
import { toRequestBytes } from './anthropic-body.ts'
import { toRequestBody } from './anthropic-request.ts'
import type { ModelRequest, ToolSpec } from '../contract.ts'
import { modelFacts } from '../models.ts'

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

const toRequestJson = (request: ModelRequest): string =>
  new TextDecoder().decode(toRequestBytes(request, modelFacts(request.model)))

const NOTHING: ModelRequest = {
  requestId: 'r',
  model: 'm',
  maxTokens: 1,
  thinkingTokens: 0,
  system: [],
  tools: [],
  messages: [],
}

describe('the body of a request', () => {
  it('is the same bytes, whether its messages were serialised before or not', () => {
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
      expect(toRequestJson(some)).toBe(JSON.stringify(toRequestBody(some, modelFacts(some.model))))
    }
    // Going back to an earlier message, and on from there in another way.
    const other: Message = { role: 'user', content: [{ type: 'text', text: 'Another way' }] }
    const branch = request([...MESSAGES.slice(0, 2), other])
    expect(toRequestJson(branch)).toBe(JSON.stringify(toRequestBody(branch, modelFacts(branch.model))))
    const cold = request(structuredClone(MESSAGES))
    expect(toRequestJson(cold)).toBe(toRequestJson(request(MESSAGES)))
  })

  it('begins anew when anything before the messages has changed', () => {
    const tool = (name: string): ToolSpec => ({
      name,
      description: 'Does.',
      inputSchema: { type: 'object' },
    })
    const [read, write] = [tool('Read'), tool('Write')]
    const plain = { ...NOTHING, messages: MESSAGES, tools: [read] }
    const advised = { ...plain, advisor: { model: 'claude-opus-4-6' } }
    const system = [{ text: 'Be brief.', cache: true }]
    const requests: readonly ModelRequest[] = [
      plain,
      { ...plain, model: 'claude-sonnet-4-5' },
      { ...plain, system },
      { ...plain, system, cacheTtl: '1h' },
      { ...plain, tools: [] },
      { ...plain, tools: [read, write] },
      { ...plain, tools: [write, read] },
      { ...plain, tools: [{ ...read, description: 'Reads.' }] },
      advised,
      { ...advised, tools: [] },
      plain,
    ]
    for (const request of requests) {
      expect(toRequestJson(request)).toBe(JSON.stringify(toRequestBody(request, modelFacts(request.model))))
    }
  })

  it('serialises a message as the last one, once more without the marker, and then never again', () => {
    const reads = MESSAGES.map(() => 0)
    const messages = MESSAGES.map((message, index) =>
      Object.defineProperty({ ...message }, 'content', {
        get: () => {
          reads[index] = (reads[index] ?? 0) + 1
          return message.content
        },
      }),
    )
    for (const count of [1, 2, 3, 3]) {
      const request = { ...NOTHING, messages: MESSAGES.slice(0, count) }
      expect(toRequestJson({ ...NOTHING, messages: messages.slice(0, count) })).toBe(
        JSON.stringify(toRequestBody(request, modelFacts(request.model))),
      )
    }
    expect(reads).toEqual([2, 2, 2])
  })

  it('has an empty list of messages when there are none', () => {
    expect(JSON.parse(toRequestJson(NOTHING))).toMatchObject({ messages: [] })
  })
})
