/** One process of the memory kernel: its descriptors and its calls, without a worker. */
import type { Signal } from '../../../contract/contract.ts'
import {
  Errno,
  O,
  type AsyncSyscalls,
  type ExitStatus,
  type SpawnRequest,
  type SpawnResult,
  type StdioSpec,
  type Syscalls,
} from '../../syscalls.ts'
import { connectionOf, type Network, type Requester } from '../../egress/network.ts'
import { placePackages, type PlaceTools } from '../../npm/place-packages.ts'
import { refuseEffects } from '../../process/read-only.ts'
import type { WithheldOpenings } from '../../process/withheld-openings.ts'
import { isSyscall } from '../../process/syscall-names.ts'
import { readWhenReady, writeWhenReady, type Settle } from '../../vfs/blocking.ts'
import { FileTable } from '../../vfs/file-table.ts'
import { OpenFile } from '../../vfs/open-file.ts'
import { Pipe } from '../../vfs/pipe.ts'
import type { Vfs } from '../../vfs/vfs.ts'
import { deferred } from '../deferred.ts'
import { pathCalls } from './path-calls.ts'

const REQUESTER: Requester = { execId: 'test', run: 'test', pid: 1, kind: 'shell', argv: ['sh'] }

export interface Processes {
  readonly vfs: Vfs
  readonly network: Network
  readonly running: Map<number, MemoryProcess>
  /** They only look, as after `ExecRequest.readOnly`. */
  readonly isReadOnly: boolean
  /** Told of withheld files that are opened. */
  readonly openings: WithheldOpenings | undefined
  nextPid(): number
  /** Runs the program to its end. Throws `Errno` when there is none of that name. */
  start(process: MemoryProcess, request: SpawnRequest, image: Uint8Array | undefined): Promise<ExitStatus>
}

interface Identity {
  readonly pid: number
  readonly ppid: number
  readonly group: number
  readonly argv: readonly string[]
}

export class MemoryProcess {
  readonly identity: Identity
  readonly files: FileTable
  readonly syscalls: Syscalls
  readonly calls: Pick<AsyncSyscalls, 'wait' | 'read' | 'write' | 'response' | 'placePackages'>
  /** Settles with the first signal. */
  readonly signalled: Promise<Signal>
  /** Told every signal but SIGKILL. */
  onSignal: (signal: Signal) => void = () => undefined
  readonly #processes: Processes
  readonly #children = new Map<number, Promise<ExitStatus>>()
  readonly #killed = deferred<ExitStatus>()
  readonly #placing = new AbortController()
  #fetched = 0
  readonly #firstSignal = deferred<Signal>()

  constructor(processes: Processes, identity: Identity) {
    this.#processes = processes
    this.identity = identity
    this.files = new FileTable(processes.vfs)
    this.signalled = this.#firstSignal.promise
    const isHeld = processes.isReadOnly || processes.openings !== undefined
    this.syscalls = isHeld ? this.#held(this.#makeSyscalls()) : this.#makeSyscalls()
    this.calls = {
      wait: (pid) => this.#wait(pid),
      read: (fd, length, position) =>
        settled((done) => readWhenReady(this.files.get(fd, 'read'), { length, position }, done)),
      write: (fd, data, position) =>
        settled((done) => writeWhenReady(this.files.get(fd, 'write'), { data, position }, done)),
      response: (fd) =>
        new Promise((resolve) => connectionOf(this.files.get(fd, 'response')).whenAnswered(resolve)),
      placePackages: (request) => {
        const { vfs, network } = processes
        const send: PlaceTools['send'] = (one, signal) => network.send(one, REQUESTER, signal)
        const onFetched = (): void => {
          this.#fetched += 1
        }
        return placePackages({ vfs, send, onFetched }, request, this.#placing.signal)
      },
    }
  }

  signal(signal: Signal): void {
    this.#firstSignal.resolve(signal)
    if (signal === 'SIGKILL') this.#killed.resolve({ code: null, signal })
    else this.onSignal(signal)
  }

  async #wait(pid: number): Promise<ExitStatus> {
    const child = this.#children.get(pid)
    if (child === undefined) throw new Errno('ECHILD', 'wait')
    return child
  }

  #spawn(request: SpawnRequest, image: Uint8Array | undefined): SpawnResult {
    const pid = this.#processes.nextPid()
    const { pid: ppid, group } = this.identity
    const child = new MemoryProcess(this.#processes, {
      pid,
      ppid,
      group: request.background ? pid : group,
      argv: request.argv,
    })
    const fds = request.stdio.map((spec, fd) => this.#connect(child, spec, fd))
    let running
    try {
      running = this.#processes.start(child, request, image)
    } catch (error) {
      child.files.closeAll()
      for (const fd of fds) if (fd >= 0) this.files.close(fd)
      throw error
    }
    this.#processes.running.set(pid, child)
    this.#children.set(pid, this.#ended(child, running))
    return { pid, fds }
  }

  async #ended(child: MemoryProcess, running: Promise<ExitStatus>): Promise<ExitStatus> {
    const status = await Promise.race([running, child.#killed.promise])
    child.files.closeAll()
    this.#processes.running.delete(child.identity.pid)
    return status
  }

  /** Puts the child's end in place; returns this process's, or -1. */
  #connect(child: MemoryProcess, spec: StdioSpec, fd: number): number {
    if (spec.type === 'inherit') {
      child.files.add(this.files.get(spec.fd, 'spawn').retain())
      return -1
    }
    if (spec.type === 'null') {
      child.files.open('/dev/null', O.RDWR)
      return -1
    }
    const pipe = new Pipe()
    const source = new OpenFile({ type: 'source', source: pipe.source }, O.RDONLY)
    const sink = new OpenFile({ type: 'sink', sink: pipe.sink }, O.WRONLY)
    child.files.add(fd === 0 ? source : sink)
    return this.files.add(fd === 0 ? sink : source)
  }

  #signalAll(isMeant: (process: MemoryProcess) => boolean, signal: Signal): void {
    const meant = [...this.#processes.running.values()].filter(isMeant)
    if (meant.length === 0) throw new Errno('ESRCH', 'kill')
    for (const process of meant) process.signal(signal)
  }

  /** As the kernel does it at each call. */
  #held(syscalls: Syscalls): Syscalls {
    const { vfs, isReadOnly, openings } = this.#processes
    const { pid } = this.identity
    const held = Object.entries(syscalls).map(([name, call]: [string, (...args: unknown[]) => unknown]) => [
      name,
      (...args: unknown[]) => {
        if (!isSyscall(name)) return call(...args)
        if (isReadOnly) refuseEffects({ pid, vfs }, name, args)
        openings?.note({ execId: REQUESTER.execId, pid, programs: [] }, name, { args, files: this.files })
        return call(...args)
      },
    ])
    return Object.fromEntries(held) as Syscalls // each name has the call of that name
  }

  #makeSyscalls(): Syscalls {
    const { files } = this
    return {
      ...pathCalls(this.#processes.vfs),
      open: (path, flags, mode) => files.open(path, flags, mode),
      close: (fd) => files.close(fd),
      read: (fd, length, position) => {
        const data = files.get(fd, 'read').tryRead(length, position)
        if (data === undefined) throw new Error('the shell reads pipes without blocking')
        return data
      },
      write: (fd, data, position) => {
        const taken = files.get(fd, 'write').tryWrite(data, position)
        if (taken < data.length) throw new Error('the shell writes pipes without blocking')
        return taken
      },
      tryRead: (fd, length) => files.get(fd, 'read').tryRead(length, null) ?? null,
      tryWrite: (fd, data) => files.get(fd, 'write').tryWrite(data, null),
      pipe: () => files.pipe(),
      seek: (fd, offset, whence) => files.get(fd, 'lseek').seek(offset, whence),
      dup: (fd, place) => files.dup(fd, place),
      poll: () => {
        throw new Error('the shell polls nothing')
      },
      fstat: (fd) => files.fstat(fd),
      ftruncate: (fd, length) => files.ftruncate(fd, length),
      fchmod: (fd, mode) => files.fchmod(fd, mode),
      futimes: (fd, atimeMs, mtimeMs) => files.futimes(fd, atimeMs, mtimeMs),
      spawn: (request, image) => this.#spawn(request, image),
      wait: () => {
        throw new Error('the shell waits without blocking')
      },
      waitFor: () => {
        throw new Error('the shell waits without blocking')
      },
      kill: (pid, signal) => this.#signalAll(({ identity }) => identity.pid === pid, signal),
      killGroup: (group, signal) => this.#signalAll(({ identity }) => identity.group === group, signal),
      detach: () => undefined,
      processes: () =>
        [...this.#processes.running.values()].map(({ identity }) => ({
          ...identity,
          state: 'running',
          startedAt: 0,
        })),
      isatty: () => false,
      windowSize: () => {
        throw new Errno('ENOTTY', 'ioctl')
      },
      setRaw: () => {
        throw new Errno('ENOTTY', 'ioctl')
      },
      watchOpen: () => files.watchOpen(),
      watchAdd: (fd, path) => files.watchAdd(fd, path),
      watchRemove: (fd, watch) => files.watchRemove(fd, watch),
      // No command of the shell has sockets of its own: they are `node`'s.
      listen: noSockets,
      accept: noSockets,
      connect: noSockets,
      tryConnect: noSockets,
      shutdown: noSockets,
      startTls: noSockets,
      lookup: noSockets,
      request: (request, body) => files.add(this.#processes.network.open(request, body, REQUESTER)),
      response: () => {
        throw new Error('the shell waits for answers without blocking')
      },
      stopPlacing: () => this.#placing.abort(),
      packagesFetched: () => this.#fetched,
      // Noted before it is carried out.
      noteOpened: () => undefined,
      placePackages: () => {
        throw new Error('the shell waits for packages without blocking')
      },
    }
  }
}

function noSockets(): never {
  throw new Errno('ENOSYS', 'socket')
}

function settled<T>(begin: (done: Settle<T>) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    begin((outcome) => {
      if (outcome.ok) resolve(outcome.value)
      else reject(outcome.error)
    })
  })
}
