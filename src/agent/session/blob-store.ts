/**
 * The workspace's content in IndexedDB. Objects are stored in packs of about a mebibyte, since one record an
 * object makes an import several times slower; an index of all packs is held in memory.
 * What comes in is from the sandbox, so each object's hash is checked before it is believed.
 */
import { fail, ok } from '../../sandbox/errors.ts'
import type { Result } from '../../sandbox/errors.ts'
import type { BlobStore } from '../../sandbox/contract.ts'
import { PACK_BYTES } from '../limits.ts'
import { contentHash, toHex } from './content-hash.ts'
import { complete } from './database.ts'
import type { Database, PackIndex } from './database.ts'
import { addPack, readPack } from './pack-records.ts'
import type { PackReads } from './pack-records.ts'
import { requireRoom } from './room.ts'
import type { ContentUse } from './storage/content-use.ts'
import { storageFailure, toStorageError } from './storage-error.ts'

interface Location {
  readonly pack: number
  readonly start: number
  readonly end: number
}

interface StoredObject {
  readonly hash: string
  readonly data: Uint8Array
}

const HASH_BYTES = 32
/** Packs, of a mebibyte mostly, that are held at once. */
const HELD_PACKS_MAX = 48
/** Milliseconds without a question after which none is held any more. */
const HELD_MS = 5000

export class IdbBlobStore implements BlobStore {
  readonly #database: Database
  readonly #use: ContentUse | undefined
  readonly #locations = new Map<string, Location>()
  /** Packs that are being read or were lately: what is asked for next lies mostly in the same. */
  readonly #held = new Map<number, Promise<Uint8Array | undefined>>()
  #release: ReturnType<typeof setTimeout> | undefined
  #lastPack = 0
  #loading: Promise<void> | undefined

  /** Without `use`, nothing may ever be collected of this database. */
  constructor(database: Database, use?: ContentUse) {
    this.#database = database
    this.#use = use
    if (use) use.onCollected = () => this.#forget()
  }

  missing(hashes: readonly string[]): Promise<readonly string[]> {
    return this.#using(async () => {
      const missing = new Set(await this.#missing(hashes))
      this.#use?.note(hashes.filter((hash) => !missing.has(hash)))
      return hashes.filter((hash) => missing.has(hash))
    })
  }

  /** The bytes are views of whole packs. */
  get(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#using(() => this.#get(hashes))
  }

  async #missing(hashes: readonly string[]): Promise<readonly string[]> {
    if (hashes.some((hash) => !this.#locations.has(hash))) await this.#loadNewIndexes()
    return hashes.filter((hash) => !this.#locations.has(hash))
  }

  async #get(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    const missing = await this.#missing(hashes)
    this.#use?.note(missing.length === 0 ? hashes : hashes.filter((hash) => this.#locations.has(hash)))
    const wanted = [...new Set(hashes.flatMap((hash) => this.#locations.get(hash)?.pack ?? []))]
    const read = await this.#packs(wanted)
    const packs = new Map(wanted.map((id, index) => [id, read[index]]))
    return hashes.map((hash) => {
      const location = this.#locations.get(hash)
      return location && packs.get(location.pack)?.subarray(location.start, location.end)
    })
  }

  /** What was stored last is about to be asked for: a sandbox is on its way that has nothing. */
  readAhead(): Promise<void> {
    return this.#using(async () => {
      await this.#loadNewIndexes()
      const ids = [...new Set([...this.#locations.values()].map(({ pack }) => pack))].sort((a, b) => b - a)
      await this.#packs(ids.slice(0, HELD_PACKS_MAX))
    })
  }

  #using<T>(work: () => Promise<T>): Promise<T> {
    return this.#use ? this.#use.run(work) : work()
  }

  /** What is where may be another now. */
  #forget(): void {
    this.#locations.clear()
    this.#held.clear()
    this.#lastPack = 0
  }

  #packs(ids: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    const lacking = ids.filter((id) => !this.#held.has(id))
    if (this.#held.size + lacking.length > HELD_PACKS_MAX) this.#held.clear()
    let packs: PackReads | undefined
    const reads = ids.map((id) => {
      const held = this.#held.get(id)
      if (held) return held
      packs ??= this.#database.transaction('packs').store
      const read = readPack(packs, id)
      this.#hold(id, read)
      return read
    })
    clearTimeout(this.#release)
    this.#release = setTimeout(() => this.#held.clear(), HELD_MS)
    return Promise.all(reads)
  }

  /** A failure of the store is everybody's who waits for that pack, and of nobody who asks later. */
  #hold(id: number, read: Promise<Uint8Array | undefined>): void {
    if (this.#held.size >= HELD_PACKS_MAX) return
    this.#held.set(id, read)
    read.catch(() => this.#held.delete(id))
  }

  put(blobs: readonly StoredObject[]): Promise<Result<void>> {
    return this.#using(() => this.#put(blobs))
  }

  async #put(blobs: readonly StoredObject[]): Promise<Result<void>> {
    // What only another tab knows to be there is stored once more: rare, harmless, and no reading before each write.
    const unknown = new Set(blobs.map(({ hash }) => hash).filter((hash) => !this.#locations.has(hash)))
    const fresh = blobs.filter((blob) => unknown.delete(blob.hash))
    const wrong = await firstMismatch(fresh)
    if (wrong !== undefined) {
      return fail(
        'corrupt',
        `An object claims the hash ${wrong} but its content has another; nothing was stored.`,
      )
    }
    try {
      const bytes = fresh.reduce((sum, { data }) => sum + data.length, 0)
      await requireRoom(bytes, `storing ${fresh.length} files`)
      await this.#store(splitIntoPacks(fresh))
      this.#use?.note(blobs.map(({ hash }) => hash))
      return ok(undefined)
    } catch (cause) {
      return storageFailure(toStorageError(cause, `storing ${fresh.length} files`))
    }
  }

  async #store(packs: readonly (readonly StoredObject[])[]): Promise<void> {
    if (packs.length === 0) return
    // Nothing refers to these yet: the event that does is flushed, and what was written before it along with it.
    const transaction = this.#database.transaction(['packIndexes', 'packs'], 'readwrite', {
      durability: 'relaxed',
    })
    const indexes: PackIndex[] = []
    await complete(transaction, async () => {
      for (const objects of packs) {
        const { data, ...index } = encodePack(objects)
        // The store's counter fills in `id`, so that two tabs never use the same one.
        const id = await transaction.objectStore('packIndexes').add(index as PackIndex)
        addPack(transaction.objectStore('packs'), id, data)
        indexes.push({ ...index, id })
      }
      transaction.commit()
    })
    for (const index of indexes) this.#learn(index)
  }

  /** Indexes that this or another tab has written since the last look. */
  async #loadNewIndexes(): Promise<void> {
    this.#loading ??= this.#database
      .getAll('packIndexes', IDBKeyRange.lowerBound(this.#lastPack, true))
      .then((indexes) => {
        for (const index of indexes) {
          this.#learn(index)
          this.#lastPack = Math.max(this.#lastPack, index.id)
        }
      })
      .finally(() => {
        this.#loading = undefined
      })
    await this.#loading
  }

  #learn(index: PackIndex): void {
    let start = 0
    index.ends.forEach((end, position) => {
      const hash = toHex(index.hashes.subarray(position * HASH_BYTES, (position + 1) * HASH_BYTES))
      this.#locations.set(hash, { pack: index.id, start, end })
      start = end
    })
  }
}

export function splitIntoPacks(blobs: readonly StoredObject[]): StoredObject[][] {
  const packs: StoredObject[][] = []
  let size = Infinity
  for (const blob of blobs) {
    if (size + blob.data.length > PACK_BYTES) {
      packs.push([])
      size = 0
    }
    packs.at(-1)?.push(blob)
    size += blob.data.length
  }
  return packs
}

export function encodePack(blobs: readonly StoredObject[]): Omit<PackIndex, 'id'> & { data: Uint8Array } {
  const data = new Uint8Array(blobs.reduce((sum, blob) => sum + blob.data.length, 0))
  const hashes = new Uint8Array(blobs.length * HASH_BYTES)
  const ends = new Uint32Array(blobs.length)
  let end = 0
  blobs.forEach((blob, position) => {
    data.set(blob.data, end)
    end += blob.data.length
    ends[position] = end
    hashes.set(fromHex(blob.hash), position * HASH_BYTES)
  })
  return { data, hashes, ends }
}

/** The claimed hash of the first blob whose content has another one. */
async function firstMismatch(blobs: readonly StoredObject[]): Promise<string | undefined> {
  // WebCrypto takes no view on shared memory; what crossed a MessagePort never is one.
  const hashes = await Promise.all(blobs.map((blob) => contentHash(blob.data as Uint8Array<ArrayBuffer>)))
  return blobs.find((blob, position) => hashes[position] !== blob.hash)?.hash
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    parseInt(text.slice(index * 2, index * 2 + 2), 16),
  )
}
