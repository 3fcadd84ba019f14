/** The permission order: decides whether a call may run. Pure. Nothing here looks at anything but its arguments. */
import {
  RULE_SOURCES,
  type DecisionSource,
  type PathUse,
  type PermissionCall,
  type PermissionDecision,
} from './contract.ts'
import type { PermissionState, RuleSet } from './contract.ts'
import { lockedPlace } from './locks.ts'
import { findRule } from './match.ts'
import { allowsEveryCommand } from './leaf-rules.ts'
import { checkReads, guardedWrite, protectedWrite, staysInside, withheldFile } from './scope.ts'
import { analyse } from './shell/analysis.ts'
import { messageOf } from './shell/judge/judged-safely.ts'
import { reasonToAsk } from './shell/reason-to-ask.ts'
import { destroysEverything, guardedCommand, readsInside } from './shell/places.ts'
import { uncheckableDeny } from './shell/rules/uncheckable.ts'
import { patchedTarget, unsureTarget } from './shell/unsure-target.ts'
import { suggestRule } from './suggest.ts'

interface Verdict {
  readonly behavior: 'allow' | 'ask' | 'deny'
  readonly source: DecisionSource
  readonly reason: string
  readonly rule?: string
}

/**
 * The first step that has an opinion decides; an ask nobody can answer is a deny. Never throws: where
 * a step fails, whatever it would have said, the user is asked.
 */
export function decide(call: PermissionCall, state: PermissionState): PermissionDecision {
  try {
    return decided(call, state)
  } catch (error) {
    const reason = `It could not be judged (${messageOf(error)}).`
    const isAsked = mode(state) !== 'plan' && mode(state) !== 'bypassPermissions'
    const verdict: Verdict = { behavior: isAsked ? 'ask' : 'deny', source: 'safety_check', reason }
    return {
      ...(isAsked ? whoAnswers(verdict, state) : verdict),
      suggestedRule: '',
      destructive: call.destructive,
    }
  }
}

function decided(call: PermissionCall, state: PermissionState): PermissionDecision {
  const verdict =
    protectedPlace(call, state) ??
    deniedByRule(call, state) ??
    deniedByPlan(call, state) ??
    guardedPlace(call, state) ??
    bySource(call, state) ??
    byTool(call, state) ??
    bySandbox(call, state) ??
    byMode(call, state)
  const answered = verdict.behavior === 'ask' ? whoAnswers(verdict, state) : verdict
  const suggestedRule = verdict.source === 'safety_check' ? '' : suggestRule(call)
  return { ...answered, suggestedRule, destructive: call.destructive }
}

/** Step 1. Not even a rule or `bypassPermissions` gets past this. */
function protectedPlace(call: PermissionCall, state: PermissionState): Verdict | undefined {
  const everything = call.command === undefined ? undefined : destroysEverything(call.command, call.cwd)
  const reason =
    everything ??
    lockedPlace(call, state.locks ?? []) ??
    (call.kind === 'shell' ? undefined : firstReason(call, protectedWrite))
  return reason === undefined ? undefined : { behavior: 'deny', source: 'safety_check', reason }
}

/** Step 1 for what the user, but no rule, may allow; it stands after the denies so that it cannot soften one. */
function guardedPlace(call: PermissionCall, state: PermissionState): Verdict | undefined {
  const ofCommand =
    call.command === undefined
      ? undefined
      : (guardedCommand(call.command, call.cwd) ?? patchedTarget(call.command, call.cwd))
  const isBypass = mode(state) === 'bypassPermissions'
  const named = ofCommand ?? firstReason(call, (use) => placeReason(call, use))
  // In other modes a question comes later.
  const unsure = isBypass && call.command !== undefined ? unsureTarget(call.command, call.cwd) : undefined
  const reason = named ?? unsure
  if (reason === undefined) return undefined
  // Bypass means that nobody wants to be asked; a call that must be asked about is then refused.
  const behavior = isBypass ? 'deny' : 'ask'
  return { behavior, source: 'safety_check', reason }
}

/** git is handed its own files by commands, too; there the user may say yes. */
function placeReason({ kind }: PermissionCall, use: PathUse): string | undefined {
  const ofShell = kind === 'shell' ? protectedWrite(use) : undefined
  // A command that writes a file with secrets does not show it.
  const isHidden = kind === 'shell' && use.access === 'write' ? undefined : withheldFile(use)
  return ofShell ?? guardedWrite(use) ?? isHidden
}

function firstReason(
  { paths }: PermissionCall,
  reasonOf: (use: PathUse) => string | undefined,
): string | undefined {
  return paths.map(reasonOf).find((found) => found !== undefined)
}

/** Step 2: a deny of any source. */
function deniedByRule(call: PermissionCall, state: PermissionState): Verdict | undefined {
  for (const { source, rules } of sorted(state.ruleSets)) {
    const rule = findRule(rules.deny, call, 'deny')
    if (rule !== undefined)
      return { behavior: 'deny', source, reason: ruleReason(rule, source, 'forbids it'), rule }
  }
  return undefined
}

/** Step 3. */
function deniedByPlan(call: PermissionCall, state: PermissionState): Verdict | undefined {
  if (mode(state) !== 'plan' || call.readOnly) return undefined
  const reason = 'In plan mode nothing is changed: present the plan first; the user leaves the mode.'
  return { behavior: 'deny', source: 'mode', reason }
}

/** Step 4: the highest source with an opinion; within it ask before allow. */
function bySource(call: PermissionCall, state: PermissionState): Verdict | undefined {
  const uncheckable = uncheckableDeny(call, state.ruleSets)
  for (const { source, rules } of sorted(state.ruleSets)) {
    const ask = findRule(rules.ask, call, 'ask')
    if (ask !== undefined)
      return { behavior: 'ask', source, reason: ruleReason(ask, source, 'asks for it'), rule: ask }
    const allow = findRule(rules.allow, call, 'allow')
    if (allow !== undefined && uncheckable === undefined) {
      return { behavior: 'allow', source, reason: ruleReason(allow, source, 'allows it'), rule: allow }
    }
  }
  if (uncheckable !== undefined) return uncheckable
  const each = allowsEveryCommand(call, state.ruleSets)
  return each === undefined ? undefined : { behavior: 'allow', ...each }
}

/** Step 5. */
function byTool(call: PermissionCall, state: PermissionState): Verdict | undefined {
  if (call.check !== undefined) return { ...call.check, source: 'tool' }
  if (call.kind !== 'shell' || call.command === undefined) return undefined
  const analysis = analyse(call.command, call.cwd)
  const [problem] = analysis.problems
  if (problem !== undefined && mode(state) !== 'bypassPermissions')
    return { behavior: 'ask', source: 'tool', reason: `It ${problem}.` }
  const isInside = readsInside(analysis) && checkReads(call.paths)?.behavior === 'allow'
  if (analysis.class !== 'read-only' || !isInside) return undefined
  return { behavior: 'allow', source: 'tool', reason: 'Every command in it only reads inside the workspace.' }
}

/** Step 6a: calls that provably stay inside and can be rewound. */
function bySandbox(call: PermissionCall, state: PermissionState): Verdict | undefined {
  if (!state.sandboxAutoAllow || !state.contained || !['default', 'auto'].includes(mode(state)))
    return undefined
  if (call.kind === 'page') {
    const reason = 'It acts on a page of the sandbox, which reaches nothing outside.'
    return { behavior: 'allow', source: 'sandbox', reason }
  }
  if (call.kind !== 'edit' && call.kind !== 'shell') return undefined
  if (!staysInside(call.paths)) return undefined
  const question =
    call.command === undefined ? undefined : reasonToAsk(call.command, call.cwd, call.installed ?? [])
  if (question !== undefined) return { behavior: 'ask', source: 'sandbox', reason: question }
  const reason = 'It stays inside the sandbox and can be rewound.'
  return { behavior: 'allow', source: 'sandbox', reason }
}

/** Step 6b. */
function byMode(call: PermissionCall, state: PermissionState): Verdict {
  const current = mode(state)
  const ask = (reason: string): Verdict => ({ behavior: 'ask', source: 'mode', reason })
  const allow = (reason: string): Verdict => ({ behavior: 'allow', source: 'mode', reason })
  switch (current) {
    case 'bypassPermissions':
      return allow('Permissions are bypassed in this mode.')
    case 'acceptEdits':
      if (call.kind === 'edit') return allow('File edits are accepted in this mode.')
      return ask(`${call.tool} is not a file edit, and no rule allows it.`)
    case 'auto':
    case 'dontAsk':
      return ask('No rule allows it.')
    case 'plan':
      return ask('In plan mode what no rule allows is asked.')
    case 'default': {
      const closed = state.mode === 'bypassPermissions' ? ' Bypassing is not opened in the settings.' : ''
      return ask(`No rule allows it.${closed}`)
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
function whoAnswers(verdict: Verdict, state: PermissionState): Verdict {
  if (!state.canAsk) return nobodyThere(verdict)
  if (mode(state) !== 'dontAsk') return verdict
  return { behavior: 'deny', source: 'mode', reason: `${verdict.reason} In this mode nobody is asked.` }
}

function nobodyThere(verdict: Verdict): Verdict {
  return { behavior: 'deny', source: 'nobody', reason: `${verdict.reason} Nobody is there to be asked.` }
}

function sorted(ruleSets: readonly RuleSet[]): readonly RuleSet[] {
  const rank = ({ source }: RuleSet) => RULE_SOURCES.indexOf(source)
  return ruleSets.toSorted((a, b) => rank(a) - rank(b))
}

function ruleReason(rule: string, source: string, verb: string): string {
  return `The rule ${rule} (${source}) ${verb}.`
}
