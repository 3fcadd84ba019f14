/** Files of journals and contents in the origin-private file system: appended to by sync access handles, so in a dedicated worker alone. */
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { toStorageError } from '../store/storage-error.ts'
import type { JournalFile, JournalFolder, JournalPlace } from './contract.ts'

const FOLDER = 'journal'
/** Ends the name of a file that is being written whole, to be moved in place of another. */
const HALF = '~'
/** Times that a file is read anew which changed meanwhile: a browser then gives nothing of it. */
const READS_MAX = 20

/**
 * Undefined where this thread has no such files: private windows of some browsers, older browsers, frames without an origin, and
 * every thread that is no dedicated worker.
 */
export async function originPlace(name: string = FOLDER): Promise<JournalPlace | undefined> {
  try {
    if (typeof FileSystemFileHandle === 'undefined' || !isWritable(FileSystemFileHandle.prototype))
      return undefined
    const root = await navigator.storage.getDirectory()
    return new OriginPlace(await root.getDirectoryHandle(name, { create: true }), name)
  } catch (error) {
    console.info(`There is no place for the files of ${name}:`, error)
    return undefined
  }
}

/** Parts of the standard that this program's type library has for workers alone, or not at all. */
interface SyncHandle {
  getSize(): number
  read(into: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}
interface WritableHandle {
  createSyncAccessHandle(): Promise<SyncHandle>
  move(name: string): Promise<void>
}

function isWritable(handle: object): handle is WritableHandle {
  return 'createSyncAccessHandle' in handle && 'move' in handle
}

class OriginPlace implements JournalPlace {
  readonly #root: FileSystemDirectoryHandle
  readonly #name: string

  constructor(root: FileSystemDirectoryHandle, name: string) {
    this.#root = root
    this.#name = name
  }

  async folders(): Promise<readonly string[]> {
    return namesIn(this.#root, 'directory')
  }

  folder(name: string): JournalFolder {
    return new OriginFolder(this.#root, name, `${this.#name}/${name}`)
  }

  async removeFolder(name: string): Promise<void> {
    try {
      await this.#root.removeEntry(name, { recursive: true })
    } catch (error) {
      if (!isNotFound(error)) throw toStorageError(error, `removing ${this.#name}/${name}`)
    }
  }
}

class OriginFolder implements JournalFolder {
  readonly #root: FileSystemDirectoryHandle
  readonly #name: string
  /** With its place's name, for messages. */
  readonly #path: string
  #handle: FileSystemDirectoryHandle | undefined

  constructor(root: FileSystemDirectoryHandle, name: string, path: string) {
    this.#root = root
    this.#name = name
    this.#path = path
  }

  async names(): Promise<readonly string[]> {
    const folder = await this.#open(false)
    const names = folder ? await namesIn(folder, 'file') : []
    return names.filter((name) => !name.endsWith(HALF))
  }

  async read(name: string, from?: number, to?: number): Promise<Uint8Array | undefined> {
    for (let reads = 1; ; reads += 1) {
      try {
        const file = await this.#file(name)
        return file && new Uint8Array(await file.slice(from, to).arrayBuffer())
      } catch (error) {
        // It was appended to between the two steps, by another tab or this one.
        if (isChanged(error) && reads < READS_MAX) continue
        if (isNotFound(error)) return undefined
        throw toStorageError(error, `reading ${this.#path}/${name}`)
      }
    }
  }

  async size(name: string): Promise<number | undefined> {
    return orNone(this.#path, async () => (await this.#file(name))?.size)
  }

  async open(name: string): Promise<JournalFile | 'taken'> {
    try {
      const handle = await this.#writable(name, true)
      return new OriginFile(await handle.createSyncAccessHandle(), `${this.#path}/${name}`)
    } catch (error) {
      if (isTaken(error)) return 'taken'
      throw toStorageError(error, `opening ${this.#path}/${name}`)
    }
  }

  async replace(name: string, bytes: Uint8Array): Promise<void> {
    const half = `${name}${HALF}`
    const file = await this.open(half)
    if (file === 'taken') throw toStorageError(new Error('it is open'), `writing ${this.#path}/${name}`)
    try {
      file.truncate(0)
      file.append(bytes)
    } finally {
      file.close()
    }
    try {
      await (await this.#writable(half, false)).move(name)
    } catch (error) {
      throw toStorageError(error, `writing ${this.#path}/${name}`)
    }
  }

  async remove(name: string): Promise<void> {
    try {
      const folder = await this.#open(false)
      await folder?.removeEntry(name)
    } catch (error) {
      if (!isNotFound(error)) throw toStorageError(error, `removing ${this.#path}/${name}`)
    }
  }

  async #writable(name: string, create: boolean): Promise<WritableHandle> {
    const folder = await this.#open(true)
    const handle = await folder?.getFileHandle(name, { create })
    if (!handle || !isWritable(handle)) throw new DOMException('It cannot be written.', 'NotSupportedError')
    return handle
  }

  async #file(name: string): Promise<File | undefined> {
    const folder = await this.#open(false)
    return (await folder?.getFileHandle(name))?.getFile()
  }

  async #open(create: boolean): Promise<FileSystemDirectoryHandle | undefined> {
    this.#handle ??= await orNone(this.#path, () => this.#root.getDirectoryHandle(this.#name, { create }))
    return this.#handle
  }
}

class OriginFile implements JournalFile {
  readonly #handle: SyncHandle
  readonly #what: string
  /** Nobody else changes it; asking for it may take as long as a small write. */
  #size: number

  constructor(handle: SyncHandle, what: string) {
    this.#handle = handle
    this.#what = what
    this.#size = this.#try('measuring', () => handle.getSize())
  }

  size(): number {
    return this.#size
  }

  append(...parts: readonly Uint8Array[]): void {
    this.#add(parts, () => this.#handle.flush())
  }

  write(bytes: Uint8Array): void {
    this.#add([bytes])
  }

  #add(parts: readonly Uint8Array[], finish: () => void = () => undefined): void {
    this.#try('writing', () => {
      const before = this.#size
      const bytes = concatenate(parts)
      try {
        const written = this.#handle.write(bytes, { at: before })
        if (written !== bytes.length) throw notWritten(written, bytes.length)
        finish()
        this.#size = before + written
      } catch (error) {
        this.#cutAfterFailure(before)
        throw error
      }
    })
  }

  read(from: number = 0, to: number = Infinity): Uint8Array {
    return this.#try('reading', () => {
      const end = Math.min(to, this.#size)
      const bytes = new Uint8Array(Math.max(end - from, 0))
      this.#handle.read(bytes, { at: from })
      return bytes
    })
  }

  truncate(size: number): void {
    this.#try('cutting', () => {
      this.#handle.truncate(size)
      this.#handle.flush()
      this.#size = size
    })
  }

  close(): void {
    this.#handle.close()
  }

  #cutAfterFailure(size: number): void {
    try {
      this.#handle.truncate(size)
      this.#handle.flush()
    } catch (error) {
      // The rest of it is no entry: the next reader cuts it off.
      console.info(`${this.#what} was not cut after a failure:`, error)
    }
  }

  #try<T>(doing: string, work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw toStorageError(error, `${doing} ${this.#what}`)
    }
  }
}

/** As Chromium says that there is no space: an error's number, in place of the bytes that were written. */
const NO_SPACE = 2 ** 32 - 8

/** Chromium throws nothing where a write fails. */
function notWritten(written: number, wanted: number): DOMException {
  const name = written < wanted || written === NO_SPACE ? 'QuotaExceededError' : 'UnknownError'
  return new DOMException(`Only ${written} of ${wanted} bytes were written.`, name)
}

async function namesIn(folder: FileSystemDirectoryHandle, kind: FileSystemHandleKind): Promise<string[]> {
  const names: string[] = []
  for await (const [name, handle] of folder.entries()) if (handle.kind === kind) names.push(name)
  return names.sort()
}

async function orNone<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw toStorageError(error, `reading ${path}`)
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError'
}

function isChanged(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotReadableError'
}

function isTaken(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NoModificationAllowedError'
}
