/**
 * Contents in files: however their writer ends, and whatever happens to the index, all stored objects are
 * there once.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { IdbBlobStore } from './blob-store.ts'
import type { Database } from '../store/database.ts'
import { MemoryPlace } from '../journal/testing/memory-place.ts'
import { encodePack } from './pack-objects.ts'
import { StorageError } from '../store/storage-error.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { CONTENT_VERSION, fileStart, recordHead } from './record.ts'
import { blobOf, contentTab, filesIn } from './test-support.ts'

afterEach(dropDatabases)

type Blob = Awaited<ReturnType<typeof blobOf>>

/** Versions of a file, each stored as the difference from the one before, and other files. */
async function write(store: IdbBlobStore, count: number, name: string = 'a'): Promise<Blob[]> {
  const blobs: Blob[] = []
  for (let at = 0; at < count; at += 1) {
    const lines = Array.from({ length: 60 }, (_, line) => (line === 9 ? `${name} ${at}` : `line ${line}`))
    const version = await blobOf(lines.join('\n'))
    const other = await blobOf(`${name}, another file, ${at} `.repeat(9))
    const like = blobs.at(-2)?.hash
    const put = await store.put([like === undefined ? version : { ...version, like }, other])
    expect(put).toEqual({ ok: true, value: undefined })
    blobs.push(version, other)
  }
  return blobs
}

async function expectStored(store: IdbBlobStore, blobs: readonly Blob[]): Promise<void> {
  const hashes = blobs.map(({ hash }) => hash)
  expect(await store.missing(hashes)).toEqual([])
  expect(await store.get(hashes)).toEqual(blobs.map(({ data }) => data))
}

async function rowsOf(database: Database): Promise<string[]> {
  const rows = await database.getAll('packIndexes')
  return rows.map(({ place }) => (place ? `${place.file}/${place.at}` : 'database'))
}

function onlyFile(place: MemoryPlace): [name: string, bytes: Uint8Array] {
  const [file, ...more] = filesIn(place)
  if (!file || more.length > 0) throw new Error(`There are ${filesIn(place).size} files.`)
  return file
}

describe('contents in files', () => {
  it('are in no store of the database, which knows where they are', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    const { store } = contentTab(database, place)
    const blobs = await write(store, 5)
    expect(await database.count('packs')).toBe(0)
    const [name] = onlyFile(place)
    expect((await database.getAll('packIndexes')).map((row) => row.place?.file)).toEqual(Array(5).fill(name))
    await expectStored(contentTab(database, place).store, blobs)
  })

  it('come back when the database was lost, whatever is asked for first, each once', async () => {
    const place = new MemoryPlace()
    const { store } = contentTab(await newDatabase(), place)
    const blobs = await write(store, 40)
    const hashes = blobs.map(({ hash }) => hash)
    for (const ask of [
      (again: IdbBlobStore) => again.missing(hashes),
      (again: IdbBlobStore) => again.get(hashes),
      (again: IdbBlobStore) => again.reindex(),
      (again: IdbBlobStore) => again.put(blobs),
    ]) {
      place.crash()
      const database = await newDatabase()
      const { store: again } = contentTab(database, place)
      await ask(again)
      await expectStored(again, blobs)
      expect(await again.reindex()).toBe(0)
      const rows = await rowsOf(database)
      expect(rows).toHaveLength(40)
      expect(new Set(rows).size).toBe(40)
      await expectStored(contentTab(database, place).store, blobs)
    }
  })

  it('come into the index once when two tabs look at the same time, or when there is no lock', async () => {
    const place = new MemoryPlace()
    const { store } = contentTab(await newDatabase(), place)
    const blobs = await write(store, 30)
    place.crash()
    const database = await newDatabase()
    const locks = { request: (_: string, ...rest: readonly unknown[]) => (rest.at(-1) as () => unknown)() }
    const tabs = [
      contentTab(database, place),
      contentTab(database, place),
      // The transaction alone keeps it right.
      contentTab(database, place, { locks: locks as unknown as LockManager }),
    ]
    await Promise.all(tabs.map((tab) => tab.store.reindex()))
    await Promise.all(tabs.map((tab) => tab.store.reindex()))
    const rows = await rowsOf(database)
    expect(rows).toHaveLength(30)
    expect(new Set(rows).size).toBe(30)
    for (const tab of tabs) await expectStored(tab.store, blobs)
  })

  it('that a tab wrote and had no time to put into the index are found once it has ended', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    const dying = new Proxy(database, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
        return (...args: Parameters<Database['transaction']>) => {
          if (args[1] !== 'readwrite') return target.transaction(...args)
          place.crash()
          throw new DOMException('The tab has ended.', 'AbortError')
        }
      },
    })
    const one = await blobOf('one')
    await contentTab(dying, place).store.put([one])
    expect(await database.count('packIndexes')).toBe(0)
    await expectStored(contentTab(database, place).store, [one])
    expect(await rowsOf(database)).toHaveLength(1)
  })

  it('that came into a file after a tab has looked are found when somebody wants them', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    const [here, there] = [contentTab(database, place), contentTab(database, place)]
    const one = await blobOf('one')
    expect(await here.store.missing([one.hash])).toEqual([one.hash])
    await there.store.put([one])
    await database.clear('packIndexes')
    // As long as it is open, its tab may be about to do that.
    expect(await here.store.get([one.hash])).toEqual([undefined])
    there.files.release()
    expect(await here.store.get([one.hash])).toEqual([one.data])
  })
})

describe('a content file that ends in the middle of a record', () => {
  it('gives all before, is cut there when it is gone on with, and loses nothing', async () => {
    const place = new MemoryPlace()
    const first = contentTab(await newDatabase(), place)
    const before = await write(first.store, 3)
    const whole = onlyFile(place)[1].length
    const last = await blobOf('the last one')
    await first.store.put([last])
    const [name, all] = onlyFile(place)
    for (let cut = whole + 1; cut < all.length; cut += 3) {
      // Cut off, and with its length but not its bytes on the disk.
      for (const bytes of [
        all.slice(0, cut),
        concatenate([all.slice(0, cut), new Uint8Array(all.length - cut)]),
      ]) {
        filesIn(place).set(name, bytes)
        place.crash()
        const { store } = contentTab(await newDatabase(), place)
        expect(await store.missing([last.hash])).toEqual([last.hash])
        await expectStored(store, before)
        const more = await blobOf('more')
        await store.put([last, more])
        await expectStored(store, [...before, last, more])
        expect(onlyFile(place)[1].length).toBeGreaterThan(whole)
        place.crash()
        await expectStored(contentTab(await newDatabase(), place).store, [...before, last, more])
      }
    }
  })

  it('keeps the whole packs of a write of which the last was cut off', async () => {
    const place = new MemoryPlace()
    const { store } = contentTab(await newDatabase(), place)
    const large = await Promise.all([1, 2, 3].map((value) => blobOf(new Uint8Array(700_000).fill(value))))
    await store.put(large)
    const [name, all] = onlyFile(place)
    filesIn(place).set(name, all.slice(0, -5))
    place.crash()
    const { store: again } = contentTab(await newDatabase(), place)
    expect(await again.missing(large.map(({ hash }) => hash))).toEqual([large[2]?.hash])
  })

  it('that has not even its start whole is gone on with', async () => {
    const place = new MemoryPlace()
    for (const start of [
      new Uint8Array(),
      fileStart(new Uint8Array(16)).slice(0, 5),
      fileStart(new Uint8Array(16)).slice(0, 11),
    ]) {
      filesIn(place).clear()
      filesIn(place).set('a', start)
      const { store, files } = contentTab(await newDatabase(), place)
      const blobs = await write(store, 2)
      expect(onlyFile(place)[0]).toBe('a')
      files.release()
      await expectStored(contentTab(await newDatabase(), place).store, blobs)
    }
  })
})

describe('a content file that is damaged in the middle', () => {
  it('gives what is behind the damage, and stays as it is', async () => {
    const place = new MemoryPlace()
    const { store } = contentTab(await newDatabase(), place)
    const ends: number[] = []
    const blobs: Blob[] = []
    for (const text of ['one', 'two', 'three', 'four']) {
      const blob = await blobOf(text.repeat(20))
      await store.put([blob])
      blobs.push(blob)
      ends.push(onlyFile(place)[1].length)
    }
    const [name, all] = onlyFile(place)
    const damaged = all.slice()
    damaged[(ends[1] ?? 0) + 20] = 99
    filesIn(place).set(name, damaged)
    place.crash()
    const { store: again } = contentTab(await newDatabase(), place)
    const hashes = blobs.map(({ hash }) => hash)
    expect(await again.missing(hashes)).toEqual([hashes[2]])
    await again.put(blobs)
    await expectStored(again, blobs)
    expect(filesIn(place).get(name)?.slice(0, damaged.length)).toEqual(damaged)
    place.crash()
    await expectStored(contentTab(await newDatabase(), place).store, blobs)
  })

  it('takes no record for one that a file of a workspace has in it', async () => {
    const place = new MemoryPlace()
    const [asked, forged] = [await blobOf('what is asked for'), await blobOf('what a file says that it is')]
    const salt = new Uint8Array(16)
    const { data } = encodePack([forged])
    const record = concatenate([
      recordHead({ ...encodePack([{ ...forged, hash: asked.hash }]), data }, { salt, before: 0, time: 1 }),
      data,
    ])
    const { store } = contentTab(await newDatabase(), place)
    await write(store, 1)
    const whole = onlyFile(place)[1].length
    const carrier = await blobOf(concatenate([new Uint8Array(50), record, new Uint8Array(50)]))
    await store.put([carrier])
    // The record around it is torn, so that what is in it lies bare.
    const [name, all] = onlyFile(place)
    filesIn(place).set(name, all.slice(0, -20))
    place.crash()
    const { store: again } = contentTab(await newDatabase(), place)
    expect(await again.missing([asked.hash, carrier.hash])).toEqual([asked.hash, carrier.hash])
    expect(onlyFile(place)[1].length).toBe(whole)
  })
})

describe('a file that is none of ours', () => {
  it('of something else, or of a later version, is left as it is', async () => {
    const place = new MemoryPlace()
    const { store, files } = contentTab(await newDatabase(), place)
    await write(store, 2)
    const [name, ours] = onlyFile(place)
    files.release()
    const newer = ours.slice()
    newer[7] = CONTENT_VERSION + 1
    const strange: readonly Uint8Array[] = [
      new TextEncoder().encode('something else'),
      new Uint8Array(5),
      newer,
    ]
    filesIn(place).delete(name)
    for (const [at, bytes] of strange.entries()) filesIn(place).set(`${at}`, bytes)
    const database = await newDatabase()
    const { store: again } = contentTab(database, place)
    const blobs = await write(again, 2, 'again')
    await expectStored(again, blobs)
    for (const [at, bytes] of strange.entries()) expect(filesIn(place).get(`${at}`)).toEqual(bytes)
    expect(filesIn(place).size).toBe(strange.length + 1)
    expect(await rowsOf(database)).toHaveLength(2)
  })

  it('with a record that says to be huge gives nothing', async () => {
    const place = new MemoryPlace()
    const salt = new Uint8Array(16)
    const pack = encodePack([await blobOf('x')])
    const head = recordHead(pack, { salt, before: 0, time: 1 })
    new DataView(head.buffer).setUint32(4, 0xffff_ffff, true)
    filesIn(place).set('a', concatenate([fileStart(salt), head, pack.data]))
    const database = await newDatabase()
    expect(await contentTab(database, place).store.reindex()).toBe(0)
  })
})

describe('the file that a tab appends to', () => {
  it('is its own, and is gone on with by the next one', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    const [here, there] = [contentTab(database, place), contentTab(database, place)]
    const blobs = [...(await write(here.store, 2, 'here')), ...(await write(there.store, 2, 'there'))]
    expect(filesIn(place).size).toBe(2)
    for (const tab of [here, there]) await expectStored(tab.store, blobs)
    place.crash()
    for (const name of ['a', 'b', 'c']) {
      const { store, files } = contentTab(database, place)
      blobs.push(...(await write(store, 2, name)))
      files.release()
    }
    expect(filesIn(place).size).toBe(2)
    await expectStored(contentTab(database, place).store, blobs)
  })

  it('is followed by the next when it is long enough', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    const { store } = contentTab(database, place, { fileBytes: 2_000 })
    const blobs = await write(store, 20)
    expect(filesIn(place).size).toBeGreaterThan(2)
    place.crash()
    await expectStored(contentTab(await newDatabase(), place).store, blobs)
  })

  it('is as before when there is no room, which the caller is told', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    const { store } = contentTab(database, place)
    const blobs = await write(store, 2)
    const before = onlyFile(place)[1]
    place.onWrite = () => {
      throw new StorageError('quota', 'The browser has no storage left.')
    }
    const refused = await blobOf('refused')
    const message = 'The browser has no storage left: storing 1 files failed.'
    expect(await store.put([refused])).toMatchObject({ ok: false, error: { kind: 'quota', message } })
    expect(onlyFile(place)[1]).toEqual(before)
    expect(await store.missing([refused.hash])).toEqual([refused.hash])
    place.onWrite = () => undefined
    await store.put([refused])
    await expectStored(store, [...blobs, refused])
  })

  it('is cut back when the index does not take it', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    let failures = 0
    const failing = new Proxy(database, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
        return (...args: Parameters<Database['transaction']>) => {
          if (args[1] === 'readwrite' && failures-- > 0) throw new DOMException('full', 'QuotaExceededError')
          return target.transaction(...args)
        }
      },
    })
    const { store } = contentTab(failing, place)
    const blobs = await write(store, 2)
    const before = onlyFile(place)[1]
    failures = 1
    const refused = await blobOf('refused')
    expect(await store.put([refused])).toMatchObject({ ok: false, error: { kind: 'quota' } })
    expect(onlyFile(place)[1]).toEqual(before)
    await expectStored(store, blobs)
    expect(await store.put([refused])).toMatchObject({ ok: true })
    place.crash()
    await expectStored(contentTab(await newDatabase(), place).store, [...blobs, refused])
  })

  it('gives way to the database when it cannot be written at all, and comes back', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    const { store } = contentTab(database, place)
    const blobs = await write(store, 1)
    place.onWrite = () => {
      throw new StorageError('broken', 'The disk does not answer.')
    }
    blobs.push(...(await write(store, 2, 'in the database')))
    expect((await rowsOf(database)).filter((row) => row === 'database')).toHaveLength(2)
    place.onWrite = () => undefined
    blobs.push(...(await write(store, 1, 'in a file')))
    expect((await rowsOf(database)).filter((row) => row === 'database')).toHaveLength(2)
    await expectStored(contentTab(database, place).store, blobs)
  })
})

describe('content whose file is gone, or shorter than the index says', () => {
  it('counts as missing, and is stored anew', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    const first = contentTab(database, place)
    const blobs = await write(first.store, 3)
    const [name, all] = onlyFile(place)
    for (const damage of [() => filesIn(place).set(name, all.slice(0, 700)), () => filesIn(place).clear()]) {
      damage()
      place.crash()
      const { store } = contentTab(database, place)
      // The index says that it is there; a reading shows that it is not.
      expect((await store.get(blobs.map(({ hash }) => hash))).includes(undefined)).toBe(true)
      expect((await store.missing(blobs.map(({ hash }) => hash))).length).toBeGreaterThan(0)
      await store.put(blobs)
      await expectStored(store, blobs)
      await expectStored(contentTab(database, place).store, blobs)
    }
  })

  it('is missing where there are no files, and then stored in the database', async () => {
    const [database, place] = [await newDatabase(), new MemoryPlace()]
    const blobs = await write(contentTab(database, place).store, 2)
    const bare = new IdbBlobStore(database)
    const hashes = blobs.map(({ hash }) => hash)
    expect(await bare.missing(hashes)).toEqual(hashes)
    await bare.put(blobs)
    await expectStored(bare, blobs)
    await expectStored(new IdbBlobStore(database), blobs)
    await expectStored(contentTab(database, place).store, blobs)
  })
})
