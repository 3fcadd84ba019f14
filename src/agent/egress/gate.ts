/**
 * The one way out of the sandbox. Each request is checked, decided by the rules, asked for if need be, logged, and only
 * then sent, without cookies, by this thread. Whatever the sandbox says of a request but its bytes is not believed.
 */
import type { Egress, EgressOutcome, EgressRequest } from '../../sandbox/egress.ts'
import { EXITS_REMEMBERED } from '../limits.ts'
import { addressKind } from '../protocol/address-kind.ts'
import { decideExit } from '../permission/decide-exit.ts'
import { checkRequest, INVALID } from './check-request.ts'
import type { CheckedRequest, Stop } from './check-request.ts'
import type { GateOptions } from './contract.ts'
import { harmlessOnly } from './headers.ts'
import { keysUsed, misplacedKey, valuesToMask, withKeys, withoutPlaceholders } from './placeholders.ts'
import type { ProgramKey } from './placeholders.ts'
import { questionOf } from './question.ts'
import { RateLimit } from './rate-limit.ts'
import { closedPlace, refused, RefusedHosts } from './refusals.ts'
import { send, type Sending } from './send.ts'
import { shownUrl, sizesOf, totalOf } from './shown.ts'
import { untilAborted } from './until-aborted.ts'

/** A request that can be sent, if it may. */
interface Checked extends CheckedRequest {
  /** It is an address of the package registry of the settings. */
  readonly isOfRegistry: boolean
  readonly keys: readonly ProgramKey[]
}

const CANCELLED: Stop = { type: 'failed', reason: 'cancelled', message: 'The request was cancelled.' }

export class Gate implements Egress {
  readonly #options: GateOptions
  /** Git operations that the user has allowed once: their requests belong together. */
  readonly #allowedOnce = new Set<string>()
  readonly #refused = new RefusedHosts()
  readonly #rate: RateLimit

  constructor(options: GateOptions) {
    this.#options = options
    this.#rate = new RateLimit(options.now)
  }

  async request(request: EgressRequest, signal: AbortSignal): Promise<EgressOutcome> {
    if (request.method === 'CONNECT') return this.#mayReach(request.url)
    const unlocked = await untilAborted(this.#options.unlocked(), signal)
    if (unlocked === undefined) return CANCELLED
    if (!unlocked.ok) return { type: 'refused', message: unlocked.error.message }
    const checked = await this.#check(request)
    if ('type' in checked) return checked
    const refused = this.#tooMuch(checked) ?? (await this.#decide(checked, signal))
    if (refused) return refused
    if (signal.aborted) return CANCELLED
    const outcome = await send(await this.#sending(checked, signal), false)
    if (outcome.type !== 'redirected') return outcome
    return this.#follow(checked, signal)
  }

  async #check(request: EgressRequest): Promise<Checked | Stop> {
    const checked = checkRequest(request)
    if ('type' in checked) return checked
    const { registry, programKeys } = this.#options
    const [isOfRegistry, keys] = await Promise.all([registry.covers(checked.url), programKeys()])
    return { ...checked, isOfRegistry, keys }
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
      return decideExit(call, state).behavior === 'allow'
    })
    if (!isOpen)
      return closedPlace(url, `${url.host} is not open to programs.`, `WebFetch(domain:${url.host})`)
    const body = new Blob([]).stream()
    return { type: 'response', status: 200, statusText: 'OK', headers: [], url: address, unsent: [], body }
  }

  /** Undefined when it may leave. */
  async #decide(checked: Checked, signal: AbortSignal, redirected = false): Promise<Stop | undefined> {
    const { url, purpose, request } = checked
    const { readOnly, publishes } = purpose
    const readsRegistry = readOnly && checked.isOfRegistry
    const { method, body, initiator } = request
    const call = { url, readOnly, method, publishes, readsRegistry, ownOrigins: this.#options.ownOrigins }
    const decision = decideExit(call, await this.#options.permission())
    const about = {
      type: 'exit_decided',
      method,
      url: shownUrl(url, { to: 'log', redact: this.#options.redact }),
      program: initiator.command.trim().split(/\s+/)[0]?.slice(0, 40) ?? '',
      execId: initiator.execId,
      bytes: totalOf(sizesOf(checked)),
    } as const
    const settle = (behavior: 'allow' | 'deny', source: string, reason: string): undefined => {
      const used = behavior === 'allow' ? keysUsed({ url, headers: checked.headers }, checked.keys) : []
      const added = used.length > 0 ? ` Sent with the key ${used.join(', ')}.` : ''
      this.#options.log({ ...about, behavior, source, reason: reason + added })
    }
    const deny = (source: string, reason: string, rule: string | undefined, message = reason): Stop => {
      settle('deny', source, reason)
      return refused(message, url, rule)
    }
    const misplaced = misplacedKey({ url, headers: checked.headers, body }, checked.keys)
    if (misplaced !== undefined) return deny('safety_check', misplaced, undefined)
    if (decision.behavior === 'allow') return settle('allow', decision.source, decision.reason)
    if (decision.behavior === 'deny') {
      const { source, reason, rule } = decision
      const refusal = deny(source, reason, rule)
      return source === 'safety_check' && rule !== undefined ? closedPlace(url, reason, rule) : refusal
    }
    const once = onceKey(checked)
    if (once !== undefined && this.#allowedOnce.has(once))
      return settle('allow', 'person', 'The user allowed this operation once.')
    if (!redirected && isPlainRead(checked) && this.#options.seen(url))
      return settle('allow', 'person', 'The user allowed the command that names exactly this address.')

    const rule = decision.suggestedRule === '' ? undefined : decision.suggestedRule
    if (this.#refused.has(checked))
      return deny(
        'person',
        'The user has refused it to this command before.',
        rule,
        `The user has refused ${url.host} to this command.`,
      )

    const { newId, redact } = this.#options
    const { reason, suggestedRule } = decision
    const question = questionOf({ id: newId(), checked, keys: checked.keys, redact, reason, suggestedRule })
    const answer = await untilAborted(this.#options.ask(question, signal), signal)
    if (answer === undefined) {
      settle('deny', 'cancelled', 'The program ended before it was answered.')
      return CANCELLED
    }
    if (answer.behavior === 'deny') {
      this.#refused.remember(checked)
      return deny('person', 'The user refused it.', rule, `The user refused ${url.host}.`)
    }
    if (answer.scope !== 'once' && rule !== undefined)
      await this.#options.grant(rule, answer.scope, answer.place)
    else if (once !== undefined) this.#remember(once)
    return settle('allow', 'person', GRANTED[answer.scope])
  }

  #remember(once: string): void {
    const [oldest] = this.#allowedOnce
    if (oldest !== undefined && this.#allowedOnce.size >= EXITS_REMEMBERED) this.#allowedOnce.delete(oldest)
    this.#allowedOnce.add(once)
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
    const sending = { ...(await this.#sending({ ...checked, headers }, signal)), headers }
    const outcome = await send(sending, true)
    if (outcome.type === 'redirected') return redirect(`${url.host} redirects without an end.`)
    if (outcome.type !== 'response') return outcome
    const final = await this.#check({ ...request, headers, url: outcome.url })
    const refused =
      'type' in final
        ? final
        : final.url.origin === url.origin
          ? undefined
          : await this.#decide(final, signal, true)
    if (!refused) return outcome
    void outcome.body.cancel().catch(() => undefined)
    return refused
  }

  async #sending(checked: Checked, signal: AbortSignal): Promise<Sending> {
    const { request, url, headers, unsent, purpose, isOfRegistry } = checked
    const { method, body } = request
    const { keys } = checked
    const token = purpose.repository === undefined ? '' : await this.#options.token(url.host)
    const hasOwn = headers.some(([name]) => name.toLowerCase() === 'authorization')
    // Hosts take a token as the password of any user's basic authentication; that name is the one all of them accept.
    const credentials: EgressRequest['headers'] =
      token === '' || hasOwn ? [] : [['Authorization', `Basic ${btoa(`x-access-token:${token}`)}`]]
    return {
      url,
      method,
      body,
      unsent,
      signal,
      headers: [...withKeys(headers, url, keys), ...credentials],
      mask: valuesToMask(url, keys),
      fetch: isOfRegistry ? this.#options.registry.fetch : this.#options.fetch,
    }
  }
}

const GRANTED = {
  once: 'The user allowed it once.',
  session: 'The user allowed it for this session.',
  always: 'The user allowed it always.',
} as const

/** All requests of one run of git on one repository. */
function onceKey({ request, purpose }: Checked): string | undefined {
  if (purpose.repository === undefined) return undefined
  return `${request.initiator.operation} ${purpose.publishes ? 'push' : 'fetch'} ${purpose.repository}`
}

/** Nothing leaves with it but the address. */
function isPlainRead({ purpose, headers }: Checked): boolean {
  if (purpose.repository !== undefined) return purpose.readOnly
  return purpose.readOnly && harmlessOnly(headers).length === headers.length
}
