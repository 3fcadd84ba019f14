/**
 * System calls of a process. The kernel implements them on its file system (`vfs/`); a process
 * worker reaches it synchronously over shared memory (`process/channel-client.ts`), so that programs written
 * for blocking files work unchanged. Failures are thrown as `Errno`. Paths are absolute; the kernel normalises
 * them and follows symlinks as POSIX does.
 */
import type { FileKind, Signal } from '../contract/contract.ts'
import type { EgressHead } from '../contract/egress.ts'
import type { PlaceOutcome, PlaceRequest } from './npm/place-packages-request.ts'

/** A POSIX failure: `code` is the symbolic name, e.g. `ENOENT`. */
export class Errno extends Error {
  readonly code: string
  readonly syscall: string
  readonly path: string | undefined

  constructor(code: string, syscall: string, path?: string) {
    super(path === undefined ? `${code}, ${syscall}` : `${code}, ${syscall} '${path}'`)
    this.name = 'Errno'
    this.code = code
    this.syscall = syscall
    this.path = path
  }
}

export interface Stats {
  readonly kind: FileKind | 'character' | 'fifo' | 'socket'
  /** Permission bits only. */
  readonly mode: number
  readonly size: number
  /** Stable for the life of the file. */
  readonly ino: number
  readonly nlink: number
  readonly atimeMs: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly birthtimeMs: number
}

export interface NamedStats extends Stats {
  readonly name: string
}

export interface DirEntry {
  readonly name: string
  readonly kind: FileKind
}

/** Linux values of the open flags. */
export const O = {
  RDONLY: 0,
  WRONLY: 1,
  RDWR: 2,
  ACCMODE: 3,
  CREAT: 0o100,
  EXCL: 0o200,
  TRUNC: 0o1000,
  APPEND: 0o2000,
  DIRECTORY: 0o200000,
  NOFOLLOW: 0o400000,
} as const

/** Target of a child's descriptor: one of the parent's, a new pipe, one both ways, or nowhere. */
export type StdioSpec =
  | { readonly type: 'inherit'; readonly fd: number }
  | { readonly type: 'pipe' }
  | { readonly type: 'socket' }
  | { readonly type: 'null' }

export interface SpawnRequest {
  /** `argv[0]` is looked up: an absolute path, or a name on PATH; scripts with a `#!` line are understood. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdio: readonly StdioSpec[]
  /** A job of its own: it goes on when the command that started it has ended. */
  readonly background?: boolean
}

/** A program's request to the network (`egress.ts` handles it). */
export interface WebRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly followRedirects: boolean
  /** The command with its arguments. Counts for a shell, whose code is ours; of any other program the kernel shows its arguments. */
  readonly command: string
  /** Counts for a shell: requests that share it belong to one command that it runs. */
  readonly operation: string
}

/** One line of the process table, as `ps` shows it. */
export interface ProcessEntry {
  readonly pid: number
  readonly ppid: number
  /** The pid of the first process of its job. */
  readonly group: number
  readonly argv: readonly string[]
  /** `waiting` while it sleeps in a system call. */
  readonly state: 'running' | 'waiting'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

export interface SpawnResult {
  readonly pid: number
  /** For each `pipe` and `socket` in `stdio` the parent's end, else -1. A pipe is writable at index 0, else readable. */
  readonly fds: readonly number[]
}

export interface ExitStatus {
  /** Null when ended by a signal. */
  readonly code: number | null
  readonly signal: Signal | null
}

/** The file half: enough for a whole POSIX-like `fs`. */
export interface FileSyscalls {
  stat(path: string): Stats
  lstat(path: string): Stats
  readdir(path: string): readonly DirEntry[]
  /** `readdir` with what `lstat` says of each entry: one call instead of one for each file. */
  scandir(path: string): readonly NamedStats[]
  /** Whole file in one call. */
  readFile(path: string): Uint8Array
  /** The same, shared with whoever reads the file next: not to be written to. Spares a copy where many files are only looked at. */
  viewFile(path: string): Uint8Array
  /** Creates or truncates; `mode` is for a new file. */
  writeFile(path: string, data: Uint8Array, mode?: number): void
  appendFile(path: string, data: Uint8Array, mode?: number): void
  open(path: string, flags: number, mode?: number): number
  close(fd: number): void
  /** At most `length` bytes; empty at the end of the file. `position` null: the descriptor's own. Blocks on an empty pipe. */
  read(fd: number, length: number, position: number | null): Uint8Array
  /** Bytes written. Blocks on a full pipe; EPIPE when nobody can read. */
  write(fd: number, data: Uint8Array, position: number | null): number
  fstat(fd: number): Stats
  ftruncate(fd: number, length: number): void
  fchmod(fd: number, mode: number): void
  futimes(fd: number, atimeMs: number, mtimeMs: number): void
  truncate(path: string, length: number): void
  /** Recursive: creates parents, an existing directory is fine. Returns the first directory made, if any. */
  mkdir(path: string, mode: number, recursive: boolean): string | undefined
  rmdir(path: string): void
  unlink(path: string): void
  /** A whole tree, like `rm -r`; ENOENT when it is not there. */
  removeTree(path: string): void
  rename(from: string, to: string): void
  link(existing: string, path: string): void
  symlink(target: string, path: string): void
  readlink(path: string): string
  realpath(path: string): string
  chmod(path: string, mode: number): void
  utimes(path: string, atimeMs: number, mtimeMs: number, noFollow?: boolean): void
  copyFile(from: string, to: string, exclusive: boolean): void
  mkdtemp(prefix: string): string
  /** A descriptor on which is read what happens to files that are watched on it (`WatchQueue` has the form). */
  watchOpen(): number
  /** The number that its events carry. ENOENT. */
  watchAdd(fd: number, path: string): number
  watchRemove(fd: number, watch: number): void
  /** Every path below `root` (not the root itself), depth first: for globbing without a round trip a directory. */
  walk(root: string): readonly { readonly path: string; readonly kind: FileKind }[]
}

/** The process half. `spawn` and `wait` need the kernel's event loop, so a blocked caller is fine, the kernel never blocks. */
export interface ProcessSyscalls {
  /** As `read`, but null where that would block. */
  tryRead(fd: number, length: number): Uint8Array | null
  /** As `write`, but takes what there is room for now, maybe nothing. EPIPE also when there is nothing to write. */
  tryWrite(fd: number, data: Uint8Array): number
  /** A pipe between two descriptors of this process: the one to read from, and the one to write to. */
  pipe(): readonly [number, number]
  /** `image`, if given, is handed to the program as it is: how a shell forks. */
  spawn(request: SpawnRequest, image?: Uint8Array): SpawnResult
  /** Blocks until that child has ended. */
  wait(pid: number): ExitStatus
  /** Null when it has not ended after so many milliseconds. */
  waitFor(pid: number, timeoutMs: number): ExitStatus | null
  kill(pid: number, signal: Signal): void
  /** Signals every process of a job. */
  killGroup(group: number, signal: Signal): void
  /** The job of that process goes on when its session is closed: what `disown`, `nohup` and `setsid` are for. */
  detach(pid: number): void
  processes(): readonly ProcessEntry[]
  /** True when the descriptor is a terminal, at which a person sits. */
  isatty(fd: number): boolean
  /** ENOTTY when it is none, as for `setRaw`. */
  windowSize(fd: number): { readonly columns: number; readonly rows: number }
  /** Raw: each key comes as it is pressed, until the program or the line in the foreground ends. */
  setRaw(fd: number, isRaw: boolean): void
}

/** Address of a socket: a port of an address of this machine or of another, or a path of this machine. */
export type SocketAddress =
  | {
      /** An IP address. */
      readonly host: string
      readonly port: number
    }
  | { readonly path: string }

/** Streams between processes, and the names of other machines. What leaves this machine must be HTTP. */
export interface SocketSyscalls {
  /** Port 0: a free one is chosen, and given back. EADDRINUSE, EADDRNOTAVAIL. */
  listen(address: SocketAddress): { readonly fd: number; readonly address: SocketAddress }
  /** Blocks until somebody connects. */
  accept(fd: number): ConnectedSocket
  /** ECONNREFUSED when nobody listens there. */
  connect(address: SocketAddress): ConnectedSocket
  /** As `connect`, but null where it must first be asked whether somebody is there, which may take long. */
  tryConnect(address: SocketAddress): ConnectedSocket | null
  /** Nothing more will be written; reading goes on. */
  shutdown(fd: number): void
  /** Declares that further data is meant for TLS. */
  startTls(fd: number): void
  /** IP addresses of a host, at least one. ENOTFOUND for what is no name of a host. */
  lookup(host: string): readonly string[]
}

export interface ConnectedSocket {
  readonly fd: number
  readonly local: SocketAddress
  readonly remote: SocketAddress
}

/** Descriptor for `poll`, with the events to wait for or those found. */
export interface PollEntry {
  readonly fd: number
  readonly read: boolean
  readonly write: boolean
}

/** Calls of a C library, for programs that keep no positions and no copies of descriptors themselves. */
export interface DescriptorSyscalls {
  /** Moves the descriptor's own position, and returns it. ESPIPE for what has none. */
  seek(fd: number, offset: number, whence: 'start' | 'current' | 'end'): number
  /** Another descriptor of the same open file: `at` that place, whose file is closed, or the first free one from `from` on. */
  dup(fd: number, place: { readonly at: number } | { readonly from: number }): number
  /** Blocks until one of them would not block, or so many milliseconds; null: for ever. A descriptor that is not open is ready for both. */
  poll(request: {
    readonly entries: readonly PollEntry[]
    readonly timeoutMs: number | null
  }): readonly PollEntry[]
}

/** The way out. Nothing leaves but through the app's gate. */
export interface NetworkSyscalls {
  /** Sends a request; the answer's body is read from the descriptor, and closing that calls the request off. */
  request(request: WebRequest, body?: Uint8Array): number
  /** Blocks until the answer begins, or there will be none. */
  response(fd: number): EgressHead
  /** Fetches, checks and unpacks archives of packages, all or none. */
  placePackages(request: PlaceRequest): PlaceOutcome
  /** Calls off what `placePackages` of this process still fetches; nothing is changed then. */
  stopPlacing(): void
  /** How many archives `placePackages` of this process has got so far, of those that it still fetches. */
  packagesFetched(): number
  /**
   * Content of a file was read from elsewhere than from the file, as from git's history: for what the kernel tells of withheld files. A
   * path under which nothing is withheld is passed over.
   */
  noteOpened(path: string): void
}

export interface Syscalls
  extends FileSyscalls, DescriptorSyscalls, ProcessSyscalls, SocketSyscalls, NetworkSyscalls {}

/** The same calls without blocking the caller: answered by message. Rejects with `Errno`. */
export type AsyncSyscalls = {
  [K in keyof Syscalls]: (...args: Parameters<Syscalls[K]>) => Promise<ReturnType<Syscalls[K]>>
}
