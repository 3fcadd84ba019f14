/** One worker of a process: the memory over which it asks the kernel, and the calls that it waits for. */
import type { FileTable } from '../vfs/file-table.ts'
import type { CallOff } from '../vfs/blocking.ts'
import type { Vfs } from '../vfs/vfs.ts'
import { ChannelServer, createChannel, SignalBox } from './channel.ts'
import type { SyncReply } from './channel-client.ts'
import { isFileBatch } from './file-batch.ts'
import type { FromProcess, ProcessStart, ThreadStart, ToProcess } from './protocol.ts'
import { serveSyscall } from './serve-syscall.ts'
import type { ProcessCalls } from './serve-syscall.ts'
import type { Opener, WithheldOpenings } from './withheld-openings.ts'

/** The worker of a program, as far as the kernel uses it. */
export interface ProcessWorker {
  postMessage(message: ToProcess, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<FromProcess>) => void): void
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent<FromProcess>) => void): void
  removeEventListener(type: 'error', listener: (event: ErrorEvent) => void): void
  terminate(): void
}

/** A worker's messages besides its calls. */
export type ThreadMessage = Exclude<FromProcess, { readonly type: 'syscall' | 'call' }>

export interface ProgramThreadOptions {
  readonly worker: ProcessWorker
  readonly vfs: Vfs
  readonly files: FileTable
  readonly calls: ProcessCalls
  readonly pid: number
  readonly isReadOnly: boolean
  readonly openings: WithheldOpenings
  readonly opener: Opener
  readonly onMessage: (message: ThreadMessage) => void
  /** It could not be loaded, or has broken its own channel. */
  readonly onCrash: (why: string) => void
}

export class ProgramThread {
  readonly signals: SignalBox
  readonly #options: ProgramThreadOptions
  readonly #channel = createChannel()
  readonly #server: ChannelServer
  /** Calls that cannot be answered yet. */
  readonly #waiting = new Set<WaitingCall>()
  readonly #unwatch: () => void
  #isClosed = false

  constructor(options: ProgramThreadOptions) {
    this.#options = options
    this.signals = new SignalBox(this.#channel)
    this.#server = new ChannelServer(this.#channel, ({ json, bytes }, reply) => {
      const { name, args } = readRequest(json, bytes)
      this.#serve(name, args, (outcome) => reply(toMessage(outcome)))
    })
    this.#server.noteChange()
    this.#unwatch = options.vfs.volume.onChange(() => this.#server.noteChange())
    options.worker.addEventListener('message', this.#onMessage)
    options.worker.addEventListener('error', this.#onError)
  }

  start(start: ProcessStart, thread?: ThreadStart): void {
    this.#options.worker.postMessage(
      { type: 'start', start, channel: this.#channel, ...(thread ? { thread } : {}) },
      thread ? [thread.port] : [],
    )
  }

  /** It sleeps until a call is answered. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  post(message: ToProcess): void {
    this.#options.worker.postMessage(message)
  }

  /** Fails its waiting calls with EINTR. */
  interruptCalls(): void {
    for (const waiting of this.#waiting) {
      if (waiting.callOff === undefined) continue
      waiting.callOff()
      waiting.settle({ ok: false, code: 'EINTR', syscall: waiting.name })
    }
  }

  /** Ignores further messages. Does not terminate the worker. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { worker } = this.#options
    worker.removeEventListener('message', this.#onMessage)
    worker.removeEventListener('error', this.#onError)
    this.#unwatch()
    for (const { callOff } of this.#waiting) callOff?.()
    this.#waiting.clear()
  }

  readonly #onError = (event: ErrorEvent): void => {
    event.preventDefault()
    this.#options.onCrash(
      event.message ||
        'its program could not be loaded. It is fetched when it is first used, and kept from then on: try again with a network.',
    )
  }

  readonly #onMessage = ({ data }: MessageEvent<FromProcess>): void => {
    if (this.#isClosed) return
    try {
      this.#handle(data)
    } catch (error) {
      // Only a process that breaks its own channel gets here.
      const problem = error instanceof Error ? error.message : String(error)
      this.#options.onCrash(`it broke the protocol (${problem})`)
    }
  }

  #handle(message: FromProcess): void {
    switch (message.type) {
      case 'syscall':
        return this.#server.woken()
      case 'call':
        return this.#serve(message.name, message.args, (outcome) => {
          if (this.#isClosed) return
          const { id } = message
          // A view would carry the whole file along: what is sent is a copy of its own.
          if (outcome.ok) this.post({ type: 'reply', id, value: copied(outcome.value) })
          else this.post({ ...outcome, type: 'failure', id })
        })
      default:
        return this.#options.onMessage(message)
    }
  }

  #serve(name: unknown, args: readonly unknown[], done: (outcome: SyncReply) => void): void {
    // Settling may come before the call returns, so the entry is there first.
    const waiting: WaitingCall = {
      name: String(name),
      callOff: undefined,
      settle: (outcome) => {
        if (this.#waiting.delete(waiting) && !this.#isClosed) done(outcome)
      },
    }
    this.#waiting.add(waiting)
    const callOff = serveSyscall(this.#options, { name, args }, waiting.settle)
    if (callOff) waiting.callOff = callOff
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

function toMessage(outcome: SyncReply): { json: SyncReply; bytes?: readonly Uint8Array[] } {
  if (outcome.ok && outcome.value instanceof Uint8Array) {
    return { json: { ok: true, isBytes: true }, bytes: [outcome.value] }
  }
  if (outcome.ok && isFileBatch(outcome.value)) {
    const { others, contents } = outcome.value
    return { json: { ok: true, value: others }, bytes: contents }
  }
  return { json: outcome }
}

function copied(value: unknown): unknown {
  return value instanceof Uint8Array ? value.slice() : value
}
