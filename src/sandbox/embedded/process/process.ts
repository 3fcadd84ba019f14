/** One running program: its worker, its descriptors, its children. Whatever the worker says is untrusted. */
import type { Signal, TerminalSize } from '../../contract/contract.ts'
import { PROCESS_CLOCK_READINGS, SIGNAL_ANSWER_MS } from '../../contract/limits.ts'
import { isSignal, SIGNAL_NUMBERS } from '../../contract/signals.ts'
import type { FileTable } from '../vfs/file-table.ts'
import type { Vfs } from '../vfs/vfs.ts'
import type { ExitStatus } from '../syscalls.ts'
import { ProcessThreads } from './process-threads.ts'
import { ProgramThread } from './program-thread.ts'
import type { ProcessWorker, ThreadMessage } from './program-thread.ts'
import type { ProcessStart, ProgramKind } from './protocol.ts'
import type { ProcessCalls } from './serve-syscall.ts'
import type { Opener, WithheldOpenings } from './withheld-openings.ts'

/** How a line of a shell that stays has ended. */
export interface LineOutcome {
  readonly exitCode: number
  readonly cwd: string | undefined
  readonly unread: Uint8Array
}

export interface ProcessOptions {
  readonly start: ProcessStart
  readonly kind: ProgramKind
  readonly worker: ProcessWorker
  /** A worker for a further thread; undefined: such programs have none. */
  readonly createThreadWorker: () => ProcessWorker | undefined
  readonly vfs: Vfs
  readonly files: FileTable
  readonly startedAt: number
  /** The pid of the first process of its job. */
  readonly group: number
  /** The exec that it belongs to. */
  readonly execId: string
  /** It only looks: what its system calls would change or reach is refused. */
  readonly isReadOnly: boolean
  /** Told of the withheld files that it opens. */
  readonly openings: WithheldOpenings
  readonly opener: Opener
  /** `spawn`, `wait`, `kill` and the like, for this process. */
  readonly calls: (process: Process) => ProcessCalls
  /** A line of a shell that stays has ended. */
  readonly onLine: (end: LineOutcome) => void
  /** The program has ended by itself, and its worker can run another; without this call it is terminated. */
  readonly onWorkerFree: (worker: ProcessWorker) => void
  /** Called once, when it has ended in whatever way. */
  readonly onExit: (process: Process, status: ExitStatus, cwd: string | undefined) => void
}

export class Process {
  readonly start: ProcessStart
  readonly kind: ProgramKind
  readonly execId: string
  readonly isReadOnly: boolean
  readonly opener: Opener
  readonly group: number
  readonly startedAt: number
  readonly files: FileTable
  /** Clock readings as the program reports them, which may be anything. */
  clock: readonly number[] = []
  /** Children that have ended and were not waited for yet, and who waits for the others. */
  readonly endedChildren = new Map<number, ExitStatus>()
  readonly childWaiters = new Map<number, ((status: ExitStatus) => void)[]>()
  readonly #options: ProcessOptions
  readonly #main: ProgramThread
  readonly #threads: ProcessThreads
  #ended = false
  #wasSignalled = false
  #killTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: ProcessOptions) {
    this.#options = options
    this.start = options.start
    this.kind = options.kind
    this.execId = options.execId
    this.isReadOnly = options.isReadOnly
    this.opener = options.opener
    this.group = options.group
    this.startedAt = options.startedAt
    this.files = options.files
    const shared = {
      start: options.start,
      vfs: options.vfs,
      files: options.files,
      calls: options.calls(this),
      pid: options.start.pid,
      isReadOnly: options.isReadOnly,
      openings: options.openings,
      opener: options.opener,
    }
    this.#threads = new ProcessThreads({ ...shared, createWorker: options.createThreadWorker })
    this.#main = new ProgramThread({
      ...shared,
      worker: options.worker,
      onMessage: (message) => this.#receive(message),
      onCrash: (why) => this.#crashed(why),
    })
    this.#main.start(options.start)
  }

  get pid(): number {
    return this.start.pid
  }

  /** It sleeps until a call is answered. */
  get isWaiting(): boolean {
    return this.#main.isWaiting || this.#threads.isWaiting
  }

  /** SIGKILL ends it at once. Any other may be handled by the program, if it says so in time. */
  signal(signal: Signal, isForGroup: boolean): void {
    if (this.#ended) return
    if (signal === 'SIGKILL') return this.end({ code: null, signal })
    this.#wasSignalled = true
    const handling = this.#main.signals.handling(SIGNAL_NUMBERS[signal])
    if (handling === 'others') return this.end({ code: null, signal })
    if (handling === 'this') return this.#interrupt(signal)
    this.#main.post({ type: 'signal', signal, isForGroup })
    this.#killTimer ??= setTimeout(() => this.end({ code: null, signal }), SIGNAL_ANSWER_MS)
  }

  /** Its terminal has another size. A program that does not care is not disturbed. */
  resized(): void {
    if (!this.#ended && this.kind === 'node') this.#main.post({ type: 'resized' })
  }

  /** For a program that looks into the channel's memory: it may be busy, or blocked, and then its call ends. */
  #interrupt(signal: Signal): void {
    this.#main.signals.post(SIGNAL_NUMBERS[signal])
    this.#main.interruptCalls()
    this.#killTimer ??= setTimeout(() => {
      this.#killTimer = undefined
      if (!this.#main.signals.isTaken) this.end({ code: null, signal })
    }, SIGNAL_ANSWER_MS)
  }

  /** Says something of it where it would itself, as far as that takes it at once. */
  complain(text: string): void {
    try {
      this.files.get(2, 'write').tryWrite(new TextEncoder().encode(text), null)
    } catch {
      // It has no standard error to say it on; how it ends has to do.
    }
  }

  sendLine(text: string, size: TerminalSize | undefined): void {
    this.#main.post({ type: 'line', text, size })
  }

  /** Dead from now on: the worker may burn on for a moment, but nothing that it says counts any more. */
  end(status: ExitStatus, cwd?: string): void {
    this.#end({ status, cwd, isWorkerFree: false })
  }

  #end({ status, cwd, isWorkerFree }: { status: ExitStatus; cwd?: string; isWorkerFree: boolean }): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#killTimer)
    const { worker } = this.#options
    this.#main.close()
    this.#threads.endAll()
    if (isWorkerFree) this.#options.onWorkerFree(worker)
    else worker.terminate()
    this.files.closeAll()
    this.#options.onExit(this, status, cwd)
  }

  #receive(message: ThreadMessage): void {
    if (this.#ended || this.#threads.receive(this.#main, message)) return
    switch (message.type) {
      case 'exit':
        this.clock = readings(message.clock)
        return this.#end({
          status: readStatus(message.status),
          ...(typeof message.cwd === 'string' ? { cwd: message.cwd } : {}),
          // A program that was interrupted, or still waits for an answer, may still be running in there.
          isWorkerFree: message.isClean === true && !this.#wasSignalled && !this.isWaiting,
        })
      case 'line_end': {
        const { exitCode, cwd, unread } = message
        return this.#options.onLine({
          exitCode: typeof exitCode === 'number' ? exitCode & 0xff : 1,
          cwd: typeof cwd === 'string' ? cwd : undefined,
          unread: unread instanceof Uint8Array ? unread : new Uint8Array(0),
        })
      }
      case 'handled':
        clearTimeout(this.#killTimer)
        this.#killTimer = undefined
        return
      default:
        return // `ready` of a worker that was made on demand; anything else means nothing
    }
  }

  #crashed(why: string): void {
    if (this.#ended) return
    this.complain(`${this.start.argv[0] ?? 'program'}: the process crashed: ${why}\n`)
    this.end({ code: 70, signal: null })
  }
}

function readings(clock: unknown): readonly number[] {
  if (!Array.isArray(clock)) return []
  const numbers: readonly unknown[] = clock.slice(0, PROCESS_CLOCK_READINGS)
  return numbers.filter((reading): reading is number => Number.isSafeInteger(reading))
}

function readStatus(status: unknown): ExitStatus {
  if (typeof status !== 'object' || status === null) return { code: 1, signal: null }
  const code = 'code' in status && typeof status.code === 'number' ? status.code & 0xff : null
  const signal = 'signal' in status && isSignal(status.signal) ? status.signal : null
  return code === null && signal === null ? { code: 1, signal: null } : { code: signal ? null : code, signal }
}
