/** The watch over a connection that may fall silent. The SDKs swallow pings, so bytes are watched instead. */
export interface IdleTimes {
  /** Milliseconds without a byte until it is said. */
  readonly warnMs: number
  /** Milliseconds without a byte after which the connection counts as dead. */
  readonly abortMs: number
}

/** Times are absolute: timers of a hidden tab are throttled, and those of a sleeping machine stand still. */
export class IdleWatch {
  readonly #controller = new AbortController()
  readonly #times: IdleTimes
  readonly #timer: ReturnType<typeof setInterval>
  #lastByte = performance.now()
  #lastCheck = performance.now()
  #warned = false
  #tellWarning: (() => void) | undefined

  constructor(times: IdleTimes) {
    this.#times = times
    this.#timer = setInterval(() => this.#check(), this.#interval)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The work's outcome, or `'silent'` as soon as the silence is worth a word; then the work still goes on. */
  orSilence<T>(work: Promise<T>): Promise<T | 'silent'> {
    return new Promise((resolve, reject) => {
      this.#tellWarning = () => resolve('silent')
      work.then(resolve, reject)
    })
  }

  /** Sees each piece of the body that is read from now on, one by one, as streams are. */
  observe({ body }: Response): void {
    this.#touch()
    // A stream around the stream would cost each answer several times what this does.
    if (body) Object.defineProperty(body, Symbol.asyncIterator, { value: () => this.#touchedBy(body) })
  }

  async *#touchedBy(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    const reader = body.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        this.#touch()
        yield value
      }
    } finally {
      await reader.cancel().catch(() => undefined)
      reader.releaseLock()
    }
  }

  end(): void {
    clearInterval(this.#timer)
  }

  get #interval(): number {
    return Math.max(1, Math.min(1000, this.#times.warnMs / 2, this.#times.abortMs / 2))
  }

  #touch(): void {
    this.#lastByte = performance.now()
    this.#warned = false
  }

  #check(): void {
    const now = performance.now()
    // The machine has slept, or the tab was frozen: data that came meanwhile gets one more look before it
    // counts as silence.
    const slept = now - this.#lastCheck > this.#interval + this.#times.abortMs / 2
    this.#lastCheck = now
    if (slept) return
    const silent = now - this.#lastByte
    if (silent > this.#times.abortMs) return this.#controller.abort()
    if (silent <= this.#times.warnMs || this.#warned) return
    this.#warned = true
    this.#tellWarning?.()
  }
}
