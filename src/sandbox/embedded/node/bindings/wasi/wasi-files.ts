/** WASI's calls on descriptors. Each returns nothing and throws `Errno` when it fails. */
import { ifThere } from '../../../if-there.ts'
import { Errno, O } from '../../../syscalls.ts'
import type { Stats, Syscalls } from '../../../syscalls.ts'
import type { WasiDescriptor, WasiDescriptors } from './wasi-descriptors.ts'
import type { WasiMemory } from './wasi-memory.ts'

export interface WasiParts {
  readonly memory: WasiMemory
  readonly descriptors: WasiDescriptors
  readonly syscalls: () => Syscalls
}

const FILE_TYPES: Readonly<Record<Stats['kind'], number>> = {
  character: 2,
  directory: 3,
  file: 4,
  fifo: 6,
  socket: 6,
  symlink: 7,
}
const ALL_RIGHTS = 0xffff_ffffn
const NANOSECONDS = 1_000_000n
const DIRECTORY_ENTRY_BYTES = 24
const WHENCE = ['start', 'current', 'end'] as const

const SET_ATIME = 1
const SET_ATIME_NOW = 2
const SET_MTIME = 4
const SET_MTIME_NOW = 8

function fileTypeOf(kind: Stats['kind']): number {
  return FILE_TYPES[kind]
}

function writeFileStat(memory: WasiMemory, at: number, stats: Stats): void {
  const time = (ms: number) => BigInt(Math.round(ms * 1000)) * 1000n
  memory.setU64(at, 0)
  memory.setU64(at + 8, stats.ino)
  memory.setU64(at + 16, 0)
  memory.setU8(at + 16, fileTypeOf(stats.kind))
  memory.setU64(at + 24, stats.nlink)
  memory.setU64(at + 32, stats.size)
  memory.setU64(at + 40, time(stats.atimeMs))
  memory.setU64(at + 48, time(stats.mtimeMs))
  memory.setU64(at + 56, time(stats.ctimeMs))
}

/** The two times, in milliseconds, that a call sets. */
function chosenTimes(
  stats: Stats,
  { atime, mtime, flags }: { atime: bigint; mtime: bigint; flags: number },
): readonly [number, number] {
  const now = Date.now()
  const pick = (before: number, given: bigint, isSet: boolean, isNow: boolean) =>
    isNow ? now : isSet ? Number(given / NANOSECONDS) : before
  return [
    pick(stats.atimeMs, atime, (flags & SET_ATIME) !== 0, (flags & SET_ATIME_NOW) !== 0),
    pick(stats.mtimeMs, mtime, (flags & SET_MTIME) !== 0, (flags & SET_MTIME_NOW) !== 0),
  ]
}

function closeDescriptor(sys: Syscalls, descriptor: WasiDescriptor | undefined): void {
  if (descriptor?.type === 'file' && descriptor.isOwn) sys.close(descriptor.fd)
}

export function createFileCalls({ memory, descriptors, syscalls }: WasiParts) {
  const statsOf = (number: number): Stats => {
    const found = descriptors.get(number)
    return found.type === 'file' ? syscalls().fstat(found.fd) : syscalls().stat(found.path)
  }
  const readInto = (vectors: readonly Uint8Array[], fd: number, position: number | null): number => {
    let total = 0
    for (const target of vectors) {
      if (target.length === 0) continue
      const data = syscalls().read(fd, target.length, position === null ? null : position + total)
      target.set(data)
      total += data.length
      if (data.length < target.length) break
    }
    return total
  }
  const writeFrom = (vectors: readonly Uint8Array[], fd: number, position: number | null): number => {
    let total = 0
    for (const source of vectors) {
      for (let at = 0; at < source.length;) {
        const place = position === null ? null : position + total
        const written = syscalls().write(fd, source.slice(at), place)
        at += written
        total += written
      }
    }
    return total
  }
  return {
    fd_advise: (fd: number) => void descriptors.file(fd),
    fd_allocate: (fd: number, offset: bigint, length: bigint) => {
      const file = descriptors.file(fd)
      const end = Number(offset + length)
      if (syscalls().fstat(file.fd).size < end) syscalls().ftruncate(file.fd, end)
    },
    fd_close: (fd: number) => closeDescriptor(syscalls(), descriptors.remove(fd)),
    // Writes are visible at once to all: there is nothing to flush.
    fd_datasync: (fd: number) => void descriptors.file(fd),
    fd_sync: (fd: number) => void descriptors.get(fd),
    fd_fdstat_get: (fd: number, at: number) => {
      const found = descriptors.get(fd)
      memory.setU64(at, 0)
      memory.setU8(at, fileTypeOf(statsOf(fd).kind))
      memory.setU16(at + 2, found.type === 'file' ? found.flags : 0)
      memory.setU64(at + 8, ALL_RIGHTS)
      memory.setU64(at + 16, ALL_RIGHTS)
    },
    fd_fdstat_set_flags: (fd: number, flags: number) => {
      descriptors.file(fd).flags = flags
    },
    fd_fdstat_set_rights: (fd: number) => void descriptors.get(fd),
    fd_filestat_get: (fd: number, at: number) => writeFileStat(memory, at, statsOf(fd)),
    fd_filestat_set_size: (fd: number, size: bigint) =>
      syscalls().ftruncate(descriptors.file(fd).fd, Number(size)),
    fd_filestat_set_times: (fd: number, atime: bigint, mtime: bigint, flags: number) => {
      const times = chosenTimes(statsOf(fd), { atime, mtime, flags })
      syscalls().futimes(descriptors.file(fd).fd, ...times)
    },
    fd_prestat_get: (fd: number, at: number) => {
      const found = descriptors.get(fd)
      if (found.type !== 'directory' || found.preopen === undefined)
        throw new Errno('EBADF', 'fd_prestat_get')
      memory.setU32(at, 0)
      memory.setU32(at + 4, new TextEncoder().encode(found.preopen).length)
    },
    fd_prestat_dir_name: (fd: number, at: number, length: number) => {
      const found = descriptors.directory(fd)
      if (found.preopen === undefined) throw new Errno('EBADF', 'fd_prestat_dir_name')
      memory.setText(at, found.preopen, length)
    },
    fd_read: (fd: number, vectors: number, count: number, result: number) =>
      memory.setU32(result, readInto(memory.vector(vectors, count), descriptors.file(fd).fd, null)),
    fd_pread: (...[fd, vectors, count, offset, result]: [number, number, number, bigint, number]) =>
      memory.setU32(result, readInto(memory.vector(vectors, count), descriptors.file(fd).fd, Number(offset))),
    fd_write: (fd: number, vectors: number, count: number, result: number) =>
      memory.setU32(result, writeFrom(memory.vector(vectors, count), descriptors.file(fd).fd, null)),
    fd_pwrite: (...[fd, vectors, count, offset, result]: [number, number, number, bigint, number]) =>
      memory.setU32(
        result,
        writeFrom(memory.vector(vectors, count), descriptors.file(fd).fd, Number(offset)),
      ),
    fd_readdir: (...[fd, at, length, cookie, result]: [number, number, number, bigint, number]) => {
      const entries = syscalls().scandir(descriptors.directory(fd).path)
      let used = 0
      for (const [index, entry] of entries.entries()) {
        if (BigInt(index) < cookie) continue
        const head = new DataView(new ArrayBuffer(DIRECTORY_ENTRY_BYTES))
        const name = new TextEncoder().encode(entry.name)
        head.setBigUint64(0, BigInt(index + 1), true)
        head.setBigUint64(8, BigInt(entry.ino), true)
        head.setUint32(16, name.length, true)
        head.setUint8(20, fileTypeOf(entry.kind))
        for (const part of [new Uint8Array(head.buffer), name]) {
          const room = part.subarray(0, length - used)
          memory.bytes(at + used, room.length).set(room)
          used += room.length
        }
        // A full buffer says that there is more.
        if (used >= length) break
      }
      memory.setU32(result, used)
    },
    fd_renumber: (from: number, to: number) => closeDescriptor(syscalls(), descriptors.move(from, to)),
    fd_seek: (fd: number, offset: bigint, whence: number, result: number) => {
      const from = WHENCE[whence]
      if (from === undefined) throw new Errno('EINVAL', 'fd_seek')
      memory.setU64(result, syscalls().seek(descriptors.file(fd).fd, Number(offset), from))
    },
    fd_tell: (fd: number, result: number) =>
      memory.setU64(result, syscalls().seek(descriptors.file(fd).fd, 0, 'current')),
  }
}

const CREATE = 1
const DIRECTORY = 2
const EXCLUSIVE = 4
const TRUNCATE = 8
const APPEND = 1
const FOLLOW = 1
/** Rights without which a file need not be opened for reading, or writing. */
const READING = (1n << 1n) | (1n << 14n)
const WRITING = 1n | (1n << 6n) | (1n << 8n) | (1n << 22n)

/** The calls on names below a directory. */
export function createPathCalls({ memory, descriptors, syscalls }: WasiParts) {
  const pathAt = (fd: number, at: number, length: number): string =>
    descriptors.resolve(fd, memory.text(at, length))
  const statsOf = (path: string, flags: number): Stats =>
    (flags & FOLLOW) === 0 ? syscalls().lstat(path) : syscalls().stat(path)
  type Open = [number, number, number, number, number, bigint, bigint, number, number]
  type Times = [number, number, number, number, bigint, bigint, number]
  type TwoPaths = [number, number, number, number, number, number]
  return {
    path_create_directory: (fd: number, at: number, length: number) =>
      void syscalls().mkdir(pathAt(fd, at, length), 0o777, false),
    path_filestat_get: (...[fd, flags, at, length, result]: [number, number, number, number, number]) =>
      writeFileStat(memory, result, statsOf(pathAt(fd, at, length), flags)),
    path_filestat_set_times: (...[fd, flags, at, length, atime, mtime, chosen]: Times) => {
      const path = pathAt(fd, at, length)
      const times = chosenTimes(statsOf(path, flags), { atime, mtime, flags: chosen })
      syscalls().utimes(path, ...times, (flags & FOLLOW) === 0)
    },
    path_link: (
      ...[fd, , at, length, toFd, toAt, toLength]: [number, number, number, number, number, number, number]
    ) => syscalls().link(pathAt(fd, at, length), pathAt(toFd, toAt, toLength)),
    path_open: (...[fd, lookup, at, length, how, rights, , flags, result]: Open) => {
      const path = pathAt(fd, at, length)
      // If it does not exist, opening it gives the error.
      const stats = ifThere(() => syscalls().stat(path))
      if (stats?.kind === 'directory' && (rights & WRITING & ~1n) === 0n && (how & TRUNCATE) === 0) {
        if ((how & EXCLUSIVE) !== 0) throw new Errno('EEXIST', 'path_open', path)
        memory.setU32(result, descriptors.add({ type: 'directory', path }))
        return
      }
      if ((how & DIRECTORY) !== 0) throw new Errno(stats ? 'ENOTDIR' : 'ENOENT', 'path_open', path)
      const mayRead = (rights & READING) !== 0n
      const mayWrite = (rights & WRITING) !== 0n
      const access = mayWrite ? (mayRead ? O.RDWR : O.WRONLY) : O.RDONLY
      const chosen =
        access |
        ((how & CREATE) === 0 ? 0 : O.CREAT) |
        ((how & EXCLUSIVE) === 0 ? 0 : O.EXCL) |
        ((how & TRUNCATE) === 0 ? 0 : O.TRUNC) |
        ((flags & APPEND) === 0 ? 0 : O.APPEND) |
        ((lookup & FOLLOW) === 0 ? O.NOFOLLOW : 0)
      const opened = syscalls().open(path, chosen, 0o666)
      memory.setU32(result, descriptors.add({ type: 'file', fd: opened, isOwn: true, flags }))
    },
    path_readlink: (...[fd, at, length, buffer, size, result]: TwoPaths) =>
      memory.setU32(result, memory.setText(buffer, syscalls().readlink(pathAt(fd, at, length)), size)),
    path_remove_directory: (fd: number, at: number, length: number) =>
      syscalls().rmdir(pathAt(fd, at, length)),
    path_rename: (...[fd, at, length, toFd, toAt, toLength]: TwoPaths) =>
      syscalls().rename(pathAt(fd, at, length), pathAt(toFd, toAt, toLength)),
    path_symlink: (...[at, length, fd, toAt, toLength]: [number, number, number, number, number]) =>
      syscalls().symlink(memory.text(at, length), pathAt(fd, toAt, toLength)),
    path_unlink_file: (fd: number, at: number, length: number) => syscalls().unlink(pathAt(fd, at, length)),
  }
}
