/**
 * The reason to ask about a command in spite of the sandbox: its purpose is egress, it changes programs that run after an
 * export, or it cannot be followed. The sandbox itself keeps code in; the question is about the user's intent.
 */
import { analyse } from './analysis.ts'
import { unknownWrite } from './places.ts'
import { shortened } from './words/shown-text.ts'

/** A sentence for the question; undefined where the sandbox is enough. */
export function reasonToAsk(
  command: string,
  cwd: string | undefined,
  installed: readonly string[],
): string | undefined {
  if (namesGitInternals(command))
    return 'It names files in .git that can make git run programs outside the sandbox.'
  const analysis = analyse(command, cwd)
  const [problem] = analysis.problems
  if (problem !== undefined) return `It ${problem}.`
  // A line that changes what is installed may find it gone.
  const isKept = !analysis.leaves.some(({ touches }) =>
    touches.some(({ access, paths }) => access === 'write' && paths?.some(ofPackages) !== false),
  )
  const leaf =
    analysis.leaves.find(
      ({ class: found, fetched }) =>
        found === 'egress' && !(isKept && fetched !== undefined && installed.includes(fetched)),
    ) ?? analysis.leaves.find(({ class: found }) => found === 'unknown')
  if (leaf !== undefined) return `${shortened(leaf.words[0] ?? 'A command in it')} ${leaf.reason}.`
  return unknownWrite(analysis)
}

function namesGitInternals(command: string): boolean {
  const plain = command.replace(/["'\\]/g, '').toLowerCase()
  return /\.git\/+(\.\/+)*(hooks|config|modules|info)\b|\bcore\.?hookspath\b/.test(plain)
}

function ofPackages(path: string): boolean {
  return path.split('/').includes('node_modules')
}

/** Programs that `npx` would fetch where they are not installed, with the directories in which it is called. */
export function fetchedPrograms(
  command: string,
  cwd: string | undefined,
): readonly { readonly name: string; readonly directories: readonly string[] | undefined }[] {
  return analyse(command, cwd).leaves.flatMap(({ fetched, directories }) =>
    fetched === undefined ? [] : [{ name: fetched, directories }],
  )
}
