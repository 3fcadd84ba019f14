/** All processes: made from requests, found by pid, ended with their group. */
import type { ProcessInfo, Signal, TerminalSize } from '../../contract/contract.ts'
import { KILL_GRACE_MS } from '../../contract/limits.ts'
import { NO_EGRESS, type Egress, type EgressInitiator } from '../../contract/egress.ts'
import { forkPrefix, Network, type Requester } from '../egress/network.ts'
import type { SocketListener } from '../net/socket.ts'
import { Sockets } from '../net/sockets.ts'
import { attempt } from '../errno-result.ts'
import { Errno } from '../syscalls.ts'
import type { ExitStatus, ProcessEntry, SocketAddress, SpawnRequest, SpawnResult } from '../syscalls.ts'
import { FileTable } from '../vfs/file-table.ts'
import type { OpenFile } from '../vfs/open-file.ts'
import type { Vfs } from '../vfs/vfs.ts'
import { closeParentEnds, openChildStdio } from './child-stdio.ts'
import { Process } from './process.ts'
import type { LineOutcome } from './process.ts'
import { CommandMoments } from './command-moments.ts'
import { FORK_QUOTA_MESSAGE, ForkProcesses, ProcessQuota, QUOTA_MESSAGE } from './process-quota.ts'
import { findProgram } from './program-lookup.ts'
import type { Program } from './program-lookup.ts'
import type { ProgramKind } from './protocol.ts'
import { readSpawnRequest } from './spawn-request.ts'
import type { WarmWorkers } from './warm-workers.ts'
import { WithheldOpenings } from './withheld-openings.ts'

export interface ProcessTableOptions {
  readonly vfs: Vfs
  /** Workers for programs, which the table of no fork ends; they may be older than the table. */
  readonly workers: WarmWorkers
  readonly now: () => number
  /** Programs that cannot be run here, and why. */
  readonly unavailable?: Partial<Record<ProgramKind, string>>
  /** The way out of the sandbox; without it there is none. */
  readonly egress?: Egress
  /** For the table of a fork: see `ProcessTable.fork`. */
  readonly fork?: ForkOrigin
}

interface ForkOrigin {
  readonly id: string
  /** Openings of the table that it is forked from. */
  readonly openings: WithheldOpenings
  readonly processes: ForkProcesses
}

export interface RootSpawn extends Omit<SpawnRequest, 'stdio'> {
  readonly execId: string
  /** Descriptors 0, 1 and 2; the process takes them over. */
  readonly stdio: readonly OpenFile[]
  readonly onExit: (status: ExitStatus, cwd: string | undefined) => void
  /** It only looks, and so does all that it starts. */
  readonly isReadOnly?: boolean
  /** For `ProcessStart`; inherited. */
  readonly skipsWithheld?: boolean
  /** A shell that stays: see `sendLine`. */
  readonly isSession?: boolean
  readonly history?: readonly string[]
  readonly onLine?: (end: LineOutcome) => void
}

interface Spawn extends Omit<RootSpawn, 'onExit'> {
  readonly parent: number
  /** The job it belongs to; undefined: it begins one. */
  readonly group?: number | undefined
  readonly image?: Uint8Array | undefined
  readonly onExit?: RootSpawn['onExit']
}

export class ProcessTable {
  readonly #options: ProcessTableOptions
  readonly #network: Network
  readonly sockets: Sockets
  readonly #processes = new Map<number, Process>()
  readonly #workers: WarmWorkers
  readonly #listeners = new Set<(running: number) => void>()
  /** Jobs that outlive their session. */
  readonly #detached = new Set<number>()
  /** The first process of each exec and shell. */
  readonly #roots = new Set<number>()
  readonly #quota: ProcessQuota
  /** Count of this table's own forks; in a fork its own processes are among them. */
  readonly #forkProcesses: ForkProcesses
  readonly moments = new CommandMoments()
  readonly openings: WithheldOpenings
  /** To the command that listens. */
  readonly #listening = new WeakMap<SocketListener, string>()
  /** Lines that each shell was given. */
  readonly #lines = new Map<string, number>()
  #nextPid = 1

  constructor(options: ProcessTableOptions) {
    this.#options = options
    this.#workers = options.workers
    this.openings = new WithheldOpenings(options.vfs, options.fork?.openings)
    this.#forkProcesses = options.fork?.processes ?? new ForkProcesses()
    this.#quota = new ProcessQuota(options.fork?.processes)
    const egress = options.egress ?? NO_EGRESS
    this.sockets = new Sockets(egress)
    this.#network = new Network(egress, {
      request: (port, request, signal) => {
        for (const host of ['127.0.0.1', '::1']) this.#meets(request.initiator.execId, { host, port })
        return this.sockets.request(port, request, signal)
      },
    })
  }

  /**
   * A table for a fork of the files, made at once with it. It has the same workers and clock, and ports, cookies and moments of its
   * own. `id` tells its requests from those of others.
   */
  fork(vfs: Vfs, { id, egress }: { readonly id: string; readonly egress: Egress }): ProcessTable {
    const fork = { id, openings: this.openings, processes: this.#forkProcesses }
    return new ProcessTable({ ...this.#options, vfs, egress, fork })
  }

  list(): ProcessInfo[] {
    return [...this.#processes.values()].map((process) => ({
      pid: process.pid,
      parent: this.#processes.has(process.start.ppid) ? process.start.ppid : ORPHANS_PARENT,
      group: process.group,
      command: process.start.argv.join(' '),
      state: process.isWaiting ? 'waiting' : 'running',
      startedAt: process.startedAt,
      execId: process.execId,
      background: !this.#roots.has(process.group),
      detached: this.#detached.has(process.group),
    }))
  }

  onChange(listener: (running: number) => void): void {
    this.#listeners.add(listener)
  }

  /** Whether a process may be told to start there; what a program says of its directory is not to be believed. */
  isDirectory(path: string | undefined): path is string {
    if (!path?.startsWith('/')) return false
    const found = attempt('Looking at', path, () => this.#options.vfs.stat(path).kind)
    return found.ok && found.value === 'directory'
  }

  /** Throws `Errno` when the program cannot be started; then `stdio` is released. */
  spawnRoot(spawn: RootSpawn): number {
    const pid = this.#spawn({ ...spawn, parent: 0 })
    this.#roots.add(pid)
    return pid
  }

  /** Signals every process of an exec, those in the background included. False when it has none. */
  signalExec(execId: string, signal: Signal): boolean {
    return this.#signalAll((process) => process.execId === execId, signal)
  }

  /** Signals every process of one job. False when it has none. */
  signalGroup(group: number, signal: Signal): boolean {
    return this.#signalAll((process) => process.group === group, signal)
  }

  /** False when there is none. */
  signalProcess(pid: number, signal: Signal): boolean {
    const process = this.#processes.get(pid)
    process?.signal(signal, false)
    return process !== undefined
  }

  sendLine(pid: number, text: string, size?: TerminalSize): void {
    const shell = this.#processes.get(pid)
    if (shell) this.#lines.set(shell.execId, (this.#lines.get(shell.execId) ?? 0) + 1)
    shell?.sendLine(text, size)
  }

  /** The terminal of this shell has another size: what its line in the foreground has started may want to know. */
  resizeSession(pid: number): void {
    for (const process of this.#processes.values()) if (process.group === pid) process.resized()
  }

  /** Signals the jobs of the line in the foreground; the shell itself goes back to its prompt. */
  interruptSession(pid: number, signal: Signal): void {
    this.#signalAll((process) => process.group === pid && process.pid !== pid, signal)
    this.#processes.get(pid)?.signal('SIGINT', true)
  }

  /** Ends a shell and its jobs, but those that were detached. */
  closeSession(execId: string, pid: number): void {
    this.#processes.get(pid)?.end({ code: null, signal: 'SIGHUP' })
    const isLeft = (process: Process): boolean =>
      process.execId === execId && !this.#detached.has(process.group)
    this.#signalAll(isLeft, 'SIGHUP')
    setTimeout(() => this.#signalAll(isLeft, 'SIGKILL'), KILL_GRACE_MS)
  }

  dispose(): void {
    for (const process of this.#processes.values()) process.end({ code: null, signal: 'SIGKILL' })
    if (this.#options.fork === undefined) this.#workers.dispose()
    this.#listeners.clear()
  }

  #spawn(spawn: Spawn): number {
    const { vfs, now } = this.#options
    const files = new FileTable(vfs)
    for (const file of spawn.stdio) files.add(file)
    try {
      this.#admit(spawn)
      if (vfs.stat(spawn.cwd).kind !== 'directory') throw new Errno('ENOTDIR', 'spawn', spawn.cwd)
      const program = this.#available(findProgram(vfs, { ...spawn, stdio: [] }))
      const pid = this.#nextPid++
      const { cwd, env, parent: ppid, execId, image } = spawn
      const process = new Process({
        start: {
          pid,
          ppid,
          argv: program.argv,
          cwd,
          env,
          ...(image === undefined ? {} : { image }),
          ...(spawn.skipsWithheld ? { skipsWithheld: true } : {}),
          ...this.moments.next(execId, pid),
          ...(spawn.isSession ? { isSession: true, history: spawn.history ?? [] } : {}),
        },
        onLine: (end) => spawn.onLine?.(end),
        onWorkerFree: (worker) => this.#workers.giveBack(program.kind, worker),
        group: spawn.group ?? pid,
        kind: program.kind,
        worker: this.#workers.take(program.kind),
        createThreadWorker: () => (program.kind === 'node' ? this.#workers.take('node-thread') : undefined),
        vfs,
        files,
        execId,
        isReadOnly: spawn.isReadOnly === true,
        openings: this.openings,
        opener: { execId, pid, programs: this.#programs(program.kind, pid, ppid) },
        startedAt: now(),
        calls: (own) => ({
          spawn: (request, image) => this.#spawnChild(own, readSpawnRequest(request), image),
          wait: (child, done) => this.#wait(own, child, done),
          kill: (target, signal) => this.#kill(own, target, signal),
          killGroup: (group, signal) => this.#killGroup(own, group, signal),
          detach: (target) => this.#detach(target),
          processes: () => this.#entries(),
          listen: (address) => {
            this.openings.listens(own.opener)
            const listener = this.sockets.listen(address)
            this.#listening.set(listener, execId)
            return listener
          },
          connect: (address) => {
            this.#meets(execId, address)
            return this.sockets.connect(address, this.#initiator(own, pid))
          },
          tryConnect: (address) => {
            this.#meets(execId, address)
            return this.sockets.tryConnect(address, this.#initiator(own, pid))
          },
          lookup: (host) => this.sockets.lookup(host),
          request: (request, body) => own.files.add(this.#network.open(request, body, this.#requester(own))),
          send: (request, signal) => this.#network.send(request, this.#requester(own), signal),
        }),
        onExit: (own, status, at) => this.#ended(own, status, () => spawn.onExit?.(status, at)),
      })
      this.#processes.set(pid, process)
      this.#options.fork?.processes.began()
      this.#publish()
      return pid
    } catch (error) {
      files.closeAll()
      throw error
    }
  }

  /** A command connects to where another may listen: what one of them has opened, the other may print. */
  #meets(execId: string, address: SocketAddress): void {
    const listener = this.sockets.loopback.answering(address)
    const other = listener && this.#listening.get(listener)
    if (other !== undefined) this.openings.meets(execId, other)
  }

  /** A new process and those above it that are no shells. */
  #programs(kind: ProgramKind, pid: number, parent: number): readonly number[] {
    const above = this.#processes.get(parent)?.opener.programs ?? []
    return kind === 'shell' ? above : [pid, ...above]
  }

  /** In place of one that cannot be run here, a shell that says so. */
  #available(program: Program): Program {
    const why = this.#options.unavailable?.[program.kind]
    if (why === undefined) return program
    const [name = program.kind] = program.argv
    return { kind: 'shell', argv: ['sh', '-c', `printf '%s: %s\\n' "$0" "$1" >&2; exit 126`, name, why] }
  }

  #admit({ execId, argv }: Spawn): void {
    const answer = this.#quota.admit(execId, this.#processes.values())
    if (answer === 'yes') return
    if (answer === 'end') this.#endCommand(execId, this.#options.fork ? FORK_QUOTA_MESSAGE : QUOTA_MESSAGE)
    throw new Errno('EAGAIN', 'spawn', argv[0])
  }

  /** All of it at once, so that none of it is left to start another. A shell at its prompt only loses the line. */
  #endCommand(execId: string, why: string): void {
    const own = [...this.#processes.values()].filter((process) => process.execId === execId)
    own[0]?.complain(why)
    for (const process of own) process.signal(process.start.isSession ? 'SIGINT' : 'SIGKILL', true)
  }

  #spawnChild(parent: Process, request: SpawnRequest, image: Uint8Array | undefined): SpawnResult {
    const { stdio, fds } = openChildStdio(request.stdio, parent.files)
    const { argv, cwd, env } = request
    const group = request.background ? undefined : parent.group
    const { execId, pid, isReadOnly } = parent
    const inherited = { execId, isReadOnly, skipsWithheld: parent.start.skipsWithheld === true }
    try {
      return {
        pid: this.#spawn({ argv, cwd, env, stdio, parent: pid, group, image, ...inherited }),
        fds,
      }
    } catch (error) {
      closeParentEnds(parent.files, fds)
      throw error
    }
  }

  #wait(parent: Process, pid: number, done: (status: ExitStatus) => void): () => void {
    const ended = parent.endedChildren.get(pid)
    if (ended) {
      parent.endedChildren.delete(pid)
      done(ended)
      return () => undefined
    }
    if (this.#processes.get(pid)?.start.ppid !== parent.pid) throw new Errno('ECHILD', 'wait')
    const waiters = parent.childWaiters.get(pid) ?? []
    parent.childWaiters.set(pid, waiters)
    waiters.push(done)
    return () => waiters.splice(waiters.indexOf(done), 1)
  }

  #kill(sender: Process, pid: number, signal: Signal): void {
    const process = this.#processes.get(pid)
    if (!process) throw new Errno('ESRCH', 'kill')
    refuseForeign(sender, process)
    process.signal(signal, false)
  }

  #killGroup(sender: Process, group: number, signal: Signal): void {
    const meant = [...this.#processes.values()].filter((process) => process.group === group)
    if (meant.length === 0) throw new Errno('ESRCH', 'kill')
    for (const process of meant) refuseForeign(sender, process)
    for (const process of meant) process.signal(signal, true)
  }

  #detach(pid: number): void {
    const process = this.#processes.get(pid)
    if (!process) throw new Errno('ESRCH', 'detach')
    this.#detached.add(process.group)
  }

  #signalAll(isMeant: (process: Process) => boolean, signal: Signal): boolean {
    const meant = [...this.#processes.values()].filter(isMeant)
    for (const process of meant) process.signal(signal, true)
    return meant.length > 0
  }

  #entries(): ProcessEntry[] {
    return [...this.#processes.values()].map(({ start, group, startedAt, isWaiting }) => {
      const ppid = this.#processes.has(start.ppid) ? start.ppid : ORPHANS_PARENT
      const state = isWaiting ? 'waiting' : 'running'
      return { pid: start.pid, ppid, group, argv: start.argv, state, startedAt }
    })
  }

  #ended(process: Process, status: ExitStatus, then: () => void): void {
    if (this.#processes.delete(process.pid)) this.#options.fork?.processes.ended()
    this.moments.ended(process)
    if (![...this.#processes.values()].some(({ group }) => group === process.group)) {
      this.#roots.delete(process.group)
      this.#detached.delete(process.group)
    }
    if (![...this.#processes.values()].some(({ execId }) => execId === process.execId)) {
      this.#quota.forget(process.execId)
      this.#lines.delete(process.execId)
    }
    const parent = this.#processes.get(process.start.ppid)
    const waiters = parent?.childWaiters.get(process.pid) ?? []
    parent?.childWaiters.delete(process.pid)
    if (waiters.length === 0) parent?.endedChildren.set(process.pid, status)
    for (const waiter of waiters) waiter(status)
    this.#publish()
    then()
  }

  #initiator(process: Process, pid: number): EgressInitiator {
    const { execId, start } = process
    const operation = `${forkPrefix(this.#options.fork?.id)}${execId} ${pid}`
    return { execId, command: start.argv.join(' '), operation, run: this.#run(execId), ...this.#fork() }
  }

  #requester({ execId, pid, kind, start }: Process): Requester {
    return { execId, run: this.#run(execId), pid, kind, argv: start.argv, ...this.#fork() }
  }

  #fork(): Pick<EgressInitiator, 'fork'> {
    const { fork } = this.#options
    return fork === undefined ? {} : { fork: fork.id }
  }

  /** As `EgressInitiator` has it. */
  #run(execId: string): string {
    return `${forkPrefix(this.#options.fork?.id)}${execId} ${this.#lines.get(execId) ?? 0}`
  }

  #publish(): void {
    for (const listener of this.#listeners) listener(this.#processes.size)
  }
}

/** A process that only looks ends none but those of its own command. */
function refuseForeign(sender: Process, { execId }: Process): void {
  if (sender.isReadOnly && sender.execId !== execId) throw new Errno('EPERM', 'kill')
}

/** Shown as the parent of processes whose own has ended, and of the first ones. */
const ORPHANS_PARENT = 0
