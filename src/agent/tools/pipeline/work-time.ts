/** The time that a call's tool has worked: without waiting for permission, for hooks and for the person's answers. */
export class WorkTime {
  readonly #now: () => number
  #began: number | undefined
  #ended: number | undefined
  #waitedMs = 0

  /** Milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  begin(): void {
    this.#began = this.#now()
  }

  end(): void {
    this.#ended ??= this.#now()
  }

  /** The tool waits meanwhile. */
  async waitFor<T>(answer: Promise<T>): Promise<T> {
    const asked = this.#now()
    try {
      return await answer
    } finally {
      this.waited(this.#now() - asked)
    }
  }

  waited(ms: number): void {
    this.#waitedMs += ms
  }

  /** Milliseconds until its end, or until now; 0 for a call that has not begun. */
  get ms(): number {
    if (this.#began === undefined) return 0
    return Math.max(0, (this.#ended ?? this.#now()) - this.#began - this.#waitedMs)
  }
}
