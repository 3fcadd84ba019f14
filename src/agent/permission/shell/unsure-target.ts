/**
 * A line of which only a run can tell what it writes, where nobody is asked: a guarded file that its text names anywhere may be what
 * it writes (`ls -d .git/config | xargs rm`). Words that no text of the line gives away stay unknown.
 */
import { isInGitFolder } from '../../../sandbox/contract/git-folder.ts'
import { analyse, type Analysis } from './analysis.ts'
import { guardedByPattern } from './words/guarded-pattern.ts'
import { namedReason } from './places.ts'

/** Why the line may change a guarded file, or undefined. */
export function unsureTarget(command: string, cwd: string | undefined): string | undefined {
  return isUnsure(analyse(command, cwd)) ? namedIn(command) : undefined
}

/** The same of a line that applies a patch, which may stand in it (`patch << E`): it is not read, but for names. */
export function patchedTarget(command: string, cwd: string | undefined): string | undefined {
  const applies = analyse(command, cwd).leaves.some(({ words: [name = '', ...args] }) => {
    const base = name.slice(name.lastIndexOf('/') + 1)
    return base === 'patch' || (base === 'git' && args.some((word) => word === 'apply' || word === 'am'))
  })
  return applies ? namedIn(command) : undefined
}

/** Also a name that quotes divide (`.gi""t`), and one behind an operator of an expansion (`${x-.git}`). */
function namedIn(command: string): string | undefined {
  const texts = [command, command.replaceAll(/["'\\]/g, '')]
  for (const word of texts.flatMap((text) => text.split(/[\s'"`()=,;:{}<>|&\\]+/))) {
    for (const name of new Set([word, ...word.split(/[-+?#%^~!@$*]+/).slice(1)].map(withoutEnd))) {
      const kind = isInGitFolder(name) ? 'git' : guardedByPattern(name)
      if (kind !== undefined) return namedReason(name, kind)
    }
  }
  return undefined
}

function withoutEnd(name: string): string {
  return name.replace(/\/+$/, '')
}

/** Whether something in it could not be followed, or it writes what only a run can tell. */
export function isUnsure({ leaves, problems }: Analysis): boolean {
  return (
    problems.length > 0 ||
    leaves.some(
      ({ class: kind, touches }) =>
        kind === 'unknown' || touches.some(({ access, paths }) => access === 'write' && paths === undefined),
    )
  )
}
