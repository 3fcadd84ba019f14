/** Imports of the interpreter's C library, which ours answer in place of Emscripten's own. */
import { resolve } from '../../contract/path.ts'
import type { SignalBox } from '../process/channel.ts'
import type { Syscalls } from '../syscalls.ts'
import { errnoNumber, numberOfError } from './errno.ts'
import type { Heap } from './heap.ts'

/** Each with the arguments of its C function: pointers and flags are numbers; what has 64 bits is a `bigint`. */
export type Native = (...args: never[]) => number | null
export type Natives = Readonly<Record<string, Native>>

/** Directory descriptor that means: relative to the working directory. */
const AT_FDCWD = -100

/** The interpreter's own files, which are in its memory and not in the tree. */
const OWN_FILES = /^\/lib\/python3[^/]*(\/|$)/
/** Descriptors of those are its own too, and are told apart by this. */
export const OWN_DESCRIPTORS = 1 << 20

/** One process's view of the kernel. Before it is started, the interpreter has only its own files. */
export class Libc {
  readonly heap: Heap
  readonly syscalls: Syscalls
  readonly signals: SignalBox
  cwd: string
  umask = 0o022
  /** Paths of open directories, which are read by path. */
  readonly directories = new Map<number, { readonly path: string; next: number }>()
  /** Descriptors that do not wait. */
  readonly nonBlocking = new Set<number>()

  constructor(parts: Pick<Libc, 'heap' | 'syscalls' | 'signals' | 'cwd'>) {
    this.heap = parts.heap
    this.syscalls = parts.syscalls
    this.signals = parts.signals
    this.cwd = parts.cwd
  }

  /** Throws what `resolve` of a name that leads nowhere does natively: ENOENT for an empty one. */
  path(pointer: number, directory: number = AT_FDCWD): string {
    const text = this.heap.text(pointer)
    if (directory === AT_FDCWD || text.startsWith('/')) return keepSlash(text, resolve(text, this.cwd))
    return keepSlash(text, resolve(text, this.directories.get(directory)?.path ?? this.cwd))
  }
}

/** A slash at the end says that it must be a directory. */
function keepSlash(text: string, path: string): string {
  return text.length > 1 && text.endsWith('/') ? `${path}/` : path
}

/** Whether the text there names one of the interpreter's own files. */
export function isOwnPath(libc: Libc, pointer: number): boolean {
  return OWN_FILES.test(libc.heap.text(pointer))
}

export function isOwnDescriptor(fd: number): boolean {
  return fd >= OWN_DESCRIPTORS
}

/** A call that answers with 0 or more, or with the negative number of an error. */
export function negative(call: () => number | void): number {
  try {
    return call() ?? 0
  } catch (error) {
    return -numberOfError(error)
  }
}

/** A call of WASI's: 0, or the number of an error. */
export function positive(call: () => void): number {
  try {
    call()
    return 0
  } catch (error) {
    return numberOfError(error)
  }
}

export const ENOENT = errnoNumber('ENOENT')

/** Calls what the C library would, with the arguments that it gave. */
export function forward(native: Native | undefined, args: readonly unknown[]): number | null {
  // They are of that function's types, because they were meant for it.
  return native === undefined ? -errnoNumber('ENOSYS') : native(...(args as never[]))
}
