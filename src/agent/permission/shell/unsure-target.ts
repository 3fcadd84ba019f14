/**
 * A line of which only a run can tell what it writes, where nobody is asked: a guarded file that its text names anywhere may be what
 * it writes (`ls -d .git/config | xargs rm`). Words that no text of the line gives away stay unknown.
 */
import { isInGitFolder } from '../../../sandbox/git-folder.ts'
import { analyse, type Analysis } from './analysis.ts'
import { guardedByPattern } from './guarded-pattern.ts'
import { namedReason } from './places.ts'

/** Why the line may change a guarded file, or undefined. */
export function unsureTarget(command: string, cwd: string | undefined): string | undefined {
  if (!isUnsure(analyse(command, cwd))) return undefined
  for (const name of command.split(/[\s'"`()=,;:{}<>|&\\]+/)) {
    const kind = isInGitFolder(name) ? 'git' : guardedByPattern(name)
    if (kind !== undefined) return namedReason(name, kind)
  }
  return undefined
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
