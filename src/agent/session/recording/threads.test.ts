/** Threads of a recorded session, in both forms. */
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { bytes, value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { readEvent } from '../shapes/lift-event.ts'
import { said } from '../testing/database.ts'
import { readFile, writeFile } from './file-format.ts'
import { findSecrets } from './find-secrets.ts'
import { readLink, writeLink } from './link-format.ts'
import { makeRecording } from './make-recording.ts'
import { recordingHash } from './recording.ts'
import type { RecordedLogs } from './recording.ts'
import {
  begun,
  ended,
  HELPER,
  partsOfThree,
  READER,
  stamped,
  started,
  threeAgents,
  WRITER,
} from './threads-test-support.ts'

const record = async (choice = {}) => (await value(makeRecording(await partsOfThree(), choice))).recording

const NO_BLOBS = { get: async () => [] }

/** Ids of the threads that a recording of these logs has. */
async function idsOf(logs: RecordedLogs, toSeq?: number): Promise<string[]> {
  const parts = { ...logs, blobs: NO_BLOBS, title: '', appVersion: '1', now: 1 }
  const made = await value(makeRecording(parts, toSeq === undefined ? {} : { toSeq }))
  expect(await readFile(writeFile(made.recording))).toEqual({ ok: true, value: made.recording })
  return made.recording.threads.map(({ id }) => id)
}

const logsOf = (
  main: readonly EventBody[],
  threads: Readonly<Record<string, readonly EventBody[]>> = {},
) => ({
  events: stamped([said('Hello'), ...main]),
  threads: Object.entries(threads).map(([id, bodies]) => ({ id, events: stamped(bodies) })),
})

describe('a recording of a session with threads', () => {
  it('comes back from a file and from a link with all of them', async () => {
    const { roots } = await threeAgents()
    const recording = await record()
    expect(recording.manifest).toMatchObject({ version: 2, roots })
    expect(recording.threads.map(({ id, events }) => [id, events.length])).toEqual([
      [READER, 8],
      [HELPER, 3],
      [WRITER, 2],
    ])
    expect(Object.keys(unzipSync(writeFile(recording))).slice(0, 5)).toEqual([
      'manifest.json',
      'log.jsonl',
      ...[READER, HELPER, WRITER].map((id) => `threads/${id}.jsonl`),
    ])
    expect(await value(readFile(writeFile(recording)))).toEqual(recording)
    const payload = await writeLink(recording)
    const linked = await value(readLink(payload))
    expect(payload.slice(0, 1)).toBe('3')
    expect([linked.manifest, linked.events, linked.threads]).toEqual([
      recording.manifest,
      recording.events,
      recording.threads,
    ])
    expect(await recordingHash(linked)).toBe(await recordingHash(recording))
  })

  it('has a hash that tells its threads, their events and their names', async () => {
    const recording = await record()
    const [reader, ...others] = recording.threads
    const without = { ...recording, threads: others }
    const renamed = { ...recording, threads: [{ id: WRITER, events: reader?.events ?? [] }, ...others] }
    const shorter = {
      ...recording,
      threads: [{ id: READER, events: reader?.events.slice(1) ?? [] }, ...others],
    }
    const hashes = await Promise.all([recording, without, renamed, shorter].map(recordingHash))
    expect(new Set(hashes).size).toBe(4)
  })

  it('keeps ids that a thread shares with the log of its parent the same', async () => {
    const { events, threads } = await record()
    const [first] = threads[0]?.events ?? []
    const started = events.find(({ type }) => type === 'agent_started')
    expect(started).toMatchObject({ turnId: 't3', toolUseId: 'c4' })
    expect(first).toMatchObject({ type: 'thread_started', toolUseId: 'c4' })
  })

  it('has the files that only a thread names, but those that are left out', async () => {
    const text = async (choice = {}) =>
      [...(await record(choice)).blobs.values()].map((data) => strFromU8(data)).join('\n')
    expect(await text()).toContain('key ghp_')
    expect(await text({ without: ['c'] })).not.toContain('key ghp_')
  })

  it('has the long results of its threads', async () => {
    const { hash } = await threeAgents()
    const recording = await record()
    expect(recording.blobs.get(hash)).toEqual(bytes('line\n'.repeat(99)))
    expect((await value(readFile(writeFile(recording)))).blobs.has(hash)).toBe(true)
  })

  it('is searched for secrets in threads and in the files that they name', async () => {
    expect(findSecrets(await record(), ['Write'])).toEqual([
      {
        where: 'what the model was told (agent helper)',
        what: 'a likely secret (GitHub token)',
      },
      { where: 'the file c/secret.txt', what: 'a likely secret (GitHub token)' },
    ])
    expect(findSecrets(await record(), ['Asks the helper'])).toContainEqual({
      where: 'what the model said (agent reader)',
      what: 'a key of this browser',
    })
  })
})

describe('a recording is of the lowest format that tells it:', () => {
  const formatOf = async (logs: RecordedLogs) => {
    const { blobs } = await threeAgents()
    const made = await value(makeRecording({ ...logs, blobs, title: '', appVersion: '1', now: 1 }, {}))
    expect(await readLink(await writeLink(made.recording))).toEqual({ ok: true, value: made.recording })
    return made.recording.manifest.version
  }

  it('the second with a thread, or with an agent that left other files', async () => {
    expect(await formatOf(logsOf([started(READER), ended(READER)], { [READER]: [begun(READER)] }))).toBe(2)
    const { roots } = await threeAgents()
    expect(await formatOf(logsOf([started(READER), ended(READER, roots[0])]))).toBe(2)
  })

  it('the first with neither', async () => {
    expect(await formatOf(logsOf([]))).toBe(1)
    expect(await formatOf(logsOf([started(READER), ended(READER)]))).toBe(1)
  })
})

describe('a recording up to a step', () => {
  it('has the threads that had ended by then', async () => {
    const { events, threads } = await threeAgents()
    const wholeTree = async (toSeq: number) => {
      const made = await value(makeRecording(await partsOfThree(), { toSeq }))
      return made.recording.threads.map(({ id }) => id)
    }
    expect(await wholeTree(6)).toEqual([])
    expect(await wholeTree(7)).toEqual([READER, HELPER])
    expect(await wholeTree(events.length - 1)).toEqual([READER, HELPER])
    expect(await wholeTree(events.length)).toEqual(threads.map(({ id }) => id))
  })

  it('leaves out a thread that is open, or that went on later', async () => {
    const thread = { [READER]: [begun(READER)] }
    const twice = logsOf([started(READER), ended(READER), started(READER), ended(READER)], thread)
    expect(await idsOf(logsOf([started(READER)], thread))).toEqual([])
    expect(await idsOf(twice, 3)).toEqual([])
    expect(await idsOf(twice)).toEqual([READER])
  })

  it('leaves out what no log started, what began in an unknown way, and all that came of it', async () => {
    expect(await idsOf(logsOf([ended(READER)], { [READER]: [begun(READER)] }))).toEqual([])
    expect(await idsOf(logsOf([started(READER), ended(READER)], { [READER]: [said('Hello')] }))).toEqual([])
    const logs = logsOf([started(READER), ended(READER)], {
      [READER]: [begun(READER), started(HELPER), ended(HELPER)],
      [HELPER]: [begun(HELPER, { parent: READER })],
    })
    expect(await idsOf(logs)).toEqual([READER, HELPER])
    const later = readEvent({ ...begun(READER), mode: 'of a later version', at: 1 }, 1)
    const [reader, helper] = logs.threads
    if (!reader || !helper) throw new Error('They stand above.')
    const unread = { id: READER, events: [later, ...reader.events.slice(1)] }
    expect(await idsOf({ ...logs, threads: [unread, helper] })).toEqual([])
  })

  it('ends the work of a thread as a tab’s end would have ended it', async () => {
    const run: EventBody = { type: 'run_started', runId: 'r', model: 'm', mode: 'default' }
    const logs = logsOf([started(READER), ended(READER)], { [READER]: [begun(READER), run] })
    const parts = { ...logs, blobs: NO_BLOBS, title: '', appVersion: '1', now: 1 }
    const { recording } = await value(makeRecording(parts, {}))
    expect(recording.threads[0]?.events.at(-1)).toMatchObject({ type: 'run_ended' })
  })

  it('has an agent that an answer started which was thrown away', async () => {
    const request = { turnId: 't', requestId: 'q', attempt: 1 } as const
    const logs = logsOf(
      [
        { type: 'request_started', ...request },
        { type: 'text_delta', turnId: 't', block: 0, text: 'I ask' },
        { ...started(READER), turnId: 't' } as EventBody,
        { type: 'request_discarded', turnId: 't', requestId: 'q', reason: 'lost' },
        ended(READER),
      ],
      { [READER]: [begun(READER)] },
    )
    expect(await idsOf(logs)).toEqual([READER])
  })
})

it('a later version’s events in a thread come back, and keep the ids that they may name', async () => {
  const { events, threads, blobs } = await threeAgents()
  const body = { type: 'panel_opened', root: '/0', raw: { at: 1 }, n: 3 }
  const later: AgentEvent = readEvent({ ...body, at: 1 }, 9)
  const [reader, ...others] = threads
  const longer = { id: READER, events: [...(reader?.events ?? []), later] }
  const parts = { events, threads: [longer, ...others], blobs, title: '', appVersion: '1', now: 1 }
  const { recording } = await value(makeRecording(parts, {}))
  expect(recording.events.find(({ type }) => type === 'agent_started')).toMatchObject({
    toolUseId: 'toolu_5f0d9a60',
  })
  for (const read of [readFile(writeFile(recording)), readLink(await writeLink(recording))]) {
    const opened = await value(read)
    expect(strFromU8(writeFile({ ...opened, blobs: new Map() }))).toBe(
      strFromU8(writeFile({ ...recording, blobs: new Map() })),
    )
  }
})
