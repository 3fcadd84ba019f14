/** A database as each released version left it opens, with all that is in it, and is written to. */
import { deleteDB, openDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import type { AgentEvent } from '../../protocol/events.ts'
import { openDatabase } from './database.ts'
import { SessionLog } from '../log/log.ts'
import { verifyLog } from '../log/log-chain.ts'
import { takeEpoch } from './sessions.ts'
import { readStoredEvents } from '../log/stored-events.ts'

const NAME = 'upgrade-test'
afterEach(() => deleteDB(NAME))

const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
const EVENTS: readonly AgentEvent[] = [
  { type: 'session_created', logVersion: 1, appVersion: '0.1.0', seq: 1, at: 1_000 },
  {
    type: 'user_message',
    messageId: 'm',
    content: [{ type: 'text', text: 'Please' }],
    origin: 'human',
    seq: 2,
    at: 2_000,
  },
  {
    type: 'response_ended',
    turnId: 't',
    stopReason: 'end_turn',
    usage,
    model: 'm',
    costUsd: 0.5,
    seq: 3,
    at: 3_000,
  },
]

/** Written out: an old version's schema must not follow today's program. */
async function asOf(version: number): Promise<void> {
  const database = await openDB(NAME, version, {
    upgrade(made) {
      made.createObjectStore('sessions', { keyPath: 'id' }).createIndex('updatedAt', 'updatedAt')
      made.createObjectStore('events')
      made.createObjectStore('packIndexes', { keyPath: 'id', autoIncrement: true })
      made.createObjectStore('packs')
      if (version >= 2) made.createObjectStore('usageDays', { keyPath: 'day' })
      if (version >= 5) made.createObjectStore('searchPieces')
      if (version >= 9) made.createObjectStore('marks')
    },
  })
  await database.put('sessions', {
    id: 's',
    title: 'Old',
    createdAt: 1_000,
    updatedAt: 3_000,
    messages: 1,
    lastSeq: 3,
    epoch: 4,
  })
  await database.put('packs', new Uint8Array([1, 2, 3]), 1)
  if (version >= 2) {
    const totals = [{ ...usage, model: 'm', requests: 1, costUsd: 0.5, isPriced: true }]
    await database.put('usageDays', { day: '1970-01-01', totals })
  }
  if (version >= 3) await database.put('events', EVENTS, ['s', 3])
  else for (const event of EVENTS) await database.put('events', event, ['s', event.seq])
  if (version >= 9) await database.put('marks', { s: 3 }, 'counted')
  database.close()
}

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('version %i', async (version) => {
  await asOf(version)
  const database = await openDatabase({ name: NAME })
  try {
    expect(await readStoredEvents(database, 's', 1)).toEqual(EVENTS)
    expect(await database.get('packs', 1)).toEqual(new Uint8Array([1, 2, 3]))
    const days = await database.getAll('usageDays')
    expect(days.flatMap(({ totals }) => totals.map(({ model, costUsd }) => [model, costUsd]))).toEqual([
      ['m', 0.5],
    ])
    expect(await database.get('marks', 'counted')).toEqual(version >= 9 ? { s: 3 } : undefined)
    const session = await takeEpoch(database, 's')
    if (!session) throw new Error('The session is gone.')
    const log = new SessionLog({ database, session, now: () => 4_000, onCommitted: () => undefined })
    await log.append({ type: 'notice', level: 'info', text: 'Goes on.' })
    await log.close()
    const events = await readStoredEvents(database, 's', 1)
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    const record = await database.get('sessions', 's')
    expect(record && (await verifyLog(database, record))).toEqual({ state: 'intact', events: 4, from: 4 })
  } finally {
    database.close()
  }
})

it('a tab of version 9 is asked to let go, and loses nothing of what it is writing', async () => {
  await asOf(9)
  let outdated = 0
  // Written out, as that version did it.
  const older = await openDB(NAME, 9, {
    blocking(_current, _blocked, event) {
      // The event's target is the open connection.
      ;(event.target as IDBDatabase).close()
      outdated += 1
    },
  })
  const writing = older.transaction(['sessions', 'marks'], 'readwrite')
  const row = { id: 'late', title: 'Late', createdAt: 1, updatedAt: 1, messages: 0, lastSeq: 0, epoch: 0 }
  void writing.objectStore('sessions').put(row)
  void writing.objectStore('marks').put(true, 'compared')
  const database = await openDatabase({ name: NAME })
  try {
    await writing.done
    expect(outdated).toBe(1)
    expect(await database.get('sessions', 'late')).toEqual(row)
    expect(await database.get('marks', 'compared')).toBe(true)
    expect(await readStoredEvents(database, 's', 1)).toEqual(EVENTS)
    expect(database.isOutdated).toBe(false)
    await expect(older.get('sessions', 's')).rejects.toThrow(/clos/)
  } finally {
    database.close()
  }
})
