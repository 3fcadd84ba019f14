/** `git checkout`: to another branch or commit; of paths it is `restore` by another name. */
import { GitFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'
import { restorePaths } from '../changes/restore.ts'
import { refuse } from './checkout/options.ts'
import { switchOrphan, switchNew } from './checkout/switch-new.ts'
import { tellHook } from './checkout/tell-hook.ts'
import { resolveTarget, guessRemote } from './checkout/target.ts'
import { switchTo } from './checkout/switch-to.ts'

const CHECKOUT = [
  'b=',
  'B=',
  'f,force',
  'q,quiet',
  'detach',
  'd',
  't,track=?',
  'no-track',
  'orphan=',
  'ours',
  'theirs',
  'm,merge',
  'p,patch',
  'l',
  'guess',
  'no-guess',
  'conflict=',
  'progress',
  'no-progress',
  'ignore-other-worktrees',
  'overlay',
  'no-overlay',
  'pathspec-from-file=',
]

export async function checkoutCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, CHECKOUT)
  refuse(options, ['patch', 'conflict', 'pathspec-from-file'])
  const { repository } = session
  const before = repository.head
  const create = options.value('b') ?? options.value('B')
  const orphan = options.value('orphan')
  if (orphan !== undefined) return switchOrphan(session, orphan, options)
  const [first, ...rest] = options.words
  if (create !== undefined) {
    return tellHook(
      session,
      before,
      switchNew(session, options, { name: create, start: first ?? 'HEAD', force: options.has('B') }),
    )
  }
  const isRevision = first !== undefined && resolveTarget(repository, first) !== undefined
  if (options.paths !== undefined || rest.length > 0 || (first !== undefined && !isRevision)) {
    const paths = options.paths === undefined ? (isRevision ? rest : options.words) : options.paths
    if (first !== undefined && !isRevision) {
      const guessed =
        options.paths === undefined && rest.length === 0 && !options.has('no-guess')
          ? guessRemote(repository, first)
          : undefined
      if (guessed !== undefined)
        return tellHook(
          session,
          before,
          switchNew(session, options, { name: first, start: guessed, force: false }),
        )
      if (options.paths !== undefined) throw new GitFailure(`invalid reference: ${first}`)
    }
    const side = options.has('ours') ? 2 : options.has('theirs') ? 3 : undefined
    return restorePaths(session, {
      paths,
      source: isRevision ? first : undefined,
      staged: isRevision,
      worktree: true,
      side,
      quiet: options.has('quiet') || options.paths !== undefined,
      asCheckout: true,
      merge: options.has('merge'),
    })
  }
  refuse(options, ['merge'])
  const detach = options.has('detach') || options.has('d')
  return tellHook(
    session,
    before,
    switchTo(session, options, first ?? 'HEAD', { detach, same: first === undefined && !detach }),
  )
}
