/** The two copies of a session: whichever is lost, behind or damaged, both have all that either had. */
import { afterEach, describe, expect, it } from 'vitest'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { Database, SessionRecord } from '../store/database.ts'
import { eventRange } from '../store/database.ts'
import { verifyLog } from '../log/log-chain.ts'
import { SessionLog } from '../log/log.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { dropDatabases, newDatabase, said } from '../testing/database.ts'
import { evenOut } from './even-out.ts'
import type { Compared } from './even-out.ts'
import { MemoryPlace } from './testing/memory-place.ts'
import { ORIGIN, readAll } from './testing/read-all.ts'

afterEach(dropDatabases)

const CREATED: EventBody = { type: 'session_created', logVersion: 1, appVersion: '1' }

async function stored(database: Database): Promise<SessionRecord> {
  const record = await database.get('sessions', 's')
  if (!record) throw new Error('There is no session.')
  return record
}

/** A log as the program writes it, of so many messages. */
async function write(database: Database, count: number): Promise<SessionRecord> {
  const known = await database.get('sessions', 's')
  const session = known ?? createSessionRecord('s', 1)
  if (!known) await database.put('sessions', session)
  const log = new SessionLog({ database, session, now: () => 5, onCommitted: () => undefined })
  if (!known) await log.append(CREATED)
  for (let at = 0; at < count; at += 1) await log.appendAll([said(`${log.record.lastSeq}`), said('again')])
  await log.close()
  return stored(database)
}

async function even(database: Database, place: MemoryPlace, record?: SessionRecord): Promise<Compared> {
  place.crash()
  const evened = await evenOut({
    database,
    folder: place.folder('s'),
    origin: ORIGIN,
    session: 's',
    segmentBytes: 2_000,
    onProblem: () => undefined,
    record: record ?? (await stored(database)),
  })
  await evened.journal.close(true)
  return evened
}

/** All rows by their keys, and the session's. */
async function contentOf(database: Database) {
  const [keys, rows] = await Promise.all([
    database.getAllKeys('events', eventRange('s')),
    database.getAll('events', eventRange('s')),
  ])
  const { journal: _, ...session } = await stored(database)
  return { session, rows: keys.map((key, at) => [key[1], rows[at]]) }
}

/** Its rows by the numbers of their last events, as `contentOf` has them. */
async function journalOf(place: MemoryPlace) {
  const { entries, faults, records } = await readAll(place)
  return { rows: entries.map(({ seq, row }) => [seq, row]), faults, records }
}

/** Both copies have the same, and it is whole. */
async function expectEven(database: Database, place: MemoryPlace): Promise<void> {
  const { rows } = await contentOf(database)
  expect(await journalOf(place)).toMatchObject({ rows, faults: [] })
  const record = await stored(database)
  expect(await verifyLog(database, record)).toMatchObject({ state: 'intact', events: record.lastSeq })
  expect((await even(database, place)).done).toBe('nothing')
}

describe('the two copies of a session', () => {
  it('are the same already', async () => {
    const database = await newDatabase()
    const place = new MemoryPlace()
    await database.put('sessions', createSessionRecord('s', 1))
    expect((await even(database, place)).done).toBe('nothing')
  })

  it('a log of before there was a journal gets one, and one that is behind is filled up', async () => {
    const database = await newDatabase()
    const place = new MemoryPlace()
    for (const count of [30, 0, 3, 150]) {
      await write(database, count)
      const before = await contentOf(database)
      expect((await even(database, place)).done).toBe(count === 0 ? 'nothing' : 'filled the journal')
      expect(await contentOf(database)).toEqual(before)
      await expectEven(database, place)
    }
  })

  it('a database that was lost has all of it again, and goes on', async () => {
    const database = await newDatabase()
    const place = new MemoryPlace()
    await write(database, 40)
    await even(database, place)
    const before = await contentOf(database)

    const empty = await newDatabase()
    const [first] = (await journalOf(place)).records
    await empty.put('sessions', first as SessionRecord)
    const evened = await even(empty, place)
    expect(evened.done).toBe('filled the database')
    expect(evened.record).toMatchObject(before.session)
    expect(await contentOf(empty)).toEqual(before)
    await expectEven(empty, place)
    await write(empty, 2)
    await even(empty, place)
    await expectEven(empty, place)
  })

  it('a database that is behind is filled up, at any event', async () => {
    const database = await newDatabase()
    const place = new MemoryPlace()
    await write(database, 12)
    await even(database, place)
    const before = await contentOf(database)
    const ends = before.rows.map(([end]) => Number(end))
    for (const [at, end] of ends.entries()) {
      await database.delete('events', eventRange('s', end + 1))
      const last = before.rows[at]?.[1] as readonly (AgentEvent & { chain: string })[]
      const { journal: _, ...record } = await stored(database)
      const messages = before.rows
        .slice(0, at + 1)
        .flatMap(([, row]) => row as readonly AgentEvent[])
        .filter(({ type }) => type === 'user_message').length
      await database.put('sessions', {
        ...record,
        lastSeq: end,
        messages,
        chain: { hash: last.at(-1)?.chain ?? '', from: 1 },
      })
      const { done } = await even(database, place)
      expect({ end, done }).toEqual({ end, done: end === ends.at(-1) ? 'nothing' : 'filled the database' })
      expect(await contentOf(database)).toEqual(before)
    }
    await expectEven(database, place)
  })

  it('a rebuild that breaks off goes on with the next call', async () => {
    const database = await newDatabase()
    const place = new MemoryPlace()
    await write(database, 400)
    await even(database, place)
    const before = await contentOf(database)
    const empty = await newDatabase()
    await empty.put('sessions', (await journalOf(place)).records[0] as SessionRecord)
    let calls = 0
    for (let allowed = 1; ; allowed += 1) {
      let left = allowed
      const failing = new Proxy(empty, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key)
          if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
          return (...args: Parameters<Database['transaction']>) => {
            if (left-- <= 0) throw new DOMException('gone', 'AbortError')
            return target.transaction(...args)
          }
        },
      })
      calls += 1
      const done = await even(failing, place, await stored(empty)).then(
        () => true,
        () => false,
      )
      if (done) break
    }
    expect(calls).toBeGreaterThan(1)
    expect(await contentOf(empty)).toEqual(before)
    await expectEven(empty, place)
  })

  it('a journal of another log is kept beside the new one, and the database stays as it is', async () => {
    const place = new MemoryPlace()
    const other = await newDatabase()
    await write(other, 5)
    await even(other, place)
    const theirs = [...(place.files.get('s')?.values() ?? [])]
    for (const count of [2, 5, 9]) {
      const database = await newDatabase()
      await database.put('sessions', { ...createSessionRecord('s', 2), title: 'Other' })
      const log = new SessionLog({
        database,
        session: await stored(database),
        now: () => 9,
        onCommitted: () => undefined,
      })
      for (let at = 0; at < count; at += 1) await log.appendAll([said(`other ${count}`), said(`${at}`)])
      await log.close()
      const before = await contentOf(database)
      expect((await even(database, place)).done).toBe('rewritten')
      expect(await contentOf(database)).toEqual(before)
      await expectEven(database, place)
    }
    const kept = [...(place.files.get('s') ?? [])].filter(([name]) => name.includes('.other-'))
    expect(kept.map(([, bytes]) => bytes)).toContainEqual(theirs[0])
  })

  it('whoever has lost the lead changes nothing', async () => {
    const database = await newDatabase()
    const place = new MemoryPlace()
    await write(database, 5)
    await even(database, place)
    const empty = await newDatabase()
    await empty.put('sessions', (await journalOf(place)).records[0] as SessionRecord)
    const stale = { ...(await stored(empty)), epoch: 7 }
    await expect(even(empty, place, stale)).rejects.toMatchObject({ kind: 'not_leader' })
    expect((await contentOf(empty)).rows).toEqual([])
  })

  it('a log without hashes, and one with a hole, are taken as they are', async () => {
    const database = await newDatabase()
    const place = new MemoryPlace()
    const event: AgentEvent = { type: 'notice', level: 'info', text: 'old', seq: 1, at: 1 }
    await database.put('events', event, ['s', 1])
    await database.put('events', [{ ...event, seq: 3 }], ['s', 3])
    await database.put('sessions', { ...createSessionRecord('s', 1), lastSeq: 4 })
    const evened = await even(database, place)
    expect(evened.done).toBe('filled the journal')
    expect(evened.journal.end.seq).toBe(4)
    expect((await journalOf(place)).rows).toEqual((await contentOf(database)).rows)
  })
})
