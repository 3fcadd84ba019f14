/** A line of several commands, each of which rules allow or which only reads: `cd src && npm test 2>&1 | tail -5`. */
import { allowsCommand } from './command-rule.ts'
import type { PermissionCall, RuleSet } from './contract.ts'
import { allows, lifts, RANK_OF } from './rank.ts'
import type { Allowed, RuleSource } from './rank.ts'
import { isWellFormed, parseRule } from './rule.ts'
import { analyse, type Leaf } from './shell/analysis.ts'
import { readsInside } from './shell/places.ts'

/**
 * Undefined unless at least one rule is needed and every command is covered; deny and ask rules have had their say. Each
 * command is allowed by the first set that does; the line by the source of the lowest rank among them.
 */
export function allowsEveryCommand(call: PermissionCall, ruleSets: readonly RuleSet[]): Allowed | undefined {
  if (call.kind !== 'shell' || call.command === undefined) return undefined
  const analysis = analyse(call.command, call.cwd)
  const { leaves, problems } = analysis
  if (problems.length > 0 || leaves.length < 2) return undefined
  const rules = ruleSets.flatMap(({ source, rules: { allow } }) =>
    allow
      .map((text) => ({ source, ...parseRule(text) }))
      .filter(({ tool, pattern }) => tool === call.tool && pattern !== undefined),
  )
  const used: (typeof rules)[number][] = []
  for (const leaf of leaves) {
    if (leaf.class === 'read-only' && readsInside({ ...analysis, leaves: [leaf] })) continue
    const rule = rules.find(({ text, pattern }) => isWellFormed(text) && allowsLeaf(pattern, leaf))
    if (rule === undefined) return undefined
    used.push(rule)
  }
  const [first, ...others] = used
  if (first === undefined) return undefined
  const { source } = others.reduce((weakest, rule) => (isWeaker(rule, weakest) ? rule : weakest), first)
  const names = [...new Set(used.map(({ text }) => text))].join(', ')
  return allows(
    source,
    `The rule ${names} (${source}) allows it, and whatever else is in the line only reads.`,
    names,
  )
}

function isWeaker(one: { readonly source: RuleSource }, other: { readonly source: RuleSource }): boolean {
  return !lifts(RANK_OF[one.source].allow, RANK_OF[other.source].allow)
}

/** Words that the shell builds, and files that it writes, are not what a rule has spoken of. */
function allowsLeaf(pattern: string | undefined, { words, touches, class: found }: Leaf): boolean {
  if (pattern === undefined || found === 'unknown' || words.length === 0) return false
  const known = words.filter((word) => word !== undefined)
  if (known.length < words.length || known.some((word) => !/^[\w./:=@,+%-]+$/.test(word))) return false
  const isWriting = /^(cp|mv|rm|mkdir|touch|chmod|rmdir)$/.test(known[0] ?? '')
  if (!isWriting && touches.some(({ access }) => access === 'write')) return false
  return allowsCommand(pattern, known.join(' '))
}
