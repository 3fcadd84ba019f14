/** Workers that have loaded their program before it is wanted. */
import type { ProcessWorker } from './process.ts'
import type { ProgramKind } from './protocol.ts'

/** Milliseconds after a start until the next worker of its kind is made ready. */
const WARM_DELAY_MS = 150

export class WarmWorkers {
  readonly #create: (kind: ProgramKind) => ProcessWorker
  /** One worker a kind that has loaded its program already and waits for `start`. */
  readonly #idle = new Map<ProgramKind, ProcessWorker>()
  /** Those of them that have not loaded it yet. */
  readonly #loading = new Set<ProcessWorker>()
  #disposed = false

  constructor(create: (kind: ProgramKind) => ProcessWorker) {
    this.#create = create
  }

  /** Loads a program ahead of its first use. */
  warm(kind: ProgramKind): void {
    if (this.#disposed || this.#idle.has(kind)) return
    const worker = this.#create(kind)
    this.#idle.set(kind, worker)
    this.#loading.add(worker)
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'ready') this.#loaded(worker)
    })
    // One that could not be loaded must not be started later: it would never answer.
    worker.addEventListener('error', () => {
      if (this.#idle.get(kind) === worker) this.#idle.delete(kind)
      this.#loaded(worker)
    })
  }

  /** The warm worker when there is one, the caller's from now on; the next is warmed in its place. */
  take(kind: ProgramKind): ProcessWorker {
    const worker = this.#idle.get(kind) ?? this.#create(kind)
    this.#idle.delete(kind)
    this.#loading.delete(worker)
    // Later, so that it does not take the core from the program that starts now.
    setTimeout(() => this.warm(kind), WARM_DELAY_MS)
    return worker
  }

  /** Ends those that nobody has taken. */
  dispose(): void {
    this.#disposed = true
    for (const worker of this.#idle.values()) if (!this.#loading.has(worker)) worker.terminate()
    this.#idle.clear()
  }

  /** One that is ended while it loads complains of the network, so it is ended afterwards. */
  #loaded(worker: ProcessWorker): void {
    if (this.#loading.delete(worker) && this.#disposed) worker.terminate()
  }
}
