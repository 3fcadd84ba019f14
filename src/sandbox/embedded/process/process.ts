/** One running program: its worker, its descriptors, its children. Whatever the worker says is untrusted. */
import type { Signal, TerminalSize } from '../../contract.ts'
import { SIGNAL_ANSWER_MS } from '../../limits.ts'
import { isSignal, SIGNAL_NUMBERS } from '../../signals.ts'
import type { FileTable } from '../vfs/file-table.ts'
import type { Vfs } from '../vfs/vfs.ts'
import type { CallOff } from '../vfs/blocking.ts'
import type { ExitStatus } from '../syscalls.ts'
import { ChannelServer, createChannel, SignalBox } from './channel.ts'
import type { FromProcess, ProcessStart, ProgramKind, ToProcess } from './protocol.ts'
import { isFileBatch } from './file-batch.ts'
import { serveSyscall } from './serve-syscall.ts'
import type { ProcessCalls } from './serve-syscall.ts'
import type { SyncReply } from './channel-client.ts'

/** The worker of a program, as far as the kernel uses it. */
export interface ProcessWorker {
  postMessage(message: ToProcess): void
  addEventListener(type: 'message', listener: (event: MessageEvent<FromProcess>) => void): void
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent<FromProcess>) => void): void
  removeEventListener(type: 'error', listener: (event: ErrorEvent) => void): void
  terminate(): void
}

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
  readonly vfs: Vfs
  readonly files: FileTable
  readonly startedAt: number
  /** The pid of the first process of its job. */
  readonly group: number
  /** The exec that it belongs to. */
  readonly execId: string
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
  readonly group: number
  readonly startedAt: number
  readonly files: FileTable
  /** Children that have ended and were not waited for yet, and who waits for the others. */
  readonly endedChildren = new Map<number, ExitStatus>()
  readonly childWaiters = new Map<number, ((status: ExitStatus) => void)[]>()
  readonly #options: ProcessOptions
  readonly #server: ChannelServer
  /** Calls that cannot be answered yet. */
  readonly #waiting = new Set<WaitingCall>()
  readonly #signals: SignalBox
  readonly #unwatch: () => void
  readonly #onMessage: (event: MessageEvent<FromProcess>) => void
  readonly #onError: (event: ErrorEvent) => void
  #ended = false
  #wasSignalled = false
  #killTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: ProcessOptions) {
    this.#options = options
    this.start = options.start
    this.kind = options.kind
    this.execId = options.execId
    this.group = options.group
    this.startedAt = options.startedAt
    this.files = options.files
    const channel = createChannel()
    this.#signals = new SignalBox(channel)
    const calls = options.calls(this)
    this.#server = new ChannelServer(channel, ({ json, bytes }, reply) => {
      const { name, args } = readRequest(json, bytes)
      this.#serve(calls, name, args, (outcome) => reply(toMessage(outcome)))
    })
    this.#server.noteChange()
    this.#unwatch = options.vfs.volume.onChange(() => this.#server.noteChange())
    this.#onMessage = ({ data }) => this.#receive(calls, data)
    this.#onError = (event) => {
      event.preventDefault()
      this.#crashed(event.message || 'its program could not be loaded')
    }
    options.worker.addEventListener('message', this.#onMessage)
    options.worker.addEventListener('error', this.#onError)
    options.worker.postMessage({ type: 'start', start: options.start, channel })
  }

  get pid(): number {
    return this.start.pid
  }

  /** It sleeps until a call is answered. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** SIGKILL ends it at once. Any other may be handled by the program, if it says so in time. */
  signal(signal: Signal, isForGroup: boolean): void {
    if (this.#ended) return
    if (signal === 'SIGKILL') return this.end({ code: null, signal })
    this.#wasSignalled = true
    const handling = this.#signals.handling(SIGNAL_NUMBERS[signal])
    if (handling === 'others') return this.end({ code: null, signal })
    if (handling === 'this') return this.#interrupt(signal)
    this.#options.worker.postMessage({ type: 'signal', signal, isForGroup })
    this.#killTimer ??= setTimeout(() => this.end({ code: null, signal }), SIGNAL_ANSWER_MS)
  }

  /** For a program that looks into the channel's memory: it may be busy, or blocked, and then its call ends. */
  #interrupt(signal: Signal): void {
    this.#signals.post(SIGNAL_NUMBERS[signal])
    for (const waiting of this.#waiting) {
      if (waiting.callOff === undefined) continue
      waiting.callOff()
      waiting.settle({ ok: false, code: 'EINTR', syscall: waiting.name })
    }
    this.#killTimer ??= setTimeout(() => {
      this.#killTimer = undefined
      if (!this.#signals.isTaken) this.end({ code: null, signal })
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
    this.#options.worker.postMessage({ type: 'line', text, size })
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
    worker.removeEventListener('message', this.#onMessage)
    worker.removeEventListener('error', this.#onError)
    if (isWorkerFree) this.#options.onWorkerFree(worker)
    else worker.terminate()
    this.#unwatch()
    for (const { callOff } of this.#waiting) callOff?.()
    this.#waiting.clear()
    this.files.closeAll()
    this.#options.onExit(this, status, cwd)
  }

  #receive(calls: ProcessCalls, message: FromProcess): void {
    if (this.#ended) return
    try {
      this.#handle(calls, message)
    } catch (error) {
      // Only a process that breaks its own channel gets here.
      this.#crashed(`it broke the protocol (${error instanceof Error ? error.message : String(error)})`)
    }
  }

  #handle(calls: ProcessCalls, message: FromProcess): void {
    switch (message.type) {
      case 'syscall':
        return this.#server.woken()
      case 'call':
        return this.#serve(calls, message.name, message.args, (outcome) => {
          if (this.#ended) return
          const { id } = message
          // A view would carry the whole file along: what is sent is a copy of its own.
          if (outcome.ok)
            this.#options.worker.postMessage({ type: 'reply', id, value: copied(outcome.value) })
          else this.#options.worker.postMessage({ ...outcome, type: 'failure', id })
        })
      case 'exit':
        return this.#end({
          status: readStatus(message.status),
          ...(typeof message.cwd === 'string' ? { cwd: message.cwd } : {}),
          // What was interrupted, or still waits for an answer, may not be over in there.
          isWorkerFree: message.isClean === true && !this.#wasSignalled && this.#waiting.size === 0,
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

  #serve(
    calls: ProcessCalls,
    name: unknown,
    args: readonly unknown[],
    done: (outcome: SyncReply) => void,
  ): void {
    // Settling may come before the call returns, so the entry is there first.
    const waiting: WaitingCall = {
      name: String(name),
      callOff: undefined,
      settle: (outcome) => {
        if (this.#waiting.delete(waiting) && !this.#ended) done(outcome)
      },
    }
    this.#waiting.add(waiting)
    const callOff = serveSyscall(
      { vfs: this.#options.vfs, files: this.files, calls },
      { name, args },
      waiting.settle,
    )
    if (callOff) waiting.callOff = callOff
  }

  #crashed(why: string): void {
    if (this.#ended) return
    this.complain(`${this.start.argv[0] ?? 'program'}: the process crashed: ${why}\n`)
    this.end({ code: 70, signal: null })
  }
}

interface WaitingCall {
  readonly name: string
  /** Undefined while it is carried out: then it does not wait. */
  callOff: CallOff | undefined
  readonly settle: (outcome: SyncReply) => void
}

function readRequest(json: unknown, bytes: Uint8Array | undefined): { name: unknown; args: unknown[] } {
  if (typeof json !== 'object' || json === null || !('args' in json) || !Array.isArray(json.args)) {
    throw new TypeError('a request without arguments')
  }
  const args: unknown[] = [...json.args]
  if ('bytesAt' in json && typeof json.bytesAt === 'number' && json.bytesAt in args)
    args[json.bytesAt] = bytes
  return { name: 'name' in json ? json.name : undefined, args }
}

function toMessage(outcome: SyncReply): { json: SyncReply; bytes?: Uint8Array } {
  if (outcome.ok && outcome.value instanceof Uint8Array) {
    return { json: { ok: true, isBytes: true }, bytes: outcome.value }
  }
  if (outcome.ok && isFileBatch(outcome.value)) {
    const { others, data } = outcome.value
    return { json: { ok: true, value: others }, bytes: data }
  }
  return { json: outcome }
}

function copied(value: unknown): unknown {
  return value instanceof Uint8Array ? value.slice() : value
}

function readStatus(status: unknown): ExitStatus {
  if (typeof status !== 'object' || status === null) return { code: 1, signal: null }
  const code = 'code' in status && typeof status.code === 'number' ? status.code & 0xff : null
  const signal = 'signal' in status && isSignal(status.signal) ? status.signal : null
  return code === null && signal === null ? { code: 1, signal: null } : { code: signal ? null : code, signal }
}
