/**
 * The workspace's content in IndexedDB. Objects are stored in packs of about a mebibyte, since one record an
 * object makes an import several times slower; an index of all packs is held in memory. What stands where something else
 * stood before is kept as the difference (`pack-objects`).
 * What comes in is from the sandbox, so each object's hash is checked before it is believed.
 */
import { fail, ok } from '../../sandbox/errors.ts'
import type { Result } from '../../sandbox/errors.ts'
import type { BlobStore, NewBlob } from '../../sandbox/contract.ts'
import { ObjectCache } from '../../sandbox/object-cache.ts'
import { DIFFERENCE_BYTES_MAX, DIFFERENCES_MAX } from '../limits.ts'
import { contentHash } from './content-hash.ts'
import { complete } from './database.ts'
import type { Database, PackIndex } from './database.ts'
import { chainOf, contentOf, differenceFrom, encodePack, objectsOf, splitIntoPacks } from './pack-objects.ts'
import type { PackedObject, PackInput } from './pack-objects.ts'
import { addPack, readPack } from './pack-records.ts'
import type { PackReads } from './pack-records.ts'
import { requireRoom } from './room.ts'
import type { ContentUse } from './storage/content-use.ts'
import { storageFailure, toStorageError } from './storage-error.ts'

/** Packs, of a mebibyte mostly, that are held at once. */
const HELD_PACKS_MAX = 48
/** Bytes of contents that are remembered, since the next version is kept as the difference from them. */
const RECENT_BYTES = 8 * 1024 * 1024
/** Milliseconds without a question after which none is held any more. */
const HELD_MS = 5000

export class IdbBlobStore implements BlobStore {
  readonly #database: Database
  readonly #use: ContentUse | undefined
  readonly #objects = new Map<string, PackedObject>()
  readonly #recent = new ObjectCache(RECENT_BYTES, DIFFERENCE_BYTES_MAX)
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
    if (hashes.some((hash) => !this.#has(hash))) await this.#loadNewIndexes()
    return hashes.filter((hash) => !this.#has(hash))
  }

  /** A difference from what is not there any more is as good as nothing. */
  #has(hash: string): boolean {
    return chainOf(this.#objects, hash) !== undefined
  }

  async #get(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    const missing = await this.#missing(hashes)
    this.#use?.note(missing.length === 0 ? hashes : hashes.filter((hash) => this.#has(hash)))
    return this.#read(hashes)
  }

  /** Of what is known to be stored. */
  async #read(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    const chains = hashes.map((hash) => chainOf(this.#objects, hash))
    const wanted = [...new Set(chains.flatMap((chain = []) => chain.map(({ pack }) => pack)))]
    const read = await this.#packs(wanted)
    const packs = new Map(wanted.map((id, index) => [id, read[index]]))
    return chains.map((chain) => chain && contentOf(chain, packs))
  }

  /** What was stored last is about to be asked for: a sandbox is on its way that has nothing. */
  readAhead(): Promise<void> {
    return this.#using(async () => {
      await this.#loadNewIndexes()
      const ids = [...new Set([...this.#objects.values()].map(({ pack }) => pack))].sort((a, b) => b - a)
      await this.#packs(ids.slice(0, HELD_PACKS_MAX))
    })
  }

  #using<T>(work: () => Promise<T>): Promise<T> {
    return this.#use ? this.#use.run(work) : work()
  }

  /** What is where may be another now. */
  #forget(): void {
    this.#objects.clear()
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

  put(blobs: readonly NewBlob[]): Promise<Result<void>> {
    return this.#using(() => this.#put(blobs))
  }

  async #put(blobs: readonly NewBlob[]): Promise<Result<void>> {
    const unknown = new Set(blobs.map(({ hash }) => hash).filter((hash) => !this.#has(hash)))
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
      await this.#store(await this.#shortened(fresh))
      // What has changed once is likely to change again.
      for (const { hash, data, like } of fresh) if (like !== undefined) this.#recent.keep(hash, data)
      this.#use?.note(blobs.map(({ hash }) => hash))
      return ok(undefined)
    } catch (cause) {
      return storageFailure(toStorageError(cause, `storing ${fresh.length} files`))
    }
  }

  /** As differences from what stood in their place, where that is stored and it is worth it. */
  async #shortened(blobs: readonly NewBlob[]): Promise<readonly PackInput[]> {
    const likes = [...new Set(blobs.flatMap(({ like }) => like ?? []))]
    const missing = new Set(await this.#missing(likes))
    const usable = likes.filter((hash) => !missing.has(hash) && this.#takesDifferences(hash))
    const contents = new Map(usable.map((hash) => [hash, this.#recent.take(hash)]))
    const unread = usable.filter((hash) => contents.get(hash) === undefined)
    const read = await this.#read(unread)
    for (const [index, hash] of unread.entries()) contents.set(hash, read[index])
    return blobs.map(({ hash, data, like }) => {
      const base = like === undefined ? undefined : contents.get(like)
      const difference = base && differenceFrom(base, data)
      return difference ? { hash, data: difference, base: like } : { hash, data }
    })
  }

  #takesDifferences(hash: string): boolean {
    const chain = chainOf(this.#objects, hash)
    return chain !== undefined && chain.length <= DIFFERENCES_MAX
  }

  async #store(objects: readonly PackInput[]): Promise<void> {
    if (objects.length === 0) return
    // Nothing refers to these yet: the event that does is flushed, and what was written before it along with it.
    const transaction = this.#database.transaction(['packIndexes', 'packs'], 'readwrite', {
      durability: 'relaxed',
    })
    const indexes: PackIndex[] = []
    await complete(transaction, async () => {
      const store = transaction.objectStore('packIndexes')
      // What another tab has stored since is not stored again: of two copies, each could be the difference from the other.
      for (const index of await store.getAll(IDBKeyRange.lowerBound(this.#lastPack, true))) this.#learn(index)
      for (const pack of splitIntoPacks(objects.filter(({ hash }) => !this.#has(hash)))) {
        const { data, ...index } = encodePack(pack)
        // The store's counter fills in `id`, so that two tabs never use the same one.
        const id = await store.add(index as PackIndex)
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
        for (const index of indexes) this.#learn(index)
      })
      .finally(() => {
        this.#loading = undefined
      })
    await this.#loading
  }

  /** All packs before it are known, or become so with it. */
  #learn(index: PackIndex): void {
    for (const object of objectsOf(index)) this.#objects.set(object.hash, object)
    this.#lastPack = Math.max(this.#lastPack, index.id)
  }
}

/** The claimed hash of the first blob whose content has another one. */
async function firstMismatch(blobs: readonly NewBlob[]): Promise<string | undefined> {
  // WebCrypto takes no view on shared memory; what crossed a MessagePort never is one.
  const hashes = await Promise.all(blobs.map((blob) => contentHash(blob.data as Uint8Array<ArrayBuffer>)))
  return blobs.find((blob, position) => hashes[position] !== blob.hash)?.hash
}
