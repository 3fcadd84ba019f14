/** The further threads of a process: workers that share its files and end with it. */
import { PROCESS_MAX_THREADS } from '../../limits.ts'
import { ProgramThread } from './program-thread.ts'
import type { ProcessWorker, ThreadMessage } from './program-thread.ts'
import type { FromProcess, ProcessStart, ToProcess } from './protocol.ts'
import type { FileTable } from '../vfs/file-table.ts'
import type { Vfs } from '../vfs/vfs.ts'
import type { ProcessCalls } from './serve-syscall.ts'

export interface ThreadsOptions {
  readonly start: ProcessStart
  readonly vfs: Vfs
  readonly files: FileTable
  readonly calls: ProcessCalls
  /** A worker in which a thread of this kind of program can run; undefined: it has none. */
  readonly createWorker: () => ProcessWorker | undefined
}

interface Running {
  readonly thread: ProgramThread
  readonly worker: ProcessWorker
  /** Who has started it: is told of its end, and takes it along when it ends itself. */
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
    if (this.#running.size >= PROCESS_MAX_THREADS) {
      const problem = `a process may have ${PROCESS_MAX_THREADS} threads besides its first`
      return owner.post({ type: 'thread_end', id, code: 1, isOwn: false, problem })
    }
    const worker = this.#options.createWorker()
    if (!worker)
      return owner.post({
        type: 'thread_end',
        id,
        code: 1,
        isOwn: false,
        problem: 'this program has no threads',
      })
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
