/**
 * A breaker over the retries: when a model's service has been overloaded several times in a row, for whichever tab, calls
 * wait instead of asking, and then one of them tries first.
 */
import { BREAKER_COOLDOWN_MS, BREAKER_FAILURES } from '../limits.ts'

type Outcome = 'overloaded' | 'answered' | 'probing'

/** Channel between the tabs of this origin: a service, and the outcome of a call. */
export interface OverloadChannel {
  post(message: unknown): void
  listen(hear: (message: unknown) => void): void
}

interface Circuit {
  failures: number
  /** When the next call may try; 0 while it is closed. */
  retryAt: number
}

export class OverloadBreaker {
  readonly #circuits = new Map<string, Circuit>()
  readonly #channel: OverloadChannel | undefined
  readonly #now: () => number

  constructor(now: () => number, channel?: OverloadChannel) {
    this.#now = now
    this.#channel = channel
    channel?.listen((message) => this.#hear(message))
  }

  /** Milliseconds that a call has to wait; with 0 it may go, and where others wait it is the one that tries. */
  admit(service: string): number {
    const circuit = this.#circuits.get(service)
    if (!circuit || circuit.retryAt === 0) return 0
    const wait = circuit.retryAt - this.#now()
    if (wait > 0) return wait
    this.#tell(service, 'probing')
    return 0
  }

  overloaded(service: string): void {
    this.#tell(service, 'overloaded')
  }

  /** Closes the circuit: any answer will do. */
  answered(service: string): void {
    if (this.#circuits.has(service)) this.#tell(service, 'answered')
  }

  #tell(service: string, outcome: Outcome): void {
    this.#take(service, outcome)
    this.#channel?.post({ service, outcome })
  }

  #hear(message: unknown): void {
    if (typeof message !== 'object' || message === null) return
    if (!('service' in message) || !('outcome' in message) || typeof message.service !== 'string') return
    const { service, outcome } = message
    if (outcome === 'overloaded' || outcome === 'answered' || outcome === 'probing')
      this.#take(service, outcome)
  }

  #take(service: string, outcome: Outcome): void {
    if (outcome === 'answered') {
      this.#circuits.delete(service)
      return
    }
    const circuit = this.#circuits.get(service) ?? { failures: 0, retryAt: 0 }
    this.#circuits.set(service, circuit)
    if (outcome === 'overloaded') circuit.failures++
    // While one tries, and after its failure, all others wait once more.
    if (circuit.failures >= BREAKER_FAILURES) circuit.retryAt = this.#now() + BREAKER_COOLDOWN_MS
  }
}
