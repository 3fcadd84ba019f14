/** An answer that breaks off was billed, and is told of with what is known. */
import { expect, it } from 'vitest'
import type { EventBody } from '../protocol/events.ts'
import type { Message } from '../protocol/messages.ts'
import { runInTest } from './test-support.ts'

const cuts = (events: readonly EventBody[]) => events.filter(({ type }) => type === 'response_cut')
const conversation = () => {
  const messages: readonly Message[] = [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }]
  return { messages, apply: () => undefined }
}

it('tells what an answer has cost that broke off, before it is thrown away and asked for again', async () => {
  const { events, end } = await runInTest({
    conversation: conversation(),
    responses: [{ error: 'stream_cut', counted: 5_000, after: 'x'.repeat(400) }, { text: 'Whole.' }],
    deps: { costOf: (_, { inputTokens, outputTokens }) => inputTokens + 5 * outputTokens },
  })
  expect(end.terminal).toBe('completed')
  const usage = { inputTokens: 5_000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 }
  expect(cuts(events)).toEqual([expect.objectContaining({ model: 'm', usage, costUsd: 5_500 })])
  const types = events.map(({ type }) => type)
  expect(types.indexOf('response_cut')).toBeLessThan(types.indexOf('request_discarded'))
})

it('tells it also of one that was stopped, and of none of which the provider has counted nothing', async () => {
  const failed = await runInTest({
    conversation: conversation(),
    responses: [{ error: 'stream_cut', after: 'half' }, { text: 'Whole.' }],
  })
  expect(cuts(failed.events)).toEqual([])
  const stopped = await runInTest({
    conversation: conversation(),
    responses: [{ error: 'stream_cut', counted: 5_000, after: 'half an answer' }],
    // After the request and the first piece of text.
    abortAfter: 2,
  })
  expect(cuts(stopped.events)).toHaveLength(1)
  expect(stopped.end.terminal).toBe('aborted_streaming')
})
