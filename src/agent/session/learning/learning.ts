/**
 * Looks back on work that has ended, a while after it, and never while a run goes on: for a lesson, and for notes. A message of the
 * user ends a look at once; the next one takes in the same work.
 */
export interface LearningOptions {
  /** Milliseconds without work before a look; absent: none is taken. */
  readonly afterMs: number | undefined
  /** A run or a replay is under way. */
  readonly busy: () => boolean
  /** Loads the look and takes it. */
  readonly look: (signal: AbortSignal) => Promise<void>
}

export class Learning {
  readonly #options: LearningOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #looking: AbortController | undefined
  /** Work has ended during a look. */
  #isWanted = false

  constructor(options: LearningOptions) {
    this.#options = options
  }

  /** Work has ended, or a session was opened. Several in a row are looked back on together. */
  note(): void {
    const { afterMs } = this.#options
    if (afterMs === undefined) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#look(), afterMs)
  }

  /** Work begins: a look that was planned or is under way ends. Nothing waits for that. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#isWanted = false
    this.#looking?.abort('stop')
  }

  async #look(): Promise<void> {
    const { busy, look } = this.#options
    if (busy()) return
    if (this.#looking) {
      this.#isWanted = true
      return
    }
    const looking = new AbortController()
    this.#looking = looking
    try {
      await look(looking.signal)
    } catch (error) {
      console.warn('The work could not be looked back on:', error)
    } finally {
      this.#looking = undefined
      if (this.#isWanted) {
        this.#isWanted = false
        this.note()
      }
    }
  }
}
