/** Workers that have loaded their program before it is wanted: made ahead, or back from a program that has ended. */
import { WARM_THREADS_MS, WARM_WORKERS_MAX, WORKER_MAX_RUNS } from '../../contract/limits.ts'
import type { ProcessWorker } from './program-thread.ts'
import type { FromProcess, ProgramKind } from './protocol.ts'

/** Milliseconds after a start until the next worker of its kind is made ready. */
const WARM_DELAY_MS = 150
/** Threads come in pools, whose others are still being started by then. */
const WARM_THREAD_DELAY_MS = 3000
/** Milliseconds for a worker that is given back to say that it is ready: longer, and something of the last program is left in it. */
const READY_AGAIN_MS = 1000

/** Too large. */
const NEVER_WARM: ReadonlySet<ProgramKind> = new Set(['python'])

/** How many of a kind wait loaded; 1 where nothing is said. */
type Ahead = Partial<Record<ProgramKind, number>>

export class WarmWorkers {
  readonly #create: (kind: ProgramKind) => ProcessWorker
  readonly #ahead: Ahead
  /** Workers that have loaded their program already and wait for `start`, or are about to; the best one is the last. */
  readonly #idle = new Map<ProgramKind, ProcessWorker[]>()
  /** Idle workers that are still loading, with a promise for the end of that. */
  readonly #loading = new Map<ProcessWorker, Promise<void>>()
  /** Given back, and not ready yet. */
  readonly #returning = new Set<ProcessWorker>()
  readonly #runs = new WeakMap<ProcessWorker, number>()
  #threadsUnused: ReturnType<typeof setTimeout> | undefined
  #disposed = false

  constructor(create: (kind: ProgramKind) => ProcessWorker, ahead: Ahead = {}) {
    this.#create = create
    this.#ahead = ahead
  }

  /**
   * Loads a program ahead of its first use, and then again until there are as many as wanted. Resolves when the first is
   * loaded, well or not; never rejects.
   */
  warm(kind: ProgramKind): Promise<void> {
    const idle = this.#idleOf(kind)
    // One after the other: together they would only be ready later.
    const loading = idle.map((worker) => this.#loading.get(worker)).find((promise) => promise !== undefined)
    if (loading !== undefined) return loading
    if (this.#disposed || idle.length >= (this.#ahead[kind] ?? 1)) return Promise.resolve()
    const worker = this.#create(kind)
    this.#idleOf(kind).unshift(worker)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#loading.set(worker, promise)
    worker.addEventListener('message', ({ data }) => {
      if (data.type !== 'ready') return
      resolve()
      if (!this.#loading.has(worker)) return
      this.#loaded(worker)
      setTimeout(() => void this.warm(kind), WARM_DELAY_MS)
    })
    // One that could not be loaded must not be started later: it would never answer.
    worker.addEventListener('error', () => {
      resolve()
      this.#remove(kind, worker)
      this.#loaded(worker)
    })
    return promise
  }

  /** The warm worker when there is one, the caller's from now on; the next is warmed in its place. */
  take(kind: ProgramKind): ProcessWorker {
    const worker = this.#idleOf(kind).pop() ?? this.#create(kind)
    const loading = this.#loading.get(worker)
    this.#loading.delete(worker)
    this.#runs.set(worker, (this.#runs.get(worker) ?? 0) + 1)
    if (NEVER_WARM.has(kind)) return worker
    // Later, so that it does not take the core from the program that starts now.
    const delay = kind === 'node-thread' ? WARM_THREAD_DELAY_MS : WARM_DELAY_MS
    const warmNext = (): void => void setTimeout(() => void this.warm(kind), delay)
    if (kind === 'node-thread') this.#dropUnusedThreads()
    if (loading === undefined) warmNext()
    else void loading.then(warmNext)
    return worker
  }

  /** Its program has ended by itself: once the worker says that it is ready, it can run the next. */
  giveBack(kind: ProgramKind, worker: ProcessWorker): void {
    const isWorn = (this.#runs.get(worker) ?? 0) >= WORKER_MAX_RUNS
    if (this.#disposed || isWorn) return worker.terminate()
    this.#returning.add(worker)
    const settle = (isReady: boolean): void => {
      clearTimeout(timer)
      worker.removeEventListener('message', onMessage)
      worker.removeEventListener('error', onError)
      if (!this.#returning.delete(worker)) return
      if (isReady && this.#idleOf(kind).length < WARM_WORKERS_MAX) this.#idleOf(kind).push(worker)
      else worker.terminate()
    }
    const onMessage = ({ data }: MessageEvent<FromProcess>): void => {
      if (data.type === 'ready') settle(true)
    }
    const onError = (event: ErrorEvent): void => {
      event.preventDefault()
      settle(false)
    }
    const timer = setTimeout(() => settle(false), READY_AGAIN_MS)
    worker.addEventListener('message', onMessage)
    worker.addEventListener('error', onError)
  }

  /** Most programs have no threads: those that wait end when none has been wanted for long. */
  #dropUnusedThreads(): void {
    clearTimeout(this.#threadsUnused)
    this.#threadsUnused = setTimeout(() => {
      const isLoaded = (worker: ProcessWorker): boolean => !this.#loading.has(worker)
      const idle = this.#idleOf('node-thread')
      for (const worker of idle.filter(isLoaded)) worker.terminate()
      const loading = idle.filter((worker) => !isLoaded(worker))
      this.#idle.set('node-thread', loading)
      if (loading.length > 0) this.#dropUnusedThreads()
    }, WARM_THREADS_MS)
  }

  /** Ends those that nobody has taken. */
  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#threadsUnused)
    const idle = [...this.#idle.values()].flat()
    for (const worker of [...idle, ...this.#returning]) if (!this.#loading.has(worker)) worker.terminate()
    this.#idle.clear()
    this.#returning.clear()
  }

  #idleOf(kind: ProgramKind): ProcessWorker[] {
    const known = this.#idle.get(kind) ?? []
    this.#idle.set(kind, known)
    return known
  }

  #remove(kind: ProgramKind, worker: ProcessWorker): void {
    const idle = this.#idleOf(kind).filter((other) => other !== worker)
    this.#idle.set(kind, idle)
  }

  /** One that is ended while it loads complains of the network, so it is ended afterwards. */
  #loaded(worker: ProcessWorker): void {
    if (this.#loading.delete(worker) && this.#disposed) worker.terminate()
  }
}
