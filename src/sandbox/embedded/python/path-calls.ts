/** The calls of the C library that take paths. */
import { normalize } from '../../contract/path.ts'
import { Errno, O } from '../syscalls.ts'
import { ENOENT, forward, isOwnPath, negative, OWN_DESCRIPTORS } from './libc.ts'
import type { Libc, Native, Natives } from './libc.ts'
import { errnoNumber } from './errno.ts'
import { readTime } from './heap.ts'

const NO_FOLLOW = 0x100
const REMOVE_DIRECTORY = 0x200
const KNOWN_FLAGS = O.ACCMODE | O.CREAT | O.EXCL | O.TRUNC | O.APPEND | O.DIRECTORY | O.NOFOLLOW
const NON_BLOCKING = 0o4000
const PERMISSIONS = 0o7777
const RANGE = errnoNumber('ERANGE')

export function pathCalls(libc: Libc, own: Natives): Natives {
  const { heap, syscalls } = libc
  /** `at` is the place of the path among the arguments, and `directory` that of the descriptor that it starts from. */
  const onPath =
    (name: string, at: number, ours: (path: string, ...args: never[]) => number | void): Native =>
    (...args) => {
      const pointer = Number(args[at])
      if (isOwnPath(libc, pointer)) return forward(own[name], args)
      const directory = at === 0 ? undefined : Number(args[at - 1])
      if (heap.text(pointer) === '' && name !== '__syscall_utimensat') return -ENOENT
      return negative(() => ours(libc.path(pointer, directory), ...args))
    }
  const stat = (path: string, pointer: number, follow: boolean): void => {
    heap.writeStats(pointer, follow ? syscalls.stat(path) : syscalls.lstat(path))
  }
  const calls: Record<string, Native> = {
    __syscall_chdir: onPath('__syscall_chdir', 0, (path) => {
      if (syscalls.stat(path).kind !== 'directory') throw new Errno('ENOTDIR', 'chdir', path)
      libc.cwd = syscalls.realpath(path)
    }),
    __syscall_chmod: onPath('__syscall_chmod', 0, (path, _path: number, mode: number) =>
      syscalls.chmod(path, mode & PERMISSIONS),
    ),
    __syscall_fchmodat2: onPath(
      '__syscall_fchmodat2',
      1,
      (path, _directory: number, _path: number, mode: number) => syscalls.chmod(path, mode & PERMISSIONS),
    ),
    // Everything belongs to one user, so there is nobody to give it to.
    __syscall_fchownat: onPath('__syscall_fchownat', 1, (path) => void syscalls.lstat(path)),
    __syscall_faccessat: onPath(
      '__syscall_faccessat',
      1,
      (path, _directory: number, _path: number, wanted: number) => {
        const { mode } = syscalls.stat(path)
        if (((mode >> 6) & wanted & 7) !== (wanted & 7)) throw new Errno('EACCES', 'access', path)
      },
    ),
    __syscall_stat64: onPath('__syscall_stat64', 0, (path, _path: number, buffer: number) =>
      stat(path, buffer, true),
    ),
    __syscall_lstat64: onPath('__syscall_lstat64', 0, (path, _path: number, buffer: number) =>
      stat(path, buffer, false),
    ),
    __syscall_newfstatat: onPath(
      '__syscall_newfstatat',
      1,
      (...[path, _directory, _path, buffer, flags]: OnPath) => stat(path, buffer, (flags & NO_FOLLOW) === 0),
    ),
    __syscall_mkdirat: onPath(
      '__syscall_mkdirat',
      1,
      (path, _directory: number, _path: number, mode: number) => {
        syscalls.mkdir(path, mode & PERMISSIONS & ~libc.umask, false)
      },
    ),
    __syscall_mknodat: onPath('__syscall_mknodat', 1, (path) => {
      throw new Errno('EPERM', 'mknod', path)
    }),
    __syscall_rmdir: onPath('__syscall_rmdir', 0, (path) => syscalls.rmdir(path)),
    __syscall_unlinkat: onPath(
      '__syscall_unlinkat',
      1,
      (path, _directory: number, _path: number, flags: number) =>
        (flags & REMOVE_DIRECTORY) === 0 ? syscalls.unlink(path) : syscalls.rmdir(path),
    ),
    __syscall_truncate64: onPath('__syscall_truncate64', 0, (path, _path: number, length: bigint) =>
      syscalls.truncate(path, Number(length)),
    ),
    __syscall_readlinkat: onPath(
      '__syscall_readlinkat',
      1,
      (...[path, _directory, _path, buffer, size]: OnPath) =>
        heap.writeText(syscalls.readlink(path), buffer, size),
    ),
    __syscall_symlinkat: (target: number, directory: number, pointer: number) =>
      negative(() => syscalls.symlink(heap.text(target), libc.path(pointer, directory))),
    __syscall_renameat: (fromDirectory: number, from: number, toDirectory: number, to: number) =>
      negative(() => syscalls.rename(libc.path(from, fromDirectory), libc.path(to, toDirectory))),
    __syscall_utimensat: onPath('__syscall_utimensat', 1, (...[path, fd, pointer, times, flags]: OnPath) =>
      setTimes(libc, { fd, times, flags, ...(pointer === 0 ? {} : { path }) }),
    ),
    __syscall_getcwd: (buffer: number, size: number) => {
      const written = heap.writeText(`${libc.cwd}\0`, buffer, size)
      return heap.bytes[buffer + written - 1] === 0 ? written : -RANGE
    },
    __syscall_openat: (directory: number, pointer: number, flags: number, rest: number) => {
      if (isOwnPath(libc, pointer)) {
        const fd = Number(forward(own['__syscall_openat'], [directory, pointer, flags, rest]))
        return fd < 0 ? fd : fd + OWN_DESCRIPTORS
      }
      if (heap.text(pointer) === '') return -ENOENT
      return negative(() => open(libc, { path: libc.path(pointer, directory), flags, rest }))
    },
  }
  return calls
}

/** A path, and the five or fewer arguments of its call. */
type OnPath = [path: string, first: number, second: number, third: number, fourth: number]

interface OpenRequest {
  readonly path: string
  readonly flags: number
  /** Address of the mode, for a new file. */
  readonly rest: number
}

function open(libc: Libc, { path, flags, rest }: OpenRequest): number {
  const { heap, syscalls } = libc
  const mode = rest === 0 ? 0o666 : heap.view.getUint32(rest, true)
  const fd = syscalls.open(path, flags & KNOWN_FLAGS, mode & PERMISSIONS & ~libc.umask)
  libc.directories.set(fd, { path: normalize(path), next: 0 })
  if ((flags & NON_BLOCKING) !== 0) libc.nonBlocking.add(fd)
  return fd
}

interface TimesRequest {
  /** Without it, the file is the descriptor's. */
  readonly path?: string
  readonly fd: number
  /** Two times, or a null pointer for now. */
  readonly times: number
  readonly flags: number
}

function setTimes({ heap, syscalls }: Libc, { path, fd, times, flags }: TimesRequest): void {
  const noFollow = (flags & NO_FOLLOW) !== 0
  const known =
    path === undefined ? syscalls.fstat(fd) : noFollow ? syscalls.lstat(path) : syscalls.stat(path)
  const atime = times === 0 ? Date.now() : (readTime(heap.view, times) ?? known.atimeMs)
  const mtime = times === 0 ? Date.now() : (readTime(heap.view, times + 16) ?? known.mtimeMs)
  if (path === undefined) syscalls.futimes(fd, atime, mtime)
  else syscalls.utimes(path, atime, mtime, noFollow)
}
