/**
 * The one way out of the sandbox. Each request is checked, decided by the rules, asked for if need be,
 * logged, and only then sent, without cookies, by this thread. Except for a request's bytes, nothing that the
 * sandbox says of it is trusted.
 */
import type { Egress, EgressOutcome, EgressRequest } from '../../sandbox/contract/egress.ts'
import { addressKind } from '../protocol/address-kind.ts'
import { decideEgress } from '../permission/decide-egress.ts'
import { checkRequest, INVALID } from './check-request.ts'
import type { Stop } from './check-request.ts'
import type { GateOptions } from './contract.ts'
import { CANCELLED, Decider, type Checked } from './decider.ts'
import { harmlessOnly } from './headers.ts'
import { valuesToMask, withKeys, withoutPlaceholders } from './placeholders.ts'
import { RateLimit } from './rate-limit.ts'
import { closedPlace } from './refusals.ts'
import { sendAgain } from './send-again.ts'
import { send, type Sending } from './send.ts'
import { sizesOf, totalOf } from './shown.ts'
import { orAborted } from '../or-aborted.ts'

export class Gate implements Egress {
  readonly #options: GateOptions
  readonly #decider: Decider
  readonly #rate: RateLimit

  constructor(options: GateOptions) {
    this.#options = options
    this.#decider = new Decider(options)
    this.#rate = new RateLimit(options.now)
  }

  async request(request: EgressRequest, signal: AbortSignal): Promise<EgressOutcome> {
    if (request.method === 'CONNECT') return this.#mayReach(request.url)
    const unlocked = await orAborted(this.#options.unlocked(), signal, undefined)
    if (unlocked === undefined) return CANCELLED
    if (!unlocked.ok) return { type: 'refused', message: unlocked.error.message }
    const checked = await this.#check(request)
    if ('type' in checked) return checked
    const decided = this.#tooMuch(checked) ?? (await this.#decider.decide(checked, signal))
    if (decided.type !== 'leave') return decided
    if (signal.aborted) return CANCELLED
    const outcome = await sendAgain(
      this.#sending(checked, signal, decided.withToken),
      false,
      request.attempts,
    )
    if (outcome.type === 'redirected') return this.#follow(checked, signal)
    return decided.withToken ? outcome : this.#withToken(checked, outcome, signal)
  }

  /**
   * A repository that may be read may still be one that its host shows to nobody without a token: that is asked for then. The answer
   * stays as it was where the person does not want it.
   */
  async #withToken(checked: Checked, outcome: EgressOutcome, signal: AbortSignal): Promise<EgressOutcome> {
    const { token, purpose, request } = checked
    const isFirst = token !== '' && purpose.readOnly && request.method === 'GET'
    if (!isFirst || outcome.type !== 'response' || !/^(401|403|404)$/.test(String(outcome.status)))
      return outcome
    const decided = await this.#decider.decide(checked, signal, { needsToken: true })
    if (decided.type !== 'leave' || signal.aborted) return outcome
    void outcome.body.cancel().catch(() => undefined)
    const again = await send(this.#sending(checked, signal, true), false)
    return again.type === 'redirected' ? this.#follow(checked, signal) : again
  }

  async #check(request: EgressRequest): Promise<Checked | Stop> {
    const checked = checkRequest(request)
    if ('type' in checked) return checked
    const { registry, programKeys, token: kept } = this.#options
    const { url, headers, purpose } = checked
    const hasOwn = headers.some(([name]) => /^authorization$/i.test(name))
    const mayHaveToken = request.initiator.isGit === true && purpose.repository !== undefined && !hasOwn
    const [isOfRegistry, keys, token] = await Promise.all([
      registry.covers(url),
      programKeys(),
      mayHaveToken ? kept(url.host) : '',
    ])
    return { ...checked, isOfRegistry, keys, token }
  }

  /** Before it is decided on: nobody is asked six hundred times. */
  #tooMuch(checked: Checked): Stop | undefined {
    if (checked.isOfRegistry && checked.purpose.readOnly) return undefined
    const message = this.#rate.take(totalOf(sizesOf(checked)))
    return message === undefined
      ? undefined
      : { type: 'refused', message, hint: 'Wait a minute, or send less in fewer requests.' }
  }

  /** A program connects to a port of the user's machine: closed as if nobody listened, unless a rule opens it. */
  async #mayReach(address: string): Promise<EgressOutcome> {
    if (!URL.canParse(address)) return INVALID
    const url = new URL(address)
    const state = { ...(await this.#options.permission()), canAsk: false }
    const covered = await this.#options.registry.covers(url)
    const isOpen = [true, false].some((readOnly) => {
      const { ownOrigins } = this.#options
      const call = {
        url,
        readOnly,
        method: 'CONNECT',
        publishes: false,
        readsRegistry: readOnly && covered,
        ownOrigins,
      }
      return decideEgress(call, state).behavior === 'allow'
    })
    if (!isOpen)
      return closedPlace(url, `${url.host} is not open to programs.`, `WebFetch(domain:${url.host})`)
    const body = new Blob([]).stream()
    return { type: 'response', status: 200, statusText: 'OK', headers: [], url: address, unsent: [], body }
  }

  /**
   * A browser does not say where a redirect leads before it has gone there. So only a plain reading of a public place
   * goes on, without its secrets, and nothing of the answer is handed over before the place was decided on, too.
   */
  async #follow(checked: Checked, signal: AbortSignal): Promise<EgressOutcome> {
    const { request, url, purpose } = checked
    const redirect = (message: string, hint?: string): Stop => ({
      type: 'failed',
      reason: 'redirect',
      message,
      ...(hint === undefined ? {} : { hint }),
    })
    if (!request.followRedirects)
      return redirect(
        `${url.host} redirects to another address, and a browser does not tell a page where to.`,
        'Ask for redirects to be followed (curl -L).',
      )
    const isPlain = purpose.readOnly && request.body === undefined
    if (!isPlain || addressKind(url.hostname) === 'private')
      return redirect(
        `${url.host} redirects. Only a GET or HEAD without a body, of a public address, is followed: a browser would send all of it to an address that nobody has seen.`,
        'Use the address that it redirects to.',
      )
    const headers = withoutPlaceholders(harmlessOnly(checked.headers), checked.keys)
    const sending = { ...this.#sending({ ...checked, headers }, signal, false), headers }
    const outcome = await sendAgain(sending, true, request.attempts)
    if (outcome.type === 'redirected') return redirect(`${url.host} redirects without an end.`)
    if (outcome.type !== 'response') return outcome
    const final = await this.#check({ ...request, headers, url: outcome.url })
    if (!('type' in final) && final.url.origin === url.origin) return outcome
    const decided =
      'type' in final ? final : await this.#decider.decide(final, signal, { isRedirected: true })
    if (decided.type === 'leave') return outcome
    void outcome.body.cancel().catch(() => undefined)
    return decided
  }

  #sending(checked: Checked, signal: AbortSignal, withToken: boolean): Sending {
    const { request, url, headers, unsent, isOfRegistry, keys, token } = checked
    const { method, body } = request
    // Hosts take a token as the password of any user's basic authentication; that name is the one all of them accept.
    const basic = withToken && token !== '' ? btoa(`x-access-token:${token}`) : ''
    const credentials: EgressRequest['headers'] = basic === '' ? [] : [['Authorization', `Basic ${basic}`]]
    return {
      url,
      method,
      body,
      unsent,
      signal,
      headers: [...withKeys(headers, url, keys), ...credentials],
      mask: [...valuesToMask(url, keys), ...(basic === '' ? [] : [token, basic])],
      fetch: isOfRegistry ? this.#options.registry.fetch : this.#options.fetch,
    }
  }
}
