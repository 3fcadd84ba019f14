/** Recordings of a log that a later version has written to: all of it goes out and comes back, and none of it is used. */
import { describe, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { RECORDING_EVENT_DEPTH, RECORDING_UNKNOWN_CHARS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { applyEvents } from '../../protocol/view/view.ts'
import { EMPTY_SCREEN } from '../../protocol/view/screen-state.ts'
import { conversationOf } from '../log/model-conversation.ts'
import { factsOf } from '../log/facts.ts'
import { readEvent } from '../shapes/lift-event.ts'
import { repair } from '../log/repair.ts'
import { withUnknownFields, writtenEvent } from '../shapes/written-event.ts'
import { scriptOf } from '../replay/script.ts'
import { messagesOf } from '../transcript/messages.ts'
import { writeJsonl } from '../transcript/write-transcript.ts'
import { checkRecording } from './check-recording.ts'
import { readFile, writeFile } from './file-format.ts'
import { findSecrets } from './find-secrets.ts'
import { readLink, writeLink } from './link-format.ts'
import { makeRecording } from './make-recording.ts'

const TURN = '0e0c3a55-5e3c-4f60-a1a3-3c58d8d7a111'
const CALL = 'toolu_0e0c3a555e3c4f60'

/** Bodies that this version knows. */
const known = (root: string) => [
  { type: 'session_created', logVersion: 1, appVersion: '9' },
  { type: 'workspace_imported', name: 'p', files: 1, bytes: 1, root },
  { type: 'user_message', messageId: 'm1', content: [{ type: 'text', text: 'Look' }], origin: 'human' },
  { type: 'run_started', runId: 'r1', model: 'm', mode: 'default' },
  { type: 'request_started', turnId: TURN, requestId: 'q', attempt: 1 },
  { type: 'text_delta', turnId: TURN, block: 0, text: 'I lo' },
  { type: 'text_delta', turnId: TURN, block: 0, text: 'ok.' },
  { type: 'assistant_block', turnId: TURN, block: 0, content: { type: 'text', text: 'I look.' } },
  {
    type: 'assistant_block',
    turnId: TURN,
    block: 1,
    content: { type: 'tool_use', id: CALL, name: 'Bash', input: { command: 'ls' } },
  },
  {
    type: 'tool_started',
    turnId: TURN,
    toolUseId: CALL,
    tool: 'Bash',
    input: { command: 'ls' },
    title: 'ls',
  },
  {
    type: 'tool_result',
    turnId: TURN,
    toolUseId: CALL,
    tool: 'Bash',
    outcome: 'done',
    content: {
      type: 'tool_result',
      tool_use_id: CALL,
      content: [{ type: 'text', text: 'a' }],
      is_error: false,
    },
    durationMs: 1,
    synthetic: false,
  },
  { type: 'turn_committed', turnId: TURN, extra: [] },
  { type: 'run_ended', runId: 'r1', terminal: 'completed', turns: 1 },
]
/** Names of fields that a link uses itself, and those of what it names by places. */
const OPAQUE = {
  type: 'panel_opened',
  turnId: TURN,
  n: 3,
  raw: { at: 1 },
  root: '/0',
  text: 'x',
  seen: [null],
}
const ENDED = { type: 'panel_closed', call: { toolUseId: CALL, deep: [[{ type: 'opaque' }]] } }

const stored = (bodies: readonly object[]): AgentEvent[] =>
  bodies.map((body, index) => readEvent({ ...body, at: 1000 + index, seq: index + 1, chain: 'c' }, index + 1))

const isResult = (body: object) => 'type' in body && body.type === 'tool_result'

/** As a later version would have written it: events between those of the turn, a field in each, a call's new outcome. */
function laterBodies(root: string): object[] {
  const bodies: object[] = known(root).flatMap((body) => [{ later: { n: 1 }, ...body }, OPAQUE])
  const place = bodies.findIndex((body) => isResult(body))
  return bodies.with(place + 1, ENDED)
}

async function partsOf(bodies: (root: string) => readonly object[]) {
  const blobs = new MemoryBlobStore()
  const sandbox = createMemorySandbox({ blobStore: blobs })
  await value(sandbox.writeFile({ path: 'a', data: new TextEncoder().encode('a') }))
  const { root } = await value(sandbox.checkpoint())
  return { events: stored(bodies(root)), threads: [], blobs, title: 'Later', appVersion: '9', now: 1, root }
}

const bodiesOf = (events: readonly AgentEvent[]) =>
  events.map((event) => {
    const { seq: _, at: __, ...body } = writtenEvent(event)
    return JSON.stringify(body)
  })

describe('a recording of a log that a later version has written', () => {
  it('comes back from a file and from a link with every byte of what is not known here', async () => {
    const parts = await partsOf(laterBodies)
    const { recording } = await value(makeRecording(parts, {}))
    const written = bodiesOf(recording.events)
    expect(written.filter((body) => body === JSON.stringify(OPAQUE))).toHaveLength(12)
    expect(written).toContain(JSON.stringify(ENDED))
    expect(written.filter((body) => body.startsWith('{"later":{"n":1},'))).toHaveLength(13)
    const file = await value(readFile(writeFile(recording)))
    const link = await value(readLink(await writeLink(recording)))
    for (const read of [file, link]) {
      expect(bodiesOf(read.events)).toEqual(written)
      expect(read.manifest).toEqual(recording.manifest)
      expect(read.manifest.roots).toEqual([parts.root])
      expect(writeFile(read)).toEqual(writeFile(recording))
    }
  })

  it('keeps the ids that a part which is not known may name', async () => {
    const { recording } = await value(makeRecording(await partsOf(laterBodies), {}))
    expect(JSON.stringify(recording.events)).toContain(`"turnId":"${TURN}"`)
    const { recording: plain } = await value(makeRecording(await partsOf(known), {}))
    expect(JSON.stringify(plain.events)).not.toContain(TURN)
  })

  it('has other trees where files are left out, and drops what every recording drops', async () => {
    const parts = await partsOf(laterBodies)
    const { recording } = await value(makeRecording(parts, { without: ['a'] }))
    expect(recording.manifest.roots).not.toEqual([parts.root])
    const text = new TextDecoder().decode(writeFile(recording))
    expect(text).not.toContain(parts.root)
    expect(bodiesOf(recording.events).join()).not.toContain('"requestId":"q"')
    expect(await readFile(writeFile(recording))).toMatchObject({ ok: true })
  })

  it('opens where a known event cannot be read, which comes back, too', async () => {
    const postponed = (body: object) => (isResult(body) ? { ...body, outcome: 'postponed' } : body)
    const parts = await partsOf((root) => known(root).map(postponed))
    const { recording } = await value(makeRecording(parts, {}))
    for (const read of [readFile(writeFile(recording)), readLink(await writeLink(recording))]) {
      const { events } = await value(read)
      expect(bodiesOf(events).filter((body) => body.includes('"postponed"'))).toHaveLength(1)
      expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1)
    }
  })

  it('is searched for secrets in all that goes out', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`
    const own = 'my-own-very-key'
    const parts = await partsOf((root) => [
      ...known(root),
      { type: 'panel_opened', notes: [[{ token: key }]] },
      { type: 'mode_changed', mode: 'default', later: { own } },
      { type: 'mode_changed', mode: 'later', own },
    ])
    const { recording } = await value(makeRecording(parts, {}))
    expect(findSecrets(recording, [own])).toEqual([
      { where: 'a step of a later version', what: 'a likely secret (GitHub token)' },
      { where: 'what the model said', what: 'a key of this browser' },
    ])
  })
})

it('a text of such a log has the unknown fields of its messages', async () => {
  const { events } = await partsOf((root) =>
    known(root).map((body) =>
      body.type === 'user_message'
        ? { ...body, content: [{ type: 'text', text: 'Look', cites: ['a'] }] }
        : body,
    ),
  )
  const head = { title: 'Later', appVersion: '9', recordedAt: 1 }
  const lines = (messages: ReturnType<typeof messagesOf>) => writeJsonl({ ...head, messages })
  expect(lines(messagesOf(events.map(withUnknownFields)))).toContain('"cites":["a"]')
  expect(lines(messagesOf(events))).not.toContain('cites')
  const later = (await partsOf(laterBodies)).events
  expect(messagesOf(later.map(withUnknownFields))).toEqual(messagesOf(later))
})

describe('events of a later version between those of a turn', () => {
  it('change nothing but one row of the screen', async () => {
    const without = (await partsOf(known)).events
    const { events } = await partsOf(laterBodies)
    expect(conversationOf(events)).toEqual(conversationOf(without))
    expect({ ...factsOf(events), openedAt: 0 }).toEqual({ ...factsOf(without), openedAt: 0 })
    expect(messagesOf(events).map(({ content }) => content)).toEqual(
      messagesOf(without).map(({ content }) => content),
    )
    const counted = ({ acts, calls }: ReturnType<typeof scriptOf>) => [acts.map(({ type }) => type), calls]
    expect(counted(scriptOf(events))).toEqual(counted(scriptOf(without)))
    expect(JSON.stringify(conversationOf(events))).not.toMatch(/later|panel_/)
    const shown = (log: readonly AgentEvent[]) =>
      applyEvents(EMPTY_SCREEN, log).items.filter(({ kind }) => kind !== 'opaque')
    expect(shown(events).map(({ kind }) => kind)).toEqual(shown(without).map(({ kind }) => kind))
  })

  it('leave a turn that was cut off anywhere to be mended as it is without them', async () => {
    const without = (await partsOf(known)).events
    const { events } = await partsOf(laterBodies)
    for (let end = 1; end <= without.length; end++) {
      const strip = (bodies: ReturnType<typeof repair>) =>
        bodies.map((body) => ('messageId' in body ? { ...body, messageId: '' } : body))
      expect(strip(repair(events.slice(0, 2 * end))), `cut at ${end}`).toEqual(
        strip(repair(without.slice(0, end))),
      )
    }
  })
})

describe('a stranger’s recording', () => {
  const manifest = { format: 'vivarium-recording', version: 1, appVersion: '9', title: '' }
  const check = (body: object) =>
    checkRecording({
      manifest: { ...manifest, recordedAt: 1, roots: [] },
      events: [{ seq: 1, at: 1, ...body }],
      threads: [],
      blobs: new Map(),
      streamedLimit: 1e9,
    })
  const nested = (depth: number) => {
    let value: unknown = 1
    for (let level = 0; level < depth; level++) value = [value]
    return value
  }

  it('may have values of a later version as deep and as large as the limits, and not more', async () => {
    expect(await check({ type: 'later', a: nested(RECORDING_EVENT_DEPTH - 1) })).toMatchObject({ ok: true })
    expect(await check({ type: 'later', a: nested(RECORDING_EVENT_DEPTH) })).toMatchObject({
      ok: false,
      error: { kind: 'too_large' },
    })
    expect(await check({ type: 'mode_changed', mode: 'plan', a: nested(100_000) })).toMatchObject({
      ok: false,
    })
    const large = 'x'.repeat(RECORDING_UNKNOWN_CHARS)
    expect(await check({ type: 'later', large })).toMatchObject({ ok: false, error: { kind: 'too_large' } })
    expect(await check({ type: 'mode_changed', mode: 'plan', large })).toMatchObject({
      ok: false,
      error: { kind: 'too_large' },
    })
  })

  it('has no event without a type', async () => {
    for (const body of [{}, { type: 1 }, { type: null }])
      expect(await check(body)).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
  })
})
