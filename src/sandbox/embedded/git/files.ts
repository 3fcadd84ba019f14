/** The sandbox's files as git uses them: names are byte text, and what is not there is undefined. */
import { Errno, O, type FileSyscalls, type Stats } from '../syscalls.ts'
import { GitFailure } from './failure.ts'
import { bytesOfName, nameOfBytes, toText } from './text.ts'

const FILE_MODE = 0o644
const DIRECTORY_MODE = 0o755
/** A directory is not the file that was asked for either. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

export interface Entry {
  readonly name: string
  readonly kind: Stats['kind']
}

/** A directory's entry with what `lstat` says of it. */
export interface EntryStats {
  readonly name: string
  readonly stats: Stats
}

export class GitFiles {
  readonly calls: FileSyscalls

  constructor(calls: FileSyscalls) {
    this.calls = calls
  }

  lstat(path: string): Stats | undefined {
    return orMissing(() => this.calls.lstat(nameOfBytes(path)))
  }

  stat(path: string): Stats | undefined {
    return orMissing(() => this.calls.stat(nameOfBytes(path)))
  }

  isDirectory(path: string): boolean {
    return this.stat(path)?.kind === 'directory'
  }

  read(path: string): Uint8Array | undefined {
    return orMissing(() => this.calls.readFile(nameOfBytes(path)))
  }

  readText(path: string): string | undefined {
    const bytes = this.read(path)
    return bytes === undefined ? undefined : toText(bytes)
  }

  /** `length` bytes from `offset` on; fewer at the end. */
  readRange(path: string, offset: number, length: number): Uint8Array {
    const fd = this.calls.open(nameOfBytes(path), O.RDONLY)
    try {
      return readFully({ calls: this.calls, fd, offset, length })
    } finally {
      this.calls.close(fd)
    }
  }

  entries(path: string): Entry[] {
    const entries = orMissing(() => this.calls.readdir(nameOfBytes(path))) ?? []
    return entries.map(({ name, kind }) => ({ name: bytesOfName(name), kind }))
  }

  /** All entries with their stats, in one call. */
  entriesWithStats(path: string): EntryStats[] {
    const entries = orMissing(() => this.calls.scandir(nameOfBytes(path))) ?? []
    return entries.map((entry) => ({ name: bytesOfName(entry.name), stats: entry }))
  }

  /** Makes the directories above; a directory where the file goes is an error. */
  write(path: string, data: Uint8Array, mode = FILE_MODE): void {
    const name = nameOfBytes(path)
    try {
      this.calls.writeFile(name, data, mode)
    } catch (error) {
      if (!(error instanceof Errno) || error.code !== 'ENOENT') throw error
      this.makeParents(path)
      this.calls.writeFile(name, data, mode)
    }
  }

  /** All or nothing, and not while another program does the same. */
  replace(path: string, data: Uint8Array): void {
    const lock = `${path}.lock`
    this.makeParents(path)
    let fd
    try {
      fd = this.calls.open(nameOfBytes(lock), O.CREAT | O.EXCL | O.WRONLY, FILE_MODE)
    } catch (error) {
      if (!(error instanceof Errno) || error.code !== 'EEXIST') throw error
      throw new GitFailure(lockedText(lock))
    }
    this.calls.close(fd)
    try {
      this.calls.writeFile(nameOfBytes(lock), data)
      this.calls.rename(nameOfBytes(lock), nameOfBytes(path))
    } catch (error) {
      this.remove(lock)
      throw error
    }
  }

  append(path: string, data: Uint8Array): void {
    this.makeParents(path)
    this.calls.appendFile(nameOfBytes(path), data, FILE_MODE)
  }

  makeDirectory(path: string): void {
    this.calls.mkdir(nameOfBytes(path), DIRECTORY_MODE, true)
  }

  makeParents(path: string): void {
    const parent = path.slice(0, Math.max(1, path.lastIndexOf('/')))
    this.calls.mkdir(nameOfBytes(parent), DIRECTORY_MODE, true)
  }

  /** True when there was something. */
  remove(path: string): boolean {
    return orMissing(() => (this.calls.unlink(nameOfBytes(path)), true)) ?? false
  }

  /** False when it is not empty or not there. */
  removeEmptyDirectory(path: string): boolean {
    try {
      this.calls.rmdir(nameOfBytes(path))
      return true
    } catch (error) {
      if (error instanceof Errno) return false
      throw error
    }
  }

  removeTree(path: string): void {
    orMissing(() => this.calls.removeTree(nameOfBytes(path)))
  }

  rename(from: string, to: string): void {
    this.calls.rename(nameOfBytes(from), nameOfBytes(to))
  }

  readLink(path: string): string {
    return bytesOfName(this.calls.readlink(nameOfBytes(path)))
  }

  symlink(target: string, path: string): void {
    this.makeParents(path)
    this.calls.symlink(nameOfBytes(target), nameOfBytes(path))
  }

  chmod(path: string, mode: number): void {
    this.calls.chmod(nameOfBytes(path), mode)
  }

  realPath(path: string): string {
    return bytesOfName(this.calls.realpath(nameOfBytes(path)))
  }
}

function readFully(range: { calls: FileSyscalls; fd: number; offset: number; length: number }): Uint8Array {
  const { calls, fd, offset, length } = range
  const first = calls.read(fd, length, offset)
  if (first.length === length || first.length === 0) return first
  const whole = new Uint8Array(length)
  whole.set(first)
  let at = first.length
  while (at < length) {
    const part = calls.read(fd, length - at, offset + at)
    if (part.length === 0) return whole.subarray(0, at)
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function orMissing<T>(body: () => T): T | undefined {
  try {
    return body()
  } catch (error) {
    if (error instanceof Errno && MISSING.has(error.code)) return undefined
    throw error
  }
}

function lockedText(lock: string): string {
  return `Unable to create '${lock}': File exists.

Another git process seems to be running in this repository, e.g.
an editor opened by 'git commit'. Please make sure all processes
are terminated then try again. If it still fails, a git process
may have crashed in this repository earlier:
remove the file manually to continue.`
}
