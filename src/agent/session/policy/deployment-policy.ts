/**
 * The policy of this deployment: read from a file beside the build, and again where the server could not be asked. It is in force
 * in this thread, which is the only one that decides; nothing is decided before it was read.
 */
import { POLICY_AGE_MS, POLICY_MS } from '../../limits.ts'
import type { PolicyInForce, PolicyState } from '../../protocol/calls/policy.ts'
import { fetchPolicy } from './fetch-policy.ts'
import type { PolicyAnswer } from './fetch-policy.ts'
import { readPolicy, setsNothing } from './policy-file.ts'
import type { KeptPolicy, PolicyStore } from './policy-store.ts'

export interface DeploymentPolicyOptions {
  readonly fetch: typeof fetch
  /** Base of an address that the page names: its own. */
  readonly base: string
  readonly memory: Pick<PolicyStore, 'read' | 'keep' | 'forget'>
  /** Tells when there is a network again. */
  readonly events: Pick<EventTarget, 'addEventListener'>
  readonly now: () => number
  readonly deadlineMs?: number
}

export class DeploymentPolicy {
  /** It is another than before. The first one is waited for, and not told. */
  onChanged: (state: PolicyState) => Promise<void> = () => Promise.resolve()
  readonly #options: DeploymentPolicyOptions
  readonly #first = Promise.withResolvers<void>()
  #address: string | undefined
  #state: PolicyState | undefined
  /** Stays when a later file is refused: the run that is under way is bound by it. */
  #inForce: PolicyInForce | undefined
  /** Sent to this tab; null: there is none. */
  #sent: KeptPolicy | null | undefined
  /** The server's own word holds. Otherwise it is asked again. */
  #isSettled = false
  #readAt = 0
  #reading: Promise<void> | undefined
  #renewing: Promise<void> | undefined

  constructor(options: DeploymentPolicyOptions) {
    this.#options = options
    options.events.addEventListener('online', () => void this.#again())
  }

  /** The page names its file; '' for none. */
  locate(address: string): void {
    if (address === this.#address) return
    this.#address = address
    this.#sent = undefined
    this.#reading = (this.#reading ?? Promise.resolve()).then(() => this.#read(address))
  }

  /** Waits until it was read. */
  async state(): Promise<PolicyState> {
    await this.#first.promise
    return this.#state ?? { status: 'none' }
  }

  /** All that it sets; undefined where nothing does. Waits until it was read. */
  async inForce(): Promise<PolicyInForce | undefined> {
    await this.#first.promise
    return this.#inForce
  }

  /** For a prompt: asks the server once more where its word is missing, and beside the run where it is old. */
  async renewed(): Promise<PolicyState> {
    await this.state()
    if (!this.#isSettled) await this.#again()
    else if (this.#options.now() - this.#readAt > POLICY_AGE_MS) void this.#read(this.#address ?? '')
    return this.state()
  }

  /** Never rejects. Callers that come meanwhile wait for the same. */
  #again(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined))
    return this.#renewing
  }

  async #renew(): Promise<void> {
    await this.#reading
    if (this.#address !== undefined && !this.#isSettled) await this.#read(this.#address)
  }

  /** Never rejects. */
  async #read(named: string): Promise<void> {
    const { fetch, base, now, deadlineMs = POLICY_MS } = this.#options
    this.#readAt = now()
    if (named === '') return this.#set({ status: 'none' }, { isSettled: true })
    const address = resolved(named, base)
    if (address === undefined) {
      const problem =
        'Its address is neither one of this page’s own server nor a whole one with https or http.'
      return this.#set({ status: 'refused', address: named, problem }, { isSettled: true })
    }
    const answer = await fetchPolicy({ fetch, address, deadlineMs })
    await this.#take(answer, address)
  }

  async #take(answer: PolicyAnswer, address: string): Promise<void> {
    const sent = sentIn(answer, address)
    if (sent !== undefined) {
      this.#sent = sent
      const state: PolicyState = sent === null ? { status: 'none' } : stateOf(sent, false)
      await this.#set(state, { isSettled: state.status !== 'refused' })
      return this.#keep(sent)
    }
    const known = await this.#known(address)
    if (known) return this.#set(stateOf(known, true), { isSettled: false })
    const isKnownNone = known === null || answer.kind !== 'failed'
    const state: PolicyState = isKnownNone
      ? { status: 'none' }
      : { status: 'refused', address, problem: `The server answers ${answer.status} instead of the file.` }
    return this.#set(state, { isSettled: false })
  }

  async #set(state: PolicyState, { isSettled }: { readonly isSettled: boolean }): Promise<void> {
    const before = this.#state
    this.#state = state
    this.#isSettled = isSettled
    if (state.status !== 'refused') this.#inForce = state.status === 'in_force' ? state : undefined
    this.#first.resolve()
    if (before === undefined || JSON.stringify(before) === JSON.stringify(state)) return
    await this.onChanged(state).catch((error: unknown) => console.error('The policy was not told:', error))
  }

  /** Sent to this tab, or to one before it; null where this tab knows that there is none. */
  async #known(address: string): Promise<KeptPolicy | null | undefined> {
    if (this.#sent !== undefined) return this.#sent
    try {
      return await this.#options.memory.read(address)
    } catch (error) {
      console.info('The kept policy could not be read:', error)
      return undefined
    }
  }

  /** Stores it for later tabs. A failure leaves it in force in this one. */
  async #keep(sent: KeptPolicy | null): Promise<void> {
    const { memory } = this.#options
    try {
      await (sent === null ? memory.forget() : memory.keep(sent))
    } catch (error) {
      console.info('The policy could not be kept:', error)
    }
  }
}

/** An address on the page's server, or a whole one; undefined for all else. */
function resolved(named: string, base: string): string | undefined {
  const url = URL.parse(named, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  const isWhole = /^https?:\/\//i.test(named)
  return isWhole || url.origin === new URL(base).origin ? url.href : undefined
}

/** Null where the server says that there is none; undefined where it says nothing. */
function sentIn(answer: PolicyAnswer, address: string): KeptPolicy | null | undefined {
  if (answer.kind === 'text') return { address, text: answer.text }
  if (answer.kind === 'unreadable') return { address, problem: answer.problem }
  return answer.kind === 'none' ? null : undefined
}

function stateOf(kept: KeptPolicy, isCached: boolean): PolicyState {
  const { address } = kept
  const read = 'text' in kept ? readPolicy(kept.text) : { ok: false as const, problem: kept.problem }
  if (!read.ok) return { status: 'refused', address, problem: read.problem }
  return setsNothing(read.policy)
    ? { status: 'none' }
    : { status: 'in_force', address, isCached, ...read.policy }
}
