/**
 * Commands whose purpose is to leave the sandbox, or that change what runs after an export, or that cannot be followed. The
 * sandbox itself is what keeps code in; this makes sure that the user is asked about intent (DESIGN, "Exits always ask").
 */
import { analyse } from './analysis.ts'
import { unknownWrite } from './places.ts'

/** Why the command asks in spite of the sandbox, or undefined. */
export function exitOf(command: string, cwd: string | undefined): string | undefined {
  if (namesGitInternals(command))
    return 'It names files in .git that can make git run programs outside the sandbox.'
  const analysis = analyse(command, cwd)
  const [problem] = analysis.problems
  if (problem !== undefined) return `It ${problem}.`
  const leaf =
    analysis.leaves.find(({ class: found }) => found === 'egress') ??
    analysis.leaves.find(({ class: found }) => found === 'unknown')
  if (leaf !== undefined) return `${leaf.words[0] ?? 'A command in it'} ${leaf.reason}.`
  return unknownWrite(analysis)
}

function namesGitInternals(command: string): boolean {
  const plain = command.replace(/["'\\]/g, '').toLowerCase()
  return /\.git\/+(\.\/+)*(hooks|config|modules|info)\b|\bcore\.?hookspath\b/.test(plain)
}
