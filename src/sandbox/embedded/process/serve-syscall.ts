/** Carries out one system call of a process: checked, on the files or on the process table, now or when it can. */
import type { Signal } from '../../contract/contract.ts'
import { LIST_AHEAD_MAX_ENTRIES, MAX_READ_BYTES, READ_AHEAD_MAX_BYTES } from '../../contract/limits.ts'
import type { EgressOutcome } from '../../contract/egress.ts'
import { connectionOf } from '../egress/network.ts'
import { readWebRequest } from '../egress/web-request.ts'
import type { PlaceTools } from '../npm/place-packages.ts'
import { readPlaceRequest } from '../npm/read-place-request.ts'
import type { SocketListener, StreamSocket } from '../net/socket.ts'
import { readWhenReady, writeWhenReady } from '../vfs/blocking.ts'
import type { CallOff } from '../vfs/blocking.ts'
import type { FileTable } from '../vfs/file-table.ts'
import type { TerminalFacts } from '../vfs/pipe.ts'
import { NotFetched } from '../vfs/stored-content.ts'
import type { Vfs } from '../vfs/vfs.ts'
import { Errno } from '../syscalls.ts'
import type { ExitStatus, ProcessEntry, SocketAddress, SpawnResult, WebRequest } from '../syscalls.ts'
import { refuseEffects } from './read-only.ts'
import {
  acceptWhenReady,
  connectWhenKnown,
  connected,
  listen,
  listenerOf,
  readSocketAddress,
  socketOf,
} from './socket-calls.ts'
import { readBatch, readSeveral } from './file-batch.ts'
import { listBatch } from './listing-batch.ts'
import type { SyncReply } from './channel-client.ts'
import { pollWhenReady, readPlace, readPoll } from './descriptor-requests.ts'
import { checkedCall, isSyscall } from './syscall-names.ts'
import type { Syscall } from './syscall-names.ts'
import type { Opener, WithheldOpenings } from './withheld-openings.ts'

/** The process half of the calls, for one process. Throws `Errno`. */
export interface ProcessCalls {
  spawn(request: unknown, image: Uint8Array | undefined): SpawnResult
  /** Settles when that child has ended; returns how to stop waiting. */
  wait(pid: number, done: (status: ExitStatus) => void): CallOff
  kill(pid: number, signal: Signal): void
  killGroup(group: number, signal: Signal): void
  detach(pid: number): void
  processes(): readonly ProcessEntry[]
  listen(address: SocketAddress): SocketListener
  connect(address: SocketAddress): StreamSocket | Promise<StreamSocket>
  /** Undefined where it cannot be at once. */
  tryConnect(address: SocketAddress): StreamSocket | undefined
  lookup(host: string): readonly string[]
  /** The descriptor of its answer. */
  request(request: WebRequest, body: Uint8Array | undefined): number
  /** The same without a descriptor. */
  send(request: WebRequest, signal: AbortSignal): Promise<EgressOutcome>
}

export interface SyscallContext {
  readonly vfs: Vfs
  readonly files: FileTable
  readonly calls: ProcessCalls
  readonly pid: number
  /** The process only looks: see `read-only.ts`. */
  readonly isReadOnly: boolean
  readonly openings: WithheldOpenings
  readonly opener: Opener
}

type Done = (outcome: SyncReply) => void

/** Calls `done` once, maybe later. Returns how to call a waiting one off; undefined when nothing waits. */
export function serveSyscall(
  context: SyscallContext,
  { name, args }: { name: unknown; args: readonly unknown[] },
  done: Done,
): CallOff | undefined {
  if (!isSyscall(name)) {
    done({ ok: false, code: 'ENOSYS', syscall: String(name) })
    return undefined
  }
  const call = checkedCall(name, args)
  if (call === undefined) {
    done({ ok: false, code: 'EINVAL', syscall: name })
    return undefined
  }
  try {
    if (context.isReadOnly) refuseEffects(context, name, args)
    context.openings.note(context.opener, name, { args, files: context.files })
    return carryOutFetched(context, call, done)
  } catch (error) {
    done(failure(error, name))
    return undefined
  }
}

/** A call that needs a content which was not fetched has done nothing yet: it is carried out again when the content is there. */
function carryOutFetched(context: SyscallContext, call: Syscall, done: Done): CallOff | undefined {
  try {
    return carryOut(context, call, done)
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    let callOff: CallOff | undefined
    let isOff = false
    void error.content.fetch().then(() => {
      if (!isOff) callOff = serveSyscall(context, call, done)
    })
    return () => {
      isOff = true
      callOff?.()
    }
  }
}

function failure(error: unknown, name: string): SyncReply {
  if (!(error instanceof Errno)) throw error
  const { code, syscall, path } = error
  return { ok: false, code, syscall: syscall || name, ...(path === undefined ? {} : { path }) }
}

function carryOut(context: SyscallContext, { name, args }: Syscall, done: Done): CallOff | undefined {
  const { vfs, files, calls } = context
  const answer = (value: unknown): undefined => {
    done(value === undefined ? { ok: true } : { ok: true, value })
    return undefined
  }
  switch (name) {
    case 'open':
      return answer(files.open(args[0], args[1], args[2] ?? undefined))
    case 'close':
      return answer(files.close(args[0]))
    case 'fstat':
      return answer(files.fstat(args[0]))
    case 'ftruncate':
      return answer(files.ftruncate(args[0], args[1]))
    case 'fchmod':
      return answer(files.fchmod(args[0], args[1]))
    case 'futimes':
      return answer(files.futimes(args[0], args[1], args[2]))
    case 'watchOpen':
      return answer(files.watchOpen())
    case 'watchAdd':
      return answer(files.watchAdd(args[0], args[1]))
    case 'watchRemove':
      return answer(files.watchRemove(args[0], args[1]))
    case 'read': {
      const length = Math.min(Math.max(args[1], 0), MAX_READ_BYTES)
      const range = { length, position: args[2] ?? null }
      return readWhenReady(files.get(args[0], 'read'), range, told(done, name))
    }
    case 'write': {
      const write = { data: args[1], position: args[2] ?? null }
      return writeWhenReady(files.get(args[0], 'write'), write, told(done, name))
    }
    case 'tryRead': {
      const length = Math.min(Math.max(args[1], 0), MAX_READ_BYTES)
      return answer(files.get(args[0], 'read').tryRead(length, null) ?? null)
    }
    case 'tryWrite':
      return answer(files.get(args[0], 'write').tryWrite(args[1], null))
    case 'seek':
      return answer(files.get(args[0], 'lseek').seek(args[1], args[2]))
    case 'dup':
      return answer(files.dup(args[0], readPlace(args[1])))
    case 'poll':
      return pollWhenReady(files, readPoll(args[0]), (ready) => done({ ok: true, value: ready }))
    case 'pipe':
      return answer(files.pipe())
    case 'spawn':
      return answer(calls.spawn(args[0], args[1] ?? undefined))
    case 'wait':
      return calls.wait(args[0], (status) => done({ ok: true, value: status }))
    case 'waitFor':
      return waitFor(calls, { pid: args[0], timeoutMs: args[1] }, done)
    case 'kill':
      return answer(calls.kill(args[0], args[1]))
    case 'killGroup':
      return answer(calls.killGroup(args[0], args[1]))
    case 'detach':
      return answer(calls.detach(args[0]))
    case 'processes':
      return answer(calls.processes())
    case 'listen':
      return answer(listen(files, calls.listen(readSocketAddress(args[0], name))))
    case 'accept': {
      const listener = listenerOf(files.get(args[0], name))
      return acceptWhenReady(files, listener, told(done, name))
    }
    case 'connect':
      return connectWhenKnown(files, calls.connect(readSocketAddress(args[0], name)), told(done, name))
    case 'tryConnect': {
      const socket = calls.tryConnect(readSocketAddress(args[0], name))
      return answer(socket ? connected(files, socket) : null)
    }
    case 'shutdown':
      return answer(socketOf(files.get(args[0], name), name).sink.close())
    case 'startTls':
      return answer(socketOf(files.get(args[0], name), name).startTls())
    case 'lookup':
      return answer(calls.lookup(args[0]))
    case 'request':
      return answer(calls.request(readWebRequest(args[0]), args[1] ?? undefined))
    case 'response': {
      const connection = connectionOf(files.get(args[0], 'response'))
      return connection.whenAnswered((head) => done({ ok: true, value: head }))
    }
    case 'placePackages':
      return placeWhenFetched({ vfs, send: calls.send, files }, args[0], done)
    case 'stopPlacing': {
      for (const { controller } of placings.get(files) ?? []) controller.abort()
      return answer(undefined)
    }
    case 'packagesFetched':
      return answer([...(placings.get(files) ?? [])].reduce((sum, { fetched }) => sum + fetched, 0))
    case 'noteOpened':
      // Noted before it is carried out.
      return answer(undefined)
    case 'readAhead':
      return answer(readBatch(context, args[0], Math.min(args[1], READ_AHEAD_MAX_BYTES)))
    case 'readSeveral': {
      const next = args[1].filter((one) => typeof one === 'string')
      const maxBytes = Math.min(args[2], READ_AHEAD_MAX_BYTES)
      return answer(readSeveral(context, { path: args[0], next }, maxBytes))
    }
    case 'listAhead': {
      const maxEntries = Math.min(args[2], LIST_AHEAD_MAX_ENTRIES)
      return answer(listBatch(vfs, { path: args[0], root: args[1] }, maxEntries))
    }
    case 'isatty':
      return answer(files.get(args[0], 'isatty').terminal !== undefined)
    case 'windowSize':
      return answer(terminal(files, args[0]).size())
    case 'setRaw':
      return answer(terminal(files, args[0]).setRaw(args[1]))
    default: {
      // The remaining calls are on paths, and the file system has them under the same names.
      const method = vfs[name] as (...values: unknown[]) => unknown
      return answer(
        Reflect.apply(
          method,
          vfs,
          args.map((value) => value ?? undefined),
        ),
      )
    }
  }
}

function waitFor(
  calls: ProcessCalls,
  { pid, timeoutMs }: { pid: number; timeoutMs: number },
  done: Done,
): CallOff {
  const timer = setTimeout(
    () => {
      callOff()
      done({ ok: true, value: null })
    },
    Math.min(timeoutMs, MAX_TIMER_MS),
  )
  const callOff = calls.wait(pid, (status) => {
    clearTimeout(timer)
    done({ ok: true, value: status })
  })
  return () => {
    clearTimeout(timer)
    callOff()
  }
}

/** More is not a time to a timer, but none. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Pending fetches of each process, by its descriptors. */
const placings = new WeakMap<FileTable, Set<Placing>>()

interface Placing {
  readonly controller: AbortController
  fetched: number
}

function placeWhenFetched(
  { files, ...tools }: PlaceTools & { readonly files: FileTable },
  request: unknown,
  done: Done,
): CallOff {
  const controller = new AbortController()
  const placing: Placing = { controller, fetched: 0 }
  const own = placings.get(files) ?? new Set()
  placings.set(files, own.add(placing))
  const wanted = readPlaceRequest(request)
  const place = async () => {
    // The kernel starts without it.
    const [{ placePackages }, { BundledPackages }, { GROUPS }] = await Promise.all([
      import('../npm/place-packages.ts'),
      import('../npm/bundled-packages.ts'),
      import('../npm/bundled-groups.ts'),
    ])
    const bundled = new BundledPackages(GROUPS)
    const onFetched = (): void => {
      placing.fetched += 1
    }
    const value = await placePackages({ ...tools, bundled, onFetched }, wanted, controller.signal)
    own.delete(placing)
    done({ ok: true, value })
  }
  void place()
  return () => controller.abort()
}

/** Throws ENOTTY when it is none. */
function terminal(files: FileTable, fd: number): TerminalFacts {
  const { terminal: facts } = files.get(fd, 'ioctl')
  if (facts === undefined) throw new Errno('ENOTTY', 'ioctl')
  return facts
}

function told<T>(done: Done, name: string) {
  return (outcome: { ok: true; value: T } | { ok: false; error: Errno }): void => {
    done(outcome.ok ? { ok: true, value: outcome.value } : failure(outcome.error, name))
  }
}
