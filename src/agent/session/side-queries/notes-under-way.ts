import { NOTES_FAILURES } from '../../limits.ts'
import { orAborted } from '../../or-aborted.ts'

/** Notes that are being made: they outlast the run that began them, and end with the session. */
export class NotesUnderWay {
  #open: { readonly done: Promise<void>; readonly stop: AbortController } | undefined
  /** Failures in a row, and the tokens of the conversation at the last of them. */
  #failures = 0
  #failedAt = 0

  /** Whether none are being made, and it has not failed too often or just before. */
  isFree(tokens: number, step: number): boolean {
    if (tokens < this.#failedAt) this.#failedAt = 0
    return (
      !this.#open &&
      this.#failures < NOTES_FAILURES &&
      (this.#failures === 0 || tokens >= this.#failedAt + step)
    )
  }

  /** `make` resolves to whether it has made any; it is stopped by its signal. */
  begin(tokens: number, make: (signal: AbortSignal) => Promise<boolean>): void {
    const stop = new AbortController()
    const done = make(stop.signal)
      .catch((error: unknown) => {
        console.warn('Running notes could not be made:', error)
        return false
      })
      .then((isMade) => {
        this.#failures = isMade ? 0 : this.#failures + 1
        this.#failedAt = isMade ? 0 : tokens
        this.#open = undefined
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
