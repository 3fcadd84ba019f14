/** Plans the place of each entry of an archive, checked as a whole before anything is unpacked. */
import {
  ARCHIVE_MAX_BYTES,
  ARCHIVE_MAX_RATIO,
  ARCHIVE_RATIO_FLOOR_BYTES,
  NAME_MAX_BYTES,
  PATH_MAX_BYTES,
  VFS_MAX_FILE_BYTES,
} from '../contract/limits.ts'
import { ArchiveError } from './archive-error.ts'
import type { ZipEntry } from './zip-directory.ts'

export type PlannedKind = 'file' | 'directory' | 'symlink'

export interface PlannedEntry {
  /** Relative to the workspace root, without a trailing slash. */
  readonly path: string
  readonly kind: PlannedKind
  /** Permission bits. */
  readonly mode: number
  readonly entry: ZipEntry
}

export interface ArchivePlan {
  readonly entries: readonly PlannedEntry[]
  /** The single top-level folder that was taken off. */
  readonly folder: string | undefined
  readonly files: number
  readonly bytes: number
}

const TYPE_MASK = 0o170000
const SYMLINK = 0o120000
const DIRECTORY = 0o040000
const REGULAR = 0o100000

/** Throws `ArchiveError`, naming the first entry that is refused. `isWhole`: nothing is left out or taken off. */
export function planEntries(zip: readonly ZipEntry[], isWhole = false): ArchivePlan {
  const entries = zip.filter((entry) => isWhole || !isLitter(entry.name)).map(planEntry)
  if (entries.length === 0) throw new ArchiveError('The archive is empty.', 'Choose a zip of a repository.')
  checkSizes(entries)
  checkPlaces(entries)
  const folder = isWhole ? undefined : singleFolder(entries)
  const stripped = folder === undefined ? entries : entries.flatMap((entry) => strip(entry, folder))
  const contents = stripped.filter((entry) => entry.kind !== 'directory')
  return {
    entries: stripped,
    folder,
    files: contents.length,
    bytes: contents.reduce((sum, { entry }) => sum + entry.size, 0),
  }
}

/** Side files that macOS packs beside the real ones. */
function isLitter(name: string): boolean {
  return name.startsWith('__MACOSX/')
}

function planEntry(entry: ZipEntry): PlannedEntry {
  const quoted = JSON.stringify(entry.name)
  if (entry.isEncrypted)
    throw new ArchiveError(`The entry ${quoted} is encrypted.`, 'Pack the repository without a password.')
  if (entry.method !== 0 && entry.method !== 8) {
    throw new ArchiveError(
      `The entry ${quoted} is packed by method ${entry.method}, which is not supported.`,
      'Pack it again with ordinary zip compression (deflate).',
    )
  }
  const type = entry.unixMode & TYPE_MASK
  const isDirectory = entry.name.endsWith('/') || type === DIRECTORY
  if (!isDirectory && type !== 0 && type !== REGULAR && type !== SYMLINK) {
    throw new ArchiveError(`The entry ${quoted} is a device or another special file.`)
  }
  const path = checkedPath(entry.name, quoted)
  if (isDirectory) return { path, kind: 'directory', mode: permissions(entry, 0o755), entry }
  if (type === SYMLINK) return { path, kind: 'symlink', mode: 0o777, entry }
  return { path, kind: 'file', mode: permissions(entry, 0o644), entry }
}

function permissions(entry: ZipEntry, fallback: number): number {
  return entry.unixMode === 0 ? fallback : entry.unixMode & 0o777
}

function checkedPath(name: string, quoted: string): string {
  if (name.includes('\0')) throw new ArchiveError(`The entry ${quoted} has a NUL in its name.`)
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name))
    throw new ArchiveError(`The entry ${quoted} has an absolute path.`)
  if (name.includes('\\'))
    throw new ArchiveError(
      `The entry ${quoted} has a backslash in its name, which leads elsewhere on some systems.`,
    )
  const parts = name.replace(/\/+$/, '').split('/')
  if (parts.includes('..')) throw new ArchiveError(`The entry ${quoted} leads out of the archive.`)
  if (parts.some((part) => part === '' || part === '.'))
    throw new ArchiveError(`The entry ${quoted} has an empty part in its path.`)
  const bytes = (text: string) => new TextEncoder().encode(text).length
  if (bytes(name) > PATH_MAX_BYTES - 64 || parts.some((part) => bytes(part) > NAME_MAX_BYTES)) {
    throw new ArchiveError(`The entry ${quoted.slice(0, 80)}… has too long a name.`)
  }
  return parts.join('/')
}

function checkSizes(entries: readonly PlannedEntry[]): void {
  let total = 0
  for (const { entry } of entries) {
    const quoted = JSON.stringify(entry.name)
    if (entry.size > VFS_MAX_FILE_BYTES)
      throw new ArchiveError(
        `The entry ${quoted} is ${megabytes(entry.size)} large; a file may have ${megabytes(VFS_MAX_FILE_BYTES)}.`,
      )
    const isBomb =
      entry.size > ARCHIVE_RATIO_FLOOR_BYTES && entry.size > entry.compressedSize * ARCHIVE_MAX_RATIO
    if (isBomb)
      throw new ArchiveError(
        `The entry ${quoted} would grow more than ${ARCHIVE_MAX_RATIO} times; that is how archive bombs are made.`,
      )
    total += entry.size
  }
  if (total > ARCHIVE_MAX_BYTES) {
    throw new ArchiveError(
      `Unpacked, the archive has ${megabytes(total)}; at most ${megabytes(ARCHIVE_MAX_BYTES)} are taken.`,
    )
  }
}

/** No two entries in one place, and nothing below a file or a symlink. */
function checkPlaces(entries: readonly PlannedEntry[]): void {
  const kinds = new Map<string, PlannedKind>()
  for (const { path, kind } of entries) {
    const before = kinds.get(path)
    if (before !== undefined && !(before === 'directory' && kind === 'directory')) {
      throw new ArchiveError(`The archive has ${JSON.stringify(path)} twice.`)
    }
    kinds.set(path, kind)
  }
  for (const { path } of entries) {
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const parent = path.slice(0, cut)
      const kind = kinds.get(parent)
      if (kind === 'file' || kind === 'symlink') {
        throw new ArchiveError(
          `The archive has ${JSON.stringify(path)} below ${JSON.stringify(parent)}, which is a ${kind}.`,
        )
      }
    }
  }
}

/** The one folder that everything lies in; undefined when there is none, or nothing in it. */
function singleFolder(entries: readonly PlannedEntry[]): string | undefined {
  const [first] = entries
  const top = first?.path.split('/')[0]
  if (top === undefined) return undefined
  const inside = entries.every(
    ({ path, kind }) => path.startsWith(`${top}/`) || (path === top && kind === 'directory'),
  )
  return inside && entries.some(({ path }) => path !== top) ? top : undefined
}

function strip(entry: PlannedEntry, folder: string): PlannedEntry[] {
  return entry.path === folder ? [] : [{ ...entry, path: entry.path.slice(folder.length + 1) }]
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US')} MB`
}
