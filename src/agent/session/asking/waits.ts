/** For how long commands have waited for the person: of questions that are open at the same time, the time counts once. */

interface Wait {
  open: number
  since: number
  ms: number
}

export class Waits {
  readonly #now: () => number
  readonly #waits = new Map<string, Wait>()

  /** Milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  begin(of: string): void {
    const wait = this.#waits.get(of) ?? { open: 0, since: 0, ms: 0 }
    if (wait.open === 0) wait.since = this.#now()
    wait.open++
    this.#waits.set(of, wait)
  }

  end(of: string): void {
    const wait = this.#waits.get(of)
    if (wait === undefined) return
    wait.open--
    if (wait.open === 0) wait.ms += this.#now() - wait.since
  }

  /** Milliseconds so far; what is still open is counted from here on. */
  take(of: string): number {
    const wait = this.#waits.get(of)
    if (wait === undefined) return 0
    const now = this.#now()
    const ms = wait.ms + (wait.open > 0 ? now - wait.since : 0)
    if (wait.open === 0) this.#waits.delete(of)
    else Object.assign(wait, { since: now, ms: 0 })
    return ms
  }

  /** Drops waits that nobody has taken, such as those of a terminal. */
  forget(): void {
    for (const [of, { open }] of this.#waits) if (open === 0) this.#waits.delete(of)
  }
}
