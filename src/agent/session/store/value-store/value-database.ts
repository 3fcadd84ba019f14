/**
 * A database of small values. It lets go when all that is stored is to be deleted, and when it is made it gets what a copy
 * elsewhere has of it, in the same transaction: no thread sees it before that, and no crash leaves it with half of it.
 */
import type { CopiedValues } from './copy-file.ts'

/** Names of values that did not come back, until they are entered again. There is none where nothing was lost. */
const LOST = 'lost'

export interface ValueDatabaseOptions {
  readonly database: string
  readonly store: string
  /** Asked when there is no database. Absent where nothing is copied. */
  readonly copied?: (() => Promise<CopiedValues>) | undefined
  /** With what it was made of here; not called where another tab was quicker. */
  readonly onMade: (copied: CopiedValues) => void
}

export interface OpenValues {
  readonly values: IDBObjectStore
  readonly lost: IDBObjectStore | undefined
}

const NOTHING: CopiedValues = { values: new Map(), named: new Map() }

export class ValueDatabase {
  readonly #options: ValueDatabaseOptions
  #opened: Promise<IDBDatabase> | undefined
  #isGone = false

  constructor(options: ValueDatabaseOptions) {
    this.#options = options
  }

  /** It was deleted while this thread lives: deleted values are not written anew, here or in a copy. */
  get isGone(): boolean {
    return this.#isGone
  }

  async use<T>(mode: IDBTransactionMode, use: (open: OpenValues) => T | PromiseLike<T>): Promise<T> {
    const { database, store } = this.#options
    if (this.#isGone)
      throw new Error(`The database ${database} was deleted while this tab was open. Reload the tab.`)
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    const connection = await this.#opened
    const hasLost = connection.objectStoreNames.contains(LOST)
    const transaction = connection.transaction(hasLost ? [store, LOST] : store, mode)
    return use({
      values: transaction.objectStore(store),
      lost: hasLost ? transaction.objectStore(LOST) : undefined,
    })
  }

  async #open(): Promise<IDBDatabase> {
    const { copied } = this.#options
    if (!copied) return this.#openWith(NOTHING)
    return (await this.#openKnown()) ?? this.#openWith(await copied())
  }

  /** Undefined where there is none, which leaves none. */
  async #openKnown(): Promise<IDBDatabase | undefined> {
    let isAbsent = false
    const opening = this.#request((request) => {
      isAbsent = true
      request.transaction?.abort()
    })
    return opening.catch((error: unknown) => {
      if (isAbsent) return undefined
      throw error
    })
  }

  async #openWith(copied: CopiedValues): Promise<IDBDatabase> {
    let isMade = false
    const connection = await this.#request((request) => {
      isMade = true
      const values = request.result.createObjectStore(this.#options.store)
      for (const [key, value] of copied.values) values.put(value, key)
      if (copied.named.size === 0) return
      const lost = request.result.createObjectStore(LOST)
      for (const [key, name] of copied.named) lost.put(name, key)
    })
    if (isMade) this.#options.onMade(copied)
    return connection
  }

  #request(onMissing: (request: IDBOpenDBRequest) => void): Promise<IDBDatabase> {
    const { database } = this.#options
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(database)
      request.onupgradeneeded = () => onMissing(request)
      request.onerror = () =>
        reject(request.error ?? new Error(`The database ${database} could not be opened.`))
      request.onsuccess = () => {
        const connection = request.result
        connection.onversionchange = ({ newVersion }) => {
          this.#isGone ||= newVersion === null
          this.#opened = undefined
          connection.close()
        }
        // Browsers close some on their own.
        connection.onclose = () => (this.#opened = undefined)
        resolve(connection)
      }
    })
  }
}
