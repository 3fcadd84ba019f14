/** `fs`: files through the kernel's system calls. */
import { concatenate } from '../../../../contract/bytes.ts'
import { asyncSyscalls, syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { ifThere } from '../../../if-there.ts'
import { Errno, O } from '../../../syscalls.ts'
import type { Binding } from '../binding.ts'
import { UnavailableError } from '../binding.ts'
import { bytesOf, toNodeBuffer } from '../buffer.ts'
import { findReplacement } from './find-replacement.ts'
import { findTypeScript } from './find-typescript.ts'
import { FSReqCallback, Later, operation } from './fs-requests.ts'
import type { Describe, Operation } from './fs-requests.ts'
import { cpSyncBindings } from './fs-copy.ts'
import { createFileHandleClass } from './fs-file-handle.ts'
import { legacyMainResolve } from './fs-legacy-main.ts'
import { absolute, moduleStat, toPath, writeAll } from './fs-paths.ts'
import { createStatWatcher } from './fs-stat-watcher.ts'
import { ENTRY_TYPES, statsArray } from './fs-stats.ts'
import { decode, encode, normaliseEncoding } from '../text-codec.ts'

const COPYFILE_EXCL = 1
const ACCESS_EXECUTE = 1
const ACCESS_WRITE = 2
/** Bytes per read while a whole descriptor is read. */
const READ_CHUNK = 1 << 20

const ofPath: Describe = ([path]) => (typeof path === 'number' ? {} : { path: toPath(path) })
const ofTwo: Describe = ([path, dest]) => ({ path: toPath(path), dest: toPath(dest) })
const ofDescriptor: Describe = () => ({})

function positionOf(value: unknown): number | null {
  // No file is as long as what a number cannot hold.
  if (typeof value === 'bigint') return value < 0n ? null : Math.min(Number(value), Number.MAX_SAFE_INTEGER)
  return typeof value === 'number' && value >= 0 ? value : null
}

function inEncoding(context: NodeContext, name: string, encoding: unknown): string | Uint8Array {
  if (encoding === 'buffer') return toNodeBuffer(context, encode(name, 'utf8'))
  if (encoding === undefined || encoding === 'utf8' || encoding === 'utf-8') return name
  return decode(encode(name, 'utf8'), normaliseEncoding(String(encoding)))
}

function milliseconds(seconds: unknown): number {
  return Number(seconds) * 1000
}

export function fs(context: NodeContext, binding: Binding): void {
  const sys = () => syscalls(context)
  const at = (value: unknown) => absolute(context, value)
  const name = (value: string, encoding: unknown) => inEncoding(context, value, encoding)
  const define = (method: string, run: Operation, describe: Describe = ofPath, syscall = method): void => {
    const call = operation(context, { syscall, describe, run })
    binding[method] = CHECKED_HERE.has(method) ? withDescriptorChecked(context, call) : call
  }

  Object.assign(binding, {
    FSReqCallback,
    FileHandle: createFileHandleClass(context),
    kUsePromises: context.perIsolateSymbols['fs_use_promises_symbol'],
    statValues: new Float64Array(36),
    bigintStatValues: new BigInt64Array(36),
    existsSync: (path: unknown) => ifThere(() => sys().stat(at(path))) !== undefined,
    internalModuleStat: (...args: unknown[]) =>
      moduleStat(
        context,
        args.find((arg) => typeof arg === 'string'),
      ),
    getFormatOfExtensionlessFile: () => 0,
    findTypeScript: (request: string, from?: string) => findTypeScript(context, request, from),
    findReplacement: (request: string, from?: string) => findReplacement(context, request, from),
    legacyMainResolve: (...args: [string, string | undefined, string | undefined]) =>
      legacyMainResolve(context, args),
    ...cpSyncBindings(context),
    StatWatcher: createStatWatcher(context),
  })

  defineReading(context, define)
  defineWriting(context, define)
  defineTree(context, define)

  define('stat', ({ args }) => statOf(args, () => sys().stat(at(args[0]))))
  define('lstat', ({ args }) => statOf(args, () => sys().lstat(at(args[0]))))
  define('fstat', ({ args }) => statsArray(sys().fstat(Number(args[0])), args[1] === true), ofDescriptor)
  define('statfs', () => {
    throw new UnavailableError('fs.statfs')
  })
  define('realpath', ({ args }) => name(sys().realpath(at(args[0])), args[1]))
  define('readlink', ({ args }) => name(sys().readlink(at(args[0])), args[1]))
  define('access', ({ args }) => {
    access(context, args[0], Number(args[1] ?? 0))
  })
}

/** Calls that natively check their descriptor themselves; for the others the library does. */
const CHECKED_HERE: ReadonlySet<string> = new Set(['close', 'fsync', 'fdatasync', 'fchown'])

type Native = (...args: unknown[]) => unknown

function withDescriptorChecked(context: NodeContext, call: Native): Native {
  return (fd, ...rest) => {
    const check = context.callbacks.requireBuiltin?.('internal/fs/utils')['getValidatedFd']
    const checked: unknown = typeof check === 'function' ? check(fd) : fd
    return call(checked, ...rest)
  }
}

/** Plain views of the buffers in a list. */
function buffersOf(list: unknown): readonly Uint8Array[] {
  if (!Array.isArray(list)) throw new TypeError('A list of buffers was expected.')
  return list.map((buffer) => bytesOf(buffer))
}

type Define = (method: string, run: Operation, describe?: Describe, syscall?: string) => void

function defineReading(context: NodeContext, define: Define): void {
  const sys = () => syscalls(context)
  const at = (value: unknown) => absolute(context, value)
  const Handle = createFileHandleClass(context)
  define('open', ({ args }) => sys().open(at(args[0]), Number(args[1]), modeOf(context, args[2])))
  define(
    'openFileHandle',
    ({ args }) => new Handle(sys().open(at(args[0]), Number(args[1]), modeOf(context, args[2]))),
    ofPath,
    'open',
  )
  define(
    'close',
    ({ args }) => {
      sys().close(Number(args[0]))
    },
    ofDescriptor,
  )

  const readInto = (target: Uint8Array, data: Uint8Array): number => {
    target.set(data)
    return data.length
  }
  define(
    'read',
    ({ args, sync }) => {
      const [fd, buffer, offset, length, position] = args
      const target = bytesOf(buffer).subarray(Number(offset), Number(offset) + Number(length))
      const place = positionOf(position)
      // Only standard input can be an empty pipe that somebody fills later; other pipes are handles.
      if (!sync && fd === 0) {
        const later = asyncSyscalls(context).read(0, target.length, place)
        return new Later(later.then((data) => readInto(target, data)))
      }
      return readInto(target, sys().read(Number(fd), target.length, place))
    },
    ofDescriptor,
  )
  define(
    'readBuffers',
    ({ args }) => {
      let position = positionOf(args[2])
      let total = 0
      for (const target of buffersOf(args[1])) {
        const count = readInto(target, sys().read(Number(args[0]), target.length, position))
        total += count
        if (position !== null) position += count
        if (count < target.length) break
      }
      return total
    },
    ofDescriptor,
    'read',
  )
  define(
    'readFileUtf8',
    ({ args }) => {
      const [file, flags] = args
      if (typeof file === 'number') return decode(readAll(context, file), 'utf8')
      if (typeof flags === 'number' && flags !== O.RDONLY)
        return decode(readOpened(context, file, flags), 'utf8')
      // A device such as /dev/stdin is read to its end.
      return decode(readWhole(context, file) ?? readOpened(context, file, O.RDONLY), 'utf8')
    },
    ofPath,
    'open',
  )
  // None of Node's: undefined for what is no plain file.
  define(
    'readFileBuffer',
    ({ args }) => {
      const whole = readWhole(context, args[0])
      return whole && toNodeBuffer(context, whole)
    },
    ofPath,
    'open',
  )
}

/** In one call; undefined for a directory or a device. */
function readWhole(context: NodeContext, path: unknown): Uint8Array | undefined {
  try {
    return syscalls(context).readFile(absolute(context, path))
  } catch (error) {
    if (error instanceof Errno && (error.code === 'EISDIR' || error.code === 'ENXIO')) return undefined
    throw error
  }
}

function readAll(context: NodeContext, fd: number): Uint8Array {
  const parts: Uint8Array[] = []
  for (;;) {
    const part = syscalls(context).read(fd, READ_CHUNK, null)
    if (part.length === 0) break
    parts.push(part)
  }
  return concatenate(parts)
}

/** Opened as it is asked for, which may make the file. */
function readOpened(context: NodeContext, path: unknown, flags: number): Uint8Array {
  const fd = syscalls(context).open(absolute(context, path), flags, modeOf(context, undefined))
  try {
    return readAll(context, fd)
  } finally {
    syscalls(context).close(fd)
  }
}

function defineWriting(context: NodeContext, define: Define): void {
  const sys = () => syscalls(context)
  const at = (value: unknown) => absolute(context, value)
  define(
    'writeBuffer',
    ({ args }) => {
      const [fd, buffer, offset, length, position] = args
      const whole = bytesOf(buffer)
      const start = Number(offset ?? 0)
      const data = whole.subarray(
        start,
        length === null || length === undefined ? whole.length : start + Number(length),
      )
      return writeAll(context, Number(fd), { data, position: positionOf(position) })
    },
    ofDescriptor,
    'write',
  )
  define(
    'writeBuffers',
    ({ args }) => {
      let position = positionOf(args[2])
      let total = 0
      for (const data of buffersOf(args[1])) {
        const count = writeAll(context, Number(args[0]), { data, position })
        total += count
        if (position !== null) position += count
      }
      return total
    },
    ofDescriptor,
    'write',
  )
  define(
    'writeString',
    ({ args }) => {
      const [fd, text, position, encoding] = args
      // A stray length, as of a buffer, stands for none.
      const data = encode(
        String(text),
        normaliseEncoding(typeof encoding === 'string' ? encoding : undefined),
      )
      return writeAll(context, Number(fd), { data, position: positionOf(position) })
    },
    ofDescriptor,
    'write',
  )
  define(
    'writeFileUtf8',
    ({ args }) => {
      const [file, text, flags, mode] = args
      const data = encode(String(text), 'utf8')
      if (typeof file === 'number') {
        writeAll(context, file, { data, position: null })
        return
      }
      const fd = sys().open(at(file), Number(flags), modeOf(context, mode))
      try {
        writeAll(context, fd, { data, position: null })
      } finally {
        sys().close(fd)
      }
    },
    ofPath,
    'open',
  )
  for (const method of ['fsync', 'fdatasync']) {
    define(
      method,
      ({ args }) => {
        // Memory is as durable as it gets; a bad descriptor must still fail.
        sys().fstat(Number(args[0]))
      },
      ofDescriptor,
    )
  }
  define(
    'ftruncate',
    ({ args }) => {
      sys().ftruncate(Number(args[0]), Number(args[1] ?? 0))
    },
    ofDescriptor,
  )
  define(
    'fchmod',
    ({ args }) => {
      sys().fchmod(Number(args[0]), Number(args[1]))
    },
    ofDescriptor,
  )
  define(
    'futimes',
    ({ args }) => {
      sys().futimes(Number(args[0]), milliseconds(args[1]), milliseconds(args[2]))
    },
    ofDescriptor,
    'futime',
  )
  define(
    'fchown',
    ({ args }) => {
      sys().fstat(Number(args[0]))
      refuseForeignOwner(args[1], args[2])
    },
    ofDescriptor,
  )
}

function defineTree(context: NodeContext, define: Define): void {
  const sys = () => syscalls(context)
  const at = (value: unknown) => absolute(context, value)
  define(
    'readdir',
    ({ args }) => {
      const entries = sys().readdir(at(args[0]))
      const names = entries.map((entry) => inEncoding(context, entry.name, args[1]))
      return args[2] === true ? [names, entries.map((entry) => ENTRY_TYPES[entry.kind] ?? 0)] : names
    },
    ofPath,
    'scandir',
  )
  define('mkdir', ({ args }) => {
    const isRecursive = args[2] === true
    // A folder that has been removed under the program is not made again.
    if (isRecursive && !toPath(args[0]).startsWith('/')) sys().stat(context.cwd)
    return sys().mkdir(at(args[0]), modeOf(context, args[1], 0o777) ?? 0o777, isRecursive)
  })
  define('rmdir', ({ args }) => {
    sys().rmdir(at(args[0]))
  })
  define('unlink', ({ args }) => {
    sys().unlink(at(args[0]))
  })
  define(
    'rename',
    ({ args }) => {
      sys().rename(at(args[0]), at(args[1]))
    },
    ofTwo,
  )
  define(
    'link',
    ({ args }) => {
      sys().link(at(args[0]), at(args[1]))
    },
    ofTwo,
  )
  define(
    'symlink',
    ({ args }) => {
      // A relative target stays relative: it is resolved when the link is followed.
      sys().symlink(toPath(args[0]), at(args[1]))
    },
    ofTwo,
  )
  define(
    'copyFile',
    ({ args }) => {
      refuseReadOnly(context, at(args[1]))
      sys().copyFile(at(args[0]), at(args[1]), (Number(args[2] ?? 0) & COPYFILE_EXCL) !== 0)
    },
    ofTwo,
    'copyfile',
  )
  define('chmod', ({ args }) => {
    sys().chmod(at(args[0]), Number(args[1]))
  })
  for (const method of ['chown', 'lchown']) {
    define(method, ({ args }) => {
      sys().lstat(at(args[0]))
      refuseForeignOwner(args[1], args[2])
    })
  }
  define(
    'utimes',
    ({ args }) => {
      sys().utimes(at(args[0]), milliseconds(args[1]), milliseconds(args[2]))
    },
    ofPath,
    'utime',
  )
  define(
    'lutimes',
    ({ args }) => {
      sys().utimes(at(args[0]), milliseconds(args[1]), milliseconds(args[2]), true)
    },
    ofPath,
    'lutime',
  )
  define(
    'mkdtemp',
    ({ args }) => {
      const prefix = toPath(args[0])
      const made = sys().mkdtemp(at(prefix))
      return inEncoding(context, prefix.startsWith('/') ? made : prefix + made.slice(-6), args[1])
    },
    ([prefix]) => ({ path: `${toPath(prefix)}XXXXXX` }),
  )
}

/** There is one user; files cannot change hands. */
function refuseForeignOwner(uid: unknown, gid: unknown): void {
  const own = (id: unknown) => id === 1000 || id === -1 || id === 4294967295
  if (!own(uid) || !own(gid)) throw new Errno('EPERM', 'chown')
}

function modeOf(context: NodeContext, mode: unknown, fallback = 0o666): number | undefined {
  const wanted = typeof mode === 'number' ? mode : fallback
  return wanted & ~context.umask & 0o7777
}

function statOf(args: readonly unknown[], read: () => Parameters<typeof statsArray>[0]): unknown {
  try {
    return statsArray(read(), args[1] === true)
  } catch (error) {
    const absent = error instanceof Errno && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (absent && args[3] === false) return undefined
    throw error
  }
}

function access(context: NodeContext, path: unknown, wanted: number): void {
  const { kind, mode } = syscalls(context).stat(absolute(context, path))
  const denied =
    ((wanted & ACCESS_WRITE) !== 0 && (mode & 0o222) === 0) ||
    ((wanted & ACCESS_EXECUTE) !== 0 && kind !== 'directory' && (mode & 0o111) === 0)
  if (denied) throw uvErrno('EACCES')
}

/** Refuses to copy over a read-only file. */
function refuseReadOnly(context: NodeContext, path: string): void {
  const there = ifThere(() => syscalls(context).stat(path))
  if (there?.kind === 'file' && (there.mode & 0o222) === 0) throw new Errno('EACCES', 'copyfile')
}

function uvErrno(code: string): Errno {
  return new Errno(code, 'access')
}
