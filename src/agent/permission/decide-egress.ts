/**
 * Whether a request may leave the sandbox: the permission order for egress, pure. A request that no rule
 * allows is asked about.
 */
import { addressKind } from '../protocol/address-kind.ts'
import { RULE_SOURCES, type DecisionSource, type PermissionState, type RuleSet } from './contract.ts'
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

export interface EgressDecision {
  readonly behavior: 'allow' | 'ask' | 'deny'
  readonly source: DecisionSource
  readonly reason: string
  /** The rule that "Always allow" would save; empty when no rule can allow it. */
  readonly suggestedRule: string
  /** The rule by which the user could allow what is refused here, where there is one. */
  readonly rule?: string
}

type EgressState = Pick<PermissionState, 'mode' | 'allowBypass' | 'ruleSets' | 'canAsk'>

/** The first step that has an opinion decides; a deny of any source comes before every allow. */
export function decideEgress(call: EgressCall, state: EgressState): EgressDecision {
  const verdict =
    deniedByRule(call, state) ??
    bySource(call, state) ??
    ofRegistry(call) ??
    closedPlace(call, state) ??
    byMode(call, state)
  const suggestedRule = call.publishes || verdict.behavior !== 'ask' ? '' : suggestedFor(call)
  const rule = suggestedRule === '' ? {} : { rule: suggestedRule }
  if (verdict.behavior !== 'ask') return { suggestedRule, ...verdict }
  if (state.mode === 'dontAsk') {
    const reason = `${verdict.reason} In this mode nobody is asked.`
    return { behavior: 'deny', source: 'mode', reason, suggestedRule: '', ...rule }
  }
  if (state.canAsk) return { suggestedRule, ...verdict }
  const reason = `${verdict.reason} Nobody is there to be asked.`
  return { behavior: 'deny', source: 'nobody', reason, suggestedRule: '', ...rule }
}

/** Whether the person has named it for their token. A project's own rules name nothing. */
export function isNamedRepository(repository: string, ruleSets: readonly RuleSet[]): boolean {
  return ruleSets.some(
    ({ source, rules }) =>
      source !== 'project' && rules.allow.some((text) => namesRepository(text, repository)),
  )
}

function suggestedFor(call: EgressCall): string {
  const { repository, token } = call
  return repository === undefined || token === undefined ? suggestWebRule(call) : repositoryRule(repository)
}

type Verdict = Omit<EgressDecision, 'suggestedRule'>

function deniedByRule(call: EgressCall, state: EgressState): Verdict | undefined {
  for (const { source, rules } of sorted(state.ruleSets)) {
    const rule = findWebRule(rules.deny, call, 'deny')
    if (rule !== undefined)
      return { behavior: 'deny', source, reason: `The rule ${rule} (${source}) forbids it.` }
  }
  return undefined
}

function bySource(call: EgressCall, state: EgressState): Verdict | undefined {
  for (const { source, rules } of sorted(state.ruleSets)) {
    const ask = findWebRule(rules.ask, call, 'ask')
    if (ask !== undefined)
      return { behavior: 'ask', source, reason: `The rule ${ask} (${source}) asks for it.` }
    const allow = isAllowable(call, source)
      ? findWebRule(allowing(call, rules.allow), call, 'allow')
      : undefined
    if (allow !== undefined)
      return { behavior: 'allow', source, reason: `The rule ${allow} (${source}) allows it.` }
  }
  return undefined
}

/** No rule allows what publishes, and no project's rule a token. */
function isAllowable({ publishes, token }: EgressCall, source: RuleSet['source']): boolean {
  return !publishes && !(token === 'needed' && source === 'project')
}

/** A token goes by rules for its repository only, not by those for a host. */
function allowing({ token, repository }: EgressCall, rules: readonly string[]): readonly string[] {
  if (token !== 'needed') return rules
  return rules.filter((text) => repository !== undefined && namesRepository(text, repository))
}

/** Chosen by the user, or by who set the page's server up: packages are read from it without a question. */
function ofRegistry({ readsRegistry, url, token }: EgressCall): Verdict | undefined {
  if (!readsRegistry || token === 'needed') return undefined
  const reason = `${url.host} is the package registry of the settings, and this only reads.`
  return { behavior: 'allow', source: 'registry', reason }
}

/**
 * Closed unless a rule names exactly that address: servers on the user's machine were not made for programs
 * here.
 */
function closedPlace(call: EgressCall, { ruleSets }: EgressState): Verdict | undefined {
  const { url, ownOrigins, repository } = call
  const isOwn = ownOrigins.includes(url.origin)
  if (addressKind(url.hostname) === 'public' && !isOwn) return undefined
  const isNamed = (readOnly: boolean) =>
    ruleSets.some(
      ({ rules }) =>
        findWebRule(rules.allow, { url, readOnly, method: ANY_METHOD, repository }, 'allow') !== undefined,
    )
  if (isNamed(true) || isNamed(false)) return undefined
  const what = isOwn ? "an address of this app's own" : 'an address of this machine or of a private network'
  const reason = `${url.host} is ${what}.`
  return { behavior: 'deny', source: 'safety_check', reason, rule: suggestWebRule(call) }
}

function byMode(call: EgressCall, state: EgressState): Verdict {
  if (state.mode === 'bypassPermissions' && state.allowBypass && !call.publishes && call.token !== 'needed')
    return { behavior: 'allow', source: 'mode', reason: 'Permissions are bypassed in this mode.' }
  const reason = call.publishes
    ? 'What is pushed leaves this browser; that is asked each time.'
    : call.token === undefined
      ? 'What leaves this browser is asked for, and no rule allows it.'
      : `Your token for ${call.url.host} would go along; that is asked for each repository.`
  return { behavior: 'ask', source: 'mode', reason }
}

function sorted(ruleSets: readonly RuleSet[]): readonly RuleSet[] {
  const rank = ({ source }: RuleSet) => RULE_SOURCES.indexOf(source)
  return ruleSets.toSorted((a, b) => rank(a) - rank(b))
}
