/** The service's own advisor on the wire, and markers of what is asked once. */
import { describe, expect, it } from 'vitest'
import type { Message } from '../../protocol/messages.ts'
import { toRequestBytes } from './anthropic-body.ts'
import { toRequestBody } from './anthropic-request.ts'
import { ResponseReader } from './anthropic-response.ts'
import type { ModelRequest, ModelStreamEvent } from '../contract.ts'
import { modelFacts } from '../models.ts'

const said = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const CONVERSATION: readonly Message[] = [
  said('Fix it'),
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I ask.' },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} },
      {
        type: 'advisor_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { type: 'advisor_redacted_result', encrypted_content: 'EsYB', stop_reason: 'end_turn' },
      },
      { type: 'text', text: 'Done.' },
    ],
  },
  said('Thanks'),
]

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'claude-sonnet-4-6',
  maxTokens: 8_000,
  thinkingTokens: 0,
  requestId: 'r',
  system: [{ text: 'system', cache: true }],
  tools: [{ name: 'Read', description: 'Reads.', inputSchema: { type: 'object' } }],
  messages: CONVERSATION,
  ...more,
})
const ADVISOR = { model: 'claude-opus-5-5' }
const bodyOf = (asked: ModelRequest) => toRequestBody(asked, modelFacts(asked.model))
const textOf = (asked: ModelRequest) =>
  new TextDecoder().decode(toRequestBytes(asked, modelFacts(asked.model)))

describe('the service’s own advisor', () => {
  it('is the last tool, and carries the marker of the tools', () => {
    expect(bodyOf(request({ advisor: ADVISOR })).tools).toEqual([
      { name: 'Read', description: 'Reads.', input_schema: { type: 'object' } },
      {
        type: 'advisor_20260301',
        name: 'advisor',
        model: 'claude-opus-5-5',
        max_uses: 1,
        max_tokens: 8_096,
        cache_control: { type: 'ephemeral' },
      },
    ])
  })

  it('gets its advice back as it came, and none is sent where there is no advisor', () => {
    const [, advised] = bodyOf(request({ advisor: ADVISOR })).messages
    expect(advised?.content).toEqual(CONVERSATION[1]?.content)
    const [, plain] = bodyOf(request()).messages
    expect(plain?.content).toEqual([
      { type: 'text', text: 'I ask.' },
      { type: 'text', text: 'Done.' },
    ])
  })

  it('has the same bytes, whether the messages were serialised with an advisor before or not', () => {
    for (const more of [{}, { advisor: ADVISOR }, {}, { advisor: ADVISOR }, { cacheWrite: false }]) {
      expect(textOf(request(more))).toBe(JSON.stringify(bodyOf(request(more))))
    }
  })

  it('is read as blocks that are no text, with its own usage', () => {
    const reader = new ResponseReader()
    const usage = { input_tokens: 10, output_tokens: 5 }
    const result = { type: 'advisor_result', text: 'Take the first way.', stop_reason: 'end_turn' }
    const events: ModelStreamEvent[] = []
    for (const raw of [
      { type: 'message_start', message: { usage } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'server_tool_use', id: 's', name: 'advisor', input: {} },
      },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'advisor_tool_result', tool_use_id: 's', content: result },
      },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'So be it.' } },
      { type: 'content_block_stop', index: 2 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: {
          ...usage,
          iterations: [
            { type: 'message', ...usage },
            {
              type: 'advisor_message',
              model: 'claude-opus-5-5',
              input_tokens: 900,
              output_tokens: 600,
              cache_read_input_tokens: 7,
            },
          ],
        },
      },
      { type: 'message_stop' },
    ])
      events.push(...reader.read(raw))
    events.push(...reader.end(false))
    expect(events.filter(({ type }) => type === 'notice')).toEqual([])
    expect(events.flatMap((event) => (event.type === 'block' ? [event.content] : []))).toEqual([
      { type: 'server_tool_use', id: 's', name: 'advisor', input: {} },
      { type: 'advisor_tool_result', tool_use_id: 's', content: result },
      { type: 'text', text: 'So be it.' },
    ])
    expect(events.at(-1)).toEqual({
      type: 'ended',
      stopReason: 'end_turn',
      usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 },
      advice: [
        {
          toolUseId: 's',
          model: 'claude-opus-5-5',
          usage: { inputTokens: 900, outputTokens: 600, cacheReadTokens: 7, cacheWriteTokens: 0 },
        },
      ],
    })
  })
})

describe('an answer that the service goes on with', () => {
  const ask = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} } as const
  const paused = (...content: Extract<Message, { role: 'assistant' }>['content']) =>
    request({ advisor: ADVISOR, messages: [said('Fix it'), { role: 'assistant', content }] })

  it('is the last message as it came, and carries the marker at its end', () => {
    const sent = bodyOf(paused({ type: 'text', text: 'I ask.' }, ask)).messages.at(-1)
    expect(sent).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'I ask.' },
        { ...ask, cache_control: { type: 'ephemeral' } },
      ],
    })
    const asked = paused(ask)
    expect(textOf(asked)).toBe(JSON.stringify(bodyOf(asked)))
  })

  it('thinks on only where it began with thinking: the service refuses it otherwise', () => {
    const thinking = (asked: ModelRequest) => bodyOf({ ...asked, thinkingTokens: 2_048 }).thinking
    const model = 'claude-sonnet-4-5'
    expect(thinking({ ...paused(ask), model })).toBeUndefined()
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'x' } as const
    expect(thinking({ ...paused(thought, ask), model })).toEqual({ type: 'enabled', budget_tokens: 2_048 })
  })
})

describe('cache markers', () => {
  const markers = (asked: ModelRequest) => JSON.stringify(bodyOf(asked)).split('"cache_control"').length - 1
  const marked = (asked: ModelRequest) =>
    bodyOf(asked).messages.map((message) => JSON.stringify(message).includes('cache_control'))

  it('are never more than four, and on the last message, or on that before it where nothing is kept', () => {
    const system = Array.from({ length: 6 }, (_, index) => ({ text: `part ${index}`, cache: true }))
    expect(markers(request({ system, advisor: ADVISOR }))).toBe(3)
    expect(marked(request())).toEqual([false, false, true])
    expect(marked(request({ cacheWrite: false }))).toEqual([false, true, false])
    expect(marked(request({ cacheWrite: false, messages: [said('Once')] }))).toEqual([false])
  })
})
