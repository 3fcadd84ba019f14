/** The permission order: decides whether a call may run. Pure. Nothing here looks at anything but its arguments. */
import type { PathUse, PermissionCall, PermissionDecision, PermissionState } from './contract.ts'
import { lockedPlace } from './locks.ts'
import { findRule } from './match.ts'
import { allowsEveryCommand } from './leaf-rules.ts'
import { allows, asks, denies, higherRank, inOrder, lifts, strongest, unlifted } from './rank.ts'
import type { Allowed, Asked, Denied, Verdict } from './rank.ts'
import { checkReads, guardedWrite, isOfMemory, protectedWrite, staysInside, withheldFile } from './scope.ts'
import { analyse } from './shell/analysis.ts'
import { messageOf } from './shell/judge/judged-safely.ts'
import { reasonToAsk } from './shell/reason-to-ask.ts'
import { destroysEverything, guardedCommand, readsInside } from './shell/places.ts'
import { uncheckableDeny } from './shell/rules/uncheckable.ts'
import { patchedTarget, unsureTarget } from './shell/unsure-target.ts'
import { suggestRule } from './suggest.ts'

/**
 * Denies first; then an ask that no allow of its rank lifts; an ask nobody can answer is a deny. Never throws: where
 * a step fails, whatever it would have said, the user is asked.
 */
export function decide(call: PermissionCall, state: PermissionState): PermissionDecision {
  try {
    const verdict = verdictOn(call, state)
    const answered = verdict.behavior === 'ask' ? whoAnswers(verdict, state) : verdict
    const isUnkept = verdict.source === 'safety_check' || state.onlyPolicyAllows
    const suggestedRule = isUnkept ? '' : suggestRule(call)
    return { ...answered, suggestedRule, destructive: call.destructive }
  } catch (error) {
    const reason = `It could not be judged (${messageOf(error)}).`
    const isAsked = mode(state) !== 'plan' && mode(state) !== 'bypassPermissions'
    const verdict = isAsked ? whoAnswers(asks('safety_check', reason), state) : denies('safety_check', reason)
    return { ...verdict, suggestedRule: '', destructive: call.destructive }
  }
}

function verdictOn(call: PermissionCall, state: PermissionState): Verdict {
  return (
    protectedPlace(call, state) ??
    deniedByRule(call, state) ??
    deniedByPlan(call, state) ??
    guardedPlace(call, state) ??
    byRank(call, state)
  )
}

/** Step 1. Not even a rule or `bypassPermissions` gets past this. */
function protectedPlace(call: PermissionCall, state: PermissionState): Denied | undefined {
  const everything = call.command === undefined ? undefined : destroysEverything(call.command, call.cwd)
  const reason =
    everything ??
    lockedPlace(call, state.locks ?? []) ??
    (call.kind === 'shell' ? undefined : firstReason(call, protectedWrite))
  return reason === undefined ? undefined : denies('safety_check', reason)
}

/** Step 1 for what the user, but no rule, may allow; it stands after the denies so that it cannot soften one. */
function guardedPlace(call: PermissionCall, state: PermissionState): Verdict | undefined {
  const ofCommand =
    call.command === undefined
      ? undefined
      : (guardedCommand(call.command, call.cwd) ?? patchedTarget(call.command, call.cwd))
  const isBypass = mode(state) === 'bypassPermissions'
  const named = ofCommand ?? firstReason(call, (use) => placeReason(call, use, state))
  // In other modes a question comes later.
  const unsure = isBypass && call.command !== undefined ? unsureTarget(call.command, call.cwd) : undefined
  const reason = named ?? unsure
  if (reason === undefined) return undefined
  // Bypass means that nobody wants to be asked; a call that must be asked about is then refused.
  return isBypass ? denies('safety_check', reason) : asks('safety_check', reason)
}

/** git is handed its own files by commands, too; there the user may say yes. */
function placeReason({ kind }: PermissionCall, use: PathUse, state: PermissionState): string | undefined {
  const ofShell = kind === 'shell' ? protectedWrite(use) : undefined
  // A command that writes a file with secrets does not show it.
  const isHidden = kind === 'shell' && use.access === 'write' ? undefined : withheldFile(use)
  return ofShell ?? (isOfMemory(use, state) ? undefined : guardedWrite(use)) ?? isHidden
}

function firstReason(
  { paths }: PermissionCall,
  reasonOf: (use: PathUse) => string | undefined,
): string | undefined {
  return paths.map(reasonOf).find((found) => found !== undefined)
}

/** Step 2: a deny of any source. */
function deniedByRule(call: PermissionCall, state: PermissionState): Denied | undefined {
  for (const { source, rules } of inOrder(state.ruleSets)) {
    const rule = findRule(rules.deny, call, 'deny')
    if (rule !== undefined) return denies(source, ruleReason(rule, source, 'forbids it'), rule)
  }
  return undefined
}

/** Step 3. */
function deniedByPlan(call: PermissionCall, state: PermissionState): Denied | undefined {
  if (mode(state) !== 'plan' || call.readOnly) return undefined
  return denies('mode', 'In plan mode nothing is changed: present the plan first; the user leaves the mode.')
}

/** Steps 4 to 6. A rule that allows counts unless the call raises a question that needs a higher rank. */
function byRank(call: PermissionCall, state: PermissionState): Verdict {
  const byItself = byTool(call, state)
  const question = byItself ?? ofCommand(call, state)
  const raised = question?.behavior === 'ask' ? question : undefined
  const ruled = byRules(call, state)
  if (ruled?.behavior === 'ask') return strongest(ruled, raised)
  const outranked = ruled !== undefined && raised !== undefined && !lifts(ruled.rank, raised.rank)
  if (ruled !== undefined && !outranked) return ruled
  const otherwise = byItself ?? bySandbox(call, state, raised) ?? byMode(call, state)
  if (otherwise.behavior !== 'ask' || raised === undefined) return otherwise
  if (ruled !== undefined) return unlifted(raised, ruled)
  return { ...otherwise, rank: higherRank(otherwise.rank, raised.rank) }
}

/** Step 4: the highest source with an opinion; within it ask before allow. */
function byRules(call: PermissionCall, state: PermissionState): Asked | Allowed | undefined {
  const ruleSets = inOrder(state.ruleSets)
  const uncheckable = uncheckableDeny(call, ruleSets)
  for (const { source, rules } of ruleSets) {
    const ask = findRule(rules.ask, call, 'ask')
    if (ask !== undefined) {
      const asked = asks(source, ruleReason(ask, source, 'asks for it'), ask)
      return strongest(asked, uncheckable)
    }
    const allow = findRule(rules.allow, call, 'allow')
    if (allow !== undefined && uncheckable === undefined)
      return allows(source, ruleReason(allow, source, 'allows it'), allow)
  }
  return uncheckable ?? allowsEveryCommand(call, ruleSets)
}

/** Step 5. */
function byTool(call: PermissionCall, state: PermissionState): Verdict | undefined {
  const ofNotes = inMemory(call, state)
  if (ofNotes !== undefined) return ofNotes
  if (call.check !== undefined) return checked(call.check)
  if (call.kind !== 'shell' || call.command === undefined) return undefined
  const analysis = analyse(call.command, call.cwd)
  const [problem] = analysis.problems
  if (problem !== undefined && mode(state) !== 'bypassPermissions') return asks('tool', `It ${problem}.`)
  const isInside = readsInside(analysis) && checkReads(call.paths)?.behavior === 'allow'
  if (analysis.class !== 'read-only' || !isInside) return undefined
  return allows('tool', 'Every command in it only reads inside the workspace.')
}

/** Calls on notes alone, which are of the user's own and whose versions are all kept. */
function inMemory(call: PermissionCall, state: PermissionState): Verdict | undefined {
  const { kind, paths } = call
  if (kind !== 'read' && kind !== 'edit') return undefined
  if (paths.length === 0 || !paths.every((use) => isOfMemory(use, state))) return undefined
  if (kind === 'read') return allows('tool', 'It reads notes of the memory.')
  return state.memory === 'ask'
    ? asks('tool', 'It writes a note, and you are to be asked before something is remembered.')
    : allows('tool', 'It writes a note, whose earlier versions are kept.')
}

function checked({ behavior, reason }: NonNullable<PermissionCall['check']>): Verdict {
  if (behavior === 'deny') return denies('tool', reason)
  return behavior === 'ask' ? asks('tool', reason) : allows('tool', reason)
}

/** The question that a command raises by its purpose, in whatever mode; one that nobody wants to be asked is none. */
function ofCommand(call: PermissionCall, state: PermissionState): Asked | undefined {
  if (call.kind !== 'shell' || call.command === undefined || mode(state) === 'bypassPermissions')
    return undefined
  const question = reasonToAsk(call.command, call.cwd, call.installed ?? [])
  return question === undefined ? undefined : asks('sandbox', question)
}

/** Step 6a: calls that provably stay inside and can be rewound. */
function bySandbox(
  call: PermissionCall,
  state: PermissionState,
  raised: Asked | undefined,
): Asked | Allowed | undefined {
  if (!state.sandboxAutoAllow || !state.contained || !['default', 'auto'].includes(mode(state)))
    return undefined
  if (call.kind === 'page')
    return allows('sandbox', 'It acts on a page of the sandbox, which reaches nothing outside.')
  if (call.kind !== 'edit' && call.kind !== 'shell') return undefined
  if (!staysInside(call.paths)) return undefined
  return raised ?? allows('sandbox', 'It stays inside the sandbox and can be rewound.')
}

/** Step 6b. */
function byMode(call: PermissionCall, state: PermissionState): Asked | Allowed {
  const current = mode(state)
  switch (current) {
    case 'bypassPermissions':
      return allows('mode', 'Permissions are bypassed in this mode.')
    case 'acceptEdits':
      if (call.kind === 'edit') return allows('mode', 'File edits are accepted in this mode.')
      return asks('mode', `${call.tool} is not a file edit, and no rule allows it.`)
    case 'auto':
    case 'dontAsk':
      return asks('mode', 'No rule allows it.')
    case 'plan':
      return asks('mode', 'In plan mode what no rule allows is asked.')
    case 'default': {
      const closed = state.mode === 'bypassPermissions' ? ' Bypassing is not opened in the settings.' : ''
      return asks('mode', `No rule allows it.${closed}`)
    }
    default:
      return current satisfies never
  }
}

/** Bypass counts only with its switch. */
function mode(state: PermissionState): PermissionState['mode'] {
  return state.mode === 'bypassPermissions' && !state.allowBypass ? 'default' : state.mode
}

/** Nobody can answer, or nobody wants to be asked: an ask becomes a deny, and nothing waits. */
function whoAnswers(asked: Asked, state: PermissionState): Asked | Denied {
  const because = (source: 'nobody' | 'mode', why: string): Denied =>
    denies(source, `${asked.reason} ${why}`, asked.rule)
  if (!state.canAsk) return because('nobody', 'Nobody is there to be asked.')
  if (mode(state) !== 'dontAsk') return asked
  return because('mode', 'In this mode nobody is asked.')
}

function ruleReason(rule: string, source: string, verb: string): string {
  return `The rule ${rule} (${source}) ${verb}.`
}
