/** Publishes the container's events to subscribers. */
import type { SandboxEvent } from '../contract/contract.ts'
import type { Result } from '../contract/errors.ts'
import { CHANGE_EVENT_DELAY_MS } from '../contract/limits.ts'

/** Looking for changes may take this many times as long as the last look did, before the next one. */
const REST_FACTOR = 2

export class ContainerEvents {
  readonly #listeners = new Set<(event: SandboxEvent) => void>()
  #look: (() => Promise<Result<void>>) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #delayMs = CHANGE_EVENT_DELAY_MS
  #closed = false

  subscribe(listener: (event: SandboxEvent) => void): () => void {
    // Wrapped, so that one function can subscribe twice.
    const own = (event: SandboxEvent): void => listener(event)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  publish(event: SandboxEvent): void {
    if (!this.#closed) for (const listener of [...this.#listeners]) listener(event)
  }

  /** `look` finds what has changed and tells it by `publish`. */
  follow(look: () => Promise<Result<void>>): void {
    this.#look = look
  }

  /** A hint: of the container's watcher, or after something that may change files. */
  filesMayHaveChanged(): void {
    if (this.#timer !== undefined || this.#closed) return
    this.#timer = setTimeout(() => void this.#lookNow(), this.#delayMs)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#closed = true
    this.#listeners.clear()
  }

  async #lookNow(): Promise<void> {
    const begun = performance.now()
    this.#timer = undefined
    await this.#look?.()
    this.#delayMs = Math.max(CHANGE_EVENT_DELAY_MS, (performance.now() - begun) * REST_FACTOR)
  }
}
