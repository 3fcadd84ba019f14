/**
 * The user's own locks on files and folders: no rule and no mode writes there. A program's unseen writes are
 * undone when the workspace is stored (`session/run/hooks/lock-guard`).
 */
import { isWithin, relativeTo, resolve } from '../../sandbox/contract/path.ts'
import type { PermissionCall } from './contract.ts'
import { analyse, type Leaf } from './shell/analysis.ts'

/** Commands that take what is below a folder along with it. */
const TAKES_ALL = /^(rm|rmdir|mv|shred|unlink|rsync)$/

/** Why the call is refused, or undefined. `locks` are absolute; one of a folder holds for all that is in it. */
export function lockedPlace(call: PermissionCall, locks: readonly string[]): string | undefined {
  if (locks.length === 0) return undefined
  const leaves = call.command === undefined ? [] : analyse(call.command, call.cwd).leaves
  // A copied file is only read; the analysis, to be safe, lists it among the written ones.
  const copied = new Set(leaves.flatMap(sourcesOf))
  const uses = call.paths.filter(({ access, path }) => access === 'write' && !copied.has(path))
  const direct = uses
    .flatMap(({ path, real }) => [path, real])
    .find((path) => locks.some((lock) => isWithin(path, lock)))
  if (direct !== undefined) return lockedText(direct)
  for (const { touches, words } of leaves) {
    const takesAll = TAKES_ALL.test((words[0] ?? '').split('/').at(-1) ?? '')
    const paths = touches
      .flatMap(({ access, isPattern, paths: known = [] }) => (access === 'write' && !isPattern ? known : []))
      .filter((path) => !copied.has(path))
    for (const path of paths) {
      const lock = locks.find((locked) => isWithin(path, locked) || (takesAll && isWithin(locked, path)))
      if (lock !== undefined) return lockedText(lock)
    }
  }
  return undefined
}

/** Sources of a plain `cp a b`; none if the shell builds a part of it or the target is given by an option. */
function sourcesOf({ words, directories }: Leaf): readonly string[] {
  const [name, ...args] = words
  const [base] = directories?.length === 1 ? directories : []
  const isPlain = name === 'cp' && !args.some((word) => word === undefined || /^(-t|--target)/.test(word))
  if (!isPlain || base === undefined) return []
  const files = args.flatMap((word) =>
    word === undefined || word.startsWith('-') ? [] : [resolve(word, base)],
  )
  const target = files.at(-1)
  return files.slice(0, -1).filter((file) => file !== target)
}

export function lockedText(path: string): string {
  return `${relativeTo(path)} is locked by the user, so it is not changed. Do the work without it, or ask the user to unlock it.`
}
