/** Sums by day, in the transaction of the log, and of logs from before there were any. */
import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { addUsage, sumUsage } from '../../protocol/usage.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { SessionLog } from '../log/log.ts'
import { createSessionRecord, deleteSession } from './sessions.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { localDay } from './usage-days.ts'
import { UsageLedger } from './usage-ledger.ts'

afterEach(dropDatabases)

const NOON = new Date(2026, 10, 22, 12).getTime()
const DAY_MS = 24 * 60 * 60 * 1000
const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 80, cacheWriteTokens: 20 }

function response(model: string, costUsd: number | null): EventBody {
  return { type: 'response_ended', turnId: 't', model, stopReason: 'end_turn', usage, costUsd }
}

async function newLog(database: Database, id: string, now: () => number = () => NOON) {
  const session = createSessionRecord(id, NOON)
  await database.put('sessions', session)
  return new SessionLog({ database, session, now, onCommitted: () => undefined })
}

describe('usage by day', () => {
  it('is the sum of all sessions of the day, by model, and stays when one is deleted', async () => {
    const database = await newDatabase()
    let now = NOON
    const ledger = new UsageLedger({ database, now: () => now })
    expect([await ledger.today(), await ledger.allTime()]).toEqual([[], { totals: [], since: undefined }])
    const one = await newLog(database, 's1', () => now)
    const two = await newLog(database, 's2', () => now)
    await Promise.all([
      one.append(response('claude-haiku-4-5-20251001', 1)),
      two.appendAll([response('claude-haiku-4-5', 2), response('other', null)]),
    ])
    const haiku = { model: 'claude-haiku-4-5', requests: 2, costUsd: 3, isPriced: true, outputTokens: 10 }
    expect(await ledger.today()).toEqual([
      expect.objectContaining(haiku),
      expect.objectContaining({ model: 'other', requests: 1, isPriced: false }),
    ])
    now += DAY_MS
    await one.append(response('other', 4))
    await deleteSession(database, 's2')
    expect(await ledger.today()).toEqual([expect.objectContaining({ model: 'other', costUsd: 4 })])
    const { totals, since } = await ledger.allTime()
    expect([sumUsage(totals).costUsd, sumUsage(totals).requests, since]).toEqual([7, 4, '2026-11-22'])
  })

  it('cannot come apart from the log: what is not stored is not counted', async () => {
    const database = await newDatabase()
    const log = await newLog(database, 's1')
    await log.append(response('m', 1))
    const record = await database.get('sessions', 's1')
    // Another tab has taken the lead.
    if (record) await database.put('sessions', { ...record, epoch: record.epoch + 1 })
    await expect(log.append(response('m', 1))).rejects.toMatchObject({ kind: 'not_leader' })
    const ledger = new UsageLedger({ database, now: () => NOON })
    expect(sumUsage(await ledger.today()).costUsd).toBe(1)
    expect(await database.count('events')).toBe(1)
  })
})

describe('a database of before', () => {
  /** As version 1 made it. */
  async function versionOne(name: string, sessions: Readonly<Record<string, readonly unknown[]>>) {
    const database = await openDB(name, 1, {
      upgrade(created) {
        created.createObjectStore('sessions', { keyPath: 'id' }).createIndex('updatedAt', 'updatedAt')
        created.createObjectStore('events')
        created.createObjectStore('packIndexes', { keyPath: 'id', autoIncrement: true })
        created.createObjectStore('packs')
      },
    })
    for (const [id, events] of Object.entries(sessions)) {
      await database.put('sessions', { ...createSessionRecord(id, NOON), lastSeq: events.length })
      const transaction = database.transaction('events', 'readwrite')
      events.forEach((event, index) => void transaction.store.put(event, [id, index + 1]))
      await transaction.done
    }
    return database
  }

  it('is counted when it is lifted, and keeps all that it has', async () => {
    const name = `lifted-${Date.now()}`
    const run = { type: 'run_started', runId: 'r', model: 'claude-haiku-4-5', mode: 'default' }
    const { model: _, ...old } = { ...response('x', 2) } as Extract<EventBody, { type: 'response_ended' }>
    const deltas = Array.from({ length: 450 }, (__, index) => ({
      type: 'text_delta',
      turnId: 't',
      block: 0,
      text: `${index}`,
    }))
    const stamped = (bodies: readonly object[], at: number) =>
      bodies.map((body, index) => ({ ...body, seq: index + 1, at }))
    const before = await versionOne(name, {
      a: stamped([run, ...deltas, old, response('other', 1)], NOON),
      b: [
        ...stamped([response('other', 4)], NOON + DAY_MS),
        { broken: true },
        null,
        { type: 'response_ended', usage: 'much' },
      ],
    })
    before.close()
    const database = await openDatabase({ name })
    try {
      expect(await database.count('events')).toBe(457)
      expect((await database.get('sessions', 'a'))?.lastSeq).toBe(453)
      const first = addUsage(addUsage([], { model: 'claude-haiku-4-5', usage, costUsd: 2 }), {
        model: 'other',
        usage,
        costUsd: 1,
      })
      expect(await database.getAll('usageDays')).toEqual([
        { day: localDay(NOON), totals: first },
        { day: localDay(NOON + DAY_MS), totals: addUsage([], { model: 'other', usage, costUsd: 4 }) },
      ])
    } finally {
      database.close()
      await deleteDB(name)
    }
  })

  it('is let go by a tab of the older version, which is told', async () => {
    const name = `old-tab-${Date.now()}`
    const old = await versionOne(name, {})
    const told = new Promise<void>((resolve) => {
      old.addEventListener('versionchange', () => {
        old.close()
        resolve()
      })
    })
    const database = await openDatabase({ name })
    await told
    // And this version lets go of it for the next.
    let outdated = false
    database.close()
    const current = await openDatabase({ name, onOutdated: () => void (outdated = true) })
    const next = await openDB(name, current.version + 1)
    expect(outdated).toBe(true)
    next.close()
    await deleteDB(name)
  })
})
