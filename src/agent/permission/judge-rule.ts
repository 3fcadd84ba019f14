/** Whether a rule that a person has written for a call can be kept, and what it would do besides. */
import type { RuleJudgement } from '../protocol/calls/permissions.ts'
import { namesNoCommand } from './command-rule.ts'
import type { PermissionCall, PermissionState, RuleSet } from './contract.ts'
import { allowsEveryCommand } from './leaf-rules.ts'
import { findRule } from './match.ts'
import { isWellFormed, parseRule } from './rule.ts'
import { shadowedRules } from './shadowed-rules.ts'
import { analyse } from './shell/analysis.ts'

/** A problem keeps it from being taken; warnings are told. */
export function judgeRule(rule: string, call: PermissionCall, state: PermissionState): RuleJudgement {
  const text = rule.trim()
  const refuse = (problem: string): RuleJudgement => ({ problem, warnings: [] })
  if (!isWellFormed(text))
    return refuse(`"${text}" is no rule. One looks like Bash(npm test:*) or Edit(/src/**).`)
  const own: RuleSet = { source: 'session', rules: { allow: [text], ask: [], deny: [] } }
  const isCovered =
    findRule([text], call, 'allow') !== undefined ||
    allowsEveryCommand(call, [...state.ruleSets, own]) !== undefined
  const isUnclear = call.command !== undefined && analyse(call.command, call.cwd).class === 'unknown'
  if (isUnclear && !isExact(text))
    return refuse('The effects of this command cannot be told, so only exactly this command can be allowed.')
  if (isWithoutCommand(text))
    return refuse(`${withoutCommand(text)} Begin it with the command that it allows.`)
  if (!isCovered) return refuse(`${text} does not cover this call: it would be asked for again.`)
  const shadows = shadowedRules([...state.ruleSets, own], { isAutoAllowed: state.sandboxAutoAllow })
  const warnings = shadows.filter((shadow) => shadow.rule === text).map((shadow) => shadow.text)
  return { warnings: parseRule(text).pattern === undefined ? [...warnings, wholeTool(text)] : warnings }
}

/** Sentences about rules in the settings: those that are none, and those that allow nothing. */
export function rulesToldOf(
  ruleSets: PermissionState['ruleSets'],
  isAutoAllowed: boolean,
): readonly string[] {
  const malformed = ruleSets.flatMap(({ rules }) =>
    Object.entries(rules).flatMap(([list, texts]) =>
      texts
        .filter((text) => !isWellFormed(text))
        .map(
          (text) =>
            `"${text}" is no rule${list === 'allow' ? ', so it allows nothing' : ''}. Write e.g. Bash(npm test:*).`,
        ),
    ),
  )
  const unnamed = ruleSets.flatMap(({ rules }) => rules.allow.filter(isWithoutCommand).map(withoutCommand))
  return [...malformed, ...unnamed, ...shadowedRules(ruleSets, { isAutoAllowed }).map(({ text }) => text)]
}

function isExact(rule: string): boolean {
  const { pattern } = parseRule(rule)
  return pattern !== undefined && !/(?<!\\)\*/.test(pattern)
}

function isWithoutCommand(rule: string): boolean {
  const { tool, pattern } = parseRule(rule)
  return tool === 'Bash' && pattern !== undefined && isWellFormed(rule) && namesNoCommand(pattern)
}

function withoutCommand(rule: string): string {
  return `${rule} begins with a star, so that it names no command: it allows nothing that deletes, writes or reaches out.`
}

function wholeTool(rule: string): string {
  return rule === 'Bash'
    ? 'This allows every command whose words are plain, but for those that run others.'
    : `This allows every use of ${rule}.`
}
