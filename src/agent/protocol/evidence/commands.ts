/** Recognises shell lines that check a project, and says whether their exit codes tell of it. */
import { kindsOf, type CheckKind } from './check-programs.ts'
import { shellParts, type ShellPart } from './shell-parts.ts'

/** Commands that have no exit code of interest, such as a change of the directory before a check. */
const TRIVIAL = new Set(
  'cd pushd popd set export source . unset echo printf true : sleep clear pwd date shopt ulimit umask local'.split(
    ' ',
  ),
)

/** Kinds of checks that a shell line runs. */
export function commandKinds(command: string): ReadonlySet<CheckKind> {
  return new Set(shellParts(command).flatMap(({ words }) => kindsOf(words)))
}

/** The checks of a kind in a line, without the rest of it: `npm test` of `cd a && npm test 2>&1 | tail`. */
export function checksOf(command: string, kind: CheckKind): readonly string[] {
  const checks = shellParts(command).filter(({ words }) => kindsOf(words).includes(kind))
  return checks.map(({ words }) => words.join(' '))
}

/**
 * Whether exit code 0 of the line means that its checks (those of `kind`, where given) have passed. Without any check,
 * that its first command has.
 */
export function exitTells(command: string, kind?: CheckKind): boolean {
  const parts = shellParts(command)
  const checks = parts.flatMap(({ words }, index) => (isOf(kindsOf(words), kind) ? [index] : []))
  const first = parts.findIndex(({ words }) => !isTrivial(words))
  const asked = checks.length > 0 ? checks : [Math.max(first, 0)]
  const settings = settingsOf(parts)
  return parts.length > 0 && asked.every((index) => failureGetsOut(parts, index, settings))
}

/** Whether a failure of the line can only be that of a check of this kind: nothing else in it fails. */
export function failureIsOf(command: string, kind: CheckKind): boolean {
  const parts = shellParts(command).filter(({ words }) => !isTrivial(words))
  return parts.length > 0 && parts.every(({ words }) => kindsOf(words).includes(kind))
}

function isOf(kinds: readonly CheckKind[], kind: CheckKind | undefined): boolean {
  return kind === undefined ? kinds.length > 0 : kinds.includes(kind)
}

function isTrivial(words: readonly string[]): boolean {
  const [program] = words
  return program === undefined || TRIVIAL.has(program)
}

interface ShellSettings {
  readonly pipefail: boolean
  readonly errexit: boolean
}

function settingsOf(parts: readonly ShellPart[]): ShellSettings {
  const words = parts
    .filter(({ words: [program] }) => program === 'set')
    .flatMap((part) => part.words.slice(1))
  return {
    pipefail: words.includes('pipefail'),
    errexit: words.includes('errexit') || words.some((word) => /^-[a-z]*e[a-z]*$/.test(word)),
  }
}

/** Whether the line fails when the part at `index` does, and runs it in any case where the line passes. */
function failureGetsOut(
  parts: readonly ShellPart[],
  index: number,
  { pipefail, errexit }: ShellSettings,
): boolean {
  const check = parts[index]
  if (check === undefined || check.isConditional || check.before === '||') return false
  let isAlone = true
  for (let at = index; at < parts.length; at++) {
    const after = parts[at]?.after ?? ''
    if (after === '&&') isAlone = false
    if (after === '|' && !pipefail) return false
    if (after === '&') return false
    if (after === '||') return endsWithFailure(parts[at + 1])
    // With `set -e` a failure in front of `&&` does not end the line.
    if (after === ';') return errexit && isAlone
  }
  return true
}

function endsWithFailure(part: ShellPart | undefined): boolean {
  const [program, code = ''] = part?.words ?? []
  if (part?.after !== '' && part?.after !== ';') return false
  return program === 'false' || ((program === 'exit' || program === 'return') && /^[1-9]\d*$/.test(code))
}
