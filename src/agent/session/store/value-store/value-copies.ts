/**
 * The second copy of all small values, in files of the origin: written after each change, read when a database is not there.
 * One for a thread; each store has a folder in it.
 */
import type { JournalFolder, JournalPlace } from '../../journal/contract.ts'
import type { CopyProblem } from './copy-file.ts'

export interface ValueCopiesOptions {
  /** Undefined where this thread has no such files: then there are no copies. */
  readonly place: Promise<JournalPlace | undefined>
  /** The locks of all tabs. */
  readonly locks: Pick<LockManager, 'request'>
  /** Scheme, host and port of the app. */
  readonly origin: string
}

/** A value of which only its name was copied, as no file may have it: a key, a handle of a folder. */
export interface LostValue {
  readonly database: string
  readonly key: string
  /** The user knows it by this: a provider, a host, a folder; '' where it has none. */
  readonly name: string
}

export interface UnreadCopy {
  readonly database: string
  readonly file: string
  readonly problem: CopyProblem | 'unreadable'
}

/** The fate of small values whose database was not there. */
export interface ComeBack {
  /** Databases that this thread has made anew from their copies. */
  readonly restored: readonly string[]
  /** Copies that could not be used, in this thread. */
  readonly unread: readonly UnreadCopy[]
  /** To be entered again; until that is done or dismissed, also after a reload. */
  readonly lost: readonly LostValue[]
}

/** One store, as this needs it. */
export interface CopiedStore {
  lost(): Promise<readonly LostValue[]>
  dismissLost(): Promise<void>
  /** Writes copies that are missing or behind. */
  evenOut(): Promise<void>
}

export interface CopyWrite {
  readonly database: string
  readonly file: string
  /** Asked with the file's lock held: its bytes as of now, or undefined for none. */
  readonly bytes: () => Promise<Uint8Array | undefined>
  /** Its database was deleted meanwhile: then it is not written. */
  readonly isGone: () => boolean
  /** Read first, and left when it is the same. */
  readonly unlessSame?: boolean
}

export class ValueCopies {
  readonly #options: ValueCopiesOptions
  readonly #stores: CopiedStore[] = []
  readonly #restored: string[] = []
  readonly #unread: UnreadCopy[] = []
  /** Writes that wait for their lock, by file: they will have what is stored until they get it. */
  readonly #waiting = new Map<string, Promise<boolean>>()

  constructor(options: ValueCopiesOptions) {
    this.#options = options
  }

  get origin(): string {
    return this.#options.origin
  }

  join(store: CopiedStore): void {
    this.#stores.push(store)
  }

  /** Opens all stores, which brings back what is not there. */
  async comeBack(): Promise<ComeBack> {
    const lost = await Promise.all(this.#stores.map((store) => store.lost()))
    return { restored: [...this.#restored], unread: [...this.#unread], lost: lost.flat() }
  }

  /** Names of lost values are not told any more, in no tab. */
  async dismissLost(): Promise<void> {
    for (const store of this.#stores) await store.dismissLost()
  }

  /**
   * Writes copies that are missing or behind: of an installation that never had any, or where the last tab ended in between. Never
   * rejects. Its place is the idle time after the start.
   */
  async evenOut(): Promise<void> {
    if (!(await this.#options.place)) return
    for (const store of this.#stores) {
      try {
        await store.evenOut()
      } catch (error) {
        console.info('A copy of small values was not brought up to date:', error)
      }
    }
  }

  onRestored(database: string): void {
    this.#restored.push(database)
  }

  onUnread(copy: UnreadCopy): void {
    console.warn(`The copy ${copy.database}/${copy.file} could not be read: it is ${copy.problem}.`)
    this.#unread.push(copy)
  }

  /** Names of a database's files. */
  async files(database: string): Promise<readonly string[]> {
    return (await this.#folder(database))?.names() ?? []
  }

  async read(database: string, file: string): Promise<Uint8Array | undefined> {
    return (await this.#folder(database))?.read(file)
  }

  /** Whether the file has by now all that was stored before the call. Never rejects. */
  write(write: CopyWrite): Promise<boolean> {
    const id = `${write.database}/${write.file}`
    const waiting = this.#waiting.get(id)
    if (waiting) return waiting
    const writing = this.#write(id, write).catch((error: unknown) => {
      if (this.#waiting.get(id) === writing) this.#waiting.delete(id)
      if (!write.isGone()) console.info(`The copy ${id} was not written:`, error)
      return false
    })
    this.#waiting.set(id, writing)
    return writing
  }

  async #write(id: string, { database, file, bytes, isGone, unlessSame }: CopyWrite): Promise<boolean> {
    const folder = await this.#folder(database)
    if (!folder) {
      this.#waiting.delete(id)
      return true
    }
    // Otherwise the older of two states could be written last.
    return this.#options.locks.request(`vivarium-copy ${id}`, async () => {
      this.#waiting.delete(id)
      const now = await bytes()
      const known = unlessSame ? await folder.read(file) : undefined
      if (isGone()) return false
      if (known && now && isSame(known, now)) return true
      await (now ? folder.replace(file, now) : folder.remove(file))
      return true
    })
  }

  async #folder(database: string): Promise<JournalFolder | undefined> {
    return (await this.#options.place)?.folder(database)
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
