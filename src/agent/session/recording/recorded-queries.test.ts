/** Side queries in a recording: it has their pairs, under short ids, and says what each has used. */
import { expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { EMPTY_SCREEN } from '../../protocol/view/screen-state.ts'
import { applyEvents } from '../../protocol/view/view.ts'
import { readFile, writeFile } from './file-format.ts'
import { readLink, writeLink } from './link-format.ts'
import { makeRecording } from './make-recording.ts'

const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
const id = (name: string) => `${name}-0e0c3a55-5e3c-4f60-a1a3-3c58d8d7a111`
const of = { turnId: id('turn'), toolUseId: id('call') }
const query = (name: string) => ({ requestId: id(name), source: 'classifier', model: 'small-1' }) as const
const started = (name: string): EventBody => ({ type: 'side_query_started', ...query(name), ...of })
const ended = (name: string): EventBody => ({
  type: 'side_query_ended',
  ...query(name),
  outcome: 'done',
  usage,
  costUsd: 0.25,
  durationMs: 700,
})

const BODIES: readonly EventBody[] = [
  { type: 'session_created', logVersion: 1, appVersion: '1' },
  { type: 'user_message', messageId: id('m'), content: [{ type: 'text', text: 'Go' }], origin: 'human' },
  { type: 'run_started', runId: id('run'), model: 'm', mode: 'auto' },
  { type: 'request_started', turnId: of.turnId, requestId: id('first'), attempt: 1 },
  // Its call goes with the attempt.
  started('early'),
  { type: 'request_discarded', turnId: of.turnId, requestId: id('first'), reason: 'It broke off.' },
  ended('early'),
  { type: 'request_started', turnId: of.turnId, requestId: id('second'), attempt: 2 },
  started('late'),
  ended('late'),
  {
    type: 'call_classified',
    ...of,
    requestId: id('late'),
    model: 'small-1',
    decision: 'allow',
    reason: 'x',
    usage,
    costUsd: 0.25,
  },
  { type: 'turn_committed', turnId: of.turnId, extra: [] },
  started('open'),
]

const parts = {
  events: BODIES.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1_000 + index })),
  threads: [],
  blobs: new MemoryBlobStore(),
  title: 'Queries',
  appVersion: '1',
  now: 1,
  root: undefined,
}

it('comes back from a file and from a link with its side queries, each whole and billed once', async () => {
  const { recording } = await value(makeRecording(parts, {}))
  const text = JSON.stringify(recording.events)
  expect(text).not.toContain('0e0c3a55')
  for (const { events } of [
    await value(readFile(writeFile(recording))),
    await value(readLink(await writeLink(recording))),
  ]) {
    expect(events).toEqual(recording.events)
    const names = events.flatMap((event) =>
      event.type === 'side_query_started' ||
      event.type === 'side_query_ended' ||
      event.type === 'call_classified'
        ? [`${event.type} ${event.requestId}`]
        : [],
    )
    const [early, , late, , , open] = names.map((name) => name.split(' ')[1])
    expect(new Set([early, late, open]).size).toBe(3)
    expect(names).toEqual([
      `side_query_started ${early}`,
      `side_query_ended ${early}`,
      `side_query_started ${late}`,
      `side_query_ended ${late}`,
      `call_classified ${late}`,
      `side_query_started ${open}`,
      `side_query_ended ${open}`,
    ])
    expect(events.filter((event) => event.type === 'side_query_ended').at(-1)).toMatchObject({
      outcome: 'lost',
    })
    expect(applyEvents(EMPTY_SCREEN, events).usage.session).toMatchObject([
      { model: 'small-1 (classifier)', requests: 2, costUsd: 0.5 },
    ])
  }
})
