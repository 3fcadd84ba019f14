/**
 * Small values in a database of their own, and in a second copy: browsers can lose all of their databases. A change is done when
 * both have it. The database counts; the copy is read when there is no database (`ValueDatabase`).
 */
import { entries, get, keys, promisifyRequest } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import type { CopiedValues } from './copy-file.ts'
import type { CopiedStore, LostValue, ValueCopies } from './value-copies.ts'
import { ValueDatabase } from './value-database.ts'

export interface ValueStoreOptions {
  readonly database: string
  readonly store: string
  /** Absent where values are in the database alone. */
  readonly copies?: ValueCopies | undefined
  /** A file for each key: where values are large, and one of many changes. */
  readonly isCopiedByKey?: boolean
  /** Gives a value as its copy has it, unchanged by default; undefined where the copy has its name alone. */
  readonly copyOf?: () => Promise<(value: unknown) => unknown>
  /** Name by which the user knows a value, the key by default; undefined where its loss is not reported. */
  readonly nameOf?: (key: string, value: unknown) => string | undefined
  /** Key of the stamp, which is another one after each change, whichever tab has made it. It is none of the values, and not copied. */
  readonly stampKey?: string
}

/** The only file of a store that has one. */
const ALL = 'all'

export class ValueStore implements CopiedStore {
  readonly #options: ValueStoreOptions
  readonly #database: ValueDatabase
  readonly #values: UseStore
  /** Files whose last write has failed. */
  readonly #behind = new Set<string>()

  constructor(options: ValueStoreOptions) {
    this.#options = options
    const { database, store, copies } = options
    this.#database = new ValueDatabase({
      database,
      store,
      copied: copies && (() => this.#copied(copies)),
      onMade: ({ values }) => {
        if (values.size > 0) copies?.onRestored(database)
      },
    })
    this.#values = (mode, use) => this.#database.use(mode, ({ values }) => use(values))
    copies?.join(this)
  }

  get(key: string): Promise<unknown> {
    return get<unknown>(key, this.#values)
  }

  async keys(): Promise<readonly string[]> {
    return (await keys<string>(this.#values)).filter((key) => this.#isValue(key))
  }

  async entries(): Promise<readonly (readonly [key: string, value: unknown])[]> {
    return (await entries<string, unknown>(this.#values)).filter(([key]) => this.#isValue(key))
  }

  /** Equal as long as nothing was changed; undefined where that is not known. */
  async stamp(): Promise<unknown> {
    const { stampKey } = this.#options
    return stampKey === undefined ? undefined : this.get(stampKey)
  }

  async set(key: string, value: unknown): Promise<void> {
    await this.#database.use('readwrite', ({ values, lost }) => {
      values.put(value, key)
      this.#stamp(values)
      lost?.delete(key)
      return promisifyRequest(values.transaction)
    })
    await this.#copy([key])
  }

  /** In one transaction. */
  async update(key: string, change: (known: unknown) => unknown): Promise<void> {
    await this.#database.use(
      'readwrite',
      ({ values, lost }) =>
        new Promise<void>((resolve, reject) => {
          const reading = values.get(key)
          reading.onerror = () => reject(reading.error ?? new Error(`${key} could not be read.`))
          reading.onsuccess = () => {
            try {
              values.put(change(reading.result), key)
              this.#stamp(values)
              lost?.delete(key)
              resolve(promisifyRequest(values.transaction))
            } catch (error) {
              reject(error instanceof Error ? error : new Error(String(error)))
            }
          }
        }),
    )
    await this.#copy([key])
  }

  async delete(key: string): Promise<void> {
    await this.#database.use('readwrite', ({ values, lost }) => {
      values.delete(key)
      this.#stamp(values)
      lost?.delete(key)
      return promisifyRequest(values.transaction)
    })
    await this.#copy([key])
  }

  async clear(): Promise<void> {
    const before = await this.#database.use('readwrite', async ({ values, lost }) => {
      const stored = [values, lost].map((store) => (store ? promisifyRequest(store.getAllKeys()) : []))
      values.clear()
      this.#stamp(values)
      lost?.clear()
      await promisifyRequest(values.transaction)
      return Promise.all(stored)
    })
    await this.#copy(
      before
        .flat()
        .map(String)
        .filter((key) => this.#isValue(key)),
    )
  }

  /** In the transaction of the change. */
  #stamp(values: IDBObjectStore): void {
    const { stampKey } = this.#options
    if (stampKey !== undefined) values.put(crypto.randomUUID(), stampKey)
  }

  #isValue(key: string): boolean {
    return key !== this.#options.stampKey
  }

  async lost(): Promise<readonly LostValue[]> {
    const { named } = await this.#stored(undefined)
    return [...named].map(([key, name]) => ({ database: this.#options.database, key, name }))
  }

  async dismissLost(): Promise<void> {
    const lost = await this.lost()
    if (lost.length === 0) return
    await this.#database.use('readwrite', ({ values, lost: names }) => {
      names?.clear()
      return promisifyRequest(values.transaction)
    })
    await this.#copy(lost.map(({ key }) => key))
  }

  async evenOut(): Promise<void> {
    const { copies, database, isCopiedByKey = false } = this.#options
    if (!copies) return
    if (!isCopiedByKey) {
      await this.#write(ALL, { unlessSame: true })
      return
    }
    const files = new Set(await copies.files(database))
    const wanted = new Set((await this.keys()).map(fileOf))
    // Writing one that is not stored any more removes it.
    const missing = [...wanted].filter((file) => !files.has(file))
    const left = [...files].filter((file) => !wanted.has(file))
    for (const file of [...missing, ...left]) await this.#write(file)
  }

  /** Writes the files in which these keys are, and those that failed before. */
  async #copy(changed: readonly string[]): Promise<void> {
    const { copies, isCopiedByKey = false } = this.#options
    if (!copies) return
    const files = isCopiedByKey ? changed.map(fileOf) : [ALL]
    await Promise.all([...new Set([...files, ...this.#behind])].map((file) => this.#write(file)))
  }

  async #write(file: string, { unlessSame = false } = {}): Promise<void> {
    const { copies, database } = this.#options
    const isWritten = await copies?.write({
      database,
      file,
      bytes: () => this.#bytes(file),
      isGone: () => this.#database.isGone,
      unlessSame,
    })
    if (isWritten) this.#behind.delete(file)
    else this.#behind.add(file)
  }

  /** Bytes of a file with all that is stored now. */
  async #bytes(file: string): Promise<Uint8Array | undefined> {
    const { copies, database, nameOf = (key: string) => key } = this.#options
    const { copyBytes, textOfValue } = await loadCopyFile()
    const copyOf = await this.#copyOf()
    const { values, named } = await this.#stored(file === ALL ? undefined : keyOf(file))
    const texts = new Map<string, string>()
    const names = new Map(named)
    for (const [key, value] of values) {
      const copy = copyOf(value)
      const text = copy === undefined ? undefined : textOfValue(copy)
      const name = text === undefined ? nameOf(key, value) : undefined
      if (text !== undefined) texts.set(key, text)
      else if (name !== undefined) names.set(key, name)
    }
    if (!copies || texts.size + names.size === 0) return undefined
    return copyBytes({ origin: copies.origin, database }, texts, names)
  }

  /** All that is stored, or what is under one key. */
  #stored(key: string | undefined): Promise<CopiedValues> {
    return this.#database.use('readonly', async ({ values, lost }) => {
      const [found, named] = await Promise.all([pairsIn(values, key), lost ? pairsIn(lost, key) : []])
      const own = found.filter(([name]) => this.#isValue(name))
      return { values: new Map(own), named: new Map(named.map(([name, one]) => [name, String(one)])) }
    })
  }

  /** All that is in the files. A file that cannot be read is reported, and does not keep the app from starting. */
  async #copied(copies: ValueCopies): Promise<CopiedValues> {
    const { database, nameOf = (key: string) => key } = this.#options
    const values = new Map<string, unknown>()
    const named = new Map<string, string>()
    const copyOf = await this.#copyOf()
    for (const file of await filesOf(copies, database)) {
      const read = await readFile(copies, database, file)
      for (const [key, value] of read?.values ?? []) {
        const copy = copyOf(value)
        const name = copy === undefined ? nameOf(key, value) : undefined
        if (copy !== undefined) values.set(key, copy)
        else if (name !== undefined) named.set(key, name)
      }
      for (const [key, name] of read?.named ?? []) named.set(key, name)
    }
    return { values, named }
  }

  async #copyOf(): Promise<(value: unknown) => unknown> {
    return (await this.#options.copyOf?.()) ?? ((value) => value)
  }
}

/** Not needed to start where nothing was lost. */
function loadCopyFile() {
  return import('./copy-file.ts')
}

async function pairsIn(
  store: IDBObjectStore,
  key: string | undefined,
): Promise<readonly (readonly [key: string, value: unknown])[]> {
  const [found, values] = await Promise.all([
    promisifyRequest(store.getAllKeys(key)),
    promisifyRequest<unknown[]>(store.getAll(key)),
  ])
  return found.map((name, at) => [String(name), values[at]] as const)
}

async function filesOf(copies: ValueCopies, database: string): Promise<readonly string[]> {
  try {
    return await copies.files(database)
  } catch (error) {
    console.warn(`The copies of ${database} could not be listed:`, error)
    copies.onUnread({ database, file: '', problem: 'unreadable' })
    return []
  }
}

async function readFile(
  copies: ValueCopies,
  database: string,
  file: string,
): Promise<CopiedValues | undefined> {
  try {
    const bytes = await copies.read(database, file)
    // Another tab has removed it meanwhile.
    if (!bytes) return undefined
    const { readCopy } = await loadCopyFile()
    const read = readCopy(bytes, { origin: copies.origin, database })
    if (typeof read !== 'string') return read
    copies.onUnread({ database, file, problem: read })
  } catch (error) {
    console.warn(`The copy ${database}/${file} could not be read:`, error)
    copies.onUnread({ database, file, problem: 'unreadable' })
  }
  return undefined
}

/** In front, so that no name begins with a dot or is that of all. */
const KEY = 'k-'

/** The name of a key's file: letters and digits as they are, others by their number. */
function fileOf(key: string): string {
  return KEY + key.replaceAll(/[^\w-]/gu, (letter) => `.${letter.codePointAt(0)?.toString(16) ?? ''}.`)
}

function keyOf(file: string): string {
  return file
    .slice(KEY.length)
    .replaceAll(/\.([\da-f]+)\./g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
}
