/** To a branch or commit that is there. */
import { GitFailure, errorFailure } from '../../../failure.ts'
import { switchHead } from '../../../head.ts'
import type { Options } from '../../../options.ts'
import type { Session } from '../../../session.ts'
import { clearOperation } from '../../../status/operation.ts'
import { trackingOf, trackingText } from '../../../status/tracking.ts'
import { checkedOutElsewhere } from '../../../worktree/linked.ts'
import { resolveTarget } from './target.ts'
import { moveWorktree } from './move-worktree.ts'
import { localChanges, leftBehind, detachedAdvice } from './told.ts'
import type { Target } from './target.ts'

export function switchTo(
  session: Session,
  options: Options,
  text: string,
  how: { detach: boolean; same: boolean },
): number {
  const { repository } = session
  const target = resolveTarget(repository, text)
  if (target === undefined) {
    if (how.same) return 0
    throw errorFailure(`pathspec '${text}' did not match any file(s) known to git`)
  }
  const branch = how.detach || how.same ? (how.same ? repository.branch : undefined) : target.branch
  if (
    branch !== undefined &&
    !how.same &&
    branch !== repository.branch &&
    !options.has('ignore-other-worktrees')
  ) {
    const elsewhere = checkedOutElsewhere(repository, branch)
    if (elsewhere !== undefined) throw new GitFailure(`'${branch}' is already checked out at '${elsewhere}'`)
  }
  const before = { branch: repository.branch, head: repository.head }
  moveWorktree(session, target.oid, options)
  const quiet = options.has('quiet')
  if (how.same) {
    if (!quiet) session.out(localChanges(repository))
    return 0
  }
  switchHead(session, {
    branch,
    oid: target.oid,
    name: branch ?? target.branch ?? (target.name === target.oid ? target.oid : nameForLog(text, target)),
  })
  clearOperation(repository)
  if (quiet) return 0
  session.out(localChanges(repository))
  if (before.branch === undefined && before.head !== undefined)
    session.err(leftBehind(repository, before.head, target.oid))
  if (branch === undefined && text === 'HEAD' && !options.has('detach')) return 0
  if (branch === undefined)
    session.err(
      detachedAdvice(repository, {
        text,
        oid: target.oid,
        wasDetached: before.branch === undefined,
        asked: how.detach,
      }),
    )
  else {
    session.err(before.branch === branch ? `Already on '${branch}'\n` : `Switched to branch '${branch}'\n`)
    session.out(trackingText(trackingOf(repository, branch)))
  }
  return 0
}

function nameForLog(text: string, target: Target): string {
  if (text === 'HEAD') return target.oid
  return text === '-' || text.startsWith('@{-') ? target.name : text
}
