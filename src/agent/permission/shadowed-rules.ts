/** Allow rules that can never allow anything, because a rule that denies or asks speaks first; told when one is written. */
import { HOME, WORKSPACE_ROOT } from '../../sandbox/contract/path.ts'
import { mentionsCommand } from './command-rule.ts'
import type { RuleSet } from './contract.ts'
import { RANK_OF, RULE_SOURCES, type RuleSource } from './rank.ts'
import { matchesPath } from './path-rule.ts'
import { isWellFormed, parseRule, type Rule } from './rule.ts'
import { findWebRule, readWebPattern } from './web-rule.ts'
import type { WebUse } from './web-rule.ts'

export interface ShadowedRule {
  readonly kind: 'deny_shadow' | 'ask_shadow'
  /** As written: the one that allows nothing, and the one that is in its way. */
  readonly rule: string
  readonly by: string
  readonly source: RuleSource
  /** A sentence with both. */
  readonly text: string
}

const EDITS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])
const READS: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS'])

/** `isAutoAllowed`: commands in the sandbox run unasked, so that the user's own ask rules are meant for them only. */
export function shadowedRules(
  ruleSets: readonly RuleSet[],
  { isAutoAllowed }: { readonly isAutoAllowed: boolean },
): readonly ShadowedRule[] {
  return ruleSets.flatMap(({ source, rules }) =>
    rules.allow
      .filter(isWellFormed)
      .map(parseRule)
      .flatMap((rule) => firstShadow(rule, { source, ruleSets, isAutoAllowed }) ?? []),
  )
}

function firstShadow(
  rule: Rule,
  context: { source: RuleSource; ruleSets: readonly RuleSet[]; isAutoAllowed: boolean },
): ShadowedRule | undefined {
  const { source, ruleSets, isAutoAllowed } = context
  const shadow = (kind: ShadowedRule['kind'], by: string, from: RuleSource, verb: string): ShadowedRule => ({
    kind,
    rule: rule.text,
    by,
    source: from,
    text: `${rule.text} allows nothing: ${by} (${from}) ${verb}.`,
  })
  for (const other of ruleSets) {
    const deny = other.rules.deny.find((text) => covers(parseRule(text), rule))
    if (deny !== undefined)
      return shadow('deny_shadow', deny, other.source, 'denies all of it, and a deny always wins')
  }
  for (const other of ruleSets) {
    // The higher of two sources decides; within one, asking comes before allowing.
    if (place(other.source) > place(source)) continue
    if (isAutoAllowed && rule.tool === 'Bash' && isPersonal(other.source)) continue
    const ask = other.rules.ask.find((text) => covers(parseRule(text), rule))
    if (ask !== undefined) return shadow('ask_shadow', ask, other.source, 'asks for all of it first')
  }
  return undefined
}

/** Whether all that `inner` allows is also what `outer` speaks of: by examples of it, so that both mean what they mean elsewhere. */
function covers(outer: Rule, inner: Rule): boolean {
  if (!speaksOf(outer.tool, inner.tool)) return false
  if (outer.pattern === undefined) return true
  const { pattern } = outer
  if (inner.pattern === undefined) return false
  if (inner.tool === 'Bash')
    return commandsOf(inner.pattern).every((command) => mentionsCommand(pattern, command))
  if (inner.tool === 'WebFetch' || inner.tool === 'WebSend') {
    const uses = usesOf(inner.pattern, inner.tool === 'WebFetch')
    return uses.length > 0 && uses.every((use) => findWebRule([outer.text], use, 'deny') !== undefined)
  }
  if (EDITS.has(inner.tool) || READS.has(inner.tool))
    return pathsOf(inner.pattern).every((path) => matchesPath(pattern, path, 'lenient'))
  return pattern === inner.pattern
}

function speaksOf(outer: string, inner: string): boolean {
  if (outer === inner) return true
  if (outer === 'Edit') return EDITS.has(inner)
  if (outer === 'Read') return READS.has(inner)
  return outer === 'WebFetch' && inner === 'WebSend'
}

/** Two that differ wherever the pattern leaves something open. */
function commandsOf(pattern: string): readonly string[] {
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(pattern)?.[1]
  const filled = (text: string, by: string) => text.replaceAll(/(?<!\\)\*+/g, by).replaceAll('\\*', '*')
  if (prefix !== undefined) return [filled(prefix, 'x'), `${filled(prefix, 'y')} some-argument`]
  return [filled(pattern, 'x'), filled(pattern, 'some-other')]
}

function pathsOf(pattern: string): readonly string[] {
  const at = (base: string, rest: string) =>
    ['one', 'two/three'].map((name) => {
      const inner = rest.replace(/^\/+/, '').replaceAll('**', name).replaceAll('*', name.replace('/', '-'))
      return `${base === '/' ? '' : base}/${inner}`
    })
  if (pattern.startsWith('//')) return at('/', pattern)
  if (pattern.startsWith('~/')) return at(HOME, pattern.slice(2))
  return at(WORKSPACE_ROOT, pattern.replace(/^\.\//, ''))
}

function usesOf(pattern: string, readOnly: boolean): readonly WebUse[] {
  const { host, methods = readOnly ? READING : SENDING } = readWebPattern(pattern) ?? {}
  if (host === undefined) return []
  const addresses = ['one', 'two.three']
    .map((name) =>
      URL.parse(`https://${host.replace(/^\*(?=\.|$)/, host === '*' ? `${name}.example` : name)}/`),
    )
    .filter((url) => url !== null)
  return addresses.flatMap((url) => methods.map((method) => ({ url, readOnly, method })))
}

const READING = ['GET', 'HEAD', 'OPTIONS']
const SENDING = ['POST', 'PUT', 'PATCH', 'DELETE']

function place(source: RuleSource): number {
  return RULE_SOURCES.indexOf(source)
}

function isPersonal(source: RuleSource): boolean {
  return RANK_OF[source].ask === 'user'
}
