/** Pauses a run that goes in circles until the user resumes it. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'

export class Pause {
  #resume: (() => void) | undefined

  /** Resolves when the run is resumed, or with the signal. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener('abort', done)
        this.#resume = undefined
        resolve()
      }
      this.#resume = done
      if (signal.aborted) done()
      else signal.addEventListener('abort', done)
    })
  }

  resume(): Result<void> {
    if (!this.#resume) return fail('not_found', 'The agent is not paused.')
    this.#resume()
    return ok(undefined)
  }
}
