/** Tools under other names at the wire only. */
import { describe, expect, it } from 'vitest'
import type { Message } from '../protocol/messages.ts'
import type { ModelRequest, ModelStreamEvent, WireNames } from './contract.ts'
import { createScriptedModel } from './scripted.ts'
import { withWireNames } from './tool-names.ts'

const NAMES: WireNames = {
  Bash: { name: 'shell' },
  Edit: { name: 'str_replace', fields: { file_path: 'path', old_string: 'old' } },
}

const call = (name: string, input: Record<string, unknown>): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id: `id-${name}`, name, input }],
})
const said = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })

const REQUEST: ModelRequest = {
  model: 'm',
  maxTokens: 10,
  thinkingTokens: 0,
  requestId: 'r',
  system: [],
  tools: [
    { name: 'Bash', description: 'Runs.', inputSchema: { type: 'object', properties: { command: {} } } },
    {
      name: 'Edit',
      description: 'Edits.',
      inputSchema: {
        type: 'object',
        properties: { file_path: { type: 'string' }, old_string: {}, other: {} },
        required: ['file_path', 'other'],
        additionalProperties: false,
      },
    },
    { name: 'Read', description: 'Reads.', inputSchema: { type: 'object' } },
  ],
  messages: [
    said('Please use Edit'),
    call('Edit', { file_path: 'a', old_string: 'file_path', new_string: 'x' }),
    said('And'),
    call('Read', { file_path: 'a' }),
    said('Then'),
  ],
}

async function ask(names: WireNames, request: ModelRequest = REQUEST) {
  const model = createScriptedModel([
    { calls: [{ name: 'str_replace', input: { path: 'b', old: 'c' } }, 'shell', 'Bash', 'toString'] },
  ])
  const client = withWireNames(model, names)
  const events: ModelStreamEvent[] = []
  for await (const event of client.stream(request, new AbortController().signal)) events.push(event)
  return { sent: model.requests[0], events }
}

describe('tools under other names', () => {
  it('have them on the wire: in the list, in what was called before, and where a call is forced', async () => {
    const { sent } = await ask(NAMES, { ...REQUEST, forcedTool: 'Edit' })
    expect(sent?.tools.map(({ name }) => name)).toEqual(['shell', 'str_replace', 'Read'])
    expect(sent?.tools[1]?.inputSchema).toEqual({
      type: 'object',
      properties: { path: { type: 'string' }, old: {}, other: {} },
      required: ['path', 'other'],
      additionalProperties: false,
    })
    expect(sent?.messages.map(({ content }) => content[0])).toEqual([
      { type: 'text', text: 'Please use Edit' },
      {
        type: 'tool_use',
        id: 'id-Edit',
        name: 'str_replace',
        input: { path: 'a', old: 'file_path', new_string: 'x' },
      },
      { type: 'text', text: 'And' },
      { type: 'tool_use', id: 'id-Read', name: 'Read', input: { file_path: 'a' } },
      { type: 'text', text: 'Then' },
    ])
    expect(sent?.forcedTool).toBe('str_replace')
  })

  it('come back under their own, whichever the model used', async () => {
    const { events } = await ask(NAMES)
    expect(events.flatMap((event) => (event.type === 'tool_started' ? [event.name] : []))).toEqual([
      'Edit',
      'Bash',
      'Bash',
      'toString',
    ])
    expect(events.find(({ type }) => type === 'block')).toMatchObject({
      content: { name: 'Edit', input: { file_path: 'b', old_string: 'c' } },
    })
  })

  it('a session that was begun under one map goes on under another, and under none', async () => {
    const { sent } = await ask({
      Edit: { name: 'apply' },
      Read: { name: 'cat', fields: { file_path: 'name' } },
    })
    expect(sent?.messages[1]?.content).toMatchObject([{ name: 'apply', input: { file_path: 'a' } }])
    expect(sent?.messages[3]?.content).toMatchObject([{ name: 'cat', input: { name: 'a' } }])
    expect((await ask({})).sent).toBe(REQUEST)
  })

  it('leave what is given as it is, and translate each message once', async () => {
    const model = createScriptedModel([])
    const client = withWireNames(model, NAMES)
    const before = structuredClone(REQUEST)
    for (let time = 0; time < 2; time++) {
      for await (const _ of client.stream(REQUEST, new AbortController().signal));
    }
    expect(REQUEST).toEqual(before)
    expect(model.requests[0]?.messages[1]).toBe(model.requests[1]?.messages[1])
    expect(model.requests[0]?.messages[0]).toBe(REQUEST.messages[0])
  })

  it('may not be two of one name', async () => {
    await expect(ask({ Bash: { name: 'Read' } })).rejects.toThrow('Two tools are called Read')
  })
})
