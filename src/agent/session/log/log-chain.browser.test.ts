import { afterEach, describe, expect, it } from 'vitest'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { Database } from '../store/database.ts'
import { SessionLog } from './log.ts'
import { verifyLog } from './log-chain.ts'
import { storeSession } from '../recording/store-session.ts'
import { createSessionRecord, takeEpoch } from '../store/sessions.ts'
import { readStoredEvents } from './stored-events.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'

afterEach(dropDatabases)

const notice = (text: string): EventBody => ({ type: 'notice', level: 'info', text })

/** A session whose rows are `[1, 2] [3] [4, 5, 6]`, written by two leaders. */
async function written(): Promise<Database> {
  const database = await newDatabase()
  await database.put('sessions', createSessionRecord('s', 1))
  for (const batches of [[2, 1], [3]]) {
    const session = await takeEpoch(database, 's')
    if (!session) throw new Error('It was just stored.')
    const log = new SessionLog({ database, session, now: () => 1, onCommitted: () => undefined })
    for (const count of batches)
      await log.appendAll(Array.from({ length: count }, (_, n) => notice(`${count}/${n}`)))
    await log.close()
  }
  return database
}

async function verdict(database: Database) {
  const record = await database.get('sessions', 's')
  if (!record) throw new Error('There is no session.')
  return verifyLog(database, record)
}

async function row(database: Database, seq: number): Promise<AgentEvent[]> {
  return [...((await database.get('events', ['s', seq])) as AgentEvent[])]
}

describe('the chain over a log', () => {
  it('is whole as it was written, whoever led, and shows to nobody who reads', async () => {
    const database = await written()
    expect(await verdict(database)).toEqual({ state: 'intact', events: 6, from: 1 })
    expect(JSON.stringify(await readStoredEvents(database, 's', 1))).not.toContain('chain')
  })

  it('names the first event that was changed, also in the middle of a row, or with a hash of its own', async () => {
    for (const [key, at, seq] of [
      [2, 1, 2],
      [3, 0, 3],
      [6, 1, 5],
    ] as const) {
      const database = await written()
      const events = await row(database, key)
      const event = events[at]
      if (event?.type !== 'notice') throw new Error('It is a notice.')
      events[at] = { ...event, text: 'altered' }
      await database.put('events', events, ['s', key])
      expect(await verdict(database)).toEqual({ state: 'altered', seq, how: 'changed' })
      const { chain: _, ...bare } = event as AgentEvent & { chain: string }
      events[at] = bare as AgentEvent
      await database.put('events', events, ['s', key])
      expect(await verdict(database)).toEqual({ state: 'altered', seq, how: 'changed' })
    }
  })

  it('names the first that was taken out, in the middle and at the end, and two that changed places', async () => {
    const middle = await written()
    await middle.delete('events', ['s', 3])
    expect(await verdict(middle)).toEqual({ state: 'altered', seq: 3, how: 'missing' })
    const end = await written()
    await end.delete('events', ['s', 6])
    expect(await verdict(end)).toEqual({ state: 'altered', seq: 4, how: 'missing' })
    const swapped = await written()
    const [first, second] = await row(swapped, 2)
    if (!first || !second) throw new Error('There are two.')
    await swapped.put('events', [second, first], ['s', 2])
    expect(await verdict(swapped)).toEqual({ state: 'altered', seq: 1, how: 'changed' })
  })

  it('covers what a log without one goes on with, and a session that was made of another', async () => {
    const database = await newDatabase()
    const old: AgentEvent[] = [1, 2].map((seq) => ({ ...notice('old'), seq, at: 1 }))
    await database.put('sessions', { ...createSessionRecord('s', 1), lastSeq: 2 })
    await database.put('events', old, ['s', 2])
    expect(await verdict(database)).toEqual({ state: 'unchained', events: 2 })
    const session = await takeEpoch(database, 's')
    if (!session) throw new Error('It was just stored.')
    const log = new SessionLog({ database, session, now: () => 1, onCommitted: () => undefined })
    await log.append(notice('new'))
    expect(await verdict(database)).toEqual({ state: 'intact', events: 3, from: 3 })
    await storeSession({ database }, { id: 'copy', title: '', events: old, then: notice('copied'), now: 1 })
    const copy = await database.get('sessions', 'copy')
    expect(copy && (await verifyLog(database, copy))).toEqual({ state: 'intact', events: 3, from: 1 })
  })
})
