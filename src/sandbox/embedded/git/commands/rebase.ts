import { errorFailure, GitFailure } from '../failure.ts'
import { indexPairs, worktreePairs } from '../diff/sources.ts'
import { detachHead, moveHead, moveRef } from '../head.ts'
import { cleanMessage, storeCommit, subjectOf } from '../make-commit.ts'
import { parseOptions, type Options } from '../options.ts'
import { committerOrNobody, personOf } from '../person.ts'
import type { Repository } from '../repository.ts'
import { commitsOf } from '../revision/range.ts'
import { resolveCommit, tryResolve, upstreamOf } from '../revision/resolve.ts'
import { ShortNames } from '../revision/short-name.ts'
import { isAncestor, mergeBases } from '../revision/walk.ts'
import { applyCommit } from '../sequence/pick.ts'
import { patchId } from '../sequence/patch-id.ts'
import {
  endRebase,
  isRebasing,
  readRebase,
  readSteps,
  startRebase,
  takeStep,
  writeRebaseFile,
  type RebaseState,
} from '../sequence/rebase-state.ts'
import type { Session } from '../session.ts'
import { clearOperation } from '../status/operation.ts'
import { fromText } from '../text.ts'
import { Pathspec } from '../worktree/pathspec.ts'
import { forceWorktree, overwriteFailure, updateWorktree } from '../worktree/update.ts'
import { writeIndexTree } from '../worktree/write-tree.ts'
import { checkoutCommand } from './checkout.ts'
import { commitSummary } from './commit.ts'
import { conflictComment } from './merge.ts'

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
  'no-autosquash',
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
  'interactive',
  'edit-todo',
  'root',
  'keep-base',
  'apply',
  'autosquash',
  'autostash',
  'exec',
  'rebase-merges',
  'update-refs',
  'gpg-sign',
  'signoff',
  'committer-date-is-author-date',
  'empty',
]

export async function rebaseCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  const missing = MISSING.find((name) => options.has(name))
  if (missing === 'interactive')
    throw new GitFailure(
      'rebase --interactive is not supported in this sandbox: there is no editor for its list',
    )
  if (missing !== undefined)
    throw new GitFailure(`rebase --${missing} is not supported in this sandbox's git`)
  if (['continue', 'skip', 'abort', 'quit', 'show-current-patch'].some((name) => options.has(name)))
    return resume(session, options)
  if (isRebasing(repository))
    throw new GitFailure(`It seems that there is already a rebase-merge directory, and
I wonder if you are in the middle of another rebase.  If that is the
case, please try
	git rebase (--continue | --abort | --skip)
If that is not the case, please
	rm -fr "${repository.gitPath('rebase-merge')}"
and run me again.  I am stopping in case you still have something
valuable there.
`)
  return start(session, options)
}

async function start(session: Session, options: Options): Promise<number> {
  const { repository } = session
  const { objects } = repository
  const [given, branch] = options.operands
  const name =
    given ?? (repository.branch === undefined ? undefined : upstreamOf(repository, repository.branch))
  if (name === undefined)
    throw new GitFailure(
      `There is no tracking information for the current branch.
Please specify which branch you want to rebase against.
See git-rebase(1) for details.

    git rebase '<branch>'
`,
      { exitCode: 1, prefix: '' },
    )
  if (tryResolve(repository, name) === undefined) throw new GitFailure(`invalid upstream '${name}'`)
  refuseDirty(repository)
  if (branch !== undefined && branch !== repository.branch) {
    const code = await checkoutCommand(session, ['-q', branch])
    if (code !== 0) return code
  }
  const upstream = resolveCommit(repository, name)
  const onto = resolveCommit(repository, options.value('onto') ?? name)
  const { head } = repository
  if (head === undefined) throw new GitFailure('the current branch has no commits yet')
  const commits = commitsToMove(repository, { upstream, head })
  const force = options.has('force-rebase') || options.has('no-ff')
  const isLinear =
    mergeBases(objects, onto, [head])[0] === onto &&
    (onto === upstream || !options.has('onto')) &&
    commits.every((oid) => objects.commit(oid).parents.length === 1)
  if (isLinear && !force && isStraight(repository, { onto, head, commits })) {
    if (!options.has('quiet'))
      session.out(
        repository.branch === undefined
          ? 'HEAD is up to date.\n'
          : `Current branch ${repository.branch} is up to date.\n`,
      )
    return 0
  }
  const state: RebaseState = {
    headName: repository.branch === undefined ? 'detached HEAD' : `refs/heads/${repository.branch}`,
    onto,
    original: head,
  }
  const overwritten = updateWorktree(repository, {
    from: objects.commit(head).tree,
    to: objects.commit(onto).tree,
  })
  if (overwritten !== undefined) throw overwriteFailure(overwritten, 'checkout', 'switch branches')
  repository.saveIndex()
  repository.files.write(repository.gitPath('ORIG_HEAD'), fromText(`${head}\n`))
  startRebase(
    repository,
    state,
    commits.map((oid) => `pick ${oid} ${subjectOf(objects.commit(oid).message)}`),
  )
  detachHead(session, onto, `rebase (start): checkout ${options.value('onto') ?? name}`)
  return carryOn(session, options)
}

function isStraight(
  repository: Repository,
  { onto, head, commits }: { onto: string; head: string; commits: readonly string[] },
): boolean {
  if (!isAncestor(repository.objects, onto, head)) return false
  const [first] = commits
  return first === undefined ? onto === head : repository.objects.commit(first).parents[0] === onto
}

function refuseDirty(repository: Repository): void {
  const { head, objects, index } = repository
  const all = new Pathspec([])
  const unstaged = worktreePairs(repository, all).length > 0
  const staged =
    indexPairs(repository, head === undefined ? undefined : objects.commit(head).tree, all).length > 0
  if (!unstaged && !staged && index.conflicts.size === 0) return
  const what = unstaged
    ? 'cannot rebase: You have unstaged changes.'
    : 'cannot rebase: Your index contains uncommitted changes.'
  const both = unstaged && staged ? '\nerror: additionally, your index contains uncommitted changes.' : ''
  throw errorFailure(`${what}${both}\nerror: Please commit or stash them.`)
}

/** Oldest first; without merges, and without those whose change is on the other side already. */
function commitsToMove(
  repository: Repository,
  { upstream, head }: { upstream: string; head: string },
): string[] {
  const { objects } = repository
  const own = [
    ...commitsOf(repository, { wanted: [head], unwanted: [upstream], symmetric: undefined }),
  ].filter((oid) => objects.commit(oid).parents.length <= 1)
  const others = [
    ...commitsOf(repository, { wanted: [upstream], unwanted: [head], symmetric: undefined }),
  ].filter((oid) => objects.commit(oid).parents.length <= 1)
  const known = new Set(others.map((oid) => patchId(repository, oid)))
  return own.filter((oid) => !known.has(patchId(repository, oid))).reverse()
}

async function carryOn(session: Session, options: Options): Promise<number> {
  const { repository } = session
  const total = Number(repository.files.readText(repository.gitPath('rebase-merge/end')) ?? 0)
  for (let step = takeStep(repository); step !== undefined; step = takeStep(repository)) {
    const number = readSteps(repository, 'done').length
    if (!options.has('quiet')) session.err(`Rebasing (${number}/${total})\r`)
    const [word = '', oid = ''] = step.split(' ')
    if (!/^p(ick)?$/.test(word))
      throw new GitFailure(`the step '${word}' of a rebase is not supported in this sandbox's git`)
    const code = await pickStep(session, options, resolveCommit(repository, oid))
    if (code !== 0) return code
  }
  return finish(session, options)
}

async function pickStep(session: Session, options: Options, oid: string): Promise<number> {
  const { repository } = session
  const { objects, head } = repository
  const commit = objects.commit(oid)
  if (head === undefined) throw new GitFailure('HEAD is gone in the middle of a rebase')
  if (commit.parents[0] === head && !options.has('force-rebase') && !options.has('no-ff')) {
    updateWorktree(repository, { from: objects.commit(head).tree, to: commit.tree })
    repository.saveIndex()
    detachHead(session, oid, `rebase (pick): ${subjectOf(commit.message)}`)
    return 0
  }
  const favor = options
    .all('strategy-option')
    .find((option): option is 'ours' | 'theirs' => option === 'ours' || option === 'theirs')
  const picked = applyCommit(repository, {
    commit: oid,
    revert: false,
    mainline: undefined,
    favor,
    name: 'rebase',
  })
  session.out(picked.messages)
  if (picked.conflicts.length > 0) return stop(session, oid, picked.conflicts)
  commitStep(session, oid, commit.message)
  return 0
}

/** Nothing is committed when the change is there already. */
function commitStep(session: Session, oid: string, message: string): void {
  const { repository } = session
  const { objects, head } = repository
  const { author, parents, tree: old } = objects.commit(oid)
  const tree = writeIndexTree(repository)
  const wasEmpty = parents[0] !== undefined && objects.commit(parents[0]).tree === old
  if (head !== undefined && objects.commit(head).tree === tree && !wasEmpty) {
    session.err(`dropping ${oid} ${subjectOf(message)} -- patch contents already upstream\n`)
    return
  }
  const made = storeCommit(session, { tree, parents: head === undefined ? [] : [head], message, author })
  repository.saveIndex()
  moveHead(session, made, `rebase (pick): ${subjectOf(message)}`)
}

function stop(session: Session, oid: string, conflicts: readonly string[]): number {
  const { repository } = session
  const { message, author } = repository.objects.commit(oid)
  const write = (name: string, text: string): void =>
    repository.files.write(repository.gitPath(name), fromText(text))
  write('MERGE_MSG', `${message}${conflictComment(conflicts)}`)
  write('REBASE_HEAD', `${oid}\n`)
  write('CHERRY_PICK_HEAD', `${oid}\n`)
  writeRebaseFile(repository, 'message', message)
  writeRebaseFile(repository, 'stopped-sha', `${oid}\n`)
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
  writeRebaseFile(
    repository,
    'author-script',
    `GIT_AUTHOR_NAME=${quoted(author.name)}\nGIT_AUTHOR_EMAIL=${quoted(author.email)}\nGIT_AUTHOR_DATE=${quoted(`@${author.time} ${author.zone}`)}\n`,
  )
  const title = `${new ShortNames(repository).of(oid)}... ${subjectOf(message)}`
  session.err(`error: could not apply ${title}
hint: Resolve all conflicts manually, mark them as resolved with
hint: "git add/rm <conflicted_files>", then run "git rebase --continue".
hint: You can instead skip this commit: run "git rebase --skip".
hint: To abort and get back to the state before "git rebase", run "git rebase --abort".
Could not apply ${title}
`)
  return 1
}

/** What git takes a line of the screen to have, when it wipes one. */
const LINE_WIDTH = 80

async function finish(session: Session, options: Options): Promise<number> {
  const { repository } = session
  const state = readRebase(repository)
  const { head } = repository
  if (state === undefined || head === undefined) throw new GitFailure('No rebase in progress?')
  const isBranch = state.headName.startsWith('refs/')
  if (isBranch) {
    moveRef(session, state.headName, head, `rebase (finish): ${state.headName} onto ${state.onto}`)
    repository.refs.writeSymbolic('HEAD', state.headName)
    repository.refs.log('HEAD', {
      from: head,
      to: head,
      who: committerOrNobody(session),
      message: `rebase (finish): returning to ${state.headName}`,
    })
  }
  endRebase(repository)
  clearOperation(repository)
  if (!options.has('quiet')) session.err(`\r${' '.repeat(LINE_WIDTH)}\r`)
  if (!options.has('quiet'))
    session.err(`Successfully rebased and updated ${isBranch ? state.headName : 'detached HEAD'}.\n`)
  return 0
}

async function resume(session: Session, options: Options): Promise<number> {
  const { repository } = session
  const state = readRebase(repository)
  if (state === undefined) throw new GitFailure('No rebase in progress?')
  if (options.has('quit')) {
    endRebase(repository)
    clearOperation(repository)
    return 0
  }
  if (options.has('show-current-patch')) throw new GitFailure('use git show REBASE_HEAD')
  if (options.has('abort')) return abort(session, state)
  if (options.has('skip')) {
    const { head } = repository
    forceWorktree(repository, head === undefined ? undefined : repository.objects.commit(head).tree)
    repository.saveIndex()
  } else commitResolved(session)
  clearOperation(repository)
  return carryOn(session, options)
}

function commitResolved(session: Session): void {
  const { repository } = session
  const { index } = repository
  if (index.conflicts.size > 0) {
    const list = [...index.conflicts.keys()].map((path) => `${path}: needs merge\n`).join('')
    throw new GitFailure(
      `${list}You must edit all merge conflicts and then\nmark them as resolved using git add`,
      { exitCode: 1, prefix: '' },
    )
  }
  const stopped = repository.files.readText(repository.gitPath('CHERRY_PICK_HEAD'))?.trim()
  if (stopped === undefined) return
  const message = repository.files.readText(repository.gitPath('MERGE_MSG')) ?? ''
  personOf(session, 'committer')
  const { head, objects } = repository
  const tree = writeIndexTree(repository)
  if (head !== undefined && objects.commit(head).tree === tree) return
  const made = storeCommit(session, {
    tree,
    parents: head === undefined ? [] : [head],
    message: cleanMessage(message, { comments: true }),
    author: objects.commit(stopped).author,
  })
  repository.saveIndex()
  moveHead(session, made, `rebase (continue): ${subjectOf(message)}`)
  session.out(commitSummary(session, made))
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
  endRebase(repository)
  clearOperation(repository)
  return 0
}
