/** `git rebase`: commits made anew on another one, as a list says that a script may have edited. */
import { errorFailure, GitFailure } from '../../failure.ts'
import { detachHead } from '../../head.ts'
import { storeCommit } from '../../make-commit.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { resolveCommit, tryResolve, upstreamOf } from '../../revision/resolve.ts'
import { mergeBases } from '../../revision/walk.ts'
import { commitsToMove, isStraight } from '../../sequence/commits-to-move.ts'
import { tellDirty } from '../../sequence/dirty.ts'
import {
  endRebase,
  isRebasing,
  readRebase,
  removeRebaseFile,
  startRebase,
  writeDone,
  writeRebaseFile,
  writeTodo,
  type RebaseState,
} from '../../sequence/rebase-state.ts'
import type { Step } from '../../sequence/todo.ts'
import type { Session } from '../../session.ts'
import { clearOperation } from '../../status/operation.ts'
import { EMPTY_TREE } from '../../store/objects.ts'
import { fromText } from '../../text.ts'
import { forceWorktree, overwriteFailure, updateWorktree } from '../../worktree/update.ts'
import { applyAutostash, applyRebaseStash, keepRebaseStash, makeAutostash } from './autostash.ts'
import { checkoutCommand } from '../branches/checkout.ts'
import { commitStaged } from './rebase-commit.ts'
import { editSteps, planSteps } from './rebase-plan.ts'
import { runSteps } from './rebase-run.ts'

const OPTIONS = [
  'onto=',
  'i,interactive',
  'continue',
  'skip',
  'abort',
  'quit',
  'edit-todo',
  'show-current-patch',
  'root',
  'keep-base',
  'f,force-rebase',
  'no-ff',
  'ff',
  'q,quiet',
  'v,verbose',
  'n,no-stat',
  'stat',
  'm,merge',
  'apply',
  'X,strategy-option=',
  's,strategy=',
  'autosquash',
  'autostash',
  'no-autostash',
  'x,exec=',
  'r,rebase-merges=?',
  'no-verify',
  'committer-date-is-author-date',
  'reapply-cherry-picks',
  'no-reapply-cherry-picks',
  'empty=',
  'fork-point',
  'no-fork-point',
  'signoff',
  'update-refs',
  'no-update-refs',
  'S,gpg-sign=?',
  'no-gpg-sign',
  'keep-empty',
  'no-keep-empty',
]
const MISSING = [
  'keep-base',
  'apply',
  'rebase-merges',
  'update-refs',
  'gpg-sign',
  'signoff',
  'committer-date-is-author-date',
]

const RESUMING = ['continue', 'skip', 'abort', 'quit', 'edit-todo', 'show-current-patch']

export async function rebaseCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  const missing = MISSING.find((name) => options.has(name))
  if (missing !== undefined)
    throw new GitFailure(`rebase --${missing} is not supported in this sandbox's git`)
  const empty = options.value('empty') ?? 'ask'
  if (!['ask', 'keep', 'drop'].includes(empty))
    throw new GitFailure(`unrecognized empty type '${empty}'; valid values are "drop", "keep", and "ask".`)
  if (RESUMING.some((name) => options.has(name))) return resume(session, options)
  if (isRebasing(repository))
    throw new GitFailure(`It seems that there is already a rebase-merge directory, and
I wonder if you are in the middle of another rebase.  If that is the
case, please try
	git rebase (--continue | --abort | --skip)
If that is not the case, please
	rm -fr "${repository.shownGitPath('rebase-merge')}"
and run me again.  I am stopping in case you still have something
valuable there.
`)
  return start(session, options)
}

async function start(session: Session, options: Options): Promise<number> {
  const { repository } = session
  const { objects } = repository
  const operands = options.operands
  const isRoot = options.has('root')
  const [given, branch] = isRoot ? [undefined, operands[0]] : operands
  const name = isRoot ? undefined : (given ?? upstreamName(repository))
  if (name !== undefined && tryResolve(repository, name) === undefined)
    throw new GitFailure(`invalid upstream '${name}'`)
  const stash = wantsAutostash(session, options) ? makeAutostash(session) : undefined
  if (tellDirty(session, 'rebase')) throw errorFailure('Please commit or stash them.')
  const putBack = (): void => {
    if (stash !== undefined) applyAutostash(session, stash)
  }
  if (branch !== undefined && branch !== repository.branch) {
    const code = await checkoutCommand(session, ['-q', branch])
    if (code !== 0) {
      putBack()
      return code
    }
  }
  const { head } = repository
  if (head === undefined) throw new GitFailure('the current branch has no commits yet')
  const upstream = name === undefined ? undefined : resolveCommit(repository, name)
  const ontoName = options.value('onto') ?? name
  const onto = ontoName === undefined ? emptyRoot(session) : resolveCommit(repository, ontoName)
  const commits = commitsToMove(session, { upstream, head, all: options.has('reapply-cherry-picks') })
  const isAsked =
    ['interactive', 'exec', 'autosquash'].some((each) => options.has(each)) ||
    (!options.isUnset('autosquash') && repository.config.boolean('rebase.autosquash', false))
  const force = options.has('force-rebase') || options.has('no-ff')
  const isLinear =
    mergeBases(objects, onto, [head])[0] === onto &&
    (onto === upstream || !options.has('onto')) &&
    commits.every((oid) => objects.commit(oid).parents.length === 1)
  if (!isAsked && isLinear && !force && isStraight(repository, { onto, head, commits })) {
    if (!options.has('quiet'))
      session.out(
        repository.branch === undefined
          ? 'HEAD is up to date.\n'
          : `Current branch ${repository.branch} is up to date.\n`,
      )
    putBack()
    return 0
  }
  const state: RebaseState = {
    headName: repository.branch === undefined ? 'detached HEAD' : `refs/heads/${repository.branch}`,
    onto,
    original: head,
  }
  repository.files.write(repository.gitPath('ORIG_HEAD'), fromText(`${head}\n`))
  startRebase(repository, state)
  if (stash !== undefined) writeRebaseFile(repository, 'autostash', `${stash}\n`)
  if (ontoName === undefined) writeRebaseFile(repository, 'squash-onto', `${onto}\n`)
  keepOptions(repository, options)
  const plan = await planSteps(session, options, { upstream, onto, head, commits })
  if (plan.kind === 'given-up') {
    applyRebaseStash(session)
    endRebase(repository)
    if (plan.message !== undefined) throw errorFailure(plan.message)
    return 1
  }
  const { at, done, left } =
    force || plan.kind === 'wrong' ? asIs(plan.steps, onto) : skipped(repository, plan.steps, onto)
  const overwritten = updateWorktree(repository, {
    from: objects.commit(head).tree,
    to: objects.commit(at).tree,
  })
  if (overwritten !== undefined) {
    applyRebaseStash(session)
    endRebase(repository)
    throw overwriteFailure(overwritten, 'checkout', 'switch branches')
  }
  repository.saveIndex()
  detachHead(session, at, `rebase (start): checkout ${ontoName ?? onto}`)
  if (plan.kind === 'wrong') return 1
  writeDone(repository, done)
  writeTodo(repository, left)
  return runSteps(session, options)
}

function wantsAutostash({ repository }: Session, options: Options): boolean {
  if (options.has('no-autostash')) return false
  return options.has('autostash') || repository.config.boolean('rebase.autostash', false)
}

function upstreamName(repository: Repository): string {
  const { branch } = repository
  const name = branch === undefined ? undefined : upstreamOf(repository, branch)
  if (name !== undefined) return name
  const why =
    branch === undefined
      ? 'You are not currently on a branch.'
      : 'There is no tracking information for the current branch.'
  const how =
    branch === undefined
      ? ''
      : `If you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=${repository.config.get(`branch.${branch}.remote`) ?? '<remote>'}/<branch> ${branch}\n\n`
  throw new GitFailure(
    `${why}
Please specify which branch you want to rebase against.
See git-rebase(1) for details.

    git rebase '<branch>'

${how}`.replace(/\n$/, ''),
    { exitCode: 1, prefix: '' },
  )
}

/** Empty commit that `--root` builds on until there is a first commit. */
function emptyRoot(session: Session): string {
  return storeCommit(session, { tree: EMPTY_TREE, parents: [], message: '' })
}

/** Stores the options that later steps need. */
function keepOptions(repository: Repository, options: Options): void {
  if (options.has('quiet')) writeRebaseFile(repository, 'quiet', '')
  const favor = options.all('strategy-option').findLast((option) => option === 'ours' || option === 'theirs')
  if (favor !== undefined) writeRebaseFile(repository, 'favor', `${favor}\n`)
  const usual = options.has('interactive') ? 'ask' : options.has('exec') ? 'keep' : 'drop'
  const empty = options.value('empty') ?? usual
  if (empty !== 'ask') writeRebaseFile(repository, `${empty}_redundant_commits`, '')
}

interface Begin {
  /** Commit at which the rebase starts. */
  readonly at: string
  readonly done: readonly Step[]
  readonly left: readonly Step[]
}

const asIs = (steps: readonly Step[], onto: string): Begin => ({ at: onto, done: [], left: steps })

/** Picks that would change nothing are done already. */
function skipped(repository: Repository, steps: readonly Step[], onto: string): Begin {
  let at = onto
  let count = 0
  for (const step of steps) {
    if (step.word !== 'pick' && step.word !== 'noop' && step.word !== 'drop') break
    if (step.word === 'pick') {
      const [parent] = repository.objects.commit(step.oid).parents
      if (parent !== at) break
      at = step.oid
    }
    count += 1
  }
  return { at, done: steps.slice(0, count), left: steps.slice(count) }
}

async function resume(session: Session, options: Options): Promise<number> {
  const { repository } = session
  const state = readRebase(repository)
  if (state === undefined) throw new GitFailure('No rebase in progress?')
  if (options.has('quit')) {
    keepRebaseStash(session)
    endRebase(repository)
    clearOperation(repository)
    return 0
  }
  if (options.has('show-current-patch')) throw new GitFailure('use git show REBASE_HEAD')
  if (options.has('abort')) return abort(session, state)
  if (options.has('edit-todo')) return editSteps(session)
  if (options.has('skip')) {
    const { head } = repository
    forceWorktree(repository, head === undefined ? undefined : repository.objects.commit(head).tree)
    repository.saveIndex()
    clearOperation(repository)
  }
  await commitStaged(session)
  clearOperation(repository)
  removeRebaseFile(repository, 'message')
  return runSteps(session, options)
}

async function abort(session: Session, state: RebaseState): Promise<number> {
  const { repository } = session
  forceWorktree(repository, repository.objects.commit(state.original).tree)
  repository.saveIndex()
  const isBranch = state.headName.startsWith('refs/')
  detachHead(
    session,
    state.original,
    `rebase (abort): ${isBranch ? `returning to ${state.headName}` : `returning to ${state.original}`}`,
  )
  if (isBranch) repository.refs.writeSymbolic('HEAD', state.headName)
  applyRebaseStash(session)
  endRebase(repository)
  clearOperation(repository)
  return 0
}
