/** How well typed letters fit a command. */
import { fuzzyScore } from '../../agent/protocol/text/fuzzy.ts'
import type { Command } from './contract.ts'

/** So much less counts what fits another name of it, or only what it does. */
const ALIAS = 2
const DESCRIPTION = 40

/** Higher is better; undefined when they do not fit. `letters` are small, without spaces. */
export function commandScore(letters: string, { name, aliases = [] }: Command): number | undefined {
  return best([fuzzyScore(letters, name), ...aliases.map((alias) => less(fuzzyScore(letters, alias), ALIAS))])
}

/** The same, where letters of what it does fit, too. */
export function commandOrDescriptionScore(letters: string, command: Command): number | undefined {
  return best([commandScore(letters, command), less(fuzzyScore(letters, command.description), DESCRIPTION)])
}

function less(score: number | undefined, by: number): number | undefined {
  return score === undefined ? undefined : score - by
}

function best(scores: readonly (number | undefined)[]): number | undefined {
  const known = scores.filter((score) => score !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}
