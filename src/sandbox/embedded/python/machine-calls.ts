/** The calls of the C library about the terminal, waiting, the user and the end of the process. */
import { PYTHON_MEMORY_MAX_BYTES } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import type { ExitStatus } from '../syscalls.ts'
import { errnoNumber } from './errno.ts'
import { setBlocking } from './descriptor-calls.ts'
import { USER_ID } from './heap.ts'
import { forward, isOwnDescriptor, negative } from './libc.ts'
import type { Libc, Natives } from './libc.ts'

const NOT_A_TERMINAL = errnoNumber('ENOTTY')
const NOT_PERMITTED = errnoNumber('EPERM')

/** Requests of `ioctl`. */
const GET_ATTRIBUTES = 0x5401
const SET_ATTRIBUTES: ReadonlySet<number> = new Set([0x5402, 0x5403, 0x5404])
const GET_SIZE = 0x5413
const SET_NON_BLOCKING = 0x5421
const CLOSE_AT_EXEC: ReadonlySet<number> = new Set([0x5450, 0x5451])

/** Flags of `struct termios`: of a terminal that gives lines and echoes; `CANONICAL` is the one for lines. */
const INPUT_FLAGS = 0o2400
const OUTPUT_FLAGS = 0o5
const CONTROL_FLAGS = 0o277
const LOCAL_FLAGS = 0o105073
const CANONICAL = 0o2
const TERMIOS_BYTES = 60

/** Events of `poll`. */
const READABLE = 1
const WRITABLE = 4
const POLL_BYTES = 8

/** `end` never returns: the kernel ends the worker. */
export function machineCalls(libc: Libc, own: Natives, end: (status: ExitStatus) => never): Natives {
  const { heap } = libc
  return {
    __syscall_getuid32_js: () => USER_ID,
    __syscall_umask_js: (mask: number) => {
      const before = libc.umask
      libc.umask = mask & 0o777
      return before
    },
    __syscall_ioctl: (fd: number, request: number, rest: number) => {
      if (isOwnDescriptor(fd)) return -NOT_A_TERMINAL
      return negative(() => control(libc, { fd, request, pointer: heap.view.getUint32(rest, true) }))
    },
    __syscall_poll: (list: number, count: number, timeout: number) =>
      negative(() => poll(libc, { list, count, timeoutMs: timeout < 0 ? null : timeout })),
    // Nothing listens or connects here; what Python programs are told about it is in `network.py`.
    __syscall_socket: () => -NOT_PERMITTED,
    emscripten_resize_heap: (size: number) =>
      size >>> 0 > PYTHON_MEMORY_MAX_BYTES ? 0 : forward(own['emscripten_resize_heap'], [size]),
    proc_exit: (code: number) => end({ code: code & 0xff, signal: null }),
    __syscall_statfs64: () => -errnoNumber('ENOSYS'),
    __syscall_fstatfs64: () => -errnoNumber('ENOSYS'),
  }
}

interface Control {
  readonly fd: number
  readonly request: number
  readonly pointer: number
}

function control(libc: Libc, { fd, request, pointer }: Control): number {
  const { heap, syscalls } = libc
  if (CLOSE_AT_EXEC.has(request)) return 0
  if (request === SET_NON_BLOCKING) {
    setBlocking(libc, fd, heap.view.getInt32(pointer, true) === 0)
    return 0
  }
  if (!syscalls.isatty(fd)) throw new Errno('ENOTTY', 'ioctl')
  const { view } = heap
  if (request === GET_SIZE) {
    const { rows, columns } = syscalls.windowSize(fd)
    view.setUint16(pointer, rows, true)
    view.setUint16(pointer + 2, columns, true)
    view.setUint32(pointer + 4, 0, true)
  } else if (request === GET_ATTRIBUTES) {
    heap.bytes.fill(0, pointer, pointer + TERMIOS_BYTES)
    const flags = [INPUT_FLAGS, OUTPUT_FLAGS, CONTROL_FLAGS, LOCAL_FLAGS]
    for (const [index, value] of flags.entries()) view.setUint32(pointer + 4 * index, value, true)
  } else if (SET_ATTRIBUTES.has(request)) {
    syscalls.setRaw(fd, (view.getUint32(pointer + 12, true) & CANONICAL) === 0)
  } else throw new Errno('EINVAL', 'ioctl')
  return 0
}

interface Poll {
  readonly list: number
  readonly count: number
  readonly timeoutMs: number | null
}

function poll({ heap, syscalls }: Libc, { list, count, timeoutMs }: Poll): number {
  const wanted = Array.from({ length: count }, (_, index) => {
    const at = list + index * POLL_BYTES
    const events = heap.view.getInt16(at + 4, true)
    return { at, fd: heap.view.getInt32(at, true), events }
  })
  const isReady = wanted.some(({ fd }) => isOwnDescriptor(fd))
  const entries = wanted
    .filter(({ fd }) => fd >= 0 && !isOwnDescriptor(fd))
    .map(({ fd, events }) => ({ fd, read: (events & READABLE) !== 0, write: (events & WRITABLE) !== 0 }))
  const ready = syscalls.poll({ entries, timeoutMs: isReady ? 0 : timeoutMs })
  let found = 0
  for (const { at, fd, events } of wanted) {
    const entry = ready.find((one) => one.fd === fd)
    const seen = isOwnDescriptor(fd)
      ? events
      : ((entry?.read === true ? READABLE : 0) | (entry?.write === true ? WRITABLE : 0)) & events
    heap.view.setInt16(at + 6, seen, true)
    if (seen !== 0) found += 1
  }
  return found
}
