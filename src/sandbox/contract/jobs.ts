import { fail } from './errors.ts'
import type { Result } from './errors.ts'

/** Long operations that can be cancelled by the id that their caller chose. */
export class Jobs {
  readonly #running = new Map<string, AbortController>()

  async run<T>(id: string, job: (signal: AbortSignal) => Promise<Result<T>>): Promise<Result<T>> {
    if (this.#running.has(id)) return fail('exists', `An operation with the id ${id} is running.`)
    const abort = new AbortController()
    this.#running.set(id, abort)
    try {
      return await job(abort.signal)
    } finally {
      this.#running.delete(id)
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort()
  }

  cancelAll(): void {
    for (const abort of this.#running.values()) abort.abort()
  }
}
