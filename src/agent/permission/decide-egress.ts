/**
 * Whether a request may leave the sandbox: the permission order for egress, pure. A request that no rule
 * allows is asked about.
 */
import { addressKind } from '../protocol/address-kind.ts'
import type { PermissionState, RuleSet } from './contract.ts'
import { allows, asks, denies, higherRank, inOrder, lifts, RANK_OF, unlifted } from './rank.ts'
import type { Allowed, Asked, Denied, Verdict } from './rank.ts'
import { ANY_METHOD, findWebRule, namesRepository, repositoryRule, suggestWebRule } from './web-rule.ts'

/** A request as it is judged: where it goes and whether it changes anything there. */
export interface EgressCall {
  readonly url: URL
  readonly readOnly: boolean
  /** In capitals. */
  readonly method: string
  /** It publishes the user's work (`git push`): asked each time, no rule allows it. */
  readonly publishes: boolean
  /** It reads from the package registry of the settings. */
  readonly readsRegistry: boolean
  /** Origins of the app and its sandbox. */
  readonly ownOrigins: readonly string[]
  /** The address of the repository that git reads or writes. */
  readonly repository?: string | undefined
  /** Whether a token is kept for the host of the repository, and whether the host has said that it needs one. */
  readonly token?: 'kept' | 'needed' | undefined
}

export type EgressDecision = Verdict & {
  /** The rule that "Always allow" would save; empty when no rule can allow it. */
  readonly suggestedRule: string
  /** The rule by which the user could allow what is refused here, where there is one. */
  readonly opens?: string
}

type EgressState = Pick<PermissionState, 'mode' | 'allowBypass' | 'ruleSets' | 'canAsk' | 'onlyPolicyAllows'>

/**
 * Denies first; then the registry and the rules; else it is asked for. A rule of a lower rank than the user's lifts no such
 * question.
 */
export function decideEgress(call: EgressCall, state: EgressState): EgressDecision {
  const verdict =
    deniedByRule(call, state) ??
    byRules(call, state) ??
    ofRegistry(call) ??
    closedPlace(call, state) ??
    byMode(call, state)
  const isKept = verdict.behavior === 'ask' && !call.publishes && !state.onlyPolicyAllows
  const suggestedRule = isKept ? suggestedFor(call) : ''
  const opens = suggestedRule === '' ? {} : { opens: suggestedRule }
  if (verdict.behavior !== 'ask') return { suggestedRule, ...verdict }
  const refusal = (source: 'mode' | 'nobody', why: string): EgressDecision => ({
    ...denies(source, `${verdict.reason} ${why}`),
    suggestedRule: '',
    ...opens,
  })
  if (state.mode === 'dontAsk') return refusal('mode', 'In this mode nobody is asked.')
  return state.canAsk ? { suggestedRule, ...verdict } : refusal('nobody', 'Nobody is there to be asked.')
}

/** Whether the person has named it for their token. A project's own rules name nothing. */
export function isNamedRepository(repository: string, ruleSets: readonly RuleSet[]): boolean {
  return ofUser(ruleSets).some(({ rules }) => rules.allow.some((text) => namesRepository(text, repository)))
}

function suggestedFor(call: EgressCall): string {
  const { repository, token } = call
  return repository === undefined || token === undefined ? suggestWebRule(call) : repositoryRule(repository)
}

/** The sets that can lift a question about egress. */
function ofUser(ruleSets: readonly RuleSet[]): readonly RuleSet[] {
  return ruleSets.filter(({ source }) => lifts(RANK_OF[source].allow, RANK_OF.egress.ask))
}

function deniedByRule(call: EgressCall, state: EgressState): Denied | undefined {
  for (const { source, rules } of inOrder(state.ruleSets)) {
    const rule = findWebRule(rules.deny, call, 'deny')
    if (rule !== undefined) return denies(source, `The rule ${rule} (${source}) forbids it.`)
  }
  return undefined
}

/** The first set with an opinion; an ask of any set is raised together with the question that each request raises. */
function byRules(call: EgressCall, state: EgressState): Asked | Allowed | undefined {
  for (const { source, rules } of inOrder(state.ruleSets)) {
    const ask = findWebRule(rules.ask, call, 'ask')
    if (ask !== undefined) {
      const asked = asks(source, `The rule ${ask} (${source}) asks for it.`)
      return { ...asked, rank: higherRank(asked.rank, RANK_OF.egress.ask) }
    }
    const allow = allowOf(call, { source, rules })
    if (allow !== undefined && lifts(allow.rank, RANK_OF.egress.ask)) return allow
  }
  return undefined
}

/** No rule allows what publishes. */
function allowOf(call: EgressCall, { source, rules }: RuleSet): Allowed | undefined {
  const rule = call.publishes ? undefined : findWebRule(allowing(call, rules.allow), call, 'allow')
  return rule === undefined ? undefined : allows(source, `The rule ${rule} (${source}) allows it.`, rule)
}

/** A token goes by rules for its repository only, not by those for a host. */
function allowing({ token, repository }: EgressCall, rules: readonly string[]): readonly string[] {
  if (token !== 'needed') return rules
  return rules.filter((text) => repository !== undefined && namesRepository(text, repository))
}

/** Chosen by the user, or by who set the page's server up: packages are read from it without a question. */
function ofRegistry({ readsRegistry, url, token }: EgressCall): Allowed | undefined {
  if (!readsRegistry || token === 'needed') return undefined
  return allows('registry', `${url.host} is the package registry of the settings, and this only reads.`)
}

/**
 * Closed unless a rule names exactly that address: servers on the user's machine were not made for programs
 * here.
 */
function closedPlace(call: EgressCall, { ruleSets }: EgressState): OpenableDenial | undefined {
  const { url, ownOrigins, repository } = call
  const isOwn = ownOrigins.includes(url.origin)
  if (addressKind(url.hostname) === 'public' && !isOwn) return undefined
  const isNamed = (readOnly: boolean) =>
    ofUser(ruleSets).some(
      ({ rules }) =>
        findWebRule(rules.allow, { url, readOnly, method: ANY_METHOD, repository }, 'allow') !== undefined,
    )
  if (isNamed(true) || isNamed(false)) return undefined
  const what = isOwn ? "an address of this app's own" : 'an address of this machine or of a private network'
  return { ...denies('safety_check', `${url.host} is ${what}.`), opens: suggestWebRule(call) }
}

type OpenableDenial = Denied & Pick<EgressDecision, 'opens'>

function byMode(call: EgressCall, state: EgressState): Asked | Allowed {
  if (state.mode === 'bypassPermissions' && state.allowBypass && !call.publishes && call.token !== 'needed')
    return allows('mode', 'Permissions are bypassed in this mode.')
  const raised = asks('egress', questionOf(call))
  const [outranked] = inOrder(state.ruleSets).flatMap((set) => allowOf(call, set) ?? [])
  return outranked === undefined ? raised : unlifted(raised, outranked)
}

function questionOf({ publishes, token, url }: EgressCall): string {
  if (publishes) return 'What is pushed leaves this browser; that is asked each time.'
  return token === undefined
    ? 'What leaves this browser is asked for, and no rule allows it.'
    : `Your token for ${url.host} would go along; that is asked for each repository.`
}
