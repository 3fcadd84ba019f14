/** Which rule speaks about a call. Allow rules are read strictly, deny and ask rules leniently. */
import { resolve } from '../../sandbox/contract/path.ts'
import { allowsCommand, mentionsCommand } from './command-rule.ts'
import type { PathUse, PermissionCall, RuleSet } from './contract.ts'
import { matchesPath } from './path-rule.ts'
import { isWellFormed, parseRule, type Rule } from './rule.ts'
import { analyse } from './shell/analysis.ts'
import { possibleCommands } from './shell/rules/pieces.ts'

type Behavior = 'allow' | 'ask' | 'deny'

/** The first matching rule, as written. */
export function findRule(
  rules: readonly string[],
  call: PermissionCall,
  behavior: Behavior,
): string | undefined {
  return rules.find((text) => matches(parseRule(text), call, behavior))
}

/** Whether a rule forbids every use of a tool, so that it is not offered. */
export function isForbidden(
  tool: Pick<PermissionCall, 'tool' | 'kind'>,
  ruleSets: readonly RuleSet[],
): boolean {
  return ruleSets.some(({ rules }) =>
    rules.deny.map(parseRule).some((rule) => rule.pattern === undefined && speaksOf(rule, tool)),
  )
}

function matches(rule: Rule, call: PermissionCall, behavior: Behavior): boolean {
  if (behavior === 'allow' && !isWellFormed(rule.text)) return false
  if (call.kind === 'shell' && behavior !== 'allow' && touchesDeniedPath(rule, call)) return true
  if (call.kind === 'page' && behavior !== 'allow' && rule.tool === 'Read')
    return call.paths.length > 0 && matchesPaths(rule.pattern ?? '**', call.paths, behavior)
  if (!speaksOf(rule, call)) return false
  // Rules about hosts are for the gate, which knows the address that is asked for.
  if (rule.tool === 'WebFetch' && rule.pattern !== undefined) return false
  if (call.kind === 'shell') return matchesCommand(rule.pattern, call.command ?? '', behavior)
  if (rule.pattern === undefined) return true
  if (call.kind === 'read' || call.kind === 'edit') return matchesPaths(rule.pattern, call.paths, behavior)
  if (call.kind === 'page') return rule.pattern === actionOf(call)
  return behavior !== 'allow' // A pattern that means nothing here.
}

/** `click` of `click e12`: `Browser(click)` is about all that is clicked. */
export function actionOf({ title }: Pick<PermissionCall, 'title'>): string {
  return title.split(' ')[0] ?? ''
}

/** `Edit` rules cover every tool that changes files, `Read` rules every tool that only reads them. */
function speaksOf(rule: Rule, { tool, kind }: Pick<PermissionCall, 'tool' | 'kind'>): boolean {
  return (
    rule.tool === tool ||
    (rule.tool === 'Edit' && kind === 'edit') ||
    (rule.tool === 'Read' && kind === 'read')
  )
}

function matchesCommand(pattern: string | undefined, command: string, behavior: Behavior): boolean {
  // A line that cannot be read is allowed only as it stands: its words may not be what they look like.
  if (behavior === 'allow')
    return (analyse(command).isReadable || isVerbatim(pattern, command)) && allowsCommand(pattern, command)
  return pattern === undefined || mentionsCommand(pattern, command)
}

function isVerbatim(pattern: string | undefined, command: string): boolean {
  return pattern?.replaceAll('\\*', '*') === command.trim()
}

/** An allow must cover every path under both its names; a deny or ask needs one. */
function matchesPaths(pattern: string, paths: readonly PathUse[], behavior: Behavior): boolean {
  if (behavior === 'allow') {
    return (
      paths.length > 0 &&
      paths.every(({ path, real }) => [path, real].every((name) => matchesPath(pattern, name, 'strict')))
    )
  }
  return paths.some(({ path, real }) => [path, real].some((name) => matchesPath(pattern, name, 'lenient')))
}

/** A command that names a file with a `Read(…)` or `Edit(…)` rule; one that builds the name is not seen. */
function touchesDeniedPath(rule: Rule, call: PermissionCall): boolean {
  const { tool, pattern } = rule
  if ((tool !== 'Read' && tool !== 'Edit') || pattern === undefined) return false
  const words = new Set(possibleCommands(call.command ?? '').flat())
  return [...words].some((word) => matchesPath(pattern, resolve(word, call.cwd), 'lenient'))
}
