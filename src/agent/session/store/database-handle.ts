/**
 * One reference to a database for all that use it, whichever connection is open. A newer version of the app gets the database when it
 * asks: this tab's work ends first, the connection is closed, and what the newer one has made of it is opened again for reading alone.
 */
import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import { DATABASE_RELEASE_MS } from '../../limits.ts'
import { StorageError } from './storage-error.ts'

/** Members of a handle beside the calls of the connection. */
export interface Handle {
  /** A newer version has taken the database over, or is about to: nothing more is begun here that writes. It never ends. */
  readonly isOutdated: boolean
  /** Resolves when it can be read: at once, but while a newer version lifts it. Rejects with `StorageError` where it is gone. */
  readable(): Promise<void>
}

export interface HandleOptions {
  /** The stores that this version reads, each with its indexes. */
  readonly known: Readonly<Record<string, readonly string[]>>
  /** A newer version waits for the database: ends what runs here and writes the rest. It gets `DATABASE_RELEASE_MS`. */
  readonly onOutdated: () => Promise<void> | void
  /** All of the database was deleted. */
  readonly onDeleted: () => void
}

const READS: ReadonlySet<PropertyKey> = new Set([
  'get',
  'getKey',
  'getAll',
  'getAllKeys',
  'count',
  'getFromIndex',
  'getKeyFromIndex',
  'getAllFromIndex',
  'getAllKeysFromIndex',
  'countFromIndex',
])
const WRITES: ReadonlySet<PropertyKey> = new Set(['put', 'add', 'delete', 'clear'])

/** A connection without its schema: names of stores and values are the caller's matter. */
type Connection = IDBPDatabase
type Call = (...args: unknown[]) => unknown

/** The version that is there, for reading alone; none is made where there is none. */
function openAsItIs(name: string): Promise<Connection> {
  return openDB(name, undefined, {
    upgrade(_database, _old, _new, transaction) {
      transaction.done.catch(() => undefined)
      transaction.abort()
    },
  })
}

export class DatabaseHandle {
  readonly #options: HandleOptions
  #connection: Connection
  #isOutdated = false
  #isReadOnly = false
  #isClosed = false
  /** Settles when there is a connection again; it stays where that fails. */
  #reopening: Promise<void> | undefined
  /** Stores that this version reads and that are gone, in whole or in part. */
  #gone: ReadonlySet<string> = new Set()

  private constructor(connection: Connection, options: HandleOptions) {
    this.#connection = connection
    this.#options = options
    this.#listen()
  }

  /** A handle on a connection of this version. */
  static on<S extends DBSchema>(
    connection: IDBPDatabase<S>,
    options: HandleOptions,
  ): IDBPDatabase<S> & Handle {
    // The schema is but for the compiler.
    return new DatabaseHandle(connection as unknown as Connection, options).#reference<S>()
  }

  /** A handle on a database of a newer version. */
  static async onNewer<S extends DBSchema>(
    name: string,
    options: HandleOptions,
  ): Promise<IDBPDatabase<S> & Handle> {
    const handle = new DatabaseHandle(await openAsItIs(name), options)
    handle.#isOutdated = true
    handle.#isReadOnly = true
    handle.#gone = missingIn(handle.#connection, options.known)
    return handle.#reference<S>()
  }

  #reference<S extends DBSchema>(): IDBPDatabase<S> & Handle {
    // It answers each call as the connection would.
    return new Proxy({}, { get: (_, name) => this.#member(name) }) as IDBPDatabase<S> & Handle
  }

  #member(name: PropertyKey): unknown {
    if (name === 'isOutdated') return this.#isOutdated
    if (name === 'readable') return () => this.#reopening ?? Promise.resolve()
    if (name === 'close') return () => this.#close()
    if (name === 'transaction') return (...args: unknown[]) => this.#transaction(args)
    if (READS.has(name)) return (...args: unknown[]) => this.#read(name, args)
    if (WRITES.has(name)) return (...args: unknown[]) => this.#write(name, args)
    const value: unknown = Reflect.get(this.#connection, name)
    return typeof value === 'function' ? (...args: unknown[]) => this.#call(name, args) : value
  }

  #call(name: PropertyKey, args: readonly unknown[]): unknown {
    // Only called with the names of functions.
    const call = Reflect.get(this.#connection, name) as Call
    return Reflect.apply(call, this.#connection, args)
  }

  async #read(name: PropertyKey, args: readonly unknown[]): Promise<unknown> {
    if (this.#reopening) await this.#reopening
    this.#require(args[0])
    return this.#call(name, args)
  }

  async #write(name: PropertyKey, args: readonly unknown[]): Promise<unknown> {
    if (this.#isReadOnly) throw refusedWrite(args[0])
    return this.#call(name, args)
  }

  #transaction(args: readonly unknown[]): unknown {
    const [stores, mode = 'readonly'] = args
    if (mode !== 'readonly' && this.#isReadOnly) throw refusedWrite(stores)
    if (this.#reopening) throw outdated('Nothing was read')
    this.#require(stores)
    return this.#call('transaction', args)
  }

  #require(stores: unknown): void {
    const gone = namesOf(stores).filter((name) => this.#gone.has(name))
    if (gone.length > 0) throw outdated(`${quoted(gone)} cannot be read as this version stored it`)
  }

  #close(): void {
    this.#isClosed = true
    this.#connection.close()
  }

  #listen(): void {
    this.#connection.addEventListener('versionchange', (event) => void this.#letGo(event.newVersion))
  }

  /** Never rejects. A version of null: the database is to be deleted. */
  async #letGo(newVersion: number | null): Promise<void> {
    if (newVersion === null) {
      this.#close()
      this.#options.onDeleted()
      return
    }
    if (!this.#isOutdated) {
      this.#isOutdated = true
      await withinTime(this.#options.onOutdated, DATABASE_RELEASE_MS)
    } else if (!this.#isReadOnly) return
    this.#isReadOnly = true
    this.#connection.close()
    if (this.#isClosed) return
    this.#reopening = this.#reopen()
    // Told by all that read; until then the rejection has no handler.
    this.#reopening.catch(() => undefined)
  }

  /** Waits in line behind the newer version. */
  async #reopen(): Promise<void> {
    try {
      this.#connection = await openAsItIs(this.#connection.name)
    } catch (cause) {
      throw outdated('The stored data cannot be opened any more', { cause })
    }
    if (this.#isClosed) return this.#connection.close()
    this.#listen()
    this.#gone = missingIn(this.#connection, this.#options.known)
    this.#reopening = undefined
  }
}

/** Why a tab whose database has a newer version does not do something; `what` is a sentence about it without its full stop. */
export function outdated(what: string, options?: { cause?: unknown }): StorageError {
  return new StorageError(
    'outdated',
    `${what}: a newer version of Vivarium works in another tab, and this one only shows what is stored.`,
    options,
  )
}

function refusedWrite(stores: unknown): StorageError {
  return outdated(`Nothing was written to ${quoted(namesOf(stores))}`)
}

function namesOf(stores: unknown): string[] {
  return (Array.isArray(stores) ? stores : [stores]).map(String)
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

function missingIn(connection: Connection, known: HandleOptions['known']): Set<string> {
  const missing = Object.entries(known).filter(([store, indexes]) => {
    if (!connection.objectStoreNames.contains(store)) return true
    if (indexes.length === 0) return false
    const { indexNames } = connection.transaction(store).store
    return indexes.some((index) => !indexNames.contains(index))
  })
  return new Set(missing.map(([store]) => store))
}

/** Resolves when the work has ended, however, or the time is up. */
function withinTime(work: () => Promise<void> | void, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    Promise.resolve().then(work).then(done, done)
  })
}
