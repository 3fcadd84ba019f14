/** Rows of a log from elsewhere: all of them behind what is here, or none. */
import { afterEach, expect, it } from 'vitest'
import type { SessionRecord } from '../store/database.ts'
import { chained, verifyLog } from '../log/log-chain.ts'
import { createSessionRecord } from '../store/sessions.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import { dropDatabases, newDatabase, said } from '../testing/database.ts'
import { storeRows } from './store-rows.ts'

afterEach(dropDatabases)

const events = ['a', 'b', 'c', 'd'].map((text, index) => ({ ...said(text), seq: index + 1, at: index + 1 }))

/** The first `count` events, two a row, and the record that goes with them. */
function logOf(count: number, id = 's') {
  const { row, head } = chained(events.slice(0, count), undefined)
  const rows = [row.slice(0, 2), row.slice(2)].filter(({ length }) => length > 0)
  const record: SessionRecord = {
    ...createSessionRecord(id, 1),
    lastSeq: count,
    messages: count,
    chain: head,
  }
  return { record, rows }
}

it('are stored whole, and go on behind an event within a row', async () => {
  const database = await newDatabase()
  const before = logOf(3)
  await storeRows(database, { ...before, after: undefined })
  await storeRows(database, { ...logOf(4), after: { seq: 3, chain: before.record.chain } })
  expect(await readStoredEvents(database, 's', 1)).toEqual(events)
  const record = await database.get('sessions', 's')
  expect(record && (await verifyLog(database, record))).toEqual({ state: 'intact', events: 4, from: 1 })
})

it('are not stored where there is a session of that id, or where it has gone on', async () => {
  const database = await newDatabase()
  await storeRows(database, { ...logOf(3), after: undefined })
  const before = await database.getAll('events')
  const earlier = logOf(2).record.chain
  for (const after of [undefined, { seq: 2, chain: earlier }, { seq: 3, chain: earlier }])
    await expect(storeRows(database, { ...logOf(4), after })).rejects.toThrow(/has changed here meanwhile/)
  await expect(
    storeRows(database, { ...logOf(4, 'gone'), after: { seq: 2, chain: earlier } }),
  ).rejects.toThrow()
  expect(await database.getAll('events')).toEqual(before)
  expect(await database.getAllKeys('sessions')).toEqual(['s'])
})
