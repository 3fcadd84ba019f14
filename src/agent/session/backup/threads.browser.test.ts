/** Threads of child agents in a backup: restored with their session, by any program, and refused where they do harm. */
import { afterEach, describe, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { verifyLog } from '../log/log-chain.ts'
import { leaseName } from '../log/lease.ts'
import { storeSession } from '../recording/store-session.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import { contentHash } from '../store/content-hash.ts'
import { deleteSession } from '../store/sessions.ts'
import { logName, threadRange } from '../store/database.ts'
import { dropDatabases, said } from '../testing/database.ts'
import { addThread, THREAD } from '../testing/threads.ts'
import { BackupFile } from './backup-file.ts'
import { encodeContents } from './content-record.ts'
import type { RecordKind } from './format.ts'
import { encodeJson } from './shapes.ts'
import { closeProfiles, forged, Profile, value } from './test-support.ts'

const OTHER = '0a0b0c0d-0002'

afterEach(async () => {
  closeProfiles()
  await dropDatabases()
})

const checkpoint = (root: string): EventBody => ({ type: 'checkpoint', root, cause: 'user' })

/** A session with two threads; the second names a tree of its own, and is longer than a record. */
async function filled(): Promise<Profile> {
  const profile = await Profile.make()
  await profile.write('one', ['Hello'])
  await profile.step('one', { 'a.txt': 'a\n' })
  const sandbox = await profile.sandbox('one')
  value(await sandbox.writeFile({ path: '/workspace/child.txt', data: new TextEncoder().encode('child\n') }))
  const { root } = value(await sandbox.checkpoint())
  await addThread(profile.database, 'one', [said('read it')], { copied: 1 })
  await addThread(profile.database, 'one', [checkpoint(root)], { id: OTHER, parent: THREAD, role: 'tester' })
  for (let row = 0; row < 4; row += 1)
    await addThread(profile.database, 'one', [said(`${row}`.repeat(600_000))], { id: OTHER })
  return profile
}

const eventsOf = ({ database }: Profile, session: string, thread: string) =>
  readStoredEvents(database, logName(session, thread), 1)
const threadsOf = ({ database }: Profile, session = 'one') => database.getAll('threads', threadRange(session))

/** As a program of before there were threads writes it, or sees it: without the list of them. */
async function withoutThreads(file: File): Promise<File> {
  const records: [RecordKind, Uint8Array<ArrayBuffer>][] = []
  const backup = new BackupFile(file)
  for await (const place of backup.records()) {
    const plain = await backup.plain(place)
    const { kind } = place.head
    if (kind === 'header') continue
    if (kind !== 'session') records.push([kind, plain])
    else {
      const { threads: _, ...row } = JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>
      records.push([kind, encodeJson(row)])
    }
  }
  return forged(records)
}

describe('a backup of a session with threads', () => {
  it('brings them into another profile as they were, with the files that they alone name', async () => {
    const author = await filled()
    const file = await author.file()
    const other = await Profile.make()
    const looked = value(await other.backups.inspect(file))
    expect(looked).toMatchObject({ isCut: false, damagedParts: 0, sessions: [{ id: 'one', lacking: 0 }] })
    expect(await other.restoreAll(file)).toMatchObject({ added: 1, left: [] })
    expect(await threadsOf(other)).toEqual(await threadsOf(author))
    for (const thread of [THREAD, OTHER])
      expect(await eventsOf(other, 'one', thread)).toEqual(await eventsOf(author, 'one', thread))
    for (const { id, chain, lastSeq } of await threadsOf(other)) {
      const end = { id: logName('one', id), lastSeq, ...(chain && { chain }) }
      expect(await verifyLog(other.database, end)).toMatchObject({ state: 'intact' })
    }
    const event = (await eventsOf(other, 'one', OTHER))[1]
    const sandbox = await other.sandbox('one')
    value(await sandbox.restore(event?.type === 'checkpoint' ? event.root : ''))
    expect(new TextDecoder().decode(value(await sandbox.readFile('/workspace/child.txt')))).toBe('child\n')
    expect(await other.database.get('sessions', 'one')).not.toHaveProperty('threads')
    expect(await other.plans(file)).toEqual({ one: { kind: 'same', copy: false } })
  })

  it('has a log once that two sessions have', async () => {
    const author = await filled()
    const alone = (await author.file()).size
    const events = await author.events('one')
    await storeSession(author, {
      id: 'fork',
      title: 'Fork',
      events,
      then: said('forked'),
      now: 1,
      parent: 'one',
    })
    const transaction = author.database.transaction(['threads', 'events'], 'readwrite')
    const rows = transaction.objectStore('events')
    for (const record of await transaction.objectStore('threads').getAll(threadRange('one'))) {
      await transaction.objectStore('threads').put({ ...record, session: 'fork' })
      for (const [, seq] of await rows.getAllKeys(
        IDBKeyRange.bound([logName('one', record.id)], [logName('one', record.id), []]),
      ))
        await rows.put((await rows.get([logName('one', record.id), seq])) ?? [], [
          logName('fork', record.id),
          seq,
        ])
    }
    await transaction.done
    const file = await author.file()
    expect(file.size).toBeLessThan(alone + 3_000)
    const other = await Profile.make()
    expect(value(await other.backups.inspect(file)).damagedParts).toBe(0)
    await other.restoreAll(file)
    expect(await eventsOf(other, 'fork', OTHER)).toEqual(await eventsOf(author, 'one', OTHER))
  })

  it('is whole for a program of before there were threads, which brings back all but them', async () => {
    const author = await filled()
    const file = await withoutThreads(await author.file())
    const other = await Profile.make()
    expect(value(await other.backups.inspect(file))).toMatchObject({ isCut: false, damagedParts: 0 })
    expect(await other.restoreAll(file)).toMatchObject({ added: 1 })
    expect(await other.events('one')).toEqual(await author.events('one'))
    expect(await threadsOf(other)).toEqual([])
    // This one finds what is missing.
    const whole = await author.file()
    const events = (await threadsOf(author)).reduce((sum, { lastSeq }) => sum + lastSeq, 0)
    expect(await other.plans(whole)).toEqual({ one: { kind: 'continues', events } })
    expect(await other.restoreAll(whole)).toMatchObject({ continued: 1, left: [] })
    expect(await threadsOf(other)).toEqual(await threadsOf(author))
    expect(await other.events('one')).toEqual(await author.events('one'))
  })

  it('takes the longer of two threads, and those of the session that goes on', async () => {
    const author = await filled()
    const other = await Profile.make()
    await other.restoreAll(await author.file())
    await author.append('one', said('more'))
    await addThread(author.database, 'one', [said('longer there')])
    await addThread(other.database, 'one', [said('longer here')], { id: OTHER })
    const here = await eventsOf(other, 'one', OTHER)
    const file = await author.file()
    expect(await other.plans(file)).toEqual({ one: { kind: 'continues', events: 1 } })
    expect(await other.restoreAll(file)).toMatchObject({ continued: 1 })
    expect(await eventsOf(other, 'one', THREAD)).toEqual(await eventsOf(author, 'one', THREAD))
    expect(await eventsOf(other, 'one', OTHER)).toEqual(here)
  })

  it('puts them beside a session that went another way, counted there', async () => {
    const author = await filled()
    const other = await Profile.make()
    await other.restoreAll(await author.file())
    await author.append('one', said('there'))
    await other.append('one', said('here'))
    await addThread(author.database, 'one', [said('there')])
    const before = await threadsOf(other)
    expect(await other.restoreAll(await author.file())).toMatchObject({ copied: 1 })
    expect(await threadsOf(other)).toEqual(before)
    const copy = (await other.database.getAllKeys('sessions')).find((id) => id !== 'one') ?? ''
    expect(await threadsOf(other, copy)).toMatchObject([
      { id: THREAD, lastSeq: 3, copied: 3 },
      { id: OTHER, lastSeq: 6, copied: 6 },
    ])
    expect(await eventsOf(other, copy, THREAD)).toEqual(await eventsOf(author, 'one', THREAD))
  })

  it('leaves a session alone that a tab has open, and whose threads alone are missing', async () => {
    const author = await filled()
    const other = await Profile.make()
    await other.restoreAll(await withoutThreads(await author.file()))
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const lead = navigator.locks.request(leaseName('one'), () => (held.resolve(), promise))
    await held.promise
    expect(await other.plans(await author.file())).toEqual({ one: { kind: 'same', copy: false } })
    resolve()
    await lead
  })

  it('whose log is damaged in the database is made, names the session, and has what is whole', async () => {
    const author = await filled()
    await author.database.delete('events', [logName('one', OTHER), 4])
    const made = value(await author.backups.backUp())
    expect(made.damaged).toEqual(['New session'])
    const other = await Profile.make()
    expect(await other.restoreAll(await author.file())).toMatchObject({ added: 1 })
    expect(await threadsOf(other)).toMatchObject([
      { id: THREAD, lastSeq: 2 },
      { id: OTHER, lastSeq: 3 },
    ])
    await deleteSession(other.database, 'one')
    expect(await other.database.count('threads')).toBe(0)
  })
})

describe('a backup that somebody has made to do harm', () => {
  const started = (thread: string) => ({
    type: 'thread_started',
    logVersion: 1,
    appVersion: 'x',
    thread,
    role: 'reader',
    mode: 'default',
    seq: 1,
    at: 1,
  })
  const lines = (...rows: readonly unknown[]) =>
    new TextEncoder().encode(rows.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const main = lines([{ ...said('Hi'), seq: 1, at: 1 }])
  const thread = (change: object = {}) => ({
    id: THREAD,
    role: 'reader',
    createdAt: 1,
    updatedAt: 1,
    lastSeq: 1,
    log: [],
    ...change,
  })

  /** A session with these threads, and with a log of one of them. */
  async function fileOf(threads: unknown, log: Uint8Array<ArrayBuffer> = lines([started(THREAD)])) {
    const row = { id: 's', title: 'S', createdAt: 1, updatedAt: 1, messages: 1, lastSeq: 1, threads }
    const object = { hash: await contentHash(log), data: log, like: undefined }
    return forged([
      ['session', encodeJson(row)],
      ['contents', encodeContents([object])],
      ['events', main],
    ])
  }

  it('stores no session whose list of threads is none', async () => {
    const profile = await Profile.make()
    const bad = [
      'text',
      [thread({ id: '../../x' })],
      [thread({ id: 's' })],
      [thread({ parent: 'ABC' })],
      [thread({ lastSeq: 1e300 })],
      [thread({ log: ['x'] })],
      [thread(), thread()],
      Array.from({ length: 100_001 }, (_, at) => thread({ id: at.toString(16).padStart(8, '0') })),
    ]
    for (const threads of bad) {
      const looked = value(await profile.backups.inspect(await fileOf(threads)))
      expect([looked.damagedParts > 0, looked.sessions]).toEqual([true, []])
    }
  })

  it('stores no thread whose log is not its own, not one, or not there', async () => {
    const profile = await Profile.make()
    const good = lines([started(THREAD)])
    const log = [await contentHash(good)]
    const cases: [object, Uint8Array<ArrayBuffer>][] = [
      [{ id: OTHER, log }, good],
      [{ log: ['0'.repeat(64)] }, good],
      [{ log: [] }, good],
      [{ log, lastSeq: 0 }, good],
      [{ log, chain: { hash: 'x', from: 1 } }, good],
    ]
    const strange = [
      lines([{ ...said('Hi'), seq: 1, at: 1 }]),
      lines([]),
      lines('text'),
      Uint8Array.of(0xff, 10),
    ]
    for (const bytes of strange) cases.push([{ log: [await contentHash(bytes)] }, bytes])
    for (const [change, bytes] of cases) {
      const file = await fileOf([thread(change)], bytes)
      expect(value(await profile.backups.inspect(file)).damagedParts).toBe(1)
      expect(await profile.restoreAll(file)).toMatchObject({ added: 1 })
      expect(await profile.database.count('threads')).toBe(0)
      await deleteSession(profile.database, 's')
    }
    await profile.restoreAll(await fileOf([thread({ log })], good))
    expect(await threadsOf(profile, 's')).toEqual([
      { session: 's', id: THREAD, role: 'reader', createdAt: 1, updatedAt: 1, lastSeq: 1 },
    ])
  })
})
