/** The person's own locks on files and folders: no rule and no mode writes there (SP-06). What a program writes unseen is undone
 * where the workspace is stored (`session/lock-guard`). */
import { isWithin, relativeTo } from '../../sandbox/path.ts'
import type { PermissionCall } from './contract.ts'
import { analyse } from './shell/analysis.ts'

/** Commands that take what is below a folder along with it. */
const TAKES_ALL = /^(rm|rmdir|mv|shred|unlink|rsync)$/

/** Why the call is refused, or undefined. `locks` are absolute; one of a folder holds for all that is in it. */
export function lockedPlace(call: PermissionCall, locks: readonly string[]): string | undefined {
  if (locks.length === 0) return undefined
  const written = call.paths
    .filter(({ access }) => access === 'write')
    .flatMap(({ path, real }) => [path, real])
  const direct = written.find((path) => locks.some((lock) => isWithin(path, lock)))
  if (direct !== undefined) return lockedText(direct)
  if (call.command === undefined) return undefined
  for (const { touches, words } of analyse(call.command, call.cwd).leaves) {
    const takesAll = TAKES_ALL.test((words[0] ?? '').split('/').at(-1) ?? '')
    const paths = touches.flatMap((touch) =>
      touch.access === 'write' && !touch.isPattern ? (touch.paths ?? []) : [],
    )
    for (const path of paths) {
      const lock = locks.find((locked) => isWithin(path, locked) || (takesAll && isWithin(locked, path)))
      if (lock !== undefined) return lockedText(lock)
    }
  }
  return undefined
}

export function lockedText(path: string): string {
  return `${relativeTo(path)} is locked by the user, so it is not changed. Do the work without it, or ask the user to unlock it.`
}
