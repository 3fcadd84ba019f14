/** `git switch`: to another branch or commit. */
import { GitFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'
import { currentOperation } from '../../status/operation.ts'
import { EMPTY_TREE } from '../../store/objects.ts'
import { tellHook } from './checkout/tell-hook.ts'
import { refuse } from './checkout/options.ts'
import { moveWorktree } from './checkout/move-worktree.ts'
import { switchOrphan, switchNew } from './checkout/switch-new.ts'
import { switchTo } from './checkout/switch-to.ts'
import { resolveTarget, guessRemote } from './checkout/target.ts'

const SWITCH = [
  'c,create=',
  'C,force-create=',
  'f,force',
  'discard-changes',
  'q,quiet',
  'd,detach',
  't,track=?',
  'no-track',
  'orphan=',
  'm,merge',
  'guess',
  'no-guess',
  'progress',
  'no-progress',
  'ignore-other-worktrees',
]

export async function switchCommand(session: Session, args: readonly string[]): Promise<number> {
  const before = session.repository.head
  return tellHook(session, before, switchByOptions(session, args))
}

function switchByOptions(session: Session, args: readonly string[]): number {
  const options = parseOptions(args, SWITCH)
  refuse(options, ['merge'])
  const { repository } = session
  const orphan = options.value('orphan')
  if (orphan !== undefined) {
    if (options.operands.length > 0) throw new GitFailure('only one reference expected')
    if (repository.refs.exists(`refs/heads/${orphan}`))
      throw new GitFailure(`a branch named '${orphan}' already exists`)
    // Unlike `checkout --orphan`, it begins with nothing.
    moveWorktree(session, EMPTY_TREE, options)
    return switchOrphan(session, orphan, options)
  }
  const create = options.value('create') ?? options.value('force-create')
  const [first, more] = options.operands
  if (more !== undefined) throw new GitFailure('only one reference expected')
  if (create !== undefined)
    return switchNew(session, options, {
      name: create,
      start: first ?? 'HEAD',
      force: options.has('force-create'),
    })
  const detach = options.has('detach')
  if (first === undefined) {
    if (!detach) throw new GitFailure('missing branch or commit argument')
    return switchTo(session, options, 'HEAD', { detach, same: false })
  }
  const target = resolveTarget(repository, first)
  if (target === undefined) {
    const guessed = options.has('no-guess') || detach ? undefined : guessRemote(repository, first)
    if (guessed !== undefined)
      return switchNew(session, options, { name: first, start: guessed, force: false })
    throw new GitFailure(`invalid reference: ${first}`)
  }
  if (target.branch === undefined && !detach)
    throw new GitFailure(`a branch is expected, got commit '${first}'
hint: If you want to detach HEAD at the commit, try again with the --detach option.`)
  const operation = currentOperation(repository)
  if (operation.kind !== 'none' && !options.has('force') && !options.has('discard-changes')) {
    const doing = {
      merge: 'while merging',
      'cherry-pick': 'while cherry-picking',
      revert: 'while reverting',
      rebase: 'while rebasing',
      am: 'in the middle of an am session',
    }[operation.kind]
    const quit = operation.kind === 'merge' ? 'git merge --quit' : `git ${operation.kind} --quit`
    throw new GitFailure(`cannot switch branch ${doing}\nConsider "${quit}" or "git worktree add".`)
  }
  return switchTo(session, options, first, { detach, same: false })
}
