/** Shared state of the bindings: one per worker, filled step by step between boot and exit. */
import type { ProcessStart } from '../process/protocol.ts'
import type { AsyncSyscalls, ExitStatus, Syscalls } from '../syscalls.ts'
import type { ActiveResources } from './active-resources.ts'
import type { EventLoop } from './event-loop.ts'
import type { Library } from './library.ts'
import type { Scripts } from './start/scripts.ts'
import type { Thread, ThreadEnd, ThreadHost } from './thread.ts'
import type { ProxyRegistry } from './tracked-proxy.ts'

/** How a process reaches the world outside its worker. */
export interface NodeHost {
  readonly syscalls: Syscalls
  /** For what would wait: a read of an empty pipe, a child's end. */
  readonly asyncSyscalls: AsyncSyscalls
  readonly threads: ThreadHost
  /** Ends the process, or in a thread the thread. The worker is ended from outside; must not return. */
  readonly exit: (status: ExitStatus) => never
}

/** The parts of Node's `process` object that the bindings touch. */
export interface NodeProcess {
  argv: string[]
  execArgv: string[]
  env: Record<string, string>
  pid: number
  ppid: number
  execPath: string
  title: string
  exitCode?: number
  _exiting?: boolean
  emit(event: string, ...args: unknown[]): boolean
  emitWarning(message: string, type: string, code: string): void
  _fatalException(error: unknown, fromPromise: boolean): boolean
  listenerCount(event: string): number
}

/** Functions that the library hands to its bindings. */
export interface LibraryCallbacks {
  tick?: (this: NodeProcess) => void
  promiseReject?: (type: number, promise: Promise<unknown>, reason?: unknown) => void
  processImmediate?: (this: NodeProcess) => void
  processTimers?: (this: NodeProcess, now: number) => number
  prepareStackTrace?: (global: unknown, error: unknown, trace: unknown) => unknown
  enhanceStackBefore?: (error: unknown) => string | undefined
  enhanceStackAfter?: (error: unknown) => string | undefined
  importModuleDynamically?: (
    referrer: symbol | undefined,
    specifier: string,
    attributes: Record<string, string>,
    referrerName: string,
  ) => Promise<unknown>
  initializeImportMeta?: (id: symbol | undefined, meta: object, wrap: unknown) => void
  emitWarningSync?: (message: string) => void
  /** Exports of one of the library's own modules. */
  requireBuiltin?: (id: string) => Readonly<Record<string, unknown>>
}

export interface NodeContext {
  /** Undefined in the first thread of a process. */
  readonly thread: Thread | undefined
  /** Callbacks for the ends of this thread's own threads, by number. */
  readonly threadEnds: Map<number, (end: ThreadEnd) => void>
  readonly scripts: Scripts
  readonly library: Library
  readonly loop: EventLoop
  readonly active: ActiveResources
  readonly proxies: ProxyRegistry
  readonly process: NodeProcess
  readonly callbacks: LibraryCallbacks
  readonly primordials: Record<string, unknown>
  readonly privateSymbols: Readonly<Record<string, symbol>>
  readonly perIsolateSymbols: Readonly<Record<string, symbol>>
  /** Buffer.prototype, once the library has set it; binding results that are buffers get it. */
  bufferPrototype: object
  /** Option values by name, e.g. `--eval`; from the command line once the process has started. */
  options: Record<string, unknown>
  cwd: string
  umask: number
  /** Undefined until `start`: nothing during boot may reach outside. */
  started?: { readonly host: NodeHost; readonly start: ProcessStart }
  /** By signal number. */
  readonly signalHandlers: Map<number, (number: number) => void>
}

/** The host's synchronous calls. Throws before `start`, which would be a fault of the boot order. */
export function syscalls(context: NodeContext): Syscalls {
  if (!context.started) throw new Error('A system call was made before the process started.')
  return context.started.host.syscalls
}

/** The host's calls that are answered by message. Throws before `start`, as `syscalls`. */
export function asyncSyscalls(context: NodeContext): AsyncSyscalls {
  if (!context.started) throw new Error('A system call was made before the process started.')
  return context.started.host.asyncSyscalls
}
