/** Files that differ from a commit, committed or not: what `npm run test:changed` starts from. */
import { Failure } from '../fail.mjs'
import { git } from './scope.mjs'

/** Branches that work is compared with when no other is named. */
const TRUNKS = ['origin/main', 'main']

/**
 * Paths of files that have changed, were added, moved or deleted since `ref` and HEAD parted, with slashes and relative to
 * `cwd`; and of files that git does not track yet. Without `ref` the trunk is meant, and HEAD where there is none.
 * @param {{ ref?: string | undefined, cwd?: string }} options
 * @returns {{ since: string, changed: string[], files: string[] }} `since` is for people; `files` are all that exist
 */
export function changesSince({ ref, cwd = '.' }) {
  const ask = (...args) => git(args, { cwd })
  const head = ask('rev-parse', '--verify', '--quiet', 'HEAD')
  if (head === undefined)
    throw new Failure(
      'git knows no commit here, so nothing tells what has changed. Every test of the gate is run by: npm test',
    )
  const chosen = ref ?? TRUNKS.find((name) => commitOf(ask, name) !== undefined) ?? 'HEAD'
  const commit = commitOf(ask, chosen)
  if (commit === undefined)
    throw new Failure(
      `There is no commit "${ref}". Name a branch, a tag or a commit: npm run test:changed -- main`,
    )
  const base = ask('merge-base', commit, head) ?? commit
  const untracked = names(ask('ls-files', '-z', '--others', '--exclude-standard'))
  const changed = [
    ...names(ask('diff', '-z', '--name-only', '--no-renames', '--relative', base)),
    ...untracked,
  ]
  const deleted = new Set(names(ask('ls-files', '-z', '--deleted')))
  const tracked = names(ask('ls-files', '-z'))
  return {
    since:
      chosen === 'HEAD' ? 'the last commit' : `${base.slice(0, 8)}, where ${chosen} and this branch part`,
    changed: [...new Set(changed)].toSorted(),
    files: [...tracked, ...untracked].filter((file) => !deleted.has(file)),
  }
}

/** A name that begins with a dash is an option to git. */
function commitOf(ask, name) {
  return name.startsWith('-') ? undefined : ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
}

/** Names in a list that git ends with NUL, as they may have anything else in them. */
function names(output = '') {
  return output.split('\0').filter((name) => name !== '')
}
