/** Refused requests: the answer that the program gets, and refusals that the user need not repeat. */
import { EGRESS_REMEMBERED } from '../limits.ts'
import type { CheckedRequest, Stop } from './check-request.ts'

/** `rule`: the one by which the user could allow it; left out where there is none. */
export function refused(message: string, { host }: URL, rule: string | undefined): Stop {
  return { type: 'refused', message, ...(rule === undefined ? {} : { hint: howToAllow(host, rule) }) }
}

/** Hides servers on the user's machine as if nothing listened, until a rule names them. */
export function closedPlace(url: URL, reason: string, rule: string): Stop {
  const isLoopback =
    /^(localhost|127\.|\[::1\]$|0\.)/.test(url.hostname) || url.hostname.endsWith('.localhost')
  if (!isLoopback) return refused(reason, url, rule)
  const message = `Nothing listens at ${url.host} in the sandbox.`
  return { type: 'failed', reason: 'connection_refused', message, hint: howToAllow(url.host, rule) }
}

function howToAllow(host: string, rule: string): string {
  return `To let programs reach ${host}, add the rule ${rule} under Settings, "Always allow".`
}

/**
 * Downloads are tried again when they fail, five times over: a user's refusal holds for the whole command,
 * until it has ended. A refusal to read from a host also refuses to send to it.
 */
export class RefusedHosts {
  readonly #places = new Set<string>()

  remember({ request, url, purpose }: CheckedRequest): void {
    const [oldest] = this.#places
    if (oldest !== undefined && this.#places.size >= EGRESS_REMEMBERED) this.#places.delete(oldest)
    this.#places.add(place(request.initiator.run, url, purpose.readOnly))
  }

  has({ request, url, purpose }: CheckedRequest): boolean {
    const isRefused = (readOnly: boolean): boolean =>
      this.#places.has(place(request.initiator.run, url, readOnly))
    return isRefused(true) || (!purpose.readOnly && isRefused(false))
  }
}

function place(run: string, { origin }: URL, readOnly: boolean): string {
  return `${run} ${origin} ${readOnly ? 'read' : 'send'}`
}
