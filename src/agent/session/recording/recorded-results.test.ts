/** Long results of a recorded session: with the recording as a file, without in a link, and searched for secrets. */
import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { contentHash } from '../store/content-hash.ts'
import { readFile, writeFile } from './file-format.ts'
import { findSecrets } from './find-secrets.ts'
import { readLink, writeLink } from './link-format.ts'
import { makeRecording } from './make-recording.ts'
import type { Recording } from './recording.ts'

async function value<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result
  if (!settled.ok) throw new Error(settled.error.message)
  return settled.value
}

/** A session with one call, whose result is stored under this text; `isStored`: the text is there, too. */
async function recorded(text: string, isStored = true): Promise<{ recording: Recording; hash: string }> {
  const blobs = new MemoryBlobStore()
  const data = Uint8Array.from(strToU8(text))
  const hash = await contentHash(data)
  if (isStored) await blobs.put([{ hash, data }])
  const call = { turnId: 't', toolUseId: 'toolu_1', tool: 'Bash' } as const
  const preview = {
    type: 'text',
    text: `All of it is in /results/bash-01234567.txt: ${text.slice(0, 9)}`,
  } as const
  const bodies: EventBody[] = [
    { type: 'user_message', messageId: 'm', origin: 'human', content: [{ type: 'text', text: 'Print' }] },
    { type: 'tool_started', ...call, input: { command: 'seq 9' }, title: 'seq 9' },
    {
      type: 'tool_result',
      ...call,
      outcome: 'done',
      content: { type: 'tool_result', tool_use_id: 'toolu_1', content: [preview], is_error: false },
      stored: { name: 'bash-01234567.txt', hash, size: data.length },
      durationMs: 1,
      synthetic: false,
    },
  ]
  const events = bodies.map((body, index): AgentEvent => ({ ...body, seq: index + 1, at: 1 }))
  const made = await value(
    makeRecording({ events, threads: [], blobs, title: 'Print', appVersion: '1', now: 1 }, {}),
  )
  return { recording: made.recording, hash }
}

it('come with the file, and not with a link, which opens without them', async () => {
  const { recording, hash } = await recorded('line\n'.repeat(20_000))
  const opened = await value(readFile(writeFile(recording)))
  expect(opened.blobs.get(hash)?.length).toBe(100_000)
  expect(opened.events).toEqual(recording.events)
  const payload = await writeLink(recording)
  expect(payload.length).toBeLessThan(2_000)
  const linked = await value(readLink(payload))
  expect([linked.blobs.size, linked.events]).toEqual([0, recording.events])
})

it('are left out where they are not stored any more', async () => {
  const { recording, hash } = await recorded('gone', false)
  expect(recording.blobs.has(hash)).toBe(false)
  expect((await value(readFile(writeFile(recording)))).events).toEqual(recording.events)
})

it('are searched for secrets as files are', async () => {
  const { recording } = await recorded(`token ghp_${'a1B2'.repeat(9)}\n`.padStart(50_000, '.'))
  expect(findSecrets(recording, [])).toEqual([
    { where: 'the file /results/bash-01234567.txt', what: expect.stringMatching(/^a likely secret/) },
  ])
})

it('of a hostile file are files only with the content that their hash says, and a name that is one', async () => {
  const { recording, hash } = await recorded('line\n'.repeat(9))
  const entries = unzipSync(writeFile(recording))
  const other = zipSync({ ...entries, [`blobs/${hash}`]: strToU8('another text') })
  expect(await readFile(other)).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
  const log = new TextDecoder().decode(entries['log.jsonl'])
  for (const name of [
    '../../etc/passwd',
    '/bash-01234567.txt',
    '..',
    '.hidden',
    '',
    'a'.repeat(200),
    'a\\u0000b',
  ]) {
    const renamed = log.replace('"name":"bash-01234567.txt"', `"name":"${name}"`)
    expect(renamed).not.toBe(log)
    const file = zipSync({ ...entries, 'log.jsonl': strToU8(renamed) })
    // The step is left out, as any is that is not as a log has it: nothing of it becomes a file.
    const { events, blobs } = await value(readFile(file))
    expect({ name, last: events.at(-1)?.type, blobs: blobs.size }).toEqual({ name, last: 'notice', blobs: 0 })
  }
  // A content that the log does not name is not stored.
  const stranger = Uint8Array.from(strToU8('unnamed'))
  const more = zipSync({ ...entries, [`blobs/${await contentHash(stranger)}`]: stranger })
  expect((await value(readFile(more))).blobs.size).toBe(1)
})
