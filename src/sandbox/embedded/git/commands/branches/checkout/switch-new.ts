/** To a branch that does not exist yet. */
import { GitFailure } from '../../../failure.ts'
import { switchHead } from '../../../head.ts'
import type { Options } from '../../../options.ts'
import type { Session } from '../../../session.ts'
import { makeBranch } from '../branch.ts'
import { resolveTarget } from './target.ts'
import { moveWorktree } from './move-worktree.ts'

export function switchNew(
  session: Session,
  options: Options,
  branch: { name: string; start: string; force: boolean },
): number {
  const { repository } = session
  const { head } = repository
  const isUnborn = head === undefined && branch.start === 'HEAD'
  if (isUnborn) {
    repository.refs.writeSymbolic('HEAD', `refs/heads/${branch.name}`)
    session.err(`Switched to a new branch '${branch.name}'\n`)
    return 0
  }
  const target = resolveTarget(repository, branch.start)
  if (target === undefined)
    throw new GitFailure(
      `'${branch.start}' is not a commit and a branch '${branch.name}' cannot be created from it`,
    )
  const existed = repository.refs.exists(`refs/heads/${branch.name}`)
  if (existed && !branch.force) throw new GitFailure(`a branch named '${branch.name}' already exists`)
  moveWorktree(session, target.oid, options)
  const track = options.has('no-track')
    ? 'no'
    : options.has('track')
      ? options.value('track') || 'direct'
      : undefined
  const isCurrent = repository.branch === branch.name
  if (isCurrent) repository.refs.write(`refs/heads/${branch.name}`, target.oid)
  else makeBranch(session, { ...branch, start: target.branch ?? branch.start, track })
  switchHead(session, { branch: branch.name, oid: target.oid, name: branch.name })
  if (!options.has('quiet'))
    session.err(
      isCurrent
        ? `Reset branch '${branch.name}'\n`
        : existed
          ? `Switched to and reset branch '${branch.name}'\n`
          : `Switched to a new branch '${branch.name}'\n`,
    )
  return 0
}

export function switchOrphan(session: Session, name: string, options: Options): number {
  const { repository } = session
  if (repository.refs.exists(`refs/heads/${name}`))
    throw new GitFailure(`a branch named '${name}' already exists`)
  repository.refs.writeSymbolic('HEAD', `refs/heads/${name}`)
  if (!options.has('quiet')) session.err(`Switched to a new branch '${name}'\n`)
  return 0
}
