import { describe, expect, it } from 'vitest'
import { ORIGIN } from './testing/read-all.ts'
import { THREAD, threadLog } from './testing/thread-log.ts'
import { lastSeqIn, readThreadFile, THREAD_HEAD_BYTES, threadFile, threadsIn } from './thread-file.ts'
import type { ThreadLog } from './thread-file.ts'

const LOG = threadLog([['one', 'two'], ['three'], ['four', 'five', 'six']])

async function bytesOf(log: ThreadLog): Promise<Uint8Array> {
  const bytes = await threadFile(ORIGIN, log)
  if (!bytes) throw new Error('The log is whole.')
  return bytes
}

/** With another byte. */
function changed(
  bytes: Uint8Array,
  at: number,
  to: (byte: number) => number = (byte) => byte ^ 1,
): Uint8Array {
  const copy = bytes.slice()
  copy[at] = to(copy[at] ?? 0)
  return copy
}

describe('the file of a thread', () => {
  it('has its row and its log, hashes included, and tells its last event in its head', async () => {
    const record = { ...LOG.record, parent: '0a0b0c0d-0002', copied: 3, kept: 2 }
    const bytes = await bytesOf({ ...LOG, record })
    expect(lastSeqIn(bytes.subarray(0, THREAD_HEAD_BYTES))).toBe(6)
    const { kept: _, ...told } = record
    expect(await readThreadFile(bytes, ORIGIN, THREAD)).toEqual({ record: told, rows: LOG.rows })
  })

  it('is not made of a log that is not whole', async () => {
    const { record, rows } = LOG
    const altered = JSON.parse(JSON.stringify(rows).replace('three', 'other')) as typeof rows
    const logs: ThreadLog[] = [
      { record, rows: altered },
      { record, rows: rows.slice(0, 2) },
      { record, rows: rows.toSpliced(1, 1) },
      { record, rows: rows.map((row) => ({ ...row, seq: row.seq + 1 })) },
      { record: { ...record, lastSeq: 5 }, rows },
      { record: { ...record, chain: { hash: record.chain?.hash ?? '', from: 2 } }, rows },
      threadLog([]),
    ]
    expect(await Promise.all(logs.map((log) => threadFile(ORIGIN, log)))).toEqual(logs.map(() => undefined))
  })

  it('is damaged where any byte is another one, cut off, of another thread, session or origin', async () => {
    const bytes = await bytesOf(LOG)
    for (const at of bytes.keys())
      expect([at, await readThreadFile(changed(bytes, at), ORIGIN, THREAD)]).toEqual([at, 'damaged'])
    for (const [origin, thread] of [
      ['http://elsewhere', THREAD],
      [ORIGIN, { ...THREAD, session: 'other' }],
      [ORIGIN, { ...THREAD, id: '0a0b0c0d-0002' }],
    ] as const)
      expect(await readThreadFile(bytes, origin, thread)).toBe('damaged')
    for (const size of [0, 5, 11, THREAD_HEAD_BYTES, bytes.length - 1])
      expect(await readThreadFile(bytes.subarray(0, size), ORIGIN, THREAD)).toBe('damaged')
  })

  it('of a later version is known as one, whatever it has', async () => {
    const later = changed(await bytesOf(LOG), 7, () => 2)
    expect(await readThreadFile(later, ORIGIN, THREAD)).toBe('newer')
    expect(lastSeqIn(later.subarray(0, 8))).toBe('newer')
  })

  it('is found among the files of a session by its name alone', () => {
    const others = [
      '000001',
      'list',
      'thread-',
      'thread-0a0b0c0d-0001.other',
      'thread-../../x',
      'thread-XYZ12345',
    ]
    expect(threadsIn(['000001.z', 'thread-0a0b0c0d-0001', ...others])).toEqual(['0a0b0c0d-0001'])
  })
})
