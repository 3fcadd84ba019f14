/** The further threads of a process: workers that share its files and end with it. */
import { PROCESS_MAX_THREADS } from '../../contract/limits.ts'
import { ProgramThread } from './program-thread.ts'
import type { ProcessWorker, ProgramThreadOptions, ThreadMessage } from './program-thread.ts'
import type { FromProcess, ProcessStart, ToProcess } from './protocol.ts'

export interface ThreadsOptions extends Pick<
  ProgramThreadOptions,
  'vfs' | 'files' | 'calls' | 'pid' | 'isReadOnly' | 'openings' | 'opener'
> {
  readonly start: ProcessStart
  /** A worker in which a thread of this kind of program can run; undefined: it has none. */
  readonly createWorker: () => ProcessWorker | undefined
}

interface Running {
  readonly thread: ProgramThread
  readonly worker: ProcessWorker
  /** Starter of the thread: is notified of its end, and ends it together with itself. */
  readonly owner: ProgramThread
}

type ThreadEnd = Extract<ToProcess, { readonly type: 'thread_end' }>
type ThreadRequest = Extract<FromProcess, { readonly type: 'thread' }>

export class ProcessThreads {
  readonly #options: ThreadsOptions
  readonly #running = new Map<number, Running>()

  constructor(options: ThreadsOptions) {
    this.#options = options
  }

  get isWaiting(): boolean {
    return [...this.#running.values()].some(({ thread }) => thread.isWaiting)
  }

  /** True when the message was about threads. */
  receive(owner: ProgramThread, message: ThreadMessage): boolean {
    if (message.type === 'thread') this.#begin(owner, message)
    else if (message.type === 'thread_stop') this.#end(message.id, { code: 1, isOwn: false })
    else return false
    return true
  }

  /** All of them: the process is over. */
  endAll(): void {
    for (const { thread, worker } of this.#running.values()) {
      thread.close()
      worker.terminate()
    }
    this.#running.clear()
  }

  #begin(owner: ProgramThread, { id, init, port }: ThreadRequest): void {
    if (!Number.isInteger(id) || this.#running.has(id) || !(port instanceof MessagePort))
      throw new TypeError('a thread without a number or a port')
    const refuse = (problem: string) => owner.post({ type: 'thread_end', id, code: 1, isOwn: false, problem })
    if (this.#running.size >= PROCESS_MAX_THREADS)
      return refuse(`a process may have ${PROCESS_MAX_THREADS} threads besides its first`)
    const worker = this.#options.createWorker()
    if (!worker) return refuse('this program has no threads')
    const thread: ProgramThread = new ProgramThread({
      ...this.#options,
      worker,
      onMessage: (message) => {
        if (this.receive(thread, message)) return
        if (message.type === 'exit') this.#end(id, { code: codeOf(message.status), isOwn: true })
      },
      onCrash: (problem) => this.#end(id, { code: 1, isOwn: false, problem }),
    })
    this.#running.set(id, { thread, worker, owner })
    thread.start(this.#options.start, { id, init, port })
  }

  #end(id: number, end: Omit<ThreadEnd, 'type' | 'id'>): void {
    const running = this.#running.get(id)
    if (!running) return
    this.#running.delete(id)
    running.thread.close()
    running.worker.terminate()
    for (const [child, { owner }] of this.#running)
      if (owner === running.thread) this.#end(child, { code: 1, isOwn: false })
    running.owner.post({ type: 'thread_end', id, ...end })
  }
}

function codeOf(status: unknown): number {
  if (typeof status !== 'object' || status === null || !('code' in status)) return 1
  return typeof status.code === 'number' ? Math.trunc(status.code) : 1
}
