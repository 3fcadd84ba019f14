/** A deny must hold even where a command hides what it runs: then nothing allows it silently. */
import { SHELL_RULE_CHARS } from '../../../limits.ts'
import type { PermissionCall, RuleSet } from '../../contract.ts'
import { asks, type Asked } from '../../rank.ts'
import { parseRule } from '../../rule.ts'
import { analyse } from '../analysis.ts'
import { mayRunArguments, runsInlineCode } from './pieces.ts'
import { shortened } from '../words/shown-text.ts'

/** An ask, when a rule restricts the shell and this command cannot be checked against it; by the first such set. */
export function uncheckableDeny(call: PermissionCall, ruleSets: readonly RuleSet[]): Asked | undefined {
  if (call.kind !== 'shell' || call.command === undefined) return undefined
  const obstacle = obstacleOf(call.command, call.cwd)
  if (obstacle === undefined) return undefined
  // Rules about files look for names in the beginning of a very long line only.
  const isCut = call.command.length > SHELL_RULE_CHARS
  for (const { source, rules } of ruleSets) {
    const rule = [...rules.deny, ...rules.ask].find((text) => {
      const { tool, pattern } = parseRule(text)
      return (tool === call.tool || (isCut && /^(Read|Edit)$/.test(tool))) && pattern !== undefined
    })
    if (rule !== undefined) {
      const reason = `The rule ${rule} (${source}) restricts commands, and this one cannot be checked against it: ${obstacle}.`
      return asks(source, reason, rule)
    }
  }
  return undefined
}

/** Why it cannot be told which commands run, or undefined. */
function obstacleOf(command: string, cwd: string | undefined): string | undefined {
  const { leaves, problems } = analyse(command, cwd)
  const [problem] = problems
  if (problem !== undefined) return `it ${problem}`
  const leaf = leaves.find(({ class: found, words }) => {
    const known = words.map((word) => word ?? '')
    return found === 'unknown' || (found === 'program' && (runsInlineCode(known) || mayRunArguments(known)))
  })
  return leaf === undefined ? undefined : `${shortened(leaf.words[0] ?? 'a command in it')} ${leaf.reason}`
}
