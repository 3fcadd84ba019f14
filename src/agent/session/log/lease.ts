/**
 * Elects the leader of a session: of all tabs that have it open exactly one, by a Web Lock of the session's
 * name. The others follow. A follower becomes the leader when the lead is given up, its tab dies, or the user
 * takes over here. The lock decides who should write; the epoch that `log.ts` checks in each transaction
 * decides who can.
 */
import type { SessionRole } from '../../protocol/opened-session.ts'
import { HAND_OVER_MS } from '../../limits.ts'

export interface LeaseOptions {
  readonly session: string
  readonly locks: LockManager
  /** Carries `hand_over` between the tabs that have this session open. */
  readonly channel: BroadcastChannel
  /** This tab leads from now on (not called for a lead that `start` reports). Settles when it can. */
  readonly onLead: () => Promise<void>
  /** Another tab asks for the lead: end what runs and write what is left, then resolve. */
  readonly onHandOver: () => Promise<void>
  /** The lead was taken away; nothing can be written any more. */
  readonly onLost: () => void
}

export class SessionLease {
  readonly #options: LeaseOptions
  readonly #closed = new AbortController()
  #role: SessionRole = 'follower'
  #release: (() => void) | undefined
  #waiting: AbortController | undefined
  /** Settles when the lead that is waited for, or was won last, can be used; also when it is waited for no longer. */
  #led: Promise<void> = Promise.resolve()
  /** Settles when the lock that was asked for last is neither held nor waited for any more. */
  #held: Promise<void> = Promise.resolve()

  constructor(options: LeaseOptions) {
    this.#options = options
    options.channel.addEventListener('message', this.#onMessage)
  }

  get role(): SessionRole {
    return this.#role
  }

  /** Leads when nobody does; else follows, and waits in line for the lead. */
  async start(): Promise<SessionRole> {
    const { locks, session } = this.#options
    let won = await this.#request({ ifAvailable: true })
    if (!won) {
      await untended(locks, session)
      won = await this.#request({ ifAvailable: true })
    }
    if (!won) this.#waitInLine()
    return this.#role
  }

  /** Asks the leader to hand over; takes the lead from one that does not answer in time. Settles when this tab can lead. */
  async takeOver(): Promise<void> {
    if (this.#role === 'follower') {
      this.#options.channel.postMessage({ type: 'hand_over' })
      await Promise.race([this.#led, pause(HAND_OVER_MS)])
    }
    if (this.#currentRole() === 'follower') {
      this.#waiting?.abort()
      await this.#request({ steal: true })
      this.#led = this.#options.onLead()
    }
    await this.#led
  }

  /** Gives the lead (or the place in line) up. Resolves when others can see that. */
  close(): Promise<void> {
    this.#closed.abort()
    this.#options.channel.removeEventListener('message', this.#onMessage)
    this.#waiting?.abort()
    this.#giveUp()
    return this.#held
  }

  #currentRole(): SessionRole {
    return this.#role
  }

  readonly #onMessage = (event: MessageEvent<unknown>): void => {
    if (!isHandOver(event.data) || this.#role !== 'leader') return
    void this.#options.onHandOver().finally(() => {
      this.#giveUp()
      this.#waitInLine()
    })
  }

  #giveUp(): void {
    this.#role = 'follower'
    this.#release?.()
    this.#release = undefined
  }

  #waitInLine(): void {
    if (this.#closed.signal.aborted) return
    const waiting = new AbortController()
    this.#waiting = waiting
    this.#led = this.#request({ signal: waiting.signal }).then((won) =>
      won ? this.#options.onLead() : undefined,
    )
  }

  /** Resolves true once the lock is held; it stays held until `#release` is called or it is stolen. */
  #request(options: LockOptions): Promise<boolean> {
    return new Promise((resolve) => {
      const held = this.#options.locks.request(leaseName(this.#options.session), options, (lock) => {
        if (!lock || this.#closed.signal.aborted) {
          resolve(false)
          return undefined
        }
        this.#role = 'leader'
        resolve(true)
        return new Promise<void>((release) => {
          this.#release = release
        })
      })
      this.#held = held.then(
        () => undefined,
        () => undefined,
      )
      held.catch(() => {
        // An abort of our own waiting, or another tab stole the lock.
        resolve(false)
        if (this.#role !== 'leader' || this.#closed.signal.aborted) return
        this.#role = 'follower'
        this.#release = undefined
        this.#options.onLost()
        this.#waitInLine()
      })
    })
  }
}

/** Name of the lock that a session's leader holds. */
export function leaseName(session: string): string {
  return `vivarium-session-${session}`
}

/** Runs `work` where nobody leads the session, nor can while it runs: it is to be over in a moment. Undefined where somebody does. */
export function tend<T>(
  locks: Pick<LockManager, 'request'>,
  session: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return locks.request(tendingName(session), () =>
    locks.request(leaseName(session), { ifAvailable: true }, (lock) => (lock ? work() : undefined)),
  )
}

/** Whether a tab leads the session; one that only tends it is waited for. */
export async function isLed(locks: LockManager, session: string): Promise<boolean> {
  const isHeld = async () => {
    const { held = [] } = await locks.query()
    return held.some(({ name }) => name === leaseName(session))
  }
  if (!(await isHeld())) return false
  await untended(locks, session)
  return isHeld()
}

/** Resolves when nobody tends the session. */
async function untended(locks: Pick<LockManager, 'request'>, session: string): Promise<void> {
  await locks.request(tendingName(session), { mode: 'shared' }, () => undefined)
}

function tendingName(session: string): string {
  return `vivarium-tending-${session}`
}

function isHandOver(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'hand_over'
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
