/** A database that a newer version of the app takes over, or has: it is shown, and nothing is written. Version 11 is made up. */
import { deleteDB, openDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { openDatabase } from './database.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { createSessionRecord } from './sessions.ts'
import { StorageError } from './storage-error.ts'

const close: (() => void)[] = []
afterEach(async () => {
  for (const end of close.splice(0)) end()
  await dropDatabases()
})

const ROW = { ...createSessionRecord('s', 1), messages: 1 }

/** A database of this version with a session in it. */
async function older(options: Omit<DatabaseOptions, 'name'> = {}): Promise<Database> {
  const database = await newDatabase(options)
  await database.put('sessions', ROW)
  return database
}

/** Another tab, of a made-up later version, has a store more. */
async function newer(name: string, version = 11, lift: (database: IDBDatabase) => unknown = () => undefined) {
  const database = await openDB(name, version, {
    upgrade(made, _old, _new, transaction) {
      if (!made.objectStoreNames.contains('memories')) made.createObjectStore('memories')
      transaction.objectStore('sessions').createIndex(`by-${version}`, 'title')
      // The plain database: names of stores are none of this program's.
      lift(transaction.db as unknown as IDBDatabase)
    },
    blocking(_current, _blocked, event) {
      // The event's target is the open connection.
      ;(event.target as IDBDatabase).close()
    },
  })
  close.push(() => database.close())
  return database
}

const SENTENCE = 'a newer version of Vivarium works in another tab, and this one only shows what is stored.'

async function expectRefused(attempt: () => Promise<unknown>, what: string): Promise<void> {
  const error: unknown = await attempt().catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(StorageError)
  expect(error).toMatchObject({ kind: 'outdated', message: `${what}: ${SENTENCE}` })
}

it('what is pending is written before the newer version has the database; then it is read as that has made it', async () => {
  const database = await older({
    onOutdated: async () => {
      expect(database.isOutdated).toBe(true)
      await database.put('sessions', { ...ROW, title: 'Written at last' })
    },
  })
  const next = await newer(database.name)
  expect(await next.get('sessions', 's')).toEqual({ ...ROW, title: 'Written at last' })
  await next.put('sessions', { ...ROW, id: 'new', title: 'Of the newer', later: [1] })
  await database.readable()
  expect(database.version).toBe(11)
  expect(await database.getAllKeys('sessions')).toEqual(['new', 's'])
  expect(await database.transaction('sessions').store.get('new')).toMatchObject({ title: 'Of the newer' })
  expect(await database.getAllFromIndex('sessions', 'updatedAt')).toHaveLength(2)
})

it('a read that begins while the newer version lifts the database waits for that', async () => {
  const database = await older()
  let read: Promise<unknown> | undefined
  const next = await newer(database.name, 11, () => (read = database.get('sessions', 's')))
  expect(await read).toEqual(ROW)
  expect(database.version).toBe(next.version)
})

it('each way to write is refused with a sentence of what was tried and why', async () => {
  const database = await older()
  const next = await newer(database.name)
  await database.readable()
  await expectRefused(() => database.put('sessions', ROW), 'Nothing was written to "sessions"')
  await expectRefused(() => database.add('marks', true, 'compared'), 'Nothing was written to "marks"')
  await expectRefused(() => database.delete('sessions', 's'), 'Nothing was written to "sessions"')
  await expectRefused(() => database.clear('sessions'), 'Nothing was written to "sessions"')
  await expectRefused(
    async () => database.transaction(['sessions', 'events'], 'readwrite'),
    'Nothing was written to "sessions", "events"',
  )
  expect(await next.getAll('sessions')).toEqual([ROW])
})

it('the newer version gets the database though this tab hangs, which then writes no more', async () => {
  const database = await older({ onOutdated: () => new Promise<never>(() => undefined) })
  const next = await newer(database.name)
  expect(next.version).toBe(11)
  await expectRefused(() => database.put('sessions', ROW), 'Nothing was written to "sessions"')
  expect(await database.get('sessions', 's')).toEqual(ROW)
})

it('a program that starts later than the newer one opens it for reading, and lifts nothing', async () => {
  const { name } = await older()
  const next = await newer(name)
  const database = await openDatabase({ name })
  close.push(() => database.close())
  expect([database.isOutdated, database.version]).toEqual([true, 11])
  expect(await database.getAll('sessions')).toEqual([ROW])
  await expectRefused(() => database.put('sessions', ROW), 'Nothing was written to "sessions"')
  expect([...next.objectStoreNames]).toContain('memories')
})

it('a store or an index that the newer version has removed is named; the others are read', async () => {
  const database = await older()
  await newer(database.name, 11, (made) => {
    made.deleteObjectStore('searchPieces')
  })
  await database.readable()
  await expectRefused(
    () => database.getAll('searchPieces'),
    '"searchPieces" cannot be read as this version stored it',
  )
  await expectRefused(
    async () => database.transaction(['events', 'searchPieces']),
    '"searchPieces" cannot be read as this version stored it',
  )
  expect(await database.getAll('sessions')).toEqual([ROW])
  const [, later] = await Promise.all([
    database.readable(),
    openDB(database.name, 12, {
      upgrade: (_made, _old, _new, transaction) =>
        transaction.objectStore('sessions').deleteIndex('updatedAt'),
    }),
  ])
  close.push(() => later.close())
  await expectRefused(
    () => database.getAllFromIndex('sessions', 'updatedAt'),
    '"sessions" cannot be read as this version stored it',
  )
})

it('a tab that only reads lets go at once for one that is newer still', async () => {
  let asked = 0
  const database = await older({ onOutdated: () => void (asked += 1) })
  await newer(database.name)
  await database.readable()
  const latest = await newer(database.name, 12)
  await latest.put('sessions', { ...ROW, title: 'Of the latest' })
  await database.readable()
  expect([database.version, asked]).toEqual([12, 1])
  expect(await database.get('sessions', 's')).toMatchObject({ title: 'Of the latest' })
})

it('a database that is deleted is not made again', async () => {
  let deleted = 0
  const database = await older({ onDeleted: () => void (deleted += 1) })
  await deleteDB(database.name)
  expect(deleted).toBe(1)
  await expect(database.get('sessions', 's')).rejects.toThrow(/clos/)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(database.name)
})

it('nor is one that was deleted while this tab let go', async () => {
  const database = await older({ onOutdated: () => void deleteDB(database.name) })
  // It stands in line before the deletion, and has no say in it.
  const next = await newer(database.name)
  next.close()
  const error: unknown = await database.readable().catch((cause: unknown) => cause)
  expect(error).toMatchObject({
    kind: 'outdated',
    message: `The stored data cannot be opened any more: ${SENTENCE}`,
  })
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(database.name)
})

it('one that was closed stays closed', async () => {
  const database = await older({ onOutdated: () => database.close() })
  await newer(database.name)
  await expect(database.get('sessions', 's')).rejects.toThrow(/clos/)
})
