/** The files of another commit in place of those that are there. */
import { GitFailure } from '../../../failure.ts'
import type { Options } from '../../../options.ts'
import { peel } from '../../../revision/resolve.ts'
import type { Session } from '../../../session.ts'
import { forceWorktree, overwriteFailure, updateWorktree } from '../../../worktree/update.ts'

export function moveWorktree(session: Session, oid: string, options: Options): void {
  const { repository } = session
  const { objects, head, index } = repository
  const tree = peel(repository, oid, 'tree')
  if (tree === undefined) throw new GitFailure(`reference is not a tree: ${oid}`)
  if (options.has('force') || options.has('discard-changes')) forceWorktree(repository, tree)
  else {
    if (index.conflicts.size > 0) {
      const list = [...index.conflicts.keys()].map((path) => `${path}: needs merge\n`).join('')
      throw new GitFailure(`${list}error: you need to resolve your current index first`, {
        exitCode: 1,
        prefix: '',
      })
    }
    const from = head === undefined ? undefined : objects.commit(head).tree
    const overwritten = from === tree ? undefined : updateWorktree(repository, { from, to: tree })
    if (overwritten !== undefined) throw overwriteFailure(overwritten, 'checkout', 'switch branches')
  }
  repository.saveIndex()
}
