/** The process that the interpreter runs in: its descriptors, its children, its signals, its end. */
import { KILL_GRACE_MS, SHELL_PAUSE_AFTER_MS } from '../../contract/limits.ts'
import type { Signal } from '../../contract/contract.ts'
import { Errno, O, type ExitStatus } from '../syscalls.ts'
import { encodeOutput, toByteString } from './byte-string.ts'
import { Descriptors } from './descriptors.ts'
import type { FileMask } from './files/file-mask.ts'
import { deferred, type Deferred } from './deferred.ts'
import { JobTable } from './jobs/job-table.ts'
import type { FileRun, JobStart, LiveStreams, LineRequest, ShellHost, ShellState } from './just-bash.ts'
import type { ShellKernel } from './kernel.ts'
import type { ProgramHost } from './program/program-host.ts'
import { OutputQueue } from './output-queue.ts'
import { readLine } from './read-line.ts'
import { LAST_STANDARD_FD } from './program/program-descriptors.ts'
import { isShellScript, runFile } from './program/run-file.ts'
import { signalNumber } from './signals.ts'
import { startJob } from './jobs/start-job.ts'

interface HostOptions {
  readonly kernel: ShellKernel
  readonly pid: number
  /** Resolves when messages that were waiting have been handled. */
  readonly pause: () => Promise<void>
  /** Path for programs of what the script calls `path`. */
  readonly realPath: (path: string) => string
  readonly mask: FileMask
}

/** Commands that only write a little: their output may wait for the next one's. */
const QUICK_WRITERS = new Set(['echo', 'printf'])
/** As the kernel's default action for SIGPIPE would show: 128 + 13. */
const BROKEN_PIPE: ExitStatus = { code: 141, signal: null }

export class ProcessHost implements ShellHost, ProgramHost {
  readonly kernel: ShellKernel
  readonly realPath: (path: string) => string
  /** Resolves when the shell must end before its script does. */
  readonly stopped: Promise<ExitStatus>
  readonly descriptors: Descriptors
  readonly jobs: JobTable
  readonly pid: number
  readonly #mask: FileMask
  readonly #pause: () => Promise<void>
  readonly #output = new OutputQueue((fd, bytes) => this.descriptors.write(fd, bytes))
  /** Child processes that the script waits for. */
  readonly #children = new Map<number, Promise<ExitStatus>>()
  /** Signals that the script has an action for, not carried out yet. */
  readonly #signals: { readonly signal: Signal; readonly state: ShellState }[] = []
  #interruption = deferred<void>()
  readonly #scripts: ShellState[] = []
  #stop: (status: ExitStatus) => void = () => undefined
  #isStopped = false
  #line = 0
  #lineEnd: Deferred<number> | undefined
  #lastPause = performance.now()

  constructor(options: HostOptions) {
    this.kernel = options.kernel
    this.realPath = options.realPath
    this.#mask = options.mask
    this.descriptors = new Descriptors(options.kernel)
    this.jobs = new JobTable(this)
    this.#pause = options.pause
    this.pid = options.pid
    this.stopped = new Promise((resolve) => {
      this.#stop = resolve
    })
  }

  get umask(): number {
    return this.#mask.bits
  }

  set umask(mask: number) {
    this.#mask.bits = mask
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Resolves with the next signal that the script has an action for. */
  get interruption(): Promise<void> {
    return this.#interruption.promise
  }

  /** A script begins: its traps decide what a signal does, before those of the script that runs it. */
  enter(state: ShellState): () => void {
    this.#scripts.push(state)
    return () => this.#scripts.splice(this.#scripts.indexOf(state), 1)
  }

  write(fd: number, text: string, isBytes: boolean): void {
    this.#output.add(fd, encodeOutput(text, isBytes))
  }

  writeSoon(fd: number, bytes: Uint8Array): void {
    this.#output.add(fd, bytes)
  }

  async writeBytes(fd: number, bytes: Uint8Array): Promise<Errno | undefined> {
    this.#output.add(fd, bytes)
    this.flush()
    await this.descriptors.settled(fd)
    const failure = this.descriptors.takeRefusal(fd)
    if (failure === undefined || fd > LAST_STANDARD_FD) return failure
    this.#end(BROKEN_PIPE)
    return forever()
  }

  flush(): void {
    this.#output.flush()
  }

  /** Everything that was written has been taken, as far as somebody takes it. */
  async flushed(): Promise<void> {
    this.flush()
    await Promise.all([this.descriptors.settled(1, 0), this.descriptors.settled(2, 0)])
  }

  beforeCommand(name: string): void {
    if (!QUICK_WRITERS.has(name)) this.flush()
  }

  settle(live: LiveStreams): Promise<number | undefined> | undefined {
    return this.descriptors.isQuiet ? undefined : this.#settle(live)
  }

  async #settle({ stdout, stderr }: LiveStreams): Promise<number | undefined> {
    for (const fd of [stdout, stderr]) {
      if (fd === null) continue
      await this.descriptors.settled(fd)
      const failure = this.descriptors.takeRefusal(fd)
      if (failure === undefined) continue
      if (fd <= LAST_STANDARD_FD) {
        this.#end(BROKEN_PIPE)
        return forever()
      }
      return failure.code === 'EPIPE' ? (BROKEN_PIPE.code ?? 1) : 1
    }
    return undefined
  }

  pipe(): readonly [number, number] {
    return this.descriptors.pipe()
  }

  openOutput(path: string): number {
    return this.descriptors.openForAppend(this.realPath(path))
  }

  openInput(path: string): number {
    return this.kernel.syscalls.open(this.realPath(path), O.RDONLY)
  }

  isShellScript(path: string): boolean {
    return isShellScript(this, this.realPath(path))
  }

  async close(fds: readonly number[]): Promise<void> {
    if (fds.length === 0) return
    this.flush()
    for (const fd of fds) await this.descriptors.close(fd)
  }

  /** Closes the input of an ended stage; if it is unread, first waits briefly: its writer may still write. */
  async closeInput(fd: number): Promise<void> {
    if (!this.descriptors.isAtEnd(fd)) await this.#pause()
    await this.descriptors.close(fd)
  }

  async readLine(fd: number, request: LineRequest): Promise<string | undefined> {
    this.flush()
    const line = await readLine(this.descriptors, fd, request)
    return line === undefined ? undefined : toByteString(line)
  }

  async readAll(fd: number): Promise<string> {
    this.flush()
    return toByteString(await this.descriptors.readAll(fd))
  }

  readAllNow(fd: number): string | undefined {
    this.flush()
    const all = this.descriptors.readAllNow(fd)
    return all === undefined ? undefined : toByteString(all)
  }

  /** At a prompt: what runs from now on is the line. Resolves with its exit code when it is interrupted. */
  beginLine(): Promise<number> {
    this.#line += 1
    this.#lineEnd = deferred()
    return this.#lineEnd.promise
  }

  /** The line that runs now; code of another one does not go on. */
  get line(): number {
    return this.#line
  }

  tick(state?: ShellState): Promise<void> | undefined {
    if (this.#isStopped && !state?.isEnding) return forever()
    if (state?.line !== undefined && state.line !== this.#line) return forever()
    if (performance.now() - this.#lastPause < SHELL_PAUSE_AFTER_MS) return undefined
    return this.#pauseNow(state)
  }

  runFile(run: FileRun): ReturnType<ShellHost['runFile']> {
    this.flush()
    return runFile(this, run)
  }

  startJob(start: JobStart): Promise<number> {
    this.flush()
    return startJob(this, start)
  }

  async wait(pid: number): Promise<ExitStatus> {
    const isLast = this.#isStopped
    const line = this.#line
    const ended = this.kernel.calls.wait(pid)
    this.#children.set(pid, ended)
    const status = await ended
    this.#children.delete(pid)
    return (this.#isStopped && !isLast) || line !== this.#line ? forever() : status
  }

  detach(): void {
    this.kernel.syscalls.detach(this.pid)
  }

  /** The number of the signal that came in between, or undefined when the time is over. */
  async sleep(ms: number): Promise<number | undefined> {
    const isLast = this.#isStopped
    const line = this.#line
    let timer: ReturnType<typeof setTimeout> | undefined
    const slept = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS))
    })
    await Promise.race([slept, this.interruption])
    clearTimeout(timer)
    if ((this.#isStopped && !isLast) || line !== this.#line) return forever()
    const [waiting] = this.#signals
    return waiting === undefined ? undefined : signalNumber(waiting.signal)
  }

  /** The number of a signal that waits for its action; undefined when there is none. */
  get waitingSignal(): number | undefined {
    const [waiting] = this.#signals
    return waiting === undefined ? undefined : signalNumber(waiting.signal)
  }

  takeSignal(state: ShellState): string | undefined {
    const at = this.#signals.findIndex((waiting) => waiting.state === state)
    return at < 0 ? undefined : this.#signals.splice(at, 1)[0]?.signal
  }

  /**
   * Runs the script's trap between two of its statements. Without a trap the shell ends with the signal,
   * after its children. True if it lives on. `isForGroup`: the children have already received the signal.
   */
  async interrupt(signal: Signal, isForGroup = false): Promise<boolean> {
    if (this.#isStopped) return false
    const state = this.#scripts.findLast(({ traps }) => traps?.has(signal))
    const action = state?.traps?.get(signal)
    if (action === '') return true
    this.flush()
    if (action === undefined && this.#lineEnd !== undefined) return this.#endLine(signal, isForGroup)
    if (action !== undefined && state !== undefined) this.#signals.push({ signal, state })
    else this.#isStopped = true
    const children = [...this.#children]
    if (!isForGroup) for (const [pid] of children) this.#kill(pid, signal)
    const interruption = this.#interruption
    this.#interruption = deferred()
    interruption.resolve()
    if (action !== undefined) return true
    const ended = Promise.allSettled(children.map(([, child]) => child))
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, KILL_GRACE_MS))])
    await this.#pause()
    const code = 128 + signalNumber(signal)
    for (const { endBySignal } of this.#scripts.toReversed()) await endBySignal?.(code)
    await this.flushed()
    this.#stop({ code: null, signal })
    return false
  }

  /** At a prompt: the line is given up with what it has started, and the shell goes on after SIGINT. */
  async #endLine(signal: Signal, isForGroup: boolean): Promise<boolean> {
    if (signal === 'SIGTERM' || signal === 'SIGQUIT') return true
    const children = [...this.#children]
    if (!isForGroup) for (const [pid] of children) this.#kill(pid, signal)
    this.#line += 1
    this.#children.clear()
    this.#interruption.resolve()
    this.#interruption = deferred<void>()
    const ended = Promise.allSettled(children.map(([, child]) => child))
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, KILL_GRACE_MS))])
    this.#scripts.length = 0
    this.descriptors.abandon()
    this.#lineEnd?.resolve(128 + signalNumber(signal))
    if (signal !== 'SIGINT') this.#end({ code: null, signal })
    return true
  }

  #kill(pid: number, signal: Signal): void {
    try {
      this.kernel.syscalls.kill(pid, signal)
    } catch (error) {
      // It ended by itself in the meantime.
      if (!(error instanceof Errno) || error.code !== 'ESRCH') throw error
    }
  }

  #end(status: ExitStatus): void {
    this.#isStopped = true
    this.#stop(status)
  }

  async #pauseNow(state: ShellState | undefined): Promise<void> {
    this.flush()
    await this.#pause()
    this.#lastPause = performance.now()
    if (this.#isStopped && !state?.isEnding) await forever()
    if (state?.line !== undefined && state.line !== this.#line) await forever()
  }
}

/** The longest that timers can measure. */
const LONGEST_TIMER_MS = 2_147_483_647

/** The script goes no further: its process is about to end. */
function forever(): Promise<never> {
  return new Promise(() => undefined)
}
