/** Contents of an older version leave the database for files, and none is ever in neither. */
import { afterEach, expect, it } from 'vitest'
import { IdbBlobStore } from './blob-store.ts'
import type { Database } from '../store/database.ts'
import { MemoryPlace } from '../journal/testing/memory-place.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { movePacks } from './move-packs.ts'
import { blobOf, contentFiles, contentTab } from './test-support.ts'

afterEach(dropDatabases)

const SIZE = 900_000

/** Packs of an older version: some fill a move by themselves, and others are small. */
async function older(database: Database) {
  const blobs = await Promise.all(
    [1, 2, 3, 4].map((value) => blobOf(new Uint8Array(SIZE).fill(value))).concat(blobOf('small'), blobOf('')),
  )
  for (const blob of blobs) await new IdbBlobStore(database).put([blob])
  return blobs
}

function move(database: Database, place: MemoryPlace, pause: () => Promise<void> = async () => undefined) {
  const run = <T>(work: () => Promise<T>) => work()
  return movePacks({ database, files: contentFiles({ database, place }), locks: navigator.locks, run, pause })
}

async function expectStored(store: IdbBlobStore, blobs: Awaited<ReturnType<typeof older>>): Promise<void> {
  const read = await store.get(blobs.map(({ hash }) => hash))
  const hashes = await Promise.all(read.map(async (data) => data && (await blobOf(data.slice())).hash))
  expect(hashes).toEqual(blobs.map(({ hash }) => hash))
}

it('moves all of it, once, a few at a time, and tabs that knew where it was find it', async () => {
  const [database, place] = [await newDatabase(), new MemoryPlace()]
  const blobs = await older(database)
  const { store } = contentTab(database, place)
  expect(await store.missing(blobs.map(({ hash }) => hash))).toEqual([])
  let pauses = 0
  const pause = async () => void (pauses += 1)
  expect(await move(database, place, pause)).toBe(6)
  expect(pauses).toBe(2)
  expect(await database.count('packs')).toBe(0)
  const rows = await database.getAll('packIndexes')
  expect(rows.map(({ id, place: at }) => [id, at !== undefined])).toEqual(
    [1, 2, 3, 4, 5, 6].map((id) => [id, true]),
  )
  for (const tab of [store, contentTab(database, place).store]) await expectStored(tab, blobs)
  expect(await move(database, place)).toBe(0)
  place.crash()
  await expectStored(contentTab(await newDatabase(), place).store, blobs)
})

it('leaves it to one tab', async () => {
  const [database, place] = [await newDatabase(), new MemoryPlace()]
  const blobs = await older(database)
  const moved = await Promise.all([move(database, place), move(database, place), move(database, place)])
  expect(moved.toSorted()).toEqual([0, 0, 6])
  await expectStored(contentTab(database, place).store, blobs)
})

it('may break off before any step: all is there, and the next move goes on', async () => {
  const [database, place] = [await newDatabase(), new MemoryPlace()]
  const blobs = await older(database)
  let moved = 0
  for (let allowed = 0; ; allowed += 1) {
    let left = allowed
    const step = () => {
      if (left-- > 0) return
      place.crash()
      throw new DOMException('The tab has ended.', 'AbortError')
    }
    place.onWrite = step
    const dying = new Proxy(database, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
        return (...args: Parameters<Database['transaction']>) => {
          if (args[1] === 'readwrite') step()
          return target.transaction(...args)
        }
      },
    })
    const count = await move(dying, place).catch(() => undefined)
    place.onWrite = () => undefined
    const { store, files } = contentTab(database, place)
    await expectStored(store, blobs)
    files.release()
    moved = allowed
    if (count !== undefined) break
  }
  expect(moved).toBeGreaterThan(1)
  expect(await database.count('packs')).toBe(0)
  place.crash()
  await expectStored(contentTab(await newDatabase(), place).store, blobs)
})

it('passes over a pack that has no data', async () => {
  const [database, place] = [await newDatabase(), new MemoryPlace()]
  const blobs = await older(database)
  await database.delete('packs', 2)
  expect(await move(database, place)).toBe(5)
  const { store } = contentTab(database, place)
  expect(await store.get([blobs[1]?.hash ?? ''])).toEqual([undefined])
  await expectStored(store, blobs.toSpliced(1, 1))
})
