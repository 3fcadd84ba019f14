import { readDiffStyle } from '../../diff/diff-options.ts'
import { preparePairs, showDiff } from '../../diff/show-diff.ts'
import { indexPairs, treePairs } from '../../diff/sources.ts'
import { GitFailure, errorFailure } from '../../failure.ts'
import { moveHead } from '../../head.ts'
import { runHook } from '../../hooks.ts'
import { cleanMessage, storeCommit } from '../../make-commit.ts'
import { applyMerge } from '../../merge/apply-merge.ts'
import { mergeTrees } from '../../merge/merge-trees.ts'
import { baseTree } from '../../merge/virtual-base.ts'
import { Options, parseOptions } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { fullRefName, resolveCommit, tryResolve, upstreamOf } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { commitsOf } from '../../revision/range.ts'
import { isAncestor } from '../../revision/walk.ts'
import type { Session } from '../../session.ts'
import { clearOperation, currentOperation } from '../../status/operation.ts'
import { EMPTY_TREE } from '../../store/objects.ts'
import { fromText } from '../../text.ts'
import { Pathspec } from '../../worktree/pathspec.ts'
import { overwriteFailure, updateWorktree } from '../../worktree/update.ts'
import { writeIndexTree } from '../../worktree/write-tree.ts'
import { commitCommand } from '../changes/commit.ts'
import { resetCommand } from '../changes/reset.ts'

const OPTIONS = [
  'm,message=',
  'F,file=',
  'ff',
  'no-ff',
  'ff-only',
  'squash',
  'no-squash',
  'commit',
  'no-commit',
  'e,edit',
  'no-edit',
  'abort',
  'continue',
  'quit',
  'n',
  'stat',
  'no-stat',
  'q,quiet',
  'v,verbose',
  's,strategy=',
  'X,strategy-option=',
  'allow-unrelated-histories',
  'log=?',
  'no-log',
  'signoff',
  'no-verify',
  'into-name=',
  'progress',
  'no-progress',
  'autostash',
  'no-autostash',
  'S,gpg-sign=?',
  'no-gpg-sign',
  'cleanup=',
]

export async function mergeCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  if (options.has('abort')) return abortMerge(session)
  if (options.has('continue')) {
    if (currentOperation(repository).kind !== 'merge')
      throw new GitFailure('There is no merge in progress (MERGE_HEAD missing).')
    return commitCommand(session, ['--no-edit', '--cleanup=strip'])
  }
  if (options.has('quit')) {
    clearOperation(repository)
    return 0
  }
  for (const name of ['autostash', 'gpg-sign', 'file'])
    if (options.has(name)) throw new GitFailure(`merge --${name} is not supported in this sandbox's git`)
  refuseUnready(repository)
  const [name, more] = options.operands.length === 0 ? [upstream(repository)] : options.operands
  if (more !== undefined)
    throw new GitFailure(
      "merging more than one branch at a time is not supported in this sandbox's git: merge them one after the other",
    )
  if (name === undefined) throw new GitFailure('No remote for the current branch.')
  if (tryResolve(repository, name) === undefined)
    throw new GitFailure(`${name} - not something we can merge`, { exitCode: 1, prefix: 'merge: ' })
  const theirs = resolveCommit(repository, name)
  const { head } = repository
  if (head === undefined) return firstCommit(session, theirs)
  const { objects } = repository
  const quiet = options.has('quiet')
  if (isAncestor(objects, theirs, head)) {
    const squash = options.has('squash') ? ' (nothing to squash)' : ''
    if (!quiet) session.out(`Already up to date.${squash}\n`)
    return 0
  }
  const canForward = isAncestor(objects, head, theirs) && options.value('strategy') !== 'ours'
  const forward = options.has('ff-only')
    ? 'only'
    : options.has('no-ff')
      ? 'no'
      : repository.config.get('merge.ff')
  if (canForward && !options.has('no-ff') && forward !== 'false' && forward !== 'no')
    return tellHook(session, options, await fastForward(session, options, { head, theirs, name }))
  if (forward === 'only') throw new GitFailure('Not possible to fast-forward, aborting.')
  return tellHook(session, options, await trueMerge(session, options, { head, theirs, name }))
}

async function tellHook(session: Session, options: Options, code: number): Promise<number> {
  const isDone = code === 0 && !options.has('no-commit')
  if (isDone) await runHook(session, 'post-merge', [options.has('squash') ? '1' : '0'])
  return code
}

function upstream(repository: Repository): string | undefined {
  return repository.branch === undefined ? undefined : upstreamOf(repository, repository.branch)
}

function refuseUnready(repository: Repository): void {
  if (repository.index.conflicts.size > 0)
    throw errorFailure(
      `Merging is not possible because you have unmerged files.
hint: Fix them up in the work tree, and then use 'git add/rm <file>'
hint: as appropriate to mark resolution and make a commit.
fatal: Exiting because of an unresolved conflict.`,
      128,
    )
  const operation = currentOperation(repository)
  if (operation.kind === 'merge')
    throw new GitFailure(
      'You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.',
    )
  if (operation.kind === 'cherry-pick')
    throw new GitFailure(
      'You have not concluded your cherry-pick (CHERRY_PICK_HEAD exists).\nPlease, commit your changes before you merge.',
    )
}

function abortMerge(session: Session): Promise<number> {
  if (currentOperation(session.repository).kind !== 'merge')
    throw new GitFailure('There is no merge to abort (MERGE_HEAD missing).')
  return resetCommand(session, ['--merge'])
}

function firstCommit(session: Session, theirs: string): number {
  const { repository } = session
  const { tree } = repository.objects.commit(theirs)
  const overwritten = updateWorktree(repository, { from: undefined, to: tree })
  if (overwritten !== undefined) throw overwriteFailure(overwritten, 'merge', 'merge')
  repository.saveIndex()
  moveHead(session, theirs, 'initial pull')
  return 0
}

interface Sides {
  readonly head: string
  readonly theirs: string
  readonly name: string
}

function statText(
  repository: Repository,
  options: Options,
  trees: { before: string; after: string },
): string {
  if (options.has('no-stat') || options.has('n') || options.has('quiet')) return ''
  const style = { ...readDiffStyle(repository, new Options(), 'stat'), formats: ['stat', 'summary'] as const }
  return showDiff(preparePairs(treePairs(repository, trees, new Pathspec([])), style), style)
}

function fastForward(session: Session, options: Options, { head, theirs, name }: Sides): number {
  const { repository } = session
  const { objects } = repository
  const [from, to] = [objects.commit(head).tree, objects.commit(theirs).tree]
  const short = new ShortNames(repository)
  if (!options.has('quiet')) session.out(`Updating ${short.of(head)}..${short.of(theirs)}\n`)
  const overwritten = updateWorktree(repository, { from, to })
  if (overwritten !== undefined) throw overwriteFailure(overwritten, 'merge', 'merge')
  repository.saveIndex()
  if (!options.has('quiet')) session.out('Fast-forward\n')
  if (options.has('squash')) {
    session.out('Squash commit -- not updating HEAD\n')
    writeSquash(repository, { head, theirs, name })
  } else {
    saveOriginal(repository, head)
    moveHead(session, theirs, `merge ${name}: Fast-forward`)
  }
  session.out(statText(repository, options, { before: from, after: to }))
  return 0
}

function saveOriginal(repository: Repository, head: string): void {
  repository.files.write(repository.gitPath('ORIG_HEAD'), fromText(`${head}\n`))
}

async function trueMerge(session: Session, options: Options, sides: Sides): Promise<number> {
  const { repository } = session
  const { objects } = repository
  const { head, theirs, name } = sides
  const [ours, other] = [objects.commit(head).tree, objects.commit(theirs).tree]
  const message = options.has('message')
    ? cleanMessage(options.all('message').join('\n\n'))
    : `${defaultMessage(repository, name)}\n`
  const strategy = options.value('strategy') ?? 'ort'
  if (!['ort', 'recursive', 'ours'].includes(strategy))
    throw new GitFailure(`the merge strategy '${strategy}' is not supported in this sandbox's git`)
  const base = baseTree(repository, head, theirs)
  if (base === undefined && !options.has('allow-unrelated-histories'))
    throw new GitFailure('refusing to merge unrelated histories')
  refuseStaged(repository, ours)
  saveOriginal(repository, head)
  if (strategy !== 'ours') {
    const favor = options
      .all('strategy-option')
      .find((option): option is 'ours' | 'theirs' => option === 'ours' || option === 'theirs')
    const result = mergeTrees(repository, {
      base: base ?? EMPTY_TREE,
      ours,
      theirs: other,
      labels: { ours: 'HEAD', theirs: name, base: baseLabel(repository, base) },
      favor,
    })
    const overwritten = applyMerge(repository, ours, result)
    if (overwritten !== undefined) {
      const failure = overwriteFailure(overwritten, 'merge', 'merge')
      throw new GitFailure(`${failure.message}\nMerge with strategy ort failed.`, { exitCode: 2, prefix: '' })
    }
    session.out(result.messages.join(''))
    repository.saveIndex()
    if (options.has('squash')) {
      writeSquash(repository, sides)
      session.out('Squash commit -- not updating HEAD\n')
    }
    if (result.conflicts.size > 0) {
      if (!options.has('squash'))
        writeMergeState(repository, { theirs, message, options, conflicts: [...result.conflicts.keys()] })
      session.out('Automatic merge failed; fix conflicts and then commit the result.\n')
      return 1
    }
    if (options.has('squash') || options.has('no-commit')) {
      if (!options.has('squash')) writeMergeState(repository, { theirs, message, options, conflicts: [] })
      session.err('Automatic merge went well; stopped before committing as requested\n')
      return 0
    }
  }
  if (!options.has('no-verify') && (await runHook(session, 'pre-merge-commit', [])) !== 0) return 1
  const tree = strategy === 'ours' ? ours : writeIndexTree(repository)
  const oid = storeCommit(session, { tree, parents: [head, theirs], message })
  repository.saveIndex()
  moveHead(
    session,
    oid,
    `merge ${name}: Merge made by the '${strategy === 'recursive' ? 'ort' : strategy}' strategy.`,
  )
  if (!options.has('quiet'))
    session.out(`Merge made by the '${strategy === 'recursive' ? 'ort' : strategy}' strategy.\n`)
  session.out(statText(repository, options, { before: ours, after: tree }))
  return 0
}

function baseLabel(repository: Repository, base: string | undefined): string {
  return base === undefined ? 'empty tree' : new ShortNames(repository).of(base)
}

/** A merge begins from a clean index. */
function refuseStaged(repository: Repository, tree: string): void {
  const staged = indexPairs(repository, tree, new Pathspec([]))
  if (staged.length === 0) return
  const list = staged.map((pair) => `  ${pair.after?.path ?? pair.before?.path ?? ''}`).join('\n')
  throw new GitFailure(
    `error: Your local changes to the following files would be overwritten by merge:\n${list}\nMerge with strategy ort failed.`,
    { exitCode: 2, prefix: '' },
  )
}

/** `Merge branch 'x' into y`. */
function defaultMessage(repository: Repository, name: string): string {
  const full = fullRefName(repository, name)
  let what = `commit '${name}'`
  if (full?.startsWith('refs/heads/')) what = `branch '${full.slice('refs/heads/'.length)}'`
  else if (full?.startsWith('refs/tags/')) what = `tag '${full.slice('refs/tags/'.length)}'`
  else if (full?.startsWith('refs/remotes/'))
    what = `remote-tracking branch '${full.slice('refs/remotes/'.length)}'`
  const { branch } = repository
  const into =
    branch === undefined ? ' into HEAD' : branch === 'master' || branch === 'main' ? '' : ` into ${branch}`
  return `Merge ${what}${into}`
}

function writeMergeState(
  repository: Repository,
  state: { theirs: string; message: string; options: Options; conflicts: readonly string[] },
): void {
  const write = (name: string, text: string): void =>
    repository.files.write(repository.gitPath(name), fromText(text))
  write('MERGE_HEAD', `${state.theirs}\n`)
  write('MERGE_MODE', state.options.has('no-ff') ? 'no-ff' : '')
  write('MERGE_MSG', `${state.message}${conflictComment(state.conflicts)}`)
}

export function conflictComment(paths: readonly string[]): string {
  return paths.length === 0 ? '' : `\n# Conflicts:\n${paths.map((path) => `#\t${path}\n`).join('')}`
}

function writeSquash(repository: Repository, { head, theirs }: Sides): void {
  const range = { wanted: [theirs], unwanted: [head], symmetric: undefined }
  const commits = [...commitsOf(repository, range)].map((oid) => {
    const commit = repository.objects.commit(oid)
    const body = commit.message
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n')
    return `\ncommit ${oid}\nAuthor: ${commit.author.name} <${commit.author.email}>\n\n${body}\n`
  })
  repository.files.write(
    repository.gitPath('SQUASH_MSG'),
    fromText(`Squashed commit of the following:\n${commits.join('')}`),
  )
}
