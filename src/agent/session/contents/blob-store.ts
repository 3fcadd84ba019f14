/**
 * The workspace's content, in packs of about a mebibyte, since one record an object makes an import several
 * times slower. Packs lie in files (`content-files`), or else in IndexedDB, which has the index of all of
 * them; the index is held in memory. Content that takes the place of other content is kept as the difference
 * (`pack-objects`). New objects come from the sandbox, so each hash is checked before it is trusted.
 */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { BlobStore, NewBlob } from '../../../sandbox/contract/contract.ts'
import { ObjectCache } from '../../../sandbox/contract/object-cache.ts'
import { DIFFERENCE_BYTES_MAX, DIFFERENCES_MAX } from '../../limits.ts'
import { contentHash } from '../store/content-hash.ts'
import type { ContentFiles } from './content-files.ts'
import { readPacks } from './read-packs.ts'
import { complete } from '../store/database.ts'
import type { Database, PackIndex, PackPlace } from '../store/database.ts'
import { chainOf, contentOf, differenceFrom, encodePack, splitIntoPacks } from './pack-objects.ts'
import type { EncodedPack, PackInput } from './pack-objects.ts'
import { addPack } from './pack-records.ts'
import { PackTable } from './pack-table.ts'
import { requireRoom } from '../store/room.ts'
import type { ContentUse } from '../store/content-use.ts'
import { storageFailure, toStorageError } from '../store/storage-error.ts'

/** Packs, of a mebibyte mostly, that are held at once. */
const HELD_PACKS_MAX = 48
/** Bytes of contents that are remembered, since the next version is kept as the difference from them. */
const RECENT_BYTES = 8 * 1024 * 1024
/** Milliseconds without a question after which none is held any more. */
const HELD_MS = 5000

/** Packs that lie in a file already, and where. */
interface FiledPacks {
  readonly packs: readonly EncodedPack[]
  readonly places: readonly PackPlace[]
}

export class IdbBlobStore implements BlobStore {
  readonly #database: Database
  readonly #use: ContentUse | undefined
  readonly #files: ContentFiles | undefined
  readonly #table: PackTable
  readonly #recent = new ObjectCache(RECENT_BYTES, DIFFERENCE_BYTES_MAX)
  /** Packs that are being read or were lately: the next objects are mostly in the same. */
  readonly #held = new Map<number, Promise<Uint8Array | undefined>>()
  #release: ReturnType<typeof setTimeout> | undefined
  #loading: Promise<void> | undefined
  /** Settles when the index was compared with the files: once, unless something is asked for that it lacks. */
  #compared: Promise<number> | undefined

  /** Asked where contents of so many bytes have no room: true when they are to be put once more. */
  onNoRoom: (bytes: number) => Promise<boolean> = () => Promise.resolve(false)

  /** Without `use`, nothing may ever be collected of this database. Without `files`, all stays in the database. */
  constructor(database: Database, use?: ContentUse, files?: ContentFiles) {
    this.#database = database
    this.#use = use
    this.#files = files
    this.#table = new PackTable(files !== undefined)
    if (use) {
      use.onStopped = () => files?.release()
      use.onCollected = () => this.#forget()
    }
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
    if (hashes.some((hash) => !this.#has(hash))) await (this.#compared ??= this.#compare())
    return hashes.filter((hash) => !this.#has(hash))
  }

  /**
   * Brings the index to what is in the files, e.g. after the database was lost, and resolves with the number of packs that it lacked.
   * Asking for what is not known does the same.
   */
  reindex(): Promise<number> {
    return this.#using(() => (this.#compared = this.#compare()))
  }

  /** Without it, all is there that the index knows. */
  async #compare(): Promise<number> {
    try {
      return (await this.#files?.reindex(this.#table)) ?? 0
    } catch (error) {
      console.info('The index of the contents was not compared with their files:', error)
      return 0
    }
  }

  /** A difference from what is not there any more is as good as nothing. */
  #has(hash: string): boolean {
    return chainOf(this.#table.objects, hash) !== undefined
  }

  async #get(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    let missing = await this.#missing(hashes)
    let read = await this.#read(hashes)
    if (this.#files && read.includes(undefined)) {
      // A tab may have ended before its packs came into the index; or a file is gone that the index names.
      await (this.#compared = this.#compare())
      missing = await this.#missing(hashes)
      read = await this.#read(hashes)
    }
    this.#use?.note(missing.length === 0 ? hashes : hashes.filter((hash) => this.#has(hash)))
    return read
  }

  /** Undefined for all that is not known to be stored. */
  async #read(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    const chains = hashes.map((hash) => chainOf(this.#table.objects, hash))
    const wanted = [...new Set(chains.flatMap((chain = []) => chain.map(({ pack }) => pack)))]
    const read = await this.#packs(wanted)
    const packs = new Map(wanted.map((id, index) => [id, read[index]]))
    return chains.map((chain) => chain && contentOf(chain, packs))
  }

  /** Preloads the newest packs: a sandbox that has no files yet is about to ask for them. */
  readAhead(): Promise<void> {
    return this.#using(async () => {
      await this.#loadNewIndexes()
      const ids = [...this.#table.packs.keys()].sort((a, b) => b - a)
      await this.#packs(ids.slice(0, HELD_PACKS_MAX))
    })
  }

  #using<T>(work: () => Promise<T>): Promise<T> {
    return this.#use ? this.#use.run(work) : work()
  }

  /** Clears the caches: object positions may have changed. */
  #forget(): void {
    this.#table.clear()
    this.#held.clear()
  }

  #packs(ids: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    const packs = new Map(ids.map((id) => [id, this.#held.get(id)]))
    const sites = ids.flatMap((id) => (packs.get(id) ? [] : (this.#table.packs.get(id) ?? [])))
    if (this.#held.size + sites.length > HELD_PACKS_MAX) this.#held.clear()
    for (const [id, read] of readPacks({ database: this.#database, files: this.#files }, sites)) {
      packs.set(id, read)
      this.#hold(id, read)
    }
    clearTimeout(this.#release)
    this.#release = setTimeout(() => this.#held.clear(), HELD_MS)
    return Promise.all(packs.values())
  }

  /** A failure of the store is everybody's who waits for that pack, and of nobody who asks later. */
  #hold(id: number, read: Promise<Uint8Array | undefined>): void {
    if (this.#held.size >= HELD_PACKS_MAX) return
    this.#held.set(id, read)
    read.catch(() => this.#held.delete(id))
  }

  async put(blobs: readonly NewBlob[]): Promise<Result<void>> {
    const stored = await this.#using(() => this.#put(blobs))
    if (stored.ok || stored.error.kind !== 'quota') return stored
    const bytes = blobs.reduce((sum, { data }) => sum + data.length, 0)
    return (await this.onNoRoom(bytes)) ? this.#using(() => this.#put(blobs)) : stored
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
      // Objects that have changed once are likely to change again.
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
    const chain = chainOf(this.#table.objects, hash)
    return chain !== undefined && chain.length <= DIFFERENCES_MAX
  }

  async #store(objects: readonly PackInput[]): Promise<void> {
    if (objects.length === 0) return
    const files = this.#files
    if (!files) return void (await this.#index(objects))
    await files.alone(async () => {
      for (;;) {
        const filed = await this.#file(objects, files)
        try {
          if (await this.#index(objects, filed)) return
        } catch (error) {
          files.undo()
          throw error
        }
        files.undo()
      }
    })
  }

  /** Writes what is not stored yet into a file; undefined where that cannot be written: the database takes it. */
  async #file(objects: readonly PackInput[], files: ContentFiles): Promise<FiledPacks | undefined> {
    try {
      await files.open(this.#table)
      const packs = splitIntoPacks(objects.filter(({ hash }) => !this.#has(hash))).map(encodePack)
      return { packs, places: packs.length === 0 ? [] : files.append(packs) }
    } catch (cause) {
      const error = toStorageError(cause, 'writing contents into a file')
      // The user is told of a full disk in the same words wherever the bytes were to go.
      if (error.kind === 'quota') throw new DOMException(error.message, 'QuotaExceededError')
      console.info('Contents are stored in the database, since no file takes them:', error)
      return undefined
    }
  }

  /** Puts objects into the index, with their data or where it is; false when another tab has stored some of these meanwhile. */
  async #index(objects: readonly PackInput[], filed?: FiledPacks): Promise<boolean> {
    // Nothing refers to these yet: the event that does is flushed, and what was written before it along with it.
    const transaction = this.#database.transaction(['packIndexes', 'packs'], 'readwrite', {
      durability: 'relaxed',
    })
    const indexes: PackIndex[] = []
    const isStored = await complete(transaction, async () => {
      const store = transaction.objectStore('packIndexes')
      // Objects that another tab has stored since are not stored again: each of two copies could be the
      // difference from the other.
      const others = await store.getAll(this.#table.unknown)
      for (const index of others) this.#table.learn(index)
      if (filed && others.length > 0) return false
      const packs =
        filed?.packs ?? splitIntoPacks(objects.filter(({ hash }) => !this.#has(hash))).map(encodePack)
      for (const [at, { data, ...index }] of packs.entries()) {
        const place = filed?.places[at]
        const row = place ? { ...index, place } : index
        // The store's counter fills in `id`, so that two tabs never use the same one.
        const id = await store.add(row as PackIndex)
        if (!place) addPack(transaction.objectStore('packs'), id, data)
        indexes.push({ ...row, id })
      }
      transaction.commit()
      return true
    })
    for (const index of indexes) this.#table.learn(index)
    return isStored
  }

  /** Indexes that this or another tab has written since the last look. */
  async #loadNewIndexes(): Promise<void> {
    this.#loading ??= this.#database
      .getAll('packIndexes', this.#table.unknown)
      .then((indexes) => {
        for (const index of indexes) this.#table.learn(index)
      })
      .finally(() => {
        this.#loading = undefined
      })
    await this.#loading
  }
}

/** The claimed hash of the first blob whose content has another one. */
async function firstMismatch(blobs: readonly NewBlob[]): Promise<string | undefined> {
  // WebCrypto takes no view on shared memory; bytes that crossed a MessagePort never are one.
  const hashes = await Promise.all(blobs.map((blob) => contentHash(blob.data as Uint8Array<ArrayBuffer>)))
  return blobs.find((blob, position) => hashes[position] !== blob.hash)?.hash
}
