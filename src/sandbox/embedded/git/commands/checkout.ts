/** `git checkout` and `git switch`: to another branch or commit. `checkout` of paths is `restore` by another name. */
import { GitFailure, errorFailure } from '../failure.ts'
import { switchHead } from '../head.ts'
import { subjectOf } from '../make-commit.ts'
import { parseOptions, type Options } from '../options.ts'
import type { Repository } from '../repository.ts'
import { peel, previousBranch, tryResolve } from '../revision/resolve.ts'
import { ShortNames } from '../revision/short-name.ts'
import { ancestors } from '../revision/walk.ts'
import type { Session } from '../session.ts'
import { clearOperation, currentOperation } from '../status/operation.ts'
import { trackingOf, trackingText } from '../status/tracking.ts'
import { treeWorktreePairs, worktreePairs } from '../diff/sources.ts'
import { Pathspec } from '../worktree/pathspec.ts'
import { checkedOutElsewhere } from '../worktree/linked.ts'
import { forceWorktree, overwriteFailure, updateWorktree } from '../worktree/update.ts'
import { makeBranch } from './branch.ts'
import { restorePaths } from './restore.ts'

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

export async function checkoutCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, CHECKOUT)
  refuse(options, ['patch', 'conflict', 'pathspec-from-file'])
  const { repository } = session
  const create = options.value('b') ?? options.value('B')
  const orphan = options.value('orphan')
  if (orphan !== undefined) return switchOrphan(session, orphan, options)
  const [first, ...rest] = options.words
  if (create !== undefined) {
    return switchNew(session, options, { name: create, start: first ?? 'HEAD', force: options.has('B') })
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
        return switchNew(session, options, { name: first, start: guessed, force: false })
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
  return switchTo(session, options, first ?? 'HEAD', {
    detach: options.has('detach') || options.has('d'),
    same: first === undefined,
  })
}

export async function switchCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, SWITCH)
  refuse(options, ['merge'])
  const { repository } = session
  const orphan = options.value('orphan')
  if (orphan !== undefined) return switchOrphan(session, orphan, options)
  const create = options.value('create') ?? options.value('force-create')
  const [first, more] = options.operands
  if (more !== undefined) throw new GitFailure('only one reference expected')
  if (create !== undefined)
    return switchNew(session, options, {
      name: create,
      start: first ?? 'HEAD',
      force: options.has('force-create'),
    })
  if (first === undefined) throw new GitFailure('missing branch or commit argument')
  const detach = options.has('detach')
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
      merge: 'merging',
      'cherry-pick': 'cherry-picking',
      revert: 'reverting',
      rebase: 'rebasing',
    }[operation.kind]
    const quit = operation.kind === 'merge' ? 'git merge --quit' : `git ${operation.kind} --quit`
    throw new GitFailure(`cannot switch branch while ${doing}\nConsider "${quit}" or "git worktree add".`)
  }
  return switchTo(session, options, first, { detach, same: false })
}

function refuse(options: Options, names: readonly string[]): void {
  const found = names.find((name) => options.has(name))
  if (found !== undefined) throw new GitFailure(`option --${found} is not supported in this sandbox's git`)
}

interface Target {
  readonly branch: string | undefined
  readonly oid: string
  readonly name: string
}

function resolveTarget(repository: Repository, text: string): Target | undefined {
  const back = text === '-' ? 1 : Number(/^@\{-(\d+)\}$/.exec(text)?.[1] ?? 0)
  const name = back > 0 ? (previousBranch(repository, back) ?? text) : text
  const branchOid = repository.refs.resolve(`refs/heads/${name}`)
  if (branchOid !== undefined) return { branch: name, oid: branchOid, name }
  const oid = tryResolve(repository, name)
  const commit = oid === undefined ? undefined : peel(repository, oid, 'commit')
  if (commit === undefined) return oid === undefined ? undefined : { branch: undefined, oid, name }
  return { branch: undefined, oid: commit, name }
}

/** The one remote branch of that name. */
function guessRemote(repository: Repository, name: string): string | undefined {
  const found = repository.refs
    .list('refs/remotes/')
    .filter((ref) => ref.name.replace(/^refs\/remotes\/[^/]+\//, '') === name)
  return found.length === 1 ? found[0]?.name.slice('refs/remotes/'.length) : undefined
}

function switchNew(
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
      existed
        ? `Switched to and reset branch '${branch.name}'\n`
        : `Switched to a new branch '${branch.name}'\n`,
    )
  return 0
}

function switchOrphan(session: Session, name: string, options: Options): number {
  const { repository } = session
  if (repository.refs.exists(`refs/heads/${name}`))
    throw new GitFailure(`a branch named '${name}' already exists`)
  repository.refs.writeSymbolic('HEAD', `refs/heads/${name}`)
  if (!options.has('quiet')) session.err(`Switched to a new branch '${name}'\n`)
  return 0
}

function switchTo(
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
  return text === '-' || text.startsWith('@{-') ? target.name : text
}

function moveWorktree(session: Session, oid: string, options: Options): void {
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

/** `M\tfile` for each change that was taken along: of the worktree against the commit. */
function localChanges(repository: Repository): string {
  const { head, objects } = repository
  const tree = head === undefined ? undefined : objects.commit(head).tree
  const { index } = repository
  const isClean = tree !== undefined && index.cacheTree.get('')?.oid === tree
  const all = new Pathspec([])
  const pairs = isClean ? worktreePairs(repository, all) : treeWorktreePairs(repository, tree, all)
  const lines = pairs.map((pair) => `${pair.status}\t${pair.after?.path ?? pair.before?.path ?? ''}\n`)
  return lines.join('')
}

function leftBehind(repository: Repository, old: string, now: string): string {
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

function detachedAdvice(
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
