/** Whether files or index differ from HEAD, said with git's words for a command that will not begin. */
import { indexPairs, worktreePairs } from '../diff/sources.ts'
import type { Repository } from '../repository.ts'
import type { Session } from '../session.ts'
import { Pathspec } from '../worktree/pathspec.ts'

export function hasUnstaged(repository: Repository): boolean {
  return repository.index.conflicts.size > 0 || worktreePairs(repository, new Pathspec([])).length > 0
}

export function hasStaged(repository: Repository): boolean {
  const { head, objects, index } = repository
  const tree = head === undefined ? undefined : objects.commit(head).tree
  return index.conflicts.size > 0 || indexPairs(repository, tree, new Pathspec([])).length > 0
}

/** True when something is there to be lost; it has been said then. */
export function tellDirty(session: Session, name: string): boolean {
  const { repository } = session
  const [unstaged, staged] = [hasUnstaged(repository), hasStaged(repository)]
  if (!unstaged && !staged) return false
  if (unstaged) session.err(`error: cannot ${name}: You have unstaged changes.\n`)
  if (staged)
    session.err(
      unstaged
        ? 'error: additionally, your index contains uncommitted changes.\n'
        : `error: cannot ${name}: Your index contains uncommitted changes.\n`,
    )
  return true
}
