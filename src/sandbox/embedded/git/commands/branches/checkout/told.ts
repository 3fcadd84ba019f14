/** Messages after a checkout: changes that came along, commits left behind, advice on a detached HEAD. */
import { subjectOf } from '../../../make-commit.ts'
import type { Repository } from '../../../repository.ts'
import { peel } from '../../../revision/resolve.ts'
import { ShortNames } from '../../../revision/short-name.ts'
import { ancestors } from '../../../revision/walk.ts'
import { treeWorktreePairs, worktreePairs } from '../../../diff/sources.ts'
import { Pathspec } from '../../../worktree/pathspec.ts'

/** `M\tfile` for each change that was taken along: of the worktree against the commit. */
export function localChanges(repository: Repository): string {
  const { head, objects } = repository
  const tree = head === undefined ? undefined : objects.commit(head).tree
  const { index } = repository
  const isClean = tree !== undefined && index.cacheTree.get('')?.oid === tree
  const all = new Pathspec([])
  const pairs = isClean ? worktreePairs(repository, all) : treeWorktreePairs(repository, tree, all)
  const lines = pairs.map((pair) => `${pair.status}\t${pair.after?.path ?? pair.before?.path ?? ''}\n`)
  return lines.join('')
}

export function leftBehind(repository: Repository, old: string, now: string): string {
  const { objects } = repository
  const short = new ShortNames(repository)
  const tips = [
    now,
    ...repository.refs.list('refs/').flatMap((ref) => peel(repository, ref.oid, 'commit') ?? []),
  ]
  const kept = ancestors(objects, tips)
  const subject = subjectOf(objects.commit(old).message)
  if (kept.has(old)) return old === now ? '' : `Previous HEAD position was ${short.of(old)} ${subject}\n`
  const lost: string[] = []
  for (
    let at: string | undefined = old;
    at !== undefined && !kept.has(at);
    at = objects.commit(at).parents[0]
  )
    lost.push(at)
  const lines = lost
    .slice(0, 4)
    .map((oid) => `  ${short.of(oid)} ${subjectOf(objects.commit(oid).message)}\n`)
  const more = lost.length > 4 ? ` ... and ${lost.length - 4} more.\n` : ''
  const [many, them] = lost.length === 1 ? ['1 commit', 'it'] : [`${lost.length} commits`, 'them']
  return `Warning: you are leaving ${many} behind, not connected to
any of your branches:

${lines.join('')}${more}
If you want to keep ${them} by creating a new branch, this may be a good time
to do so with:

 git branch <new-branch-name> ${short.of(old)}

`
}

export function detachedAdvice(
  repository: Repository,
  at: { text: string; oid: string; wasDetached: boolean; asked: boolean },
): string {
  const commit = repository.objects.commit(at.oid)
  const now = `HEAD is now at ${new ShortNames(repository).of(at.oid)} ${subjectOf(commit.message)}\n`
  if (at.wasDetached || at.asked || !repository.config.boolean('advice.detachedhead', true)) return now
  return `Note: switching to '${at.text}'.

You are in 'detached HEAD' state. You can look around, make experimental
changes and commit them, and you can discard any commits you make in this
state without impacting any branches by switching back to a branch.

If you want to create a new branch to retain commits you create, you may
do so (now or later) by using -c with the switch command. Example:

  git switch -c <new-branch-name>

Or undo this operation with:

  git switch -

Turn off this advice by setting config variable advice.detachedHead to false

${now}`
}
