/**
 * Destinations of a backup's file: its final place in a folder of the user's, or beside the database until it
 * is downloaded.
 */
import { BACKUP_DOWNLOAD_MS } from '../../limits.ts'
import { toStorageError } from '../store/storage-error.ts'
import { BackupProblem } from './problem.ts'
import type { ByteSink } from './record-writer.ts'

export interface BackupTarget extends ByteSink {
  /** All of it is written; resolves to the file, as it can be read now. */
  close(): Promise<Blob>
  /** Nothing of it stays. */
  remove(): Promise<void>
}

const FOLDER = 'backups'
/** Bytes that are written at once: a call to the browser for each record is slow. */
const CHUNK_BYTES = 1024 * 1024

/** Into a file that the person has chosen. Its content stays until `close`. */
export async function fileTarget(
  handle: FileSystemFileHandle,
  remove: (isClosed: boolean) => Promise<void> = (isClosed) => removeFile(handle, isClosed),
): Promise<BackupTarget> {
  let isClosed = false
  const stream = await writing(() => handle.createWritable())
  let parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const flush = async () => {
    const chunk = new Blob(parts)
    parts = []
    size = 0
    await writing(() => stream.write(chunk))
  }
  return {
    async write(bytes) {
      parts.push(bytes)
      size += bytes.length
      if (size >= CHUNK_BYTES) await flush()
    },
    async close() {
      await flush()
      await writing(() => stream.close())
      isClosed = true
      return writing(() => handle.getFile())
    },
    async remove() {
      // It may be closed already.
      await stream.abort().catch(() => undefined)
      await remove(isClosed)
    },
  }
}

/** A part of the File System Access API that some browsers have. */
interface Removable {
  remove(): Promise<void>
}

/** Removes the file if the browser can and the backup has written over it; an older file's content stays. */
async function removeFile(handle: FileSystemFileHandle, isClosed: boolean): Promise<void> {
  if (!isRemovable(handle)) return
  try {
    if (isClosed || (await handle.getFile()).size === 0) await handle.remove()
  } catch (error) {
    console.info(`The unfinished backup ${handle.name} stays:`, error)
  }
}

function isRemovable(handle: object): handle is Removable {
  return 'remove' in handle
}

/** A new file of this name in a folder; one that is there already is another's, and stays. */
export async function folderTarget(folder: FileSystemDirectoryHandle, name: string): Promise<BackupTarget> {
  const handle = await writing(() => folder.getFileHandle(name, { create: true }))
  const remove = () =>
    folder.removeEntry(name).catch((error: unknown) => console.info(`${name} stays:`, error))
  try {
    return await fileTarget(handle, remove)
  } catch (error) {
    await remove()
    throw error
  }
}

/** In the origin's own file system; in memory where there is none. */
export async function downloadTarget(name: string): Promise<BackupTarget> {
  const folder = await ownFolder()
  if (folder === undefined) return memoryTarget()
  await tidyDownloads(0)
  return folderTarget(folder, name)
}

/** Removes what was downloaded so many milliseconds ago. */
export async function tidyDownloads(olderThanMs: number = BACKUP_DOWNLOAD_MS): Promise<void> {
  const folder = await ownFolder()
  if (folder === undefined) return
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  for (const name of names) {
    try {
      const { lastModified } = await (await folder.getFileHandle(name)).getFile()
      if (lastModified <= Date.now() - olderThanMs) await folder.removeEntry(name)
    } catch (error) {
      // Another tab writes it, or has just removed it.
      console.info(`The backup ${name} stays beside the database:`, error)
    }
  }
}

async function ownFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const canWrite = 'createWritable' in FileSystemFileHandle.prototype
    const root = await navigator.storage.getDirectory()
    return canWrite ? await root.getDirectoryHandle(FOLDER, { create: true }) : undefined
  } catch (error) {
    console.info('A backup is made in memory:', error)
    return undefined
  }
}

function memoryTarget(): BackupTarget {
  const parts: Blob[] = []
  return {
    async write(bytes) {
      // A browser may put it on the disk.
      parts.push(new Blob([bytes]))
    },
    close: async () => new Blob(parts),
    async remove() {
      parts.length = 0
    },
  }
}

/** Turns what the browser throws of files into what the person is told. */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'QuotaExceededError') throw toStorageError(error, 'writing the backup')
    if (!(error instanceof DOMException)) throw error
    throw new BackupProblem(
      name === 'NotAllowedError' || name === 'SecurityError' ? 'not_permitted' : 'internal',
      `The backup could not be written: ${error.message}`,
      name === 'NotFoundError'
        ? 'The folder may have been moved or removed: choose another one.'
        : 'Choose another place.',
    )
  }
}
