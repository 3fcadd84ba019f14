/** Decides on each request by the rules, asks for it if need be, and logs what was decided. */
import {
  decideEgress,
  isNamedRepository,
  type EgressCall,
  type EgressDecision,
} from '../permission/decide-egress.ts'
import type { CheckedRequest, Stop } from './check-request.ts'
import type { GateOptions } from './contract.ts'
import { harmlessOnly, isOfGit } from './headers.ts'
import { keysUsed, misplacedKey } from './placeholders.ts'
import type { ProgramKey } from './placeholders.ts'
import { questionOf } from './question.ts'
import { closedPlace, refused, RefusedHosts } from './refusals.ts'
import { shownUrl, sizesOf, totalOf } from './shown.ts'
import { orAborted } from '../or-aborted.ts'

/** A request that can be sent, if it may. */
export interface Checked extends CheckedRequest {
  /** It is an address of the package registry of the settings. */
  readonly isOfRegistry: boolean
  readonly keys: readonly ProgramKey[]
  /** Kept for its host, where our own git asks for a repository; '' for none. */
  readonly token: string
}

/** It may be sent. */
export interface Leave {
  readonly type: 'leave'
  readonly withToken: boolean
}

export const CANCELLED: Stop = {
  type: 'failed',
  reason: 'cancelled',
  message: 'The request was cancelled.',
}

interface How {
  /** Came here by a redirect: earlier permissions for the address do not count. */
  readonly isRedirected?: boolean
  /** The host has said that it needs a token: only what allows that counts. */
  readonly needsToken?: boolean
}

export class Decider {
  readonly #options: GateOptions
  readonly #refused = new RefusedHosts()

  constructor(options: GateOptions) {
    this.#options = options
  }

  async decide(checked: Checked, signal: AbortSignal, how: How = {}): Promise<Stop | Leave> {
    const { url, purpose, request, token } = checked
    const { repository } = purpose
    const state = await this.#options.permission()
    const once = onceKey(checked)
    const isOnce = once !== undefined && this.#options.once.has(once)
    const isNamed =
      token !== '' && repository !== undefined && (isOnce || isNamedRepository(repository, state.ruleSets))
    const decision = decideEgress(this.#callOf(checked, how, isNamed), state)
    const settle = this.#logging(checked)
    const leave = (source: string, reason: string, withToken: boolean): Leave => {
      settle('allow', source, withToken ? `${reason} Sent with your token for ${url.host}.` : reason)
      return { type: 'leave', withToken }
    }
    const deny = (source: string, reason: string, rule: string | undefined, message = reason): Stop => {
      settle('deny', source, reason)
      return refused(message, url, rule)
    }
    const misplaced = misplacedKey({ url, headers: checked.headers, body: request.body }, checked.keys)
    if (misplaced !== undefined) return deny('safety_check', misplaced, undefined)
    if (decision.behavior === 'allow') return leave(decision.source, decision.reason, isNamed)
    if (decision.behavior === 'deny') {
      const { source, reason, opens } = decision
      const refusal = deny(source, reason, opens)
      return source === 'safety_check' && opens !== undefined ? closedPlace(url, reason, opens) : refusal
    }
    if (isOnce) return leave('person', 'The user allowed this operation once.', isNamed)
    const isSeen = how.isRedirected !== true && how.needsToken !== true && isPlainRead(checked)
    if (isSeen && this.#options.seen(url))
      return leave('person', 'The user allowed the command that names exactly this address.', isNamed)
    return this.#asked(checked, { decision, once, leave, deny, signal })
  }

  async #asked(
    checked: Checked,
    {
      decision,
      once,
      leave,
      deny,
      signal,
    }: {
      decision: EgressDecision
      once: string | undefined
      leave: (source: string, reason: string, withToken: boolean) => Leave
      deny: (source: string, reason: string, rule: string | undefined, message?: string) => Stop
      signal: AbortSignal
    },
  ): Promise<Stop | Leave> {
    const { host } = checked.url
    const { reason, suggestedRule } = decision
    const rule = suggestedRule === '' ? undefined : suggestedRule
    const again = 'The user has refused it to this command before.'
    if (this.#refused.has(checked))
      return deny('person', again, rule, `The user has refused ${host} to this command.`)
    const { newId, redact, ask, grant } = this.#options
    const withToken = checked.token !== ''
    const question = questionOf({
      id: newId(),
      checked,
      keys: checked.keys,
      redact,
      withToken,
      reason,
      suggestedRule,
    })
    const answer = await orAborted(ask(question, signal, checked.request.initiator.execId), signal, undefined)
    if (answer === undefined) {
      deny('cancelled', 'The program ended before it was answered.', undefined)
      return CANCELLED
    }
    if (answer.behavior === 'deny') {
      this.#refused.remember(checked)
      return deny('person', 'The user refused it.', rule, `The user refused ${host}.`)
    }
    if (answer.scope !== 'once' && rule !== undefined) await grant(rule, answer.scope, answer.place)
    else if (once !== undefined) this.#options.once.add(once)
    return leave('person', GRANTED[answer.scope], withToken)
  }

  #callOf({ url, purpose, request, token, isOfRegistry }: Checked, how: How, isNamed: boolean): EgressCall {
    const { readOnly, publishes, repository } = purpose
    return {
      url,
      readOnly,
      method: request.method,
      publishes,
      readsRegistry: readOnly && isOfRegistry,
      ownOrigins: this.#options.ownOrigins,
      repository,
      token: token === '' || isNamed ? undefined : how.needsToken === true ? 'needed' : 'kept',
    }
  }

  #logging(checked: Checked): (behavior: 'allow' | 'deny', source: string, reason: string) => void {
    const { url, headers, keys, request } = checked
    const { command, execId } = request.initiator
    return (behavior, source, reason) => {
      const used = behavior === 'allow' ? keysUsed({ url, headers }, keys) : []
      const added = used.length > 0 ? ` Sent with the key ${used.join(', ')}.` : ''
      this.#options.log({
        type: 'exit_decided',
        method: request.method,
        url: shownUrl(url, { to: 'log', redact: this.#options.redact }),
        program: command.trim().split(/\s+/)[0]?.slice(0, 40) ?? '',
        execId,
        bytes: totalOf(sizesOf(checked)),
        behavior,
        source,
        reason: reason + added,
      })
    }
  }
}

const GRANTED = {
  once: 'The user allowed it once.',
  session: 'The user allowed it for this session.',
  always: 'The user allowed it always.',
} as const

/** The requests by which one run of a program reads a repository. Each that publishes is asked by itself. */
function onceKey({ request, purpose }: Checked): string | undefined {
  const { repository, readOnly } = purpose
  return repository === undefined || !readOnly ? undefined : `${request.initiator.operation} ${repository}`
}

/** Nothing leaves with it but the address. */
function isPlainRead({ purpose, headers, request }: Checked): boolean {
  // Names of commits that our own git says it has are some; those of another program may be anything.
  if (!purpose.readOnly || (request.body !== undefined && request.initiator.isGit !== true)) return false
  const rest = purpose.repository === undefined ? headers : headers.filter((header) => !isOfGit(header))
  return harmlessOnly(rest).length === rest.length
}
