/** `git cherry-pick` and `git revert`: changes of commits done or undone as new commits, several after each other. */
import { GitFailure, usageFailure } from '../../failure.ts'
import { moveHead } from '../../head.ts'
import { storeCommit, subjectOf } from '../../make-commit.ts'
import { parseOptions, type Options } from '../../options.ts'
import { personOf } from '../../person.ts'
import type { Repository } from '../../repository.ts'
import { commitsOf, parseRange } from '../../revision/range.ts'
import { resolveCommit, unknownRevision } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { applyCommit, refuseDirtyIndex } from '../../sequence/pick.ts'
import type { Session } from '../../session.ts'
import { clearOperation, currentOperation } from '../../status/operation.ts'
import { fromText } from '../../text.ts'
import { forceWorktree, updateWorktree } from '../../worktree/update.ts'
import { writeIndexTree } from '../../worktree/write-tree.ts'
import { commitCommand, commitSummary } from '../changes/commit.ts'
import { conflictComment } from './merge.ts'

type Kind = 'cherry-pick' | 'revert'

const OPTIONS = [
  'n,no-commit',
  'x',
  'm,mainline=',
  's,signoff',
  'e,edit',
  'no-edit',
  'X,strategy-option=',
  'strategy=',
  'abort',
  'continue',
  'skip',
  'quit',
  'ff',
  'allow-empty',
  'allow-empty-message',
  'keep-redundant-commits',
  'S,gpg-sign=?',
  'no-gpg-sign',
  'reference',
  'cleanup=',
  'r',
]

export const cherryPickCommand = (session: Session, args: readonly string[]): Promise<number> =>
  run(session, 'cherry-pick', args)
export const revertCommand = (session: Session, args: readonly string[]): Promise<number> =>
  run(session, 'revert', args)

async function run(session: Session, kind: Kind, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  if (options.has('gpg-sign'))
    throw new GitFailure(`${kind} --gpg-sign is not supported in this sandbox: there are no keys here`)
  if (options.has('abort')) return abort(session, kind)
  if (options.has('continue')) return goOn(session, kind, options)
  if (options.has('skip')) return skip(session, kind, options)
  if (options.has('quit')) {
    repository.files.removeTree(repository.gitPath('sequencer'))
    clearOperation(repository)
    return 0
  }
  const words = options.operands
  if (words.length === 0) throw usageFailure(`usage: git ${kind} [<options>] <commit-ish>...`)
  const commits = words.flatMap((word) => commitsFor(repository, word, kind))
  if (commits.length === 0) throw new GitFailure('empty commit set passed', { prefix: 'error: ' })
  if (!options.has('no-commit')) {
    const operation = currentOperation(repository)
    if (operation.kind === 'cherry-pick' || operation.kind === 'revert')
      throw new GitFailure(
        `${operation.kind} is already in progress\nhint: try "git ${operation.kind} (--continue | --skip | --abort | --quit)"\nfatal: ${kind} failed`,
        { prefix: 'error: ' },
      )
    refuseDirtyIndex(repository, kind)
  }
  if (commits.length > 1) saveSequence(repository, kind, commits, repository.head)
  return pickAll(session, kind, options, commits)
}

function commitsFor(repository: Repository, word: string, kind: Kind): string[] {
  if (!word.includes('..')) return [resolveCommit(repository, word)]
  const range = parseRange(repository, word)
  if (range === undefined) throw unknownRevision(word)
  const commits = [...commitsOf(repository, range)]
  return kind === 'revert' ? commits : commits.reverse()
}

const TODO = 'sequencer/todo'

function saveSequence(
  repository: Repository,
  kind: Kind,
  commits: readonly string[],
  head: string | undefined,
): void {
  const word = kind === 'revert' ? 'revert' : 'pick'
  const lines = commits.map((oid) => `${word} ${oid} ${subjectOf(repository.objects.commit(oid).message)}\n`)
  repository.files.write(repository.gitPath(TODO), fromText(lines.join('')))
  if (head !== undefined) {
    repository.files.write(repository.gitPath('sequencer/head'), fromText(`${head}\n`))
    repository.files.write(repository.gitPath('sequencer/abort-safety'), fromText(`${head}\n`))
  }
}

function readSequence(repository: Repository): string[] {
  const text = repository.files.readText(repository.gitPath(TODO)) ?? ''
  return text
    .split('\n')
    .flatMap((line) => /^\w+ ([0-9a-f]+)/.exec(line)?.[1] ?? [])
    .map((name) => resolveCommit(repository, name))
}

async function pickAll(
  session: Session,
  kind: Kind,
  options: Options,
  commits: readonly string[],
): Promise<number> {
  const { repository } = session
  for (const [at, oid] of commits.entries()) {
    if (commits.length > 1) saveSequence(repository, kind, commits.slice(at), undefined)
    const code = await pickOne(session, kind, options, oid)
    if (code !== 0) return code
  }
  repository.files.removeTree(repository.gitPath('sequencer'))
  return 0
}

async function pickOne(session: Session, kind: Kind, options: Options, oid: string): Promise<number> {
  const { repository } = session
  const { objects, head } = repository
  const commit = objects.commit(oid)
  if (options.has('ff') && kind === 'cherry-pick' && commit.parents[0] === head && head !== undefined) {
    updateWorktree(repository, { from: objects.commit(head).tree, to: commit.tree })
    repository.saveIndex()
    moveHead(session, oid, `cherry-pick: fast-forward`)
    return 0
  }
  const favor = options
    .all('strategy-option')
    .find((option): option is 'ours' | 'theirs' => option === 'ours' || option === 'theirs')
  const mainline = options.number('mainline')
  const picked = applyCommit(repository, {
    commit: oid,
    revert: kind === 'revert',
    mainline,
    favor,
    name: kind,
  })
  session.out(picked.messages)
  const message = messageFor(session, kind, options, oid)
  if (options.has('no-commit') && picked.conflicts.length === 0) {
    repository.files.write(repository.gitPath('MERGE_MSG'), fromText(message))
    if (kind === 'revert') repository.files.write(repository.gitPath('REVERT_HEAD'), fromText(`${oid}\n`))
    return 0
  }
  if (picked.conflicts.length > 0) {
    stop(session, {
      kind,
      oid,
      message: `${message}${conflictComment(picked.conflicts)}`,
      keepHead: !options.has('no-commit'),
    })
    return 1
  }
  const tree = writeIndexTree(repository)
  const isEmpty = head !== undefined && objects.commit(head).tree === tree
  const wasEmpty = commit.parents[0] !== undefined && objects.commit(commit.parents[0]).tree === commit.tree
  if (isEmpty && !options.has('keep-redundant-commits') && !(wasEmpty && options.has('allow-empty')))
    return stopEmpty(session, kind, oid, message)
  const author = kind === 'revert' ? personOf(session, 'author') : commit.author
  const made = storeCommit(session, { tree, parents: head === undefined ? [] : [head], message, author })
  repository.saveIndex()
  moveHead(session, made, `${kind}: ${subjectOf(message)}`)
  session.out(commitSummary(session, made, { showDate: true }))
  return 0
}

function messageFor(session: Session, kind: Kind, options: Options, oid: string): string {
  const commit = session.repository.objects.commit(oid)
  let { message } = commit
  if (kind === 'revert') message = revertMessage(session.repository, options, oid)
  else if (options.has('x')) {
    const text = message.trimEnd()
    const last = text.split('\n\n').at(-1) ?? ''
    const hasTrailer =
      text.includes('\n\n') &&
      last.split('\n').every((line) => /^(?:[A-Za-z0-9-]+: |\(cherry picked from commit )/.test(line))
    message = `${text}${hasTrailer ? '\n' : '\n\n'}(cherry picked from commit ${oid})\n`
  }
  if (!options.has('signoff')) return message
  const { name, email } = personOf(session, 'committer')
  return `${message.trimEnd()}\n\nSigned-off-by: ${name} <${email}>\n`
}

function revertMessage(repository: Repository, options: Options, oid: string): string {
  const { message, parents } = repository.objects.commit(oid)
  const mainline = options.number('mainline')
  const of = mainline === undefined ? '' : `, reversing\nchanges made to ${parents[mainline - 1] ?? ''}`
  return `Revert "${subjectOf(message)}"\n\nThis reverts commit ${oid}${of}.\n`
}

function stop(session: Session, at: { kind: Kind; oid: string; message: string; keepHead: boolean }): void {
  const { repository } = session
  const { kind, oid, message, keepHead } = at
  const head = kind === 'revert' ? 'REVERT_HEAD' : 'CHERRY_PICK_HEAD'
  if (keepHead) repository.files.write(repository.gitPath(head), fromText(`${oid}\n`))
  repository.files.write(repository.gitPath('MERGE_MSG'), fromText(message))
  const subject = subjectOf(repository.objects.commit(oid).message)
  const verb = kind === 'revert' ? 'revert' : 'apply'
  const advice = keepHead
    ? `hint: After resolving the conflicts, mark them with
hint: "git add/rm <pathspec>", then run
hint: "git ${kind} --continue".
hint: You can instead skip this commit with "git ${kind} --skip".
hint: To abort and get back to the state before "git ${kind}",
hint: run "git ${kind} --abort".
`
    : `hint: after resolving the conflicts, mark the corrected paths
hint: with 'git add <paths>' or 'git rm <paths>'
`
  session.err(`error: could not ${verb} ${new ShortNames(repository).of(oid)}... ${subject}\n${advice}`)
}

async function stopEmpty(session: Session, kind: Kind, oid: string, message: string): Promise<number> {
  const { repository } = session
  const head = kind === 'revert' ? 'REVERT_HEAD' : 'CHERRY_PICK_HEAD'
  repository.files.write(repository.gitPath(head), fromText(`${oid}\n`))
  repository.files.write(repository.gitPath('MERGE_MSG'), fromText(message))
  session.err(`The previous cherry-pick is now empty, possibly due to conflict resolution.
If you wish to commit it anyway, use:

    git commit --allow-empty

Otherwise, please use 'git ${kind} --skip'
`)
  await commitCommand(session, ['--no-edit'])
  return 1
}

async function goOn(session: Session, kind: Kind, options: Options): Promise<number> {
  const { repository } = session
  const operation = currentOperation(repository)
  const rest = readSequence(repository)
  if (operation.kind !== kind && rest.length === 0)
    throw new GitFailure(`no cherry-pick or revert in progress\nfatal: ${kind} failed`, { prefix: 'error: ' })
  if (operation.kind === kind) {
    const code = await commitCommand(session, [
      '--no-edit',
      '--cleanup=strip',
      ...(options.has('allow-empty') ? ['--allow-empty'] : []),
    ])
    if (code !== 0) return code
  }
  return pickAll(session, kind, options, rest.slice(1))
}

async function skip(session: Session, kind: Kind, options: Options): Promise<number> {
  const { repository } = session
  if (currentOperation(repository).kind !== kind)
    throw new GitFailure(`no ${kind} in progress\nfatal: ${kind} failed`, { prefix: 'error: ' })
  const { head } = repository
  forceWorktree(repository, head === undefined ? undefined : repository.objects.commit(head).tree)
  repository.saveIndex()
  clearOperation(repository)
  return pickAll(session, kind, options, readSequence(repository).slice(1))
}

async function abort(session: Session, kind: Kind): Promise<number> {
  const { repository } = session
  const start = repository.files.readText(repository.gitPath('sequencer/head'))?.trim() ?? repository.head
  if (currentOperation(repository).kind !== kind && readSequence(repository).length === 0)
    throw new GitFailure(`no cherry-pick or revert in progress\nfatal: ${kind} failed`, { prefix: 'error: ' })
  repository.files.removeTree(repository.gitPath('sequencer'))
  forceWorktree(repository, start === undefined ? undefined : repository.objects.commit(start).tree)
  repository.saveIndex()
  clearOperation(repository)
  if (start !== undefined && start !== repository.head) moveHead(session, start, `reset: moving to ${start}`)
  return 0
}
