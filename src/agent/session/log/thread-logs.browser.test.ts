/** Logs of a session's threads, which one writer writes with its own: each is whole by itself, and all have one leader. */
import { afterEach, expect, it, vi } from 'vitest'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { eventRange, logName } from '../store/database.ts'
import type { Database, ThreadRecord } from '../store/database.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { StorageError } from '../store/storage-error.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { linkAfter } from './log-chain.ts'
import { SessionLog } from './log.ts'
import { readStoredEvents } from './stored-events.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await dropDatabases()
})

const notice = (text: string): EventBody => ({ type: 'notice', level: 'info', text })
const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
const answer: EventBody = {
  type: 'response_ended',
  turnId: 't',
  stopReason: 'end_turn',
  usage,
  model: 'm',
  costUsd: 1,
}
const BROKEN = { ...notice('x'), text: (() => 'not data') as unknown as string } as EventBody

const rowOf = (id: string): ThreadRecord => ({
  session: 's',
  id,
  role: 'reader',
  createdAt: 1_000,
  updatedAt: 1_000,
  lastSeq: 0,
})

async function newLogs(database: Database, ...ids: readonly string[]) {
  const session = createSessionRecord('s', 1_000)
  await database.put('sessions', session)
  const seen = new Map<string, AgentEvent[]>()
  const listen = (id: string) => (events: readonly AgentEvent[]) =>
    void seen.set(id, [...(seen.get(id) ?? []), ...events])
  const log = new SessionLog({ database, session, now: () => 2_000, onCommitted: listen('s') })
  const threads = ids.map((id) => log.thread(rowOf(id), { onCommitted: listen(id) }))
  return { log, threads, seen, session }
}

const textsIn = async (database: Database, thread?: string) =>
  (await readStoredEvents(database, logName('s', thread), 1)).map((event) => [
    event.seq,
    event.type === 'notice' ? event.text : event.type,
  ])

it('numbers and chains the events of each thread by itself, in one transaction with those of others', async () => {
  const database = await newDatabase()
  const { log, threads, seen } = await newLogs(database, 'a', 'b')
  const [a, b] = threads
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await Promise.all([
    log.append(notice('main 1')),
    a?.appendAll([notice('a 1'), notice('a 2')], 'now'),
    b?.appendAll([notice('b 1')], 'now'),
    log.append(notice('main 2')),
    a?.appendAll([notice('a 3')], 'now'),
  ])
  expect(begun.mock.calls.filter(([, mode]) => mode === 'readwrite')).toHaveLength(1)
  expect(await textsIn(database)).toEqual([
    [1, 'main 1'],
    [2, 'main 2'],
  ])
  expect(await textsIn(database, 'a')).toEqual([
    [1, 'a 1'],
    [2, 'a 2'],
    [3, 'a 3'],
  ])
  expect(await textsIn(database, 'b')).toEqual([[1, 'b 1']])
  for (const id of ['a', 'b']) {
    const events = await readStoredEvents(database, logName('s', id), 1)
    expect(seen.get(id)).toEqual(events)
    const rows: readonly unknown[] = (await database.getAll('events', eventRange(logName('s', id)))).flat()
    const hash = rows.reduce(linkAfter, '')
    expect(await database.get('threads', ['s', id])).toEqual({
      ...rowOf(id),
      updatedAt: 2_000,
      lastSeq: events.length,
      chain: { hash, from: 1 },
    })
  }
})

it('leaves the row of the session as it was where only threads are written, and counts what they use', async () => {
  const database = await newDatabase()
  const { log, threads } = await newLogs(database, 'a')
  await log.append(notice('main'))
  const before = await database.get('sessions', 's')
  await threads[0]?.appendAll([answer, answer], 'now')
  expect(await database.get('sessions', 's')).toEqual(before)
  await log.append(answer)
  const [day] = await database.getAll('usageDays')
  expect(day?.totals).toMatchObject([{ model: 'm', requests: 3, costUsd: 3 }])
})

it('joins the deltas of one thread though another writes between them', async () => {
  const database = await newDatabase()
  const { log, threads, seen } = await newLogs(database, 'a')
  const delta = (text: string): EventBody => ({ type: 'text_delta', turnId: 't', block: 0, text })
  await Promise.all([
    threads[0]?.appendAll([delta('one ')], 'now'),
    log.append(delta('two ')),
    threads[0]?.appendAll([delta('three')], 'now'),
  ])
  const said = (id: string) => seen.get(id)?.map((event) => (event.type === 'text_delta' ? event.text : ''))
  expect([said('a'), said('s')]).toEqual([['one three'], ['two ']])
})

it('refuses a thread when another leader has the session, and stores nothing of it', async () => {
  const database = await newDatabase()
  const { log, threads } = await newLogs(database, 'a')
  await threads[0]?.appendAll([notice('mine')], 'now')
  await database.put('sessions', { ...log.record, epoch: log.record.epoch + 1 })
  await expect(threads[0]?.appendAll([notice('late')], 'now')).rejects.toMatchObject({ kind: 'not_leader' })
  expect(await textsIn(database, 'a')).toEqual([[1, 'mine']])
  expect((await database.get('threads', ['s', 'a']))?.lastSeq).toBe(1)
})

it('stores nothing of any log where one of a batch fails, and goes on with all of them', async () => {
  const database = await newDatabase()
  const { log, threads } = await newLogs(database, 'a')
  const outcomes = await Promise.allSettled([
    log.append(notice('main')),
    threads[0]?.appendAll([notice('a'), BROKEN], 'now'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(log.append(notice('still'))).rejects.toBeInstanceOf(StorageError)
  expect([await textsIn(database), await textsIn(database, 'a')]).toEqual([[], []])
  log.reopen()
  await Promise.all([log.append(notice('again')), threads[0]?.appendAll([notice('a again')], 'now')])
  expect([await textsIn(database), await textsIn(database, 'a')]).toEqual([[[1, 'again']], [[1, 'a again']]])
})

it('keeps the order of a hundred threads that write at once', async () => {
  const database = await newDatabase()
  const ids = Array.from({ length: 100 }, (_, at) => `t${at}`)
  const { threads } = await newLogs(database, ...ids)
  const rounds = Array.from({ length: 20 }, (_, round) => round)
  await Promise.all(
    rounds.flatMap((round) =>
      threads.map((thread, at) =>
        thread.appendAll([notice(`${at}:${round}`)], at % 2 === 0 ? 'now' : 'soon'),
      ),
    ),
  )
  for (const [at, id] of ids.entries())
    expect(await textsIn(database, id)).toEqual(rounds.map((round) => [round + 1, `${at}:${round}`]))
})
