/** Recordings whose threads no session has: each is refused with the reason, as a file and as a link. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { RECORDING_EVENTS, RECORDING_THREADS, RECORDING_UNKNOWN_CHARS } from '../../limits.ts'
import type { EventBody } from '../../protocol/events.ts'
import { said } from '../testing/database.ts'
import { checkRecording } from './check-recording.ts'
import { readFile, writeFile } from './file-format.ts'
import { contentOf, linkOf, RECORDING } from './hostile-links-test-support.ts'
import { readLink, writeLink } from './link-format.ts'
import { makeRecording } from './make-recording.ts'
import type { RecordedThread, Recording } from './recording.ts'
import { begun, HELPER, partsOfThree, READER, stamped, started, WRITER } from './threads-test-support.ts'

/** A recording of these logs, without files. */
function recordingOf(
  main: readonly EventBody[],
  threads: readonly (readonly [string, readonly EventBody[]])[],
) {
  const others = threads.map(([id, bodies]): RecordedThread => ({ id, events: stamped(bodies) }))
  const manifest = { ...RECORDING.manifest, version: 2 as const }
  return { manifest, events: stamped(main), threads: others, blobs: new Map() } satisfies Recording
}

async function outcomes(recording: Recording): Promise<string[]> {
  const read = await Promise.all([readFile(writeFile(recording)), readLink(await writeLink(recording))])
  return read.map((result) => (result.ok ? 'opened' : `${result.error.kind}: ${result.error.message}`))
}

const beginning = [begun(READER)]
const far = Array.from({ length: 60 }, (_, index) => `0a0b0c0d-${String(index).padStart(4, '0')}`)

describe('a recording is refused', () => {
  const cases: Readonly<Record<string, readonly [Recording, RegExp]>> = {
    'with a thread that no agent started': [
      recordingOf([said('a')], [[READER, beginning]]),
      /no agent of its log started thread 0a0b0c0d-0001/,
    ],
    'with a thread that another log than that of its parent started': [
      recordingOf(
        [started(READER), started(HELPER)],
        [
          [READER, beginning],
          [HELPER, [begun(HELPER, { parent: READER })]],
        ],
      ),
      /no agent of its log started thread 0a0b0c0d-0002/,
    ],
    'with a thread whose parent is not there': [
      recordingOf([started(READER)], [[READER, [begun(READER, { parent: HELPER })]]]),
      /comes from a thread that it does not have/,
    ],
    'with a thread that comes from itself': [
      recordingOf([], [[READER, [begun(READER, { parent: READER }), started(READER)]]]),
      /thread 0a0b0c0d-0001 comes from itself/,
    ],
    'with threads that come from one another': [
      recordingOf(
        [started(WRITER)],
        [
          [READER, [begun(READER, { parent: HELPER }), started(HELPER)]],
          [HELPER, [begun(HELPER, { parent: READER }), started(READER)]],
          [WRITER, [begun(WRITER)]],
        ],
      ),
      /comes from itself/,
    ],
    'with a long circle of threads': [
      recordingOf(
        [],
        far.map((id, index) => [
          id,
          [
            begun(id, { parent: far[(index + 1) % far.length] ?? '' }),
            started(far[(index + far.length - 1) % far.length] ?? ''),
          ],
        ]),
      ),
      /comes from itself/,
    ],
    'with a thread that does not begin': [
      recordingOf([started(READER)], [[READER, [said('a')]]]),
      /thread 0a0b0c0d-0001 does not begin as a thread does/,
    ],
    'with a thread that has no events': [recordingOf([started(READER)], [[READER, []]]), /does not begin/],
    'with a thread that begins as another': [
      recordingOf([started(READER)], [[READER, [begun(HELPER)]]]),
      /does not begin/,
    ],
    'with a thread that begins twice': [
      recordingOf(
        [started(READER)],
        [[READER, [...beginning, begun(READER, { mode: 'bypassPermissions' })]]],
      ),
      /has the beginning of a thread in it/,
    ],
    'with the beginning of a thread in the main log': [
      recordingOf([said('a'), begun(READER, { mode: 'bypassPermissions' })], []),
      /its main log has the beginning of a thread in it/,
    ],
    'with more threads than a session has': [
      recordingOf(
        [],
        Array.from({ length: RECORDING_THREADS + 1 }, (_, index) => [String(index).padStart(8, '0'), []]),
      ),
      /too_large: .*1001 threads, and at most 1000/,
    ],
  }
  it.each(Object.entries(cases))('%s', async (_, [recording, message]) => {
    for (const outcome of await outcomes(recording)) {
      expect(outcome).toMatch(message)
      expect(outcome).toMatch(/^(?:corrupt|too_large): /)
    }
  })

  it.each([
    ['threads', '1', /it has threads, which no recording of format 1 has/],
    ['threads', '2', /it has threads, which no recording of format 1 has/],
  ])('as a link of an older form with %s: %s', async (_, form, message) => {
    const payload = await writeLink(recordingOf([started(READER)], [[READER, beginning]]))
    const read = await readLink(`${form}${payload.slice(1)}`)
    expect(read).toMatchObject({
      ok: false,
      error: { kind: 'corrupt', message: expect.stringMatching(message) as unknown },
    })
  })

  it.each([
    [
      'twice',
      [
        [READER, []],
        [READER, []],
      ],
      /holds thread 0a0b0c0d-0001 twice/,
    ],
    ['with a name that is a path', [['../../x', []]], /a name that no thread has/],
    ['with a short name', [['a', []]], /a name that no thread has/],
    ['without events', [[READER]], /a thread that is none/],
    ['with events that are none', [[READER, [null]]], /cannot be read/],
    ['that are no list', { [READER]: [] }, /threads that are none/],
    ['that is none', [null], /a thread that is none/],
  ])('as a link with a thread %s', async (_, threads, message) => {
    const content = { ...(await contentOf(RECORDING)), threads }
    const read = await readLink(await linkOf(content, '3'))
    expect(read.ok ? 'opened' : read.error.message).toMatch(message)
  })

  it.each([
    ['threads/../x.jsonl', /which no recording has/],
    ['threads/0A0B0C0D-0001.jsonl', /which no recording has/],
    ['threads/short.jsonl', /which no recording has/],
    [`threads/${READER}.json`, /which no recording has/],
    [`threads/${'a'.repeat(65)}.jsonl`, /which no recording has/],
    [`threads/${READER}.jsonl`, /threads, which no recording of format 1 has/],
  ])('as a file of the first format with %s', async (name, message) => {
    const entries = { ...unzipSync(writeFile(RECORDING)), [name]: strToU8('') }
    const read = await readFile(zipSync(entries))
    expect(read.ok ? 'opened' : read.error.message).toMatch(message)
  })

  it('where its ceilings are exceeded by all logs together', async () => {
    const check = (count: number, body: object) => {
      const log = (bodies: readonly object[]) =>
        bodies.map((one, index) => ({ ...one, seq: index + 1, at: 1 }))
      return checkRecording({
        manifest: { ...RECORDING.manifest, version: 2 },
        events: log([started(READER), ...Array.from({ length: count }, () => body)]),
        threads: [{ id: READER, events: log([...beginning, ...Array.from({ length: count }, () => body)]) }],
        blobs: new Map(),
        streamedLimit: 100,
      })
    }
    const tooLarge = (message: RegExp) => ({
      ok: false,
      error: { kind: 'too_large', message: expect.stringMatching(message) as unknown },
    })
    const text = { type: 'text_delta', turnId: 't', block: 0, text: 'x'.repeat(10) }
    expect(await check(5, text)).toMatchObject({ ok: true })
    expect(await check(6, text)).toMatchObject(tooLarge(/more than 100 characters/))
    expect(await check(RECORDING_EVENTS / 2, { type: 'compaction_started' })).toMatchObject(
      tooLarge(/200002 events/),
    )
    const unknown = { type: 'later', a: 'x'.repeat(RECORDING_UNKNOWN_CHARS / 2) }
    expect(await check(1, unknown)).toMatchObject(tooLarge(/later version/))
  })

  it('as a file whose short lines would become more events than that, before they are read', async () => {
    const lines = strToU8('0\n'.repeat(RECORDING_EVENTS / 2))
    const entries = unzipSync(writeFile(recordingOf([], [])))
    for (const id of [READER, HELPER, WRITER]) entries[`threads/${id}.jsonl`] = lines
    expect(await readFile(zipSync(entries))).toMatchObject({ ok: false, error: { kind: 'too_large' } })
  })

  it('where a log that takes long to be shown is cut into threads', async () => {
    const blocks = Array.from({ length: 6_000 }, (_, block): EventBody => {
      return { type: 'assistant_block', turnId: 't', block, content: { type: 'text', text: '' } }
    })
    const check = (count: number) => {
      const ids = far.slice(0, count)
      const made = recordingOf(
        ids.map((id) => started(id)),
        ids.map((id) => [id, [begun(id), ...blocks]]),
      )
      return checkRecording({ ...made, streamedLimit: 0 })
    }
    expect(await check(2)).toMatchObject({ ok: true })
    expect(await check(3)).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/takes too long to be shown/) as unknown },
    })
  })

  it('in the words of a newer format, whatever files that has', async () => {
    const entries = unzipSync(writeFile(RECORDING))
    const manifest = strFromU8(entries['manifest.json'] ?? new Uint8Array()).replace(
      '"version": 1',
      '"version": 3',
    )
    const newer = zipSync({
      ...entries,
      'manifest.json': strToU8(manifest),
      'agents/one.json': strToU8('{}'),
    })
    expect(await readFile(newer)).toMatchObject({
      ok: false,
      error: { kind: 'unsupported', message: expect.stringMatching(/format 3; .*reads up to 2/) as unknown },
    })
  })
})

it('an agent whose thread was lost is there without it', async () => {
  const recording = recordingOf([said('a'), started(READER)], [])
  expect(await readFile(writeFile(recording))).toEqual({ ok: true, value: recording })
  expect(await readLink(await writeLink(recording))).toEqual({ ok: true, value: recording })
})

it('a file of a thread that is gone, or whose tree is, is refused', async () => {
  const { recording } = await value(makeRecording(await partsOfThree(), {}))
  const entries = unzipSync(writeFile(recording))
  const { [`threads/${READER}.jsonl`]: _, ...without } = entries
  const read = await readFile(zipSync(without))
  expect(read.ok ? 'opened' : read.error.message).toMatch(/list of trees|does not have/)
  const [, , third = ''] = recording.manifest.roots
  const { [`blobs/${third}`]: __, ...treeless } = entries
  const other = await readFile(zipSync(treeless))
  expect(other.ok ? 'opened' : other.error.message).toMatch(/missing or of the wrong kind/)
})
