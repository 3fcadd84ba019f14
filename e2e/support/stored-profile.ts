/**
 * All that the app has stored in a browser, as one file: the databases with their shapes, and the files of the origin. A profile of
 * an older version is stored so, for later versions to open. Keys that the browser does not give away are left out, and what
 * they encrypt with them cannot be read.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** A value as JSON: arrays and objects have a kind, so that no value is taken for another. */
type Stored =
  | null
  | boolean
  | number
  | string
  | readonly ['undefined']
  | readonly ['bytes', string]
  | readonly ['buffer', string]
  | readonly ['date', number]
  | readonly ['array', readonly Stored[]]
  | readonly ['object', readonly (readonly [string, Stored])[]]

interface StoredIndex {
  readonly name: string
  readonly keyPath: string | readonly string[]
  readonly unique: boolean
  readonly multiEntry: boolean
}

interface StoredTable {
  readonly name: string
  readonly keyPath: string | readonly string[] | null
  readonly autoIncrement: boolean
  readonly indexes: readonly StoredIndex[]
  readonly rows: readonly (readonly [key: Stored, value: Stored])[]
}

interface StoredDatabase {
  readonly name: string
  readonly version: number
  readonly tables: readonly StoredTable[]
}

export interface StoredProfile {
  readonly databases: readonly StoredDatabase[]
  /** Paths from the root of the origin's files, and their bytes. */
  readonly files: readonly (readonly [path: string, bytes: Stored])[]
}

export async function writeProfile(path: string, profile: unknown): Promise<void> {
  await writeFile(path, gzipSync(JSON.stringify(profile), { level: 9 }))
}

export async function readProfile<T>(path: string): Promise<T> {
  return JSON.parse(gunzipSync(await readFile(path)).toString()) as T
}

/** Reads what the page's origin has stored. The app should be closed, or idle. */
export function storedProfile(page: Page): Promise<StoredProfile> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const base64 = (bytes: Uint8Array) =>
      btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    /** Undefined for what has no copy outside the browser. */
    const encode = (value: unknown): Stored | undefined => {
      if (value === undefined) return ['undefined']
      if (value === null || typeof value !== 'object') return value as Stored
      if (value instanceof Uint8Array) return ['bytes', base64(value)]
      if (value instanceof ArrayBuffer) return ['buffer', base64(new Uint8Array(value))]
      if (value instanceof Date) return ['date', value.getTime()]
      const isList = Array.isArray(value)
      if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return undefined
      const fields = Object.entries(value).map(([name, field]) => [name, encode(field)] as const)
      const known = fields.flatMap(([name, field]) => (field === undefined ? [] : [[name, field] as const]))
      if (known.length < fields.length) return undefined
      return isList ? ['array', known.map(([, field]) => field)] : ['object', known]
    }
    const encodeRow = (key: unknown, value: unknown) => {
      const [storedKey, storedValue] = [encode(key), encode(value)]
      return storedKey === undefined || storedValue === undefined ? [] : [[storedKey, storedValue] as const]
    }
    const pathOf = (path: string | string[] | DOMStringList | null) =>
      path === null || typeof path === 'string' ? path : Array.from(path)
    const tableOf = async (table: IDBObjectStore) => {
      const { name, autoIncrement } = table
      const indexes = Array.from(table.indexNames, (index) => {
        const { keyPath, unique, multiEntry } = table.index(index)
        return { name: index, keyPath: pathOf(keyPath) ?? '', unique, multiEntry }
      })
      const [keys, values] = await Promise.all([settled(table.getAllKeys()), settled(table.getAll())])
      const rows = keys.flatMap((key, index) => encodeRow(key, values[index]))
      return { name, keyPath: pathOf(table.keyPath), autoIncrement, indexes, rows }
    }
    const databaseOf = async (name: string) => {
      const database = await settled(indexedDB.open(name))
      const names = Array.from(database.objectStoreNames)
      const transaction = names.length > 0 ? database.transaction(names) : undefined
      const tables = await Promise.all(
        names.flatMap((table) => (transaction ? [tableOf(transaction.objectStore(table))] : [])),
      )
      database.close()
      return { name, version: database.version, tables }
    }
    const filesIn = async (folder: FileSystemDirectoryHandle, path: string): Promise<[string, Stored][]> => {
      const found: [string, Stored][] = []
      for await (const [name, handle] of folder.entries()) {
        const at = `${path}/${name}`
        // Space that is held free: its bytes say nothing, and the program makes it again.
        if (at === '/reserve') continue
        if (handle instanceof FileSystemDirectoryHandle) found.push(...(await filesIn(handle, at)))
        else if (handle instanceof FileSystemFileHandle)
          found.push([at, ['bytes', base64(new Uint8Array(await (await handle.getFile()).arrayBuffer()))]])
      }
      return found
    }
    const databases = []
    for (const { name } of await indexedDB.databases())
      if (name !== undefined) databases.push(await databaseOf(name))
    return { databases, files: await filesIn(await navigator.storage.getDirectory(), '') }
  })
}

/** Puts the stored profile into that of the page, whose origin must have nothing yet, and in which the app must not run. */
export function layOutProfile(page: Page, profile: StoredProfile): Promise<void> {
  // As text: Playwright's types do not follow a value that contains itself.
  return page.evaluate(async (text) => {
    const { databases, files } = JSON.parse(text) as StoredProfile
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const decode = (stored: Stored): unknown => {
      if (stored === null || typeof stored !== 'object') return stored
      const [kind, content] = stored
      if (kind === 'undefined') return undefined
      if (kind === 'bytes') return bytesOf(content)
      if (kind === 'buffer') return bytesOf(content).buffer
      if (kind === 'date') return new Date(content)
      if (kind === 'array') return content.map(decode)
      return Object.fromEntries(content.map(([name, field]) => [name, decode(field)]))
    }
    const createTables = (database: IDBDatabase, tables: readonly StoredTable[]) => {
      for (const { name, keyPath, autoIncrement, indexes } of tables) {
        const path = keyPath === null || typeof keyPath === 'string' ? keyPath : [...keyPath]
        const table = database.createObjectStore(name, { keyPath: path, autoIncrement })
        for (const { name: index, keyPath: of, unique, multiEntry } of indexes)
          table.createIndex(index, typeof of === 'string' ? of : [...of], { unique, multiEntry })
      }
    }
    const layOut = async ({ name, version, tables }: StoredDatabase) => {
      const opening = indexedDB.open(name, version)
      opening.onupgradeneeded = () => createTables(opening.result, tables)
      const database = await settled(opening)
      for (const { name: table, keyPath, rows } of tables) {
        const store = database.transaction(table, 'readwrite').objectStore(table)
        for (const [key, value] of rows)
          await settled(store.put(decode(value), keyPath === null ? (decode(key) as IDBValidKey) : undefined))
      }
      database.close()
    }
    for (const database of databases) await layOut(database)
    for (const [path, stored] of files) {
      const names = path.slice(1).split('/')
      let folder = await navigator.storage.getDirectory()
      for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true })
      const file = await folder.getFileHandle(names.at(-1) ?? '', { create: true })
      const writer = await file.createWritable()
      await writer.write(decode(stored) as Uint8Array<ArrayBuffer>)
      await writer.close()
    }
  }, JSON.stringify(profile))
}
