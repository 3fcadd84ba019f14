import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slice } from '../../src/testing/slice.ts'
import { suite } from '../../src/testing/suite.ts'
import { parseRecording, replayTurn } from './replay.ts'
import { ASK, collect, setUp } from './test-client.ts'

suite('streams').describe('recorded streams', (streams) => {
  const files = readdirSync(streams).filter((name) => name.endsWith('.jsonl'))

  test.each(slice(files, 10))('replays %s event by event, cut at any byte', async (name) => {
    const whole = replayTurn(join(streams, name))
    const script = [whole, { ...whole, wire: { chunkBytes: 7 } }]
    const { server, client } = await setUp({ script })
    const expected = (whole.events ?? []).filter((event) => event['type'] !== 'ping')
    expect(await collect(client)).toEqual(expected)
    expect(await collect(client)).toEqual(expected)
    expect([server.rejections, server.scriptErrors]).toEqual([[], []])
  })
})

test('the signatures of a recording are taken back later', async () => {
  const events = parseRecording(
    [
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'recorded' } },
    ]
      .map((event) => JSON.stringify(event))
      .join('\n'),
  )
  const { server, client } = await setUp({ script: [{ events }, {}] })
  await collect(client)
  const thought = { type: 'thinking' as const, thinking: 'x', signature: 'recorded' }
  await client.messages.create({
    ...ASK,
    messages: [
      ...ASK.messages,
      { role: 'assistant', content: [thought, { type: 'text', text: 'So.' }] },
      { role: 'user', content: 'Go on' },
    ],
  })
  expect(server.rejections).toEqual([])
})

test('a line that is no event is refused with its number', () => {
  expect(() => parseRecording('{"type":"ping"}\n[1]')).toThrow('Line 2 of the recording')
})
