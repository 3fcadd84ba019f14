/** Contents in files under everything at once: two tabs, clean-ups, moves, lost databases, and ends of all tabs before any step. */
import { afterEach, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { soak } from '../../../testing/soak.ts'
import { IdbBlobStore } from './blob-store.ts'
import type { Database } from '../store/database.ts'
import { MemoryPlace } from '../journal/testing/memory-place.ts'
import { StoredContent } from '../storage/stored-content.ts'
import { sweep } from '../storage/sweep.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { movePacks } from './move-packs.ts'
import { blobOf, contentTab, filesIn } from './test-support.ts'

const SOAK = soak('content-files', { gate: 4, round: 300 })
const STEPS = 40
/** So that there are many files. */
const FILE_BYTES = 60_000

afterEach(dropDatabases)

class World {
  database: Database
  readonly place = new MemoryPlace()
  tabs: ReturnType<typeof contentTab>[]
  /** All that was stored and is needed. */
  readonly stored = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly #random: () => number
  /** Steps until all tabs end. */
  #left = Infinity
  #count = 0

  constructor(database: Database, random: () => number) {
    this.database = database
    this.#random = random
    this.place.onWrite = () => this.#step()
    this.place.onRemove = () => this.#step()
    this.tabs = this.#newTabs()
  }

  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  get tab(): ReturnType<typeof contentTab> {
    const tab = this.tabs[this.below(this.tabs.length)]
    if (!tab) throw new Error('There is no tab.')
    return tab
  }

  /** All tabs end before one of the next steps that change something. */
  endSoon(): void {
    this.#left = this.below(6)
  }

  get hasEnded(): boolean {
    return this.#left < 0
  }

  /** New tabs, after the end of all. A part of a write may be on the disk, and the database may be lost. */
  async restart(): Promise<void> {
    this.place.crash()
    this.#left = Infinity
    const [name, bytes] = [...filesIn(this.place)][this.below(filesIn(this.place).size)] ?? []
    if (name !== undefined && bytes && this.below(3) === 0)
      filesIn(this.place).set(name, new Uint8Array([...bytes, ...bytes.slice(24, 24 + this.below(60))]))
    const isAllFiled = (await this.database.count('packs')) === 0
    if (isAllFiled && this.below(2) === 0) this.database = await newDatabase()
    this.tabs = this.#newTabs()
  }

  /** Each use of the database may be a tab's last. */
  get mortal(): Database {
    return new Proxy(this.database, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
        return (...args: Parameters<Database['transaction']>) => {
          if (args[1] === 'readwrite') this.#step()
          return target.transaction(...args)
        }
      },
    })
  }

  async put(store: IdbBlobStore): Promise<void> {
    const blobs = await Promise.all(
      Array.from({ length: 1 + this.below(4) }, async () => {
        const likes = [...this.stored.keys()]
        const like = this.below(2) === 0 ? likes[this.below(likes.length)] : undefined
        const base = (like !== undefined && this.stored.get(like)) || new Uint8Array(this.below(20_000))
        const data = new Uint8Array([...base, ...new TextEncoder().encode(`${(this.#count += 1)}`)])
        return { ...(await blobOf(data)), ...(like === undefined ? {} : { like }) }
      }),
    )
    const put = await store.put(blobs)
    if (this.hasEnded) return
    expect(put).toEqual({ ok: true, value: undefined })
    for (const { hash, data } of blobs) this.stored.set(hash, data)
  }

  /** A third of all is not needed any more. */
  async cleanUp(): Promise<void> {
    for (const hash of [...this.stored.keys()]) if (this.below(3) === 0) this.stored.delete(hash)
    for (const tab of this.tabs) tab.files.release()
    const source = { database: this.mortal, files: contentTab(this.mortal, this.place, OPTIONS).files }
    const content = await StoredContent.readCompared(source)
    if (this.hasEnded) return
    if (!content) throw new Error('No tab is open, but the contents were not compared with their files.')
    const { problem } = await sweep(source, content, new Set(this.stored.keys()))
    if (this.hasEnded) return
    source.files.release()
    expect(problem).toBeUndefined()
    this.tabs = this.#newTabs()
  }

  async move(): Promise<void> {
    const { files } = this.tab
    const run = <T>(work: () => Promise<T>) => work()
    const pause = async () => undefined
    await movePacks({ database: this.mortal, files, locks: navigator.locks, run, pause })
  }

  async expectAll(): Promise<void> {
    this.#left = Infinity
    const stores = [
      ...this.tabs.map((tab) => tab.store),
      contentTab(this.database, this.place, OPTIONS).store,
    ]
    const hashes = [...this.stored.keys()]
    for (const store of stores) {
      expect(await store.missing(hashes)).toEqual([])
      const read = await store.get(hashes)
      // Equality of large arrays takes the assertion library seconds.
      expect(hashes.filter((hash, at) => !isSame(read[at], this.stored.get(hash)))).toEqual([])
    }
    const rows = await this.database.getAll('packIndexes')
    const places = rows.flatMap(({ place }) => (place ? `${place.file}/${place.at}` : []))
    expect(new Set(places).size).toBe(places.length)
  }

  #newTabs(): ReturnType<typeof contentTab>[] {
    return [1, 2].map(() => contentTab(this.mortal, this.place, OPTIONS))
  }

  #step(): void {
    if (this.hasEnded) throw new DOMException('The tab has ended.', 'AbortError')
    this.#left -= 1
    if (!this.hasEnded) return
    this.place.crash()
    throw new DOMException('The tab has ended.', 'AbortError')
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one?.length === other?.length && one?.every((byte, at) => byte === other?.[at]) === true
}

const OPTIONS = { fileBytes: FILE_BYTES }

it(
  SOAK.title('all that was stored and is needed is there, and in the index once'),
  { timeout: patience(300_000) },
  () =>
    SOAK.each(async ({ random }) => {
      const world = new World(await newDatabase(), random)
      for (let step = 0; step < STEPS; step += 1) {
        if (world.below(6) === 0) world.endSoon()
        const act = world.below(12)
        const acting = async () => {
          if (act < 6) await world.put(world.tab.store)
          else if (act < 7) await world.put(new IdbBlobStore(world.mortal))
          else if (act < 8) await Promise.all(world.tabs.map((tab) => world.put(tab.store)))
          else if (act < 9) await world.cleanUp()
          else if (act < 10) await world.move()
          else await world.tab.store.reindex()
        }
        await acting().catch((error: unknown) => {
          if (!world.hasEnded) throw error
        })
        if (world.hasEnded) await world.restart()
        if (step % 8 === 7) await world.expectAll()
      }
      await world.restart()
      await world.expectAll()
      await dropDatabases()
    }),
)
