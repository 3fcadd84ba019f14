/** State of the stored keys, locked or not, and ways to change it. Typed text is handed on, never stored. */
import type { KeyProtection } from '../../agent/protocol/calls/key-protection.ts'
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { TabNotice } from '../../agent/protocol/tab-notice.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import { unexpected, type Problem } from '../problem.ts'
import { keys as t } from '../language/en/keys.ts'

/** Milliseconds from one look at the clock to the next: a hidden tab may be late by a minute, which is no matter. */
const LOOK_MS = 10_000

export class KeysModel {
  protection = $state.raw<KeyProtection>({ state: 'open', hasPassphrase: false })
  /** Somebody waits for the passphrase, or the person wants to enter it. */
  asking = $state(false)

  /** They are at hand, or no longer: what the page knows of them is read anew. */
  onChange: () => void = () => undefined

  readonly #agent: AgentApi
  #isWanted = false

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  get isLocked(): boolean {
    return this.protection.state === 'locked'
  }

  /** They are at hand, and a passphrase would bring them back. */
  get canLock(): boolean {
    return this.protection.state === 'open' && this.protection.hasPassphrase
  }

  async load(): Promise<void> {
    // The next request reports the failure.
    this.#take(await this.#agent.keys.protection().catch(() => this.protection))
  }

  notice({ protection, wanted }: Extract<TabNotice, { type: 'keys' }>): void {
    this.#take(protection)
    if (wanted) this.asking = true
    // Opened elsewhere, or what waited was stopped.
    else if (this.#isWanted || protection.state === 'open') this.asking = false
    this.#isWanted = wanted
  }

  async unlock(passphrase: string): Promise<Problem | undefined> {
    const problem = await this.#try(t.unlocking, () => this.#agent.keys.unlock(passphrase))
    if (!problem) this.asking = false
    return problem
  }

  /** Ends the requests that wait for the keys. */
  async decline(): Promise<void> {
    this.asking = false
    await this.#agent.keys.declineUnlock()
  }

  lock(): Promise<Problem | undefined> {
    return this.#try(t.locking, () => this.#agent.keys.lock())
  }

  changePassphrase(current: string, next: string): Promise<Problem | undefined> {
    return this.#try(t.changing, () => this.#agent.keys.changePassphrase({ current, next }))
  }

  async removeAll(): Promise<Problem | undefined> {
    const problem = await this.#try(t.removing, () => this.#agent.keys.remove())
    if (!problem) {
      this.asking = false
      this.onChange()
    }
    return problem
  }

  /** Locks when nobody has touched the page for so many minutes; what it returns ends it. */
  lockWhenIdle(minutes: number, isBusy: () => boolean): () => void {
    let last = Date.now()
    const touched = () => (last = Date.now())
    const look = () => {
      if (isBusy()) return touched()
      if (Date.now() - last >= minutes * 60_000) void this.lock()
    }
    const timer = setInterval(look, LOOK_MS)
    const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
    for (const sign of signs) addEventListener(sign, touched, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, touched, { capture: true })
    }
  }

  #take(protection: KeyProtection): void {
    const { state } = this.protection
    this.protection = protection
    if (protection.state !== state) this.onChange()
  }

  async #try(what: string, call: () => Promise<Result<void>>): Promise<Problem | undefined> {
    try {
      const result = await call()
      await this.load()
      return result.ok ? undefined : { message: result.error.message, hint: result.error.hint }
    } catch (error) {
      return unexpected(what, error)
    }
  }
}
