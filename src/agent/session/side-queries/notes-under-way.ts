import { NOTES_FAILURES } from '../../limits.ts'
import { orAborted } from '../../or-aborted.ts'

/** `not asked`: no request was made, e.g. because a limit of money is reached; it counts as no failure. */
export type NotesOutcome = 'made' | 'failed' | 'not asked'

/** Notes that are being made: they outlast the run that began them, and end with the session. */
export class NotesUnderWay {
  #open: { readonly done: Promise<void>; readonly stop: AbortController } | undefined
  /** Failures in a row, and the tokens of the conversation at the last of them. */
  #failures = 0
  #failedAt = 0

  /** Whether none are being made, and it has not failed too often. After a failure the conversation has to be a step longer, or shorter. */
  isFree(tokens: number, step: number): boolean {
    if (this.#open || this.#failures >= NOTES_FAILURES) return false
    return this.#failures === 0 || tokens < this.#failedAt || tokens >= this.#failedAt + step
  }

  /** `make` is stopped by its signal. */
  begin(tokens: number, make: (signal: AbortSignal) => Promise<NotesOutcome>): void {
    const stop = new AbortController()
    const done = make(stop.signal)
      .catch((error: unknown): NotesOutcome => {
        console.warn('Running notes could not be made:', error)
        return 'failed'
      })
      .then((outcome) => {
        this.#open = undefined
        if (outcome === 'not asked') return
        this.#failures = outcome === 'made' ? 0 : this.#failures + 1
        this.#failedAt = outcome === 'made' ? 0 : tokens
      })
    this.#open = { done, stop }
  }

  /** Resolves when none are being made, or by the signal. */
  async settled(signal: AbortSignal): Promise<void> {
    if (this.#open) await orAborted(this.#open.done, signal, undefined)
  }

  /** The session is left. */
  async stop(): Promise<void> {
    this.#open?.stop.abort()
    await this.#open?.done
    this.#failures = this.#failedAt = 0
  }
}
