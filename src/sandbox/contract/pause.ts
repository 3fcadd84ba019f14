import { PAUSE_AFTER_MS } from './limits.ts'

/**
 * For loops that may run long: `if (pause.due()) await pause.take()` lets timers and messages (a cancel among them)
 * through every few frames, and costs next to nothing in between.
 */
export class Pause {
  readonly #afterMs: number
  #since = performance.now()

  /** Milliseconds after which others are let through. */
  constructor(afterMs: number = PAUSE_AFTER_MS) {
    this.#afterMs = afterMs
  }

  due(): boolean {
    return performance.now() - this.#since >= this.#afterMs
  }

  async take(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0))
    this.#since = performance.now()
  }
}
