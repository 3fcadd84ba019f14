/**
 * The contents that a session's log names, read from the store batch by batch, each checked. Another tab may
 * clean up between two batches: the session's content stays then, but may be elsewhere, so that a missing
 * object is looked for once more.
 */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { decodeDirectory } from '../../../sandbox/history/directory-object.ts'
import { BACKUP_OBJECTS_AT_ONCE, BACKUP_RECORD_BYTES } from '../../limits.ts'
import type { ContentFiles } from '../contents/content-files.ts'
import { contentHash } from '../store/content-hash.ts'
import type { BackedUpObject } from './content-record.ts'

export interface ContentSource {
  /** A look at the store as it is now, which notes nothing of what it reads. */
  readonly open: () => Pick<BlobStore, 'get' | 'missing'>
  /** Runs `work` while no content is taken away. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>
  /** Files that hold the contents; undefined: the database does. */
  readonly files?: ContentFiles | undefined
  /** By hash, the object from which the difference is stored. */
  readonly likes: ReadonlyMap<string, string>
}

interface Wanted {
  readonly hash: string
  /** Bytes, as far as they are known. */
  readonly size: number
}

/** A directory's size is not known before it is read: a usual one's. */
const DIRECTORY_BYTES = 4_096

/** Contents of all sessions of one backup: those that are in it already are not read again. */
export class SessionContents {
  readonly #source: ContentSource
  readonly #written = new Set<string>()
  #store: Pick<BlobStore, 'get' | 'missing'>
  #lacking = 0

  constructor(source: ContentSource) {
    this.#source = source
    this.#store = source.open()
  }

  get written(): number {
    return this.#written.size
  }

  /** Named by directories, and not stored. */
  get lacking(): number {
    return this.#lacking
  }

  /** Whether the caller is to write this object, which is not in the store. It counts as written from then on. */
  isNew(hash: string): boolean {
    const isNew = !this.#written.has(hash)
    this.#written.add(hash)
    return isNew
  }

  /** The texts among these that name stored content. */
  async stored(names: readonly string[]): Promise<string[]> {
    const missing = new Set(await this.#source.guard(() => this.#store.missing(names)))
    return names.filter((name) => this.#written.has(name) || !missing.has(name))
  }

  /** All that these consist of and is not written yet. */
  async *batches(roots: readonly string[]): AsyncGenerator<readonly BackedUpObject[]> {
    const wanted: Wanted[] = []
    const want = (hash: string, size: number) => {
      if (this.#written.has(hash)) return
      this.#written.add(hash)
      wanted.push({ hash, size })
    }
    for (const root of roots) want(root, DIRECTORY_BYTES)
    let batch: BackedUpObject[] = []
    let bytes = 0
    for (let group = take(wanted); group.length > 0; group = take(wanted)) {
      for (const [index, data] of (await this.#read(group)).entries()) {
        const hash = group[index]?.hash ?? ''
        if (data === undefined) {
          this.#written.delete(hash)
          this.#lacking += 1
          continue
        }
        for (const { hash: child, kind, size } of decodeDirectory(data)?.entries ?? [])
          want(child, kind === 'directory' ? DIRECTORY_BYTES : size)
        if (bytes + data.length > BACKUP_RECORD_BYTES && batch.length > 0) {
          yield batch
          batch = []
          bytes = 0
        }
        batch.push({ hash, data, like: this.#source.likes.get(hash) })
        bytes += data.length
      }
    }
    if (batch.length > 0) yield batch
  }

  /** Undefined for what is not stored, or not as its name says. */
  async #read(wanted: readonly Wanted[]): Promise<(Uint8Array | undefined)[]> {
    const hashes = wanted.map(({ hash }) => hash)
    const read = await this.#readNow(hashes)
    const again = hashes.filter((_, index) => read[index] === undefined)
    if (again.length === 0) return read
    this.#store = this.#source.open()
    const found = await this.#readNow(again)
    const more = new Map(again.map((hash, index) => [hash, found[index]]))
    return read.map((data, index) => data ?? more.get(hashes[index] ?? ''))
  }

  #readNow(hashes: readonly string[]): Promise<(Uint8Array | undefined)[]> {
    return this.#source.guard(async () => {
      const read = await this.#store.get(hashes)
      return Promise.all(
        read.map(async (data, index) => {
          // Bytes from the store are never shared memory.
          if (data === undefined || (await contentHash(data as Uint8Array<ArrayBuffer>)) !== hashes[index])
            return undefined
          return data
        }),
      )
    })
  }
}

/** The next ones that are read at once. */
function take(wanted: Wanted[]): Wanted[] {
  let bytes = 0
  let count = 0
  for (const { size } of wanted.slice(0, BACKUP_OBJECTS_AT_ONCE)) {
    bytes += size
    if (count > 0 && bytes > BACKUP_RECORD_BYTES) break
    count += 1
  }
  return wanted.splice(0, count)
}
