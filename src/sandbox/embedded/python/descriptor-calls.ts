/** The calls of the C library that take descriptors. They are the kernel's own numbers, which a child can be given. */
import { Errno } from '../syscalls.ts'
import type { Stats } from '../syscalls.ts'
import { errnoNumber } from './errno.ts'
import { forward, isOwnDescriptor, negative, OWN_DESCRIPTORS, positive } from './libc.ts'
import type { Libc, Native, Natives } from './libc.ts'
import { listEntries } from './directory-entries.ts'

const WHENCE = ['start', 'current', 'end'] as const
const AGAIN = errnoNumber('EAGAIN')
const INTERRUPTED = errnoNumber('EINTR')
/** Types of descriptors, as WASI has them. */
const FILE_TYPES: Partial<Record<Stats['kind'], number>> = { character: 2, directory: 3, file: 4 }
const FDSTAT_BYTES = 24

/** Commands of `fcntl`. */
const DUPLICATE = 0
const DUPLICATE_FOR_US = 1030
const GET_FLAGS = 3
const SET_FLAGS = 4
const NON_BLOCKING = 0o4000
const READ_WRITE = 2

type AtPosition = [fd: number, vectors: number, count: number, offset: bigint, result: number]

export function descriptorCalls(libc: Libc, own: Natives): Natives {
  const { heap, syscalls } = libc
  const onDescriptor =
    (name: string, ours: Native): Native =>
    (...args) => {
      const [fd, ...rest] = args
      if (!isOwnDescriptor(Number(fd))) return ours(...args)
      return forward(own[name], [Number(fd) - OWN_DESCRIPTORS, ...rest])
    }
  const forget = (fd: number): void => {
    libc.directories.delete(fd)
    libc.nonBlocking.delete(fd)
  }
  const copied = (fd: number, made: number): number => {
    const directory = libc.directories.get(fd)
    if (directory) libc.directories.set(made, directory)
    return made
  }
  const calls: Record<string, Native> = {
    fd_close: (fd: number) =>
      positive(() => {
        syscalls.close(fd)
        forget(fd)
      }),
    fd_read: (fd: number, vectors: number, count: number, result: number) =>
      transfer(libc, { vectors, count, result, move: reader(libc, fd) }),
    fd_pread: (...[fd, vectors, count, offset, result]: AtPosition) => {
      let position = Number(offset)
      const move = (pointer: number, length: number): number => {
        const data = syscalls.read(fd, length, position)
        heap.bytes.set(data, pointer)
        position += data.length
        return data.length
      }
      return transfer(libc, { vectors, count, result, move })
    },
    fd_write: (fd: number, vectors: number, count: number, result: number) =>
      transfer(libc, { vectors, count, result, move: writer(libc, fd) }),
    fd_pwrite: (...[fd, vectors, count, offset, result]: AtPosition) => {
      let position = Number(offset)
      const move = (pointer: number, length: number): number => {
        const written = syscalls.write(fd, heap.bytes.slice(pointer, pointer + length), position)
        position += written
        return written
      }
      return transfer(libc, { vectors, count, result, move })
    },
    fd_seek: (fd: number, offset: bigint, whence: number, result: number) =>
      positive(() => {
        const from = WHENCE[whence]
        if (from === undefined) throw new Errno('EINVAL', 'lseek')
        const directory = libc.directories.get(fd)
        if (directory) directory.next = 0
        const position = syscalls.seek(fd, Number(offset), from)
        heap.view.setBigInt64(result, BigInt(position), true)
      }),
    fd_sync: (fd: number) => positive(() => void syscalls.fstat(fd)),
    fd_fdstat_get: (fd: number, buffer: number) =>
      positive(() => {
        const { kind } = syscalls.fstat(fd)
        heap.bytes.fill(0, buffer, buffer + FDSTAT_BYTES)
        heap.bytes[buffer] = syscalls.isatty(fd) ? 2 : kind === 'character' ? 4 : (FILE_TYPES[kind] ?? 0)
      }),
    __syscall_fstat64: (fd: number, buffer: number) =>
      negative(() => heap.writeStats(buffer, syscalls.fstat(fd))),
    __syscall_ftruncate64: (fd: number, length: bigint) =>
      negative(() => syscalls.ftruncate(fd, Number(length))),
    __syscall_fchmod: (fd: number, mode: number) => negative(() => syscalls.fchmod(fd, mode & 0o7777)),
    __syscall_fchown32: (fd: number) => negative(() => void syscalls.fstat(fd)),
    __syscall_fdatasync: (fd: number) => negative(() => void syscalls.fstat(fd)),
    __syscall_fchdir: (fd: number) =>
      negative(() => {
        if (syscalls.fstat(fd).kind !== 'directory') throw new Errno('ENOTDIR', 'fchdir')
        libc.cwd = libc.directories.get(fd)?.path ?? libc.cwd
      }),
    __syscall_fallocate: (fd: number, _mode: number, offset: bigint, length: bigint) =>
      negative(() => {
        const end = Number(offset) + Number(length)
        if (end > syscalls.fstat(fd).size) syscalls.ftruncate(fd, end)
      }),
    __syscall_getdents64: (fd: number, buffer: number, size: number) =>
      negative(() => listEntries(libc, { fd, buffer, size })),
    __syscall_dup: (fd: number) => negative(() => copied(fd, syscalls.dup(fd, { from: 0 }))),
    __syscall_dup3: (fd: number, at: number) =>
      negative(() => {
        if (fd === at) throw new Errno('EINVAL', 'dup3')
        forget(at)
        return copied(fd, syscalls.dup(fd, { at }))
      }),
    __syscall_fcntl64: (fd: number, command: number, rest: number) =>
      negative(() => {
        const argument = rest === 0 ? 0 : heap.view.getInt32(rest, true)
        syscalls.fstat(fd)
        if (command === DUPLICATE || command === DUPLICATE_FOR_US)
          return copied(fd, syscalls.dup(fd, { from: argument }))
        if (command === GET_FLAGS) return READ_WRITE | (libc.nonBlocking.has(fd) ? NON_BLOCKING : 0)
        if (command === SET_FLAGS) setBlocking(libc, fd, (argument & NON_BLOCKING) === 0)
        // Locks: there is nobody else of the program who could hold one.
        return 0
      }),
  }
  const checked = Object.entries(calls).map(([name, ours]) => [name, onDescriptor(name, ours)] as const)
  return {
    ...Object.fromEntries(checked),
    __syscall_pipe: (result: number) =>
      negative(() => {
        const [input, output] = syscalls.pipe()
        heap.view.setInt32(result, input, true)
        heap.view.setInt32(result + 4, output, true)
      }),
  }
}

export function setBlocking(libc: Libc, fd: number, isBlocking: boolean): void {
  if (isBlocking) libc.nonBlocking.delete(fd)
  else libc.nonBlocking.add(fd)
}

/** Moves so many bytes between the memory and a file; returns how many it were. Throws `Errno`. */
type Move = (pointer: number, length: number) => number

interface Transfer {
  readonly vectors: number
  readonly count: number
  readonly result: number
  readonly move: Move
}

/** A list of pieces, to the first that is not filled. */
function transfer({ heap }: Libc, { vectors, count, result, move }: Transfer): number {
  let total = 0
  const outcome = positive(() => {
    for (let index = 0; index < count; index++) {
      const pointer = heap.view.getUint32(vectors + 8 * index, true)
      const length = heap.view.getUint32(vectors + 8 * index + 4, true)
      if (length === 0) continue
      const moved = move(pointer, length)
      total += moved
      if (moved < length) break
    }
  })
  heap.view.setUint32(result, total, true)
  return total > 0 && (outcome === AGAIN || outcome === INTERRUPTED) ? 0 : outcome
}

function reader({ heap, syscalls, nonBlocking }: Libc, fd: number): Move {
  return (pointer, length) => {
    const data = nonBlocking.has(fd) ? syscalls.tryRead(fd, length) : syscalls.read(fd, length, null)
    if (data === null) throw new Errno('EAGAIN', 'read')
    heap.bytes.set(data, pointer)
    return data.length
  }
}

/** In pieces, so that a signal in the middle tells how far it came. */
function writer({ heap, syscalls, nonBlocking }: Libc, fd: number): Move {
  return (pointer, length) => {
    let written = 0
    try {
      while (written < length) {
        const taken = syscalls.tryWrite(fd, heap.bytes.slice(pointer + written, pointer + length))
        written += taken
        if (taken > 0) continue
        if (nonBlocking.has(fd)) throw new Errno('EAGAIN', 'write')
        syscalls.poll({ entries: [{ fd, read: false, write: true }], timeoutMs: null })
      }
    } catch (error) {
      if (written === 0) throw error
    }
    return written
  }
}
