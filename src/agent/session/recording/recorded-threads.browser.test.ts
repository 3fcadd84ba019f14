/** Threads of a stored session: into a recording, and out of it into another database, all or nothing. */
import { afterEach, describe, expect, it } from 'vitest'
import { ok } from '../../../sandbox/contract/errors.ts'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { Redactor } from '../../redact/redactor.ts'
import { verifyLog } from '../log/log-chain.ts'
import type { Session } from '../log/session.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import { logName } from '../store/database.ts'
import type { Database } from '../store/database.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { readThreads } from './cut-logs.ts'
import { readFile, writeFile } from './file-format.ts'
import { Recordings } from './recordings.ts'
import { storeSession } from './store-session.ts'
import { HELPER, READER, threeAgents, WRITER } from './threads-test-support.ts'

afterEach(dropDatabases)

function recordings(database: Database, blobs: MemoryBlobStore, session?: string): Recordings {
  let counter = 0
  const current = session && {
    id: session,
    events: (from: number) => readStoredEvents(database, session, from),
  }
  return new Recordings({
    database,
    blobs,
    credentials: { ownKeys: async () => ok([]) },
    redactor: new Redactor(),
    // All that a recording reads of it.
    session: () => (current ? (current as Session) : undefined),
    open: async (id) => ok({ id, role: 'leader', lastSeq: 1 }),
    fetchShared: async () => ok(new Uint8Array()),
    readTemplate: async () => undefined,
    appVersion: '1',
    newId: () => `opened${++counter}`,
    now: () => 9000,
  })
}

/** A database with the session `s` of three agents. */
async function withThree() {
  const database = await newDatabase()
  const { events, threads, blobs } = await threeAgents()
  const then = { type: 'notice', level: 'info', text: 'stored' } as const
  await storeSession({ database }, { id: 's', title: 'Three', events, threads, then, now: 1 })
  return { database, blobs, events, threads }
}

const verdictOf = async (database: Database, session: string, thread: string) => {
  const record = await database.get('threads', [session, thread])
  if (record?.chain === undefined) throw new Error('Its thread has no chain.')
  const { chain, lastSeq } = record
  return verifyLog(database, { ...createSessionRecord(logName(session, thread), 1), chain, lastSeq })
}

describe('a recording of a stored session', () => {
  it('has its threads, and becomes a session with the same, once', async () => {
    const { database, blobs } = await withThree()
    const shared = recordings(database, blobs, 's')
    const { data } = await value(shared.file({}))
    const recording = await value(readFile(data))
    expect(recording.threads.map(({ id }) => id)).toEqual([READER, HELPER, WRITER])
    const { payload } = await value(shared.preview({}))

    const other = await newDatabase()
    const opening = recordings(other, new MemoryBlobStore())
    const { id, known } = await value(opening.open({ from: 'file', name: 'a.vivarium', data }))
    expect(known).toBe(false)
    expect(await readThreads(other, id)).toEqual(recording.threads)
    const again = await value(opening.open({ from: 'link', payload: payload ?? '' }))
    expect([again.id, again.known]).toEqual([id, true])
    expect(await other.count('threads')).toBe(3)
  })

  it('counts calls and messages of all agents before it is shared, and finds their secrets', async () => {
    const { database, blobs } = await withThree()
    const preview = await value(recordings(database, blobs, 's').preview({}))
    expect([preview.calls, preview.messages, preview.filesTotal]).toEqual([2, 5, 3])
    expect(preview.findings.map(({ where }) => where)).toContain('what the model was told (agent helper)')
    const before = await value(recordings(database, blobs, 's').preview({ toSeq: 5 }))
    expect([before.calls, before.filesTotal]).toEqual([0, 1])
  })
})

describe('threads of a session that is made of another', () => {
  it('have rows as the log writes them: chained, and with usage that is counted elsewhere', async () => {
    const { database, threads } = await withThree()
    expect(await database.getAll('threads')).toEqual([
      {
        session: 's',
        id: READER,
        role: 'reader',
        createdAt: 1000,
        updatedAt: 1007,
        lastSeq: 8,
        copied: 8,
        chain: { hash: expect.any(String) as unknown, from: 1 },
      },
      expect.objectContaining({ id: HELPER, parent: READER, role: 'helper', lastSeq: 3, copied: 3 }),
      expect.objectContaining({ id: WRITER, role: 'writer', lastSeq: 2, copied: 2 }),
    ])
    for (const { id, events } of threads) {
      expect(await readStoredEvents(database, logName('s', id), 1)).toEqual(events)
      expect(await verdictOf(database, 's', id)).toEqual({ state: 'intact', events: events.length, from: 1 })
    }
    expect(await database.count('usageDays')).toBe(0)
  })

  it('are stored with it or not at all', async () => {
    const { database, events, threads } = await withThree()
    // As if another program had put one there.
    const [row] = await database.getAll('threads')
    if (!row) throw new Error('It was just stored.')
    await database.put('threads', { ...row, session: 'half', id: WRITER })
    const before = await Promise.all([database.getAllKeys('threads'), database.getAllKeys('events')])
    const then = { type: 'notice', level: 'info', text: 'stored' } as const
    const storing = storeSession({ database }, { id: 'half', title: '', events, threads, then, now: 1 })
    await expect(storing).rejects.toThrow()
    expect(await database.get('sessions', 'half')).toBeUndefined()
    expect(await Promise.all([database.getAllKeys('threads'), database.getAllKeys('events')])).toEqual(before)
  })

  it('are several rows where a thread is long', async () => {
    const database = await newDatabase()
    const { events, threads } = await threeAgents()
    const [reader, ...others] = threads
    const [first] = reader?.events ?? []
    if (!first) throw new Error('A thread has a beginning.')
    const more = Array.from({ length: 250 }, (_, index) => {
      return { type: 'notice', level: 'info', text: `${index}`, seq: index + 2, at: index } as const
    })
    const long = [{ id: READER, events: [first, ...more] }, ...others]
    const then = { type: 'notice', level: 'info', text: 'stored' } as const
    await storeSession({ database }, { id: 's', title: '', events, threads: long, then, now: 1 })
    expect((await readThreads(database, 's'))[0]?.events).toHaveLength(251)
    expect(await verdictOf(database, 's', READER)).toEqual({ state: 'intact', events: 251, from: 1 })
    const keys = (await database.getAllKeys('events')).filter(([log]) => log === logName('s', READER))
    expect(keys.map(([, seq]) => seq)).toEqual([100, 200, 251])
  })
})

it('a recording whose threads have not all ended is one that can be opened', async () => {
  const { database, blobs } = await withThree()
  const { data } = await value(recordings(database, blobs, 's').file({ toSeq: 12 }))
  const recording = await value(readFile(data))
  expect(recording.threads.map(({ id }) => id)).toEqual([READER, HELPER])
  expect(writeFile(recording)).toEqual(data)
})
