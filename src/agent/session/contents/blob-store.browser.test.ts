import { afterEach, describe, expect, it } from 'vitest'
import { DIFFERENCES_MAX, PACK_BYTES, PACK_RECORD_BYTES } from '../../limits.ts'
import { IdbBlobStore } from './blob-store.ts'
import { CONTENT_KINDS, tabFiles } from './test-support.ts'
import type { Database } from '../store/database.ts'
import { deletePack } from './pack-records.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'

afterEach(dropDatabases)

async function blob(data: Uint8Array<ArrayBuffer>) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return { hash: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''), data }
}

const text = (value: string) => blob(new TextEncoder().encode(value))

/** A file of many lines; one of them says which version it is. */
const version = (at: number) =>
  text(Array.from({ length: 200 }, (_, line) => `line ${line === 70 ? `of ${at}` : line}\n`).join(''))

async function bytesIn(database: Database): Promise<number> {
  return (await database.getAll('packIndexes')).reduce((sum, { ends }) => sum + (ends.at(-1) ?? 0), 0)
}

describe.each(CONTENT_KINDS)('contents in %s', (kind) => {
  const newStore = (database: Database) => new IdbBlobStore(database, undefined, tabFiles(kind, database))

  describe('what stands where something else stood', () => {
    it('takes the difference only, and comes back whole, in another tab, too', async () => {
      const database = await newDatabase()
      const store = newStore(database)
      const versions = await Promise.all(Array.from({ length: 2 * DIFFERENCES_MAX }, (_, at) => version(at)))
      for (const [at, one] of versions.entries())
        expect(await store.put([{ ...one, like: versions[at - 1]?.hash }])).toMatchObject({ ok: true })
      const size = versions[0]?.data.length ?? 0
      // Two of them whole, since chains have an end.
      expect(await bytesIn(database)).toBeLessThan(2 * size + 100 * versions.length)
      expect(await bytesIn(database)).toBeGreaterThan(2 * size)
      const hashes = versions.map(({ hash }) => hash)
      for (const reader of [store, newStore(database)]) {
        expect(await reader.missing(hashes)).toEqual([])
        expect(await reader.get(hashes)).toEqual(versions.map(({ data }) => data))
      }
      const next = { ...(await version(-1)), like: hashes[3] }
      const later = newStore(database)
      const before = await bytesIn(database)
      await later.put([next])
      expect((await bytesIn(database)) - before).toBeLessThan(100)
      expect(await later.get([next.hash])).toEqual([next.data])
    })

    it('is stored whole where that is not known, or is in the same batch', async () => {
      const database = await newDatabase()
      const store = newStore(database)
      const [one, two] = [await version(1), await version(2)]
      expect(await store.put([{ ...one, like: 'f'.repeat(64) }])).toMatchObject({ ok: true })
      expect(await store.put([{ ...two, like: two.hash }])).toMatchObject({ ok: true })
      expect(await bytesIn(database)).toBe(one.data.length + two.data.length)
      expect(await store.get([one.hash, two.hash])).toEqual([one.data, two.data])
    })

    it('has one copy when two tabs store it, each as its own difference', async () => {
      const database = await newDatabase()
      const [first, second] = [await version(1), await version(2)]
      await newStore(database).put([first])
      const [here, there] = [newStore(database), newStore(database)]
      await Promise.all([here.get([first.hash]), there.get([first.hash])])
      const put = [here, there].map((tab) => tab.put([{ ...second, like: first.hash }]))
      expect(await Promise.all(put)).toMatchObject([{ ok: true }, { ok: true }])
      const third = await version(3)
      // Neither has seen what the other stores now: nothing is ever the difference from what is the difference from it.
      await Promise.all([
        here.put([{ ...third, like: second.hash }]),
        there.put([{ ...third, like: first.hash }]),
      ])
      const stored = (await database.getAll('packIndexes')).flatMap(({ ends }) => [...ends])
      expect(stored.length).toBe(3)
      const hashes = [first, second, third].map(({ hash }) => hash)
      expect(await newStore(database).get(hashes)).toEqual([first.data, second.data, third.data])
    })

    it('counts as missing when what it differs from is gone, and is stored anew', async () => {
      const database = await newDatabase()
      const [one, two] = [await version(1), await version(2)]
      const author = newStore(database)
      await author.put([one])
      await author.put([{ ...two, like: one.hash }])
      const [{ id: first } = { id: 0 }] = await database.getAll('packIndexes')
      await database.delete('packIndexes', first)
      const store = newStore(database)
      expect(await store.missing([two.hash])).toEqual([two.hash])
      expect(await store.get([two.hash])).toEqual([undefined])
      expect(await store.put([{ ...two, like: one.hash }])).toMatchObject({ ok: true })
      expect(await store.get([two.hash])).toEqual([two.data])
      expect(await newStore(database).get([two.hash])).toEqual([two.data])
    })
  })

  describe('blob store in IndexedDB', () => {
    it('gives back the bytes that it was given, in the order asked, and undefined for what it has not', async () => {
      const store = newStore(await newDatabase())
      const all = await blob(Uint8Array.from({ length: 256 }, (_, byte) => byte))
      const empty = await blob(new Uint8Array())
      expect(await store.put([all, empty])).toEqual({ ok: true, value: undefined })
      expect(await store.get([empty.hash, 'f'.repeat(64), all.hash])).toEqual([
        empty.data,
        undefined,
        all.data,
      ])
      expect(await store.missing([all.hash, 'f'.repeat(64)])).toEqual(['f'.repeat(64)])
    })

    it('refuses an object whose content has another hash, and stores nothing of that batch', async () => {
      const store = newStore(await newDatabase())
      const good = await text('good')
      const forged = {
        hash: good.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
        data: good.data,
      }
      expect(await store.put([good, forged])).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
      expect(await store.missing([good.hash])).toEqual([good.hash])
    })

    it('spreads much content over packs and an object larger than a pack over one of its own', async () => {
      const database = await newDatabase()
      const store = newStore(database)
      const big = await blob(new Uint8Array(PACK_BYTES + 1).fill(7))
      const small = await Promise.all(
        Array.from({ length: 40 }, (_, n) => blob(new Uint8Array(50_000).fill(n))),
      )
      await store.put([...small, big])
      expect(await database.count('packIndexes')).toBe(3)
      const back = await store.get([big.hash, ...small.map(({ hash }) => hash)])
      // Whole-array equality of megabytes takes the assertion library seconds; the hash says the same.
      const hashes = await Promise.all(back.map(async (data) => data && (await blob(data.slice())).hash))
      expect(hashes).toEqual([big.hash, ...small.map(({ hash }) => hash)])
    })

    it('stores nothing twice', async () => {
      const database = await newDatabase()
      const store = newStore(database)
      const one = await text('once')
      await store.put([one, one])
      await store.put([one])
      expect(await bytesIn(database)).toBe(one.data.length)
      expect(await database.count('packIndexes')).toBe(1)
    })

    it('sees what another tab has stored meanwhile', async () => {
      const database = await newDatabase()
      const [here, there] = [newStore(database), newStore(database)]
      const [first, second] = [await text('first'), await text('second')]
      await here.put([first])
      expect(await there.get([first.hash])).toEqual([first.data])
      await there.put([second])
      expect(await here.missing([first.hash, second.hash])).toEqual([])
      expect(await here.get([second.hash])).toEqual([second.data])
    })
  })
})

describe('contents in the database', () => {
  it('keeps an object that is larger than the browser takes as one value (Chromium: 128 MiB)', async () => {
    const database = await newDatabase()
    const large = new Uint8Array(2 * PACK_RECORD_BYTES + 70_000)
    for (let at = 0; at < large.length; at += 4_096) large[at] = at / 4_096
    const exact = await blob(new Uint8Array(PACK_RECORD_BYTES).fill(1))
    const stored = [await blob(large), exact]
    expect(await new IdbBlobStore(database).put(stored)).toEqual({ ok: true, value: undefined })
    const back = await new IdbBlobStore(database).get(stored.map(({ hash }) => hash))
    const hashes = await Promise.all(back.map(async (data) => data && (await blob(data.slice())).hash))
    expect(hashes).toEqual(stored.map(({ hash }) => hash))

    expect(await database.count('packs')).toBe(4)
    const indexes = await database.getAll('packIndexes')
    const { store, done } = database.transaction('packs', 'readwrite')
    for (const { id } of indexes) deletePack(store, id)
    await done
    expect(await database.count('packs')).toBe(0)
  })

  it('reads ahead what was stored last', async () => {
    const database = await newDatabase()
    const one = await text('one')
    await new IdbBlobStore(database).put([one])
    const store = new IdbBlobStore(database)
    await store.readAhead()
    await database.clear('packs')
    expect(await store.get([one.hash])).toEqual([one.data])
  })

  it('asks again after a reading that failed', async () => {
    const database = await newDatabase()
    const one = await text('one')
    await new IdbBlobStore(database).put([one])
    let failures = 1
    const failing = { store: { get: () => Promise.reject(new DOMException('gone', 'UnknownError')) } }
    const flaky = new Proxy(database, {
      get: (target, key) => {
        if (key !== 'transaction') return Reflect.get(target, key) as unknown
        return (name: 'packs') => (name === 'packs' && failures-- > 0 ? failing : target.transaction(name))
      },
    })
    const store = new IdbBlobStore(flaky)
    await expect(store.get([one.hash])).rejects.toThrow('gone')
    expect(await store.get([one.hash])).toEqual([one.data])
  })
})
