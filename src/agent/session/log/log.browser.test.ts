import { afterEach, describe, expect, it } from 'vitest'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { Database } from '../store/database.ts'
import { SessionLog } from './log.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { StorageError } from '../store/storage-error.ts'
import { readStoredEvents } from './stored-events.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'

afterEach(dropDatabases)

async function newLog(database: Database, id: string = 's1') {
  const session = createSessionRecord(id, 1000)
  await database.put('sessions', session)
  const seen: AgentEvent[] = []
  const log = new SessionLog({
    database,
    session,
    now: () => 2000,
    onCommitted: (events) => seen.push(...events),
  })
  return { log, seen }
}

const delta = (text: string, block = 0): EventBody => ({ type: 'text_delta', turnId: 't', block, text })
const notice = (text: string): EventBody => ({ type: 'notice', level: 'info', text })

describe('session log', () => {
  it('numbers events from 1 without holes, and shows them only once they are on disk', async () => {
    const database = await newDatabase()
    const onDiskWhenShown: number[] = []
    const session = createSessionRecord('s1', 1000)
    await database.put('sessions', session)
    const checks: Promise<void>[] = []
    const log = new SessionLog({
      database,
      session,
      now: () => 2000,
      onCommitted: (events) => {
        checks.push(
          readStoredEvents(database, 's1', 1).then((stored) => {
            onDiskWhenShown.push(stored.length - (events.at(-1)?.seq ?? 0))
          }),
        )
      },
    })
    await Promise.all([log.append(notice('a')), log.append(notice('b'))])
    await log.append(notice('c'))
    await Promise.all(checks)
    expect(await readStoredEvents(database, 's1', 1)).toEqual([
      { type: 'notice', level: 'info', text: 'a', seq: 1, at: 2000 },
      { type: 'notice', level: 'info', text: 'b', seq: 2, at: 2000 },
      { type: 'notice', level: 'info', text: 'c', seq: 3, at: 2000 },
    ])
    expect(onDiskWhenShown.every((ahead) => ahead >= 0)).toBe(true)
    expect((await database.get('sessions', 's1'))?.lastSeq).toBe(3)
  })

  it('joins adjacent deltas of one block that wait for the disk, and no others', async () => {
    const { log, seen } = await newLog(await newDatabase())
    await Promise.all([
      log.append(delta('a')),
      log.append(delta('b')),
      log.append(delta('c', 1)),
      log.append(delta('d')),
    ])
    expect(seen.map((event) => event.type === 'text_delta' && [event.block, event.text])).toEqual([
      [0, 'ab'],
      [1, 'c'],
      [0, 'd'],
    ])
  })

  it('holds back what is to be written soon, until something is written now or its time is up', async () => {
    const database = await newDatabase()
    const session = createSessionRecord('s1', 1000)
    await database.put('sessions', session)
    const transactions: number[] = []
    const onCommitted = (events: readonly AgentEvent[]) => void transactions.push(events.length)
    const log = new SessionLog({ database, session, now: () => 2000, onCommitted })
    const soon = [log.append(notice('a'), 'soon'), log.append(notice('b'), 'soon')]
    await Promise.resolve()
    await log.append(notice('c'))
    await Promise.all(soon)
    await log.append(notice('alone'), 'soon')
    expect(transactions).toEqual([3, 1])
    const last = log.append(notice('at the end'), 'soon')
    await log.close()
    await last
    expect((await readStoredEvents(database, 's1', 1)).length).toBe(5)
  })

  it('keeps thousands of events in order whatever the batches are', async () => {
    const database = await newDatabase()
    const { log, seen } = await newLog(database)
    const texts = Array.from({ length: 3000 }, (_, index) => `n${index}`)
    await Promise.all(texts.map((text) => log.append(notice(text))))
    const stored = await readStoredEvents(database, 's1', 1)
    expect(stored.map((event) => event.seq)).toEqual(texts.map((_, index) => index + 1))
    expect(stored.map((event) => event.type === 'notice' && event.text)).toEqual(texts)
    expect(seen).toEqual(stored)
  })

  it('refuses to write when another leader has the session, and loses nothing of theirs', async () => {
    const database = await newDatabase()
    const { log } = await newLog(database)
    await log.append(notice('mine'))
    await database.put('sessions', { ...log.record, epoch: log.record.epoch + 1 })
    await expect(log.append(notice('late'))).rejects.toMatchObject({
      name: 'StorageError',
      kind: 'not_leader',
    })
    expect((await readStoredEvents(database, 's1', 1)).length).toBe(1)
  })

  it('stores a group of events whole or not at all', async () => {
    const database = await newDatabase()
    const { log, seen } = await newLog(database)
    const group = Array.from({ length: 250 }, (_, index) => notice(`g${index}`))
    await Promise.all([log.append(notice('first')), log.appendAll(group), log.append(notice('last'))])
    expect(seen.length).toBe(252)
    // The value cannot be cloned, so the transaction fails in the middle of the group.
    const broken = { ...notice('x'), text: (() => 'not data') as unknown as string }
    await expect(log.appendAll([notice('ok'), broken as EventBody])).rejects.toBeInstanceOf(StorageError)
    expect((await readStoredEvents(database, 's1', 1)).length).toBe(252)
    expect((await database.get('sessions', 's1'))?.lastSeq).toBe(252)
  })

  it('fails every waiting append when the store fails, and goes on after reopen', async () => {
    const database = await newDatabase()
    const { log } = await newLog(database)
    const broken = { ...notice('x'), text: (() => 'not data') as unknown as string } as EventBody
    const outcomes = await Promise.allSettled([log.append(broken), log.append(notice('after'))])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
    await expect(log.append(notice('still'))).rejects.toBeInstanceOf(StorageError)
    log.reopen()
    await log.append(notice('again'))
    expect((await readStoredEvents(database, 's1', 1)).map((event) => event.seq)).toEqual([1])
  })

  it('writes what was accepted before it was closed, and nothing after', async () => {
    const { log, seen } = await newLog(await newDatabase())
    const accepted = log.append(notice('in time'))
    await log.close()
    await accepted
    await expect(log.append(notice('late'))).rejects.toMatchObject({ kind: 'closed' })
    expect(seen.length).toBe(1)
  })
})
