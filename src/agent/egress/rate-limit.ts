/** How much leaves in a minute: a program that goes in circles, or sends all that it finds, comes to an end. */
import { EGRESS_BYTES_A_MINUTE, EGRESS_REQUESTS_A_MINUTE } from '../limits.ts'

const MINUTE_MS = 60_000

/** One for all programs of a session: a program could call itself another one. */
export class RateLimit {
  readonly #now: () => number
  #recent: { readonly at: number; readonly bytes: number }[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Counts a request that would send so many bytes. Why it may not go, or undefined; a refused request does
   * not count.
   */
  take(bytes: number): string | undefined {
    const now = this.#now()
    this.#recent = this.#recent.filter(({ at }) => now - at < MINUTE_MS)
    if (this.#recent.length >= EGRESS_REQUESTS_A_MINUTE)
      return `More than ${EGRESS_REQUESTS_A_MINUTE} requests in a minute do not leave the sandbox.`
    const sent = this.#recent.reduce((sum, each) => sum + each.bytes, 0)
    if (sent > 0 && sent + bytes > EGRESS_BYTES_A_MINUTE)
      return `More than ${EGRESS_BYTES_A_MINUTE} bytes in a minute do not leave the sandbox.`
    this.#recent.push({ at: now, bytes })
    return undefined
  }
}
