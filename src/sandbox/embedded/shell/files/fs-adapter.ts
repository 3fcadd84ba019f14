/** just-bash's file system over the kernel's: byte exact, with modes, links and POSIX errors. */
import type { CpOptions, FileContent, FsStat, IFileSystem, MkdirOptions, RmOptions } from 'just-bash/browser'
import { isWithin, join, resolve } from '../../../contract/path.ts'
import { Errno, type FileSyscalls, type Stats } from '../../syscalls.ts'
import { encodeText, fromByteString, toByteString } from '../byte-string.ts'
import { readableError } from './errno-text.ts'
import { substitutionsFolder } from './substitutions-folder.ts'

type Encoding = Parameters<IFileSystem['writeFile']>[2]
type ByteString = Awaited<ReturnType<NonNullable<IFileSystem['readFileBytes']>>>
type TypedEntry = Awaited<ReturnType<NonNullable<IFileSystem['readdirWithFileTypes']>>>[number]

/** Permission bits that are asked for; the umask takes away some. */
const NEW_FILE_MODE = 0o666
const NEW_DIRECTORY_MODE = 0o777
/** just-bash writes the files of process substitutions below this, where the kernel has only the standard streams. */
const SUBSTITUTIONS = '/dev/fd'
/** Streams, and what a script has opened itself: those of substitutions are counted down from 63. */
const STANDARD = /^\/dev\/fd\/(?:\d|1[0-5])$/

/** A descriptor that replaces an earlier standard stream; see `pinned.js` of the library. */
const OWN_DESCRIPTOR = /^\/proc\/self\/fd\/(\d+)$/

export class SyscallFileSystem implements IFileSystem {
  readonly #files: FileSyscalls
  /** Folder of this shell alone for the files of process substitutions. */
  readonly #substitutions: string
  #madeSubstitutions = false
  /** Writes to a descriptor of the shell itself, after what its commands have written before. */
  writeOwn: ((fd: number, bytes: Uint8Array) => void) | undefined

  constructor(files: FileSyscalls, pid: number) {
    this.#files = files
    this.#substitutions = substitutionsFolder(pid)
  }

  /** The path that programs outside this shell can use for `path`. */
  realPath(path: string): string {
    return path.startsWith(`${SUBSTITUTIONS}/`) && !STANDARD.test(path)
      ? this.#substitutions + path.slice(SUBSTITUTIONS.length)
      : path
  }

  /** Removes what was kept for process substitutions. */
  close(): void {
    if (this.#madeSubstitutions) this.#files.removeTree(this.#substitutions)
    this.#madeSubstitutions = false
  }

  async readFile(path: string, options?: Parameters<IFileSystem['readFile']>[1]): Promise<string> {
    const bytes = await this.readFileBuffer(path)
    return decode(bytes, typeof options === 'object' ? (options.encoding ?? 'utf8') : options)
  }

  async readFileBytes(path: string): Promise<ByteString> {
    // The library's own tag for a string with one char a byte, which this is.
    return toByteString(await this.readFileBuffer(path)) as unknown as ByteString
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    return this.#call(() => {
      const real = this.realPath(path)
      if (this.#isEndless(real)) throw new Errno('EFBIG', 'read', path)
      return this.#files.readFile(real)
    })
  }

  async writeFile(path: string, content: FileContent, options?: Encoding): Promise<void> {
    this.#call(() => {
      this.#prepare(path)
      this.#files.writeFile(this.realPath(path), encode(content, options), NEW_FILE_MODE)
    })
  }

  async appendFile(path: string, content: FileContent, options?: Encoding): Promise<void> {
    const [, fd] = OWN_DESCRIPTOR.exec(path) ?? []
    if (fd !== undefined && this.writeOwn) return this.writeOwn(Number(fd), encode(content, options))
    this.#call(() => {
      this.#prepare(path)
      this.#files.appendFile(this.realPath(path), encode(content, options), NEW_FILE_MODE)
    })
  }

  async exists(path: string): Promise<boolean> {
    try {
      this.#files.stat(this.realPath(path))
      return true
    } catch (error) {
      if (error instanceof Errno) return false
      throw error
    }
  }

  async stat(path: string): Promise<FsStat> {
    return this.#call(() => toFsStat(this.#files.stat(this.realPath(path)), path))
  }

  async lstat(path: string): Promise<FsStat> {
    return this.#call(() => toFsStat(this.#files.lstat(this.realPath(path))))
  }

  async mkdir(path: string, options?: MkdirOptions): Promise<void> {
    this.#call(() => this.#files.mkdir(path, NEW_DIRECTORY_MODE, options?.recursive ?? false))
  }

  async readdir(path: string): Promise<string[]> {
    return this.#call(() => this.#files.readdir(path).map((entry) => entry.name))
  }

  async readdirWithFileTypes(path: string): Promise<TypedEntry[]> {
    return this.#call(() =>
      this.#files.readdir(path).map(({ name, kind }) => ({
        name,
        isFile: kind === 'file',
        isDirectory: kind === 'directory',
        isSymbolicLink: kind === 'symlink',
      })),
    )
  }

  async rm(path: string, options: RmOptions = {}): Promise<void> {
    this.#call(() => {
      try {
        this.#remove(this.realPath(path), options.recursive ?? false)
      } catch (error) {
        if (options.force && error instanceof Errno && error.code === 'ENOENT') return
        throw error
      }
    })
  }

  async cp(from: string, to: string, options: CpOptions = {}): Promise<void> {
    this.#call(() => this.#copy(from, to, options.recursive ?? false))
  }

  async mv(from: string, to: string): Promise<void> {
    this.#call(() => {
      try {
        this.#files.rename(from, to)
      } catch (error) {
        if (!(error instanceof Errno) || error.code !== 'EXDEV') throw error
        this.#copy(from, to, true)
        this.#files.removeTree(from)
      }
    })
  }

  resolvePath(base: string, path: string): string {
    return resolve(path, base)
  }

  getAllPaths(): string[] {
    return this.#files.walk('/').map((entry) => entry.path)
  }

  async chmod(path: string, mode: number): Promise<void> {
    this.#call(() => this.#files.chmod(path, mode))
  }

  async symlink(target: string, path: string): Promise<void> {
    this.#call(() => this.#files.symlink(target, path))
  }

  async link(existing: string, path: string): Promise<void> {
    this.#call(() => this.#files.link(existing, path))
  }

  async readlink(path: string): Promise<string> {
    return this.#call(() => this.#files.readlink(path))
  }

  async realpath(path: string): Promise<string> {
    return this.#call(() => this.#files.realpath(path))
  }

  async utimes(path: string, atime: Date, mtime: Date): Promise<void> {
    this.#call(() => this.#files.utimes(path, atime.getTime(), mtime.getTime()))
  }

  #call<T>(body: () => T): T {
    try {
      return body()
    } catch (error) {
      throw readableError(error)
    }
  }

  /** True for devices that never end: reading them whole is an error, reading some of them is `head -c`. */
  #isEndless(path: string): boolean {
    return /^\/dev\/(zero|u?random)$/.test(path)
  }

  #prepare(path: string): void {
    if (this.#madeSubstitutions || !path.startsWith(`${SUBSTITUTIONS}/`)) return
    this.#files.mkdir(this.#substitutions, 0o700, true)
    this.#madeSubstitutions = true
  }

  #remove(path: string, recursive: boolean): void {
    if (this.#files.lstat(path).kind !== 'directory') return this.#files.unlink(path)
    if (recursive) return this.#files.removeTree(path)
    return this.#files.rmdir(path)
  }

  #copy(from: string, to: string, recursive: boolean): void {
    const { kind } = this.#files.lstat(from)
    if (kind === 'symlink') return this.#copyLink(from, to)
    if (kind !== 'directory') return this.#files.copyFile(from, to, false)
    if (!recursive) throw new Errno('EISDIR', 'cp', from)
    if (isWithin(to, from)) throw new Errno('EINVAL', 'cp', from)
    const entries = this.#files.readdir(from)
    this.#files.mkdir(to, this.#files.stat(from).mode, true)
    for (const { name } of entries) this.#copy(join(from, name), join(to, name), true)
  }

  #copyLink(from: string, to: string): void {
    const target = this.#files.readlink(from)
    try {
      this.#files.unlink(to)
    } catch (error) {
      if (!(error instanceof Errno) || error.code !== 'ENOENT') throw error
    }
    this.#files.symlink(target, to)
  }
}

/** Archives made on Windows have no modes: what a package manager put there was meant to run. */
const PROGRAM_FOLDER = '/node_modules/.bin/'

function toFsStat(stats: Stats, path = ''): FsStat {
  return {
    isFile: stats.kind === 'file',
    isDirectory: stats.kind === 'directory',
    isSymbolicLink: stats.kind === 'symlink',
    mode: stats.kind === 'file' && path.includes(PROGRAM_FOLDER) ? stats.mode | 0o111 : stats.mode,
    size: stats.size,
    mtime: new Date(stats.mtimeMs),
    ino: stats.ino,
    identity: String(stats.ino),
  }
}

function encode(content: FileContent, options: Encoding): Uint8Array {
  if (typeof content !== 'string') return content
  const encoding = typeof options === 'object' ? options.encoding : options
  switch (encoding) {
    case 'binary':
    case 'latin1':
    case 'ascii':
      return fromByteString(content)
    case 'base64':
      return fromByteString(atob(content))
    case 'hex':
      return Uint8Array.from(content.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    default:
      return encodeText(content)
  }
}

function decode(bytes: Uint8Array, encoding: string | null | undefined): string {
  switch (encoding) {
    case 'binary':
    case 'latin1':
    case 'ascii':
      return toByteString(bytes)
    case 'base64':
      return btoa(toByteString(bytes))
    case 'hex':
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    default:
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
}
