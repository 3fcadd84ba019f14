/**
 * The packs of workspaces in files of the origin-private file system: their first and only place, of which the database's
 * `packIndexes` is the index. A tab appends to one file, which nobody else has open; any tab reads all of them.
 */
import type { Database, PackIndex, PackPlace } from '../store/database.ts'
import type { JournalFile, JournalFolder, JournalPlace } from '../journal/contract.ts'
import type { EncodedPack } from './pack-objects.ts'
import type { PackSite, PackTable } from './pack-table.ts'
import { StorageError } from '../store/storage-error.ts'
import { CONTENT_FILE_BYTES, OPEN_PAUSE_MS, OPEN_TRIES } from './limits.ts'
import { readTogether } from './read-together.ts'
import { fileStart, recordHead, SALT_BYTES } from './record.ts'
import { adopt, dropLost } from './reindex.ts'
import type { FiledRecord } from './reindex.ts'
import { scan } from './scan.ts'

const FOLDER = 'packs'

export interface ContentFilesOptions {
  readonly database: Database
  readonly place: JournalPlace
  readonly locks: Pick<LockManager, 'request'>
  readonly now: () => number
  /** Bytes after which a file is followed by the next. */
  readonly fileBytes?: number
}

/** The file that this tab appends to. */
interface Writer {
  readonly name: string
  readonly file: JournalFile
  /** Undefined until the file's start was written, with its first record. */
  readonly salt: Uint8Array | undefined
}

export class ContentFiles {
  readonly #options: ContentFilesOptions
  readonly #folder: JournalFolder
  #writer: Writer | undefined
  /** The writer's bytes before the last `append`. */
  #before: number | undefined
  /** Settles when nobody stores. */
  #storing: Promise<unknown> = Promise.resolve()
  /** Names and sizes of all files when the index had all of them; empty where it did not. */
  #compared = ''
  /** Names of files that are about to be removed. */
  readonly #leaving = new Set<string>()

  constructor(options: ContentFilesOptions) {
    this.#options = options
    this.#folder = options.place.folder(FOLDER)
  }

  /** Runs `work`, which may append, while nothing else of this tab does. One must not begin another. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#storing.then(work)
    this.#storing = done.catch(() => undefined)
    return done
  }

  /**
   * Makes ready for an `append`: has a file open that is not long enough yet. Packs that are found in it come into the index, and
   * `table` knows it. Rejects with `StorageError`. Call it within `alone`.
   */
  async open(table: PackTable): Promise<void> {
    if (this.#writer && this.#writer.file.size() < this.#fileBytes) return
    this.release()
    await this.#locked(async () => {
      this.#writer = await this.#openWriter(table)
    })
  }

  /**
   * Writes packs onto the disk, and returns the place of each. Throws `StorageError`, and then nothing of them is there. Call it
   * within `alone`, after `open`.
   */
  append(packs: readonly EncodedPack[]): PackPlace[] {
    this.#before = undefined
    if (!this.#writer) throw new StorageError('closed', 'No content file is open.')
    const { name, file, salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES)) } = this.#writer
    const size = file.size()
    const parts: Uint8Array[] = size === 0 ? [fileStart(salt)] : []
    const first = size + (parts[0]?.length ?? 0)
    const time = this.#options.now()
    let end = first
    const places = packs.map((pack) => {
      const head = recordHead(pack, { salt, before: end - first, time })
      parts.push(head, pack.data)
      const at = end + head.length
      end = at + pack.data.length
      return { file: name, at }
    })
    this.#try(() => file.append(...parts))
    this.#writer = { name, file, salt }
    this.#before = size
    return places
  }

  /** Takes the last `append` back, whose packs did not come into the index. Bytes that stay nevertheless do no harm. */
  undo(): void {
    const size = this.#before
    this.#before = undefined
    if (size === undefined || !this.#writer) return
    const { name, file } = this.#writer
    try {
      this.#try(() => file.truncate(size))
    } catch (error) {
      console.info(`The content file ${name} was not cut:`, error)
    }
  }

  /** The data of those that are in files, by their numbers; each resolves to undefined when it is not there. */
  read(sites: readonly PackSite[]): ReadonlyMap<number, Promise<Uint8Array | undefined>> {
    return readTogether(sites, async (name, from, to) => {
      const writer = this.#writer
      return writer?.name === name ? writer.file.read(from, to) : this.#folder.read(name, from, to)
    })
  }

  /**
   * Compares the index with the files, if these have changed since the last time: objects in a file alone
   * come into the index, and objects in the index alone are taken out of it. Resolves with the number of
   * packs that came into the index. A file that a tab has open is left out: that tab has compared it. `table`
   * knows the index afterwards.
   */
  async reindex(table: PackTable): Promise<number> {
    return this.#locked(async () => {
      // The sizes after the rows: a file is longer before the row says so.
      await this.#load(table)
      const sizes = await this.#sizes()
      const compared = JSON.stringify([...sizes])
      if (compared === this.#compared) return 0
      this.#compared = ''
      await dropLost(this.#options.database, table, sizes)
      const ends = endsOf(table)
      const longer = [...sizes].filter(([name, size]) => size > (ends.get(name) ?? 0)).map(([name]) => name)
      const found = await Promise.all(longer.map((name) => this.#recordsOf(name, ends.get(name) ?? 0)))
      const records = found.flatMap((some) => some ?? [])
      const adopted = await adopt(this.#options.database, table, records)
      // Others are looked at again.
      if (!found.includes(undefined)) this.#compared = JSON.stringify([...(await this.#sizes())])
      return adopted
    })
  }

  /** Whether the index had all that is in the files when both were compared last. */
  get isCompared(): boolean {
    return this.#compared !== ''
  }

  /** Whether nobody has a file open. Lets go of this tab's own. */
  async isFree(name: string): Promise<boolean> {
    if (this.#writer?.name === name) this.release()
    const file = await this.#folder.open(name)
    if (file === 'taken') return false
    file.close()
    return true
  }

  /** Nothing is appended to these any more. */
  leave(names: Iterable<string>): void {
    for (const name of names) {
      this.#leaving.add(name)
      if (this.#writer?.name === name) this.release()
    }
  }

  remove(name: string): Promise<void> {
    return this.#folder.remove(name)
  }

  /** Lets go of the file that it appends to, if any; the next `open` takes one. */
  release(): void {
    const writer = this.#writer
    this.#writer = undefined
    this.#before = undefined
    writer?.file.close()
  }

  get #fileBytes(): number {
    return this.#options.fileBytes ?? CONTENT_FILE_BYTES
  }

  /** A file that failed is given up, unless only the room was lacking: the next time another is opened. */
  #try(work: () => void): void {
    try {
      work()
    } catch (error) {
      const isFull = error instanceof StorageError && error.kind === 'quota'
      if (!isFull) this.#writer = undefined
      throw error
    }
  }

  async #openWriter(table: PackTable): Promise<Writer> {
    await this.#load(table)
    const ends = endsOf(table)
    for (const [name, size] of await this.#sizes()) {
      if (size >= this.#fileBytes || this.#leaving.has(name)) continue
      const writer = await this.#goOnWith(name, ends.get(name) ?? 0, table)
      if (writer) return writer
    }
    const name = newName(this.#options.now())
    const file = await this.#folder.open(name)
    if (file === 'taken') throw new StorageError('broken', `The new content file ${name} is open.`)
    return { name, file, salt: undefined }
  }

  /** Opens a file to append to it, when it is one of ours, whole and nobody has it open. All in it comes into the index before. */
  async #goOnWith(name: string, end: number, table: PackTable): Promise<Writer | undefined> {
    const file = await this.#folder.open(name)
    if (file === 'taken') return undefined
    try {
      const scanned = scan(file, end)
      if (scanned.kind === 'empty') {
        file.truncate(0)
        return { name, file, salt: undefined }
      }
      if (scanned.kind === 'whole') {
        const found = scanned.records.map((record) => ({ ...record, file: name }))
        await adopt(this.#options.database, table, found)
        return { name, file, salt: scanned.salt }
      }
    } catch (error) {
      file.close()
      throw error
    }
    file.close()
    return undefined
  }

  /** Undefined where it is not known what a file has: a tab has it open, or a later version has written it. */
  async #recordsOf(name: string, from: number): Promise<readonly FiledRecord[] | undefined> {
    const file = await this.#openSoon(name)
    if (file === 'taken') return undefined
    try {
      const scanned = scan(file, from)
      if (scanned.kind === 'newer') {
        console.info(`A later version of Vivarium has written the content file ${name}: it is left alone.`)
        return undefined
      }
      if (scanned.kind === 'foreign') console.info(`${name} is no content file: it is left alone.`)
      return 'records' in scanned ? scanned.records.map((record) => ({ ...record, file: name })) : []
    } finally {
      file.close()
    }
  }

  /** Opens a file, which a tab that was just closed may have open for some more milliseconds. */
  async #openSoon(name: string): Promise<JournalFile | 'taken'> {
    for (let tries = 1; ; tries += 1) {
      const file = await this.#folder.open(name)
      if (file !== 'taken' || tries === OPEN_TRIES || this.#writer?.name === name) return file
      await new Promise((resolve) => setTimeout(resolve, OPEN_PAUSE_MS))
    }
  }

  async #load(table: PackTable): Promise<void> {
    const rows: readonly PackIndex[] = await this.#options.database.getAll('packIndexes', table.unknown)
    for (const row of rows) table.learn(row)
  }

  async #sizes(): Promise<ReadonlyMap<string, number>> {
    const names = await this.#folder.names()
    const sizes = await Promise.all(names.map((name) => this.#folder.size(name)))
    return new Map(
      names.flatMap((name, at): [string, number][] => {
        const size = sizes[at]
        return size === undefined ? [] : [[name, size]]
      }),
    )
  }

  /** While no other tab opens a file or compares them. */
  async #locked<T>(work: () => Promise<T>): Promise<T> {
    const { database, locks } = this.#options
    return await locks.request(`${database.name}-content-files`, work)
  }
}

/** The end of the last pack of each file that the index knows. */
function endsOf(table: PackTable): Map<string, number> {
  const ends = new Map<string, number>()
  for (const { place, bytes } of table.packs.values())
    if (place) ends.set(place.file, Math.max(ends.get(place.file) ?? 0, place.at + bytes))
  return ends
}

/** In order of their making; no two are ever the same, since the index may still name one that was removed. */
function newName(now: number): string {
  return `${now.toString(36).padStart(9, '0')}-${crypto.randomUUID().slice(0, 8)}`
}
