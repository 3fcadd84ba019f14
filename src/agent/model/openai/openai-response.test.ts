/** Servers' deviations from the protocol's text; the ordinary way is in the contract's suite over HTTP. */
import { describe, expect, it } from 'vitest'
import type { ModelStreamEvent } from '../contract.ts'
import { ChatReader } from './openai-response.ts'

interface Call {
  readonly index?: number
  readonly id?: string
  readonly function?: { readonly name?: string; readonly arguments?: unknown }
}

const calls = (...tool_calls: Call[]) => ({ tool_calls })
const call = (name: string, input: unknown, more: Omit<Call, 'function'> = {}): Call => ({
  ...more,
  function: { name, arguments: input },
})

function read(deltas: readonly object[], finish: string | undefined = 'stop', last: object = {}) {
  const reader = new ChatReader()
  const events: ModelStreamEvent[] = []
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    ...(finish === undefined ? [] : [{ choices: [{ index: 0, delta: {}, finish_reason: finish }] }]),
    last,
  ]
  for (const chunk of chunks) events.push(...reader.read(chunk))
  events.push(...reader.end(false))
  return events
}

function blocks(events: readonly ModelStreamEvent[]): unknown[] {
  return events.flatMap((event): unknown[] => {
    if (event.type !== 'block') return []
    const { content } = event
    if (content.type === 'tool_use') return [[content.name, content.input]]
    return [content.type === 'text' ? content.text : content]
  })
}

describe('Chat Completions chunks', () => {
  const EXPECTED = [
    ['Read', { a: 1 }],
    ['Echo', { b: 2 }],
  ]
  it.each<[string, object[]]>([
    [
      'in pieces, by number',
      [
        calls(call('Read', '', { index: 0, id: 'x' })),
        calls({ index: 0, function: { arguments: '{"a"' } }),
        calls({ index: 0, function: { arguments: ':1}' } }),
        calls(call('Echo', '{"b":2}', { index: 1, id: 'y' })),
      ],
    ],
    [
      'in pieces that take turns',
      [
        calls(call('Read', '{"a"', { index: 0, id: 'x' }), call('Echo', '{"b"', { index: 1, id: 'y' })),
        calls({ index: 0, function: { arguments: ':1}' } }, { index: 1, function: { arguments: ':2}' } }),
      ],
    ],
    ['whole, in one part, without numbers or ids', [calls(call('Read', '{"a":1}'), call('Echo', '{"b":2}'))]],
    [
      'whole, all with the number 0',
      [
        calls(call('Read', '{"a":1}', { index: 0, id: 'x' })),
        calls(call('Echo', '{"b":2}', { index: 0, id: 'y' })),
      ],
    ],
    [
      'in pieces without numbers',
      [
        calls(call('Read', '{"a"', { id: 'x' })),
        calls({ function: { arguments: ':1}' } }),
        calls(call('Echo', '{"b":2}', { id: 'y' })),
      ],
    ],
    ['as objects', [calls(call('Read', { a: 1 })), calls(call('Echo', { b: 2 }))]],
    [
      'with the name in every piece',
      [
        calls(call('Read', '{"a"', { index: 0, id: 'x' })),
        calls(call('Read', ':1}', { index: 0, id: 'x' })),
        calls(call('Echo', '{"b":2}', { index: 1, id: 'y' })),
      ],
    ],
  ])('take calls %s', (_, deltas) => {
    const events = read(deltas)
    expect(blocks(events)).toEqual(EXPECTED)
    // Calls count, whatever the server says of the end; and no two have the same id, even if the server's had.
    expect(events.at(-1)).toMatchObject({ type: 'ended', stopReason: 'tool_use' })
    const ids = events.flatMap((event) => (event.type === 'tool_started' ? [event.id] : []))
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{9}$/)
  })

  it('keep reasoning apart, from either field, from tags and from parts, and say where it came from', () => {
    const thought = (thinking: string, field: string) => ({
      type: 'thinking',
      thinking,
      signature: `unsigned:${field}`,
    })
    expect(blocks(read([{ reasoning_content: 'a' }, { reasoning_content: 'b' }, { content: 'c' }]))).toEqual([
      thought('ab', 'reasoning_content'),
      'c',
    ])
    expect(blocks(read([{ reasoning: 'a', reasoning_content: 'a' }, { content: 'c' }]))).toEqual([
      thought('a', 'reasoning_content'),
      'c',
    ])
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'a' }] },
      { type: 'text', text: 'c' },
    ]
    expect(blocks(read([{ content: parts }]))).toEqual([thought('a', 'content'), 'c'])
    const tagged = '\n<think>a < b </thin\n</think>\n\nc <think>d</think>'
    for (const size of [1, 3, 100]) {
      const pieces = tagged.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      expect(blocks(read(pieces.map((content) => ({ content }))))).toEqual([
        thought('a < b </thin\n', 'content'),
        'c <think>d</think>',
      ])
    }
    expect(blocks(read([{ content: '<thi' }]))).toEqual(['<thi'])
  })

  it('count cached tokens apart, and guess the answer’s where nobody counts', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 7 } }
    expect(read([{ content: 'x' }], 'stop', { choices: [], usage }).at(-1)).toMatchObject({
      usage: { inputTokens: 3, cacheReadTokens: 7, outputTokens: 3 },
    })
    expect(read([{ content: 'x'.repeat(40) }]).at(-1)).toMatchObject({ usage: { outputTokens: 10 } })
  })

  it('end as they say they end, or count as cut', () => {
    const end = (finish?: string) => read([{ content: 'x' }], finish).at(-1)
    expect(end('length')).toMatchObject({ stopReason: 'max_tokens' })
    expect(end('content_filter')).toMatchObject({ stopReason: 'refusal' })
    expect(read([{ refusal: 'No.' }]).at(-1)).toMatchObject({ stopReason: 'refusal' })
    const cut = new ChatReader()
    expect([...cut.read({ choices: [{ delta: { content: 'x' } }] }), ...cut.end(false)].at(-1)).toMatchObject(
      {
        error: { kind: 'stream_cut' },
      },
    )
  })

  it('that cannot be read are one failure', () => {
    for (const broken of [{ choices: 'x' }, { choices: [{ delta: calls({ index: 0, id: 'x' }) }] }]) {
      const reader = new ChatReader()
      expect([...reader.read(broken), ...reader.end(false)]).toMatchObject([
        { type: 'failed', error: { kind: 'malformed' } },
      ])
    }
  })
})
