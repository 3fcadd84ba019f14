import { preparePairs, showDiff } from '../../diff/show-diff.ts'
import { statusPalette, wantsColor, type Palette, type StatusPart } from '../../colors.ts'
import { readDiffStyle } from '../../diff/diff-options.ts'
import { treePairs } from '../../diff/sources.ts'
import { errorFailure, GitFailure } from '../../failure.ts'
import { moveHead } from '../../head.ts'
import { runHook } from '../../hooks.ts'
import { firstLineOf, storeCommit, subjectOf } from '../../make-commit.ts'
import { Options, parseOptions } from '../../options.ts'
import { personOf, timeOf } from '../../person.ts'
import type { Repository } from '../../repository.ts'
import { formatDate } from '../../revision/format-date.ts'
import { resolveCommit } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import type { Session } from '../../session.ts'
import { collectStatus } from '../../status/collect.ts'
import { longStatus } from '../../status/long.ts'
import { clearOperation, currentOperation } from '../../status/operation.ts'
import { shortStatus } from '../../status/short.ts'
import type { Person } from '../../store/objects.ts'
import { messageFor } from './commit-message.ts'
import { stageFor } from './commit-stage.ts'
import { Pathspec } from '../../worktree/pathspec.ts'
import { writeIndexTree } from '../../worktree/write-tree.ts'

const OPTIONS = [
  'm,message=',
  'F,file=',
  'a,all',
  'amend',
  'no-edit',
  'e,edit',
  'C,reuse-message=',
  'c,reedit-message=',
  'fixup=',
  'squash=',
  'reset-author',
  'author=',
  'date=',
  'allow-empty',
  'allow-empty-message',
  'q,quiet',
  'v,verbose',
  's,signoff',
  'n,no-verify',
  'verify',
  'i,include',
  'o,only',
  'dry-run',
  'short',
  'porcelain',
  'long',
  'z,null',
  'branch',
  'cleanup=',
  'trailer=',
  'no-gpg-sign',
  'S,gpg-sign=?',
  'no-post-rewrite',
  'status',
  'no-status',
  'p,patch',
  'interactive',
  'u,untracked-files=?',
  't,template=',
]

export async function commitCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  refuseUnsupported(options)
  const { repository } = session
  const operation = currentOperation(repository)
  const amend = options.has('amend')
  const { head } = repository
  if (amend && head === undefined) throw new GitFailure('You have nothing to amend.')
  if (amend && operation.kind === 'merge')
    throw new GitFailure('You are in the middle of a merge -- cannot amend.')
  const settles = options.has('all') || options.has('include')
  if (repository.index.conflicts.size > 0 && !settles) return refuseConflicts(session)
  const after = stageFor(session, options)
  if (!options.has('no-verify') && (await runHook(session, 'pre-commit', [])) !== 0) return 1
  const parents = parentsFor(repository, amend)
  const tree = writeIndexTree(repository)
  if (options.has('dry-run') || options.has('short') || options.has('porcelain'))
    return dryRun(session, options, tree, parents)
  const before = parents[0] === undefined ? undefined : repository.objects.commit(parents[0]).tree
  if (repository.index.conflicts.size > 0) return refuseConflicts(session)
  const isEmpty =
    parents.length <= 1 && (before === undefined ? repository.index.entries.length === 0 : before === tree)
  const mayBeEmpty = options.has('allow-empty') || operation.kind === 'merge'
  if (isEmpty && !mayBeEmpty) return amend ? tellAmendedToNothing(session) : tellNothing(session, options)
  // Said before the message is asked for, as git does.
  const author = authorFor(session, options)
  personOf(session, 'committer')
  const message = await messageFor(session, options)
  if (message === '' && !options.has('allow-empty-message')) {
    session.err('Aborting commit due to empty commit message.\n')
    return 1
  }
  const oid = storeCommit(session, { tree, parents, message, author })
  repository.saveIndex()
  const word = session.io.env['GIT_REFLOG_ACTION'] ?? logWord({ amend, parents, operation: operation.kind })
  moveHead(session, oid, `${word}: ${firstLineOf(message)}`)
  clearOperation(repository)
  after()
  await runHook(session, 'post-commit', [])
  if (!options.has('quiet'))
    session.out(
      commitSummary(session, oid, {
        isAmended: amend,
        showDate:
          (amend && !options.has('reset-author')) ||
          options.has('date') ||
          options.has('reuse-message') ||
          operation.kind === 'cherry-pick',
      }),
    )
  return 0
}

function refuseUnsupported(options: Options): void {
  for (const name of ['patch', 'interactive', 'reedit-message'])
    if (options.has(name))
      throw new GitFailure(
        `commit --${name} is not supported in this sandbox: there is nobody at a terminal to ask`,
      )
  if (options.has('gpg-sign'))
    throw new GitFailure('signing commits is not supported in this sandbox: there are no keys here')
}

function refuseConflicts(session: Session): number {
  for (const path of session.repository.index.conflicts.keys()) session.out(`U\t${path}\n`)
  throw errorFailure(
    `Committing is not possible because you have unmerged files.
hint: Fix them up in the work tree, and then use 'git add/rm <file>'
hint: as appropriate to mark resolution and make a commit.
fatal: Exiting because of an unresolved conflict.`,
    128,
  )
}

function parentsFor(repository: Repository, amend: boolean): string[] {
  const { head } = repository
  if (head === undefined) return []
  if (amend) return [...repository.objects.commit(head).parents]
  const operation = currentOperation(repository)
  return operation.kind === 'merge' ? [head, ...operation.heads] : [head]
}

function logWord(state: { amend: boolean; parents: readonly string[]; operation: string }): string {
  if (state.amend) return 'commit (amend)'
  if (state.parents.length === 0) return 'commit (initial)'
  if (state.operation === 'merge') return 'commit (merge)'
  return state.operation === 'cherry-pick' ? 'commit (cherry-pick)' : 'commit'
}

function authorFor(session: Session, options: Options): Person {
  const { repository } = session
  const date = options.value('date')
  const given = options.value('author')
  if (given !== undefined) {
    const [, name, email] = /^(.*?)\s*<(.*)>$/.exec(given) ?? []
    if (name === undefined || email === undefined)
      throw new GitFailure(`--author '${given}' is not 'Name <email>' and matches no existing author`)
    return { name, email, ...timeOf(session, date ?? session.io.env['GIT_AUTHOR_DATE']) }
  }
  const operation = currentOperation(repository)
  const reused = options.value('reuse-message')
  const { head } = repository
  let source: string | undefined
  if (reused !== undefined) source = resolveCommit(repository, reused)
  else if (options.has('amend')) source = head
  else if (operation.kind === 'cherry-pick') source = operation.commit
  if (source === undefined || options.has('reset-author')) return personOf(session, 'author', date)
  const { author } = repository.objects.commit(source)
  return date === undefined ? author : { ...author, ...timeOf(session, date) }
}

function tellAmendedToNothing(session: Session): number {
  const { repository } = session
  session.err(
    'You asked to amend the most recent commit, but doing so would make\nit empty. You can repeat your command with --allow-empty, or you can\nremove the commit entirely with "git reset HEAD^".\n',
  )
  const status = collectStatus(repository, { pathspec: new Pathspec([]), untracked: 'no', ignored: 'no' })
  const entries = status.entries.filter((entry) => entry.unstaged !== undefined)
  const hints = repository.config.boolean('advice.statushints', true)
  session.out(
    longStatus(repository, {
      status: { ...status, entries: entries.map((entry) => ({ ...entry, staged: undefined })) },
      untracked: 'normal',
      hints,
      hasStaged: false,
      forCommit: true,
      forAmend: true,
    }),
  )
  return 1
}

function colorsOf({ config }: Repository): { colors?: Palette<StatusPart> } {
  return wantsColor(config, 'status') ? { colors: statusPalette(config) } : {}
}

function tellNothing(session: Session, options: Options): number {
  const { repository } = session
  const status = collectStatus(repository, { pathspec: new Pathspec([]), untracked: 'normal', ignored: 'no' })
  const hints = repository.config.boolean('advice.statushints', true)
  if (!options.has('quiet'))
    session.out(
      longStatus(repository, {
        status,
        untracked: 'normal',
        hints,
        hasStaged: false,
        forCommit: true,
        ...colorsOf(repository),
      }),
    )
  return 1
}

function dryRun(session: Session, options: Options, tree: string, parents: readonly string[]): number {
  const { repository } = session
  const status = collectStatus(repository, { pathspec: new Pathspec([]), untracked: 'normal', ignored: 'no' })
  const hasStaged = status.entries.some((entry) => entry.staged !== undefined)
  if (options.has('short') || options.has('porcelain'))
    session.out(
      shortStatus(repository, status, {
        branch: options.has('branch'),
        nul: options.has('null'),
        relative: options.has('short'),
        ...(options.has('porcelain') ? {} : colorsOf(repository)),
      }),
    )
  else
    session.out(
      longStatus(repository, {
        status,
        untracked: 'normal',
        hints: true,
        hasStaged,
        forCommit: true,
        ...colorsOf(repository),
      }),
    )
  const [parent] = parents
  const before = parent === undefined ? undefined : repository.objects.commit(parent).tree
  return before === tree ? 1 : 0
}

/** The summary that git prints after a commit. */
export function commitSummary(
  session: Session,
  oid: string,
  options: { showDate?: boolean; isAmended?: boolean } = {},
): string {
  const { repository } = session
  const commit = repository.objects.commit(oid)
  const branch = repository.branch ?? 'detached HEAD'
  const root = commit.parents.length === 0 && !options.isAmended ? ' (root-commit)' : ''
  let text = `[${branch}${root} ${new ShortNames(repository).of(oid)}] ${subjectOf(commit.message)}\n`
  const { author, committer } = commit
  if (author.name !== committer.name || author.email !== committer.email)
    text += ` Author: ${author.name} <${author.email}>\n`
  if (options.showDate) {
    const style = { name: 'default', now: session.io.now(), localZone: (ms: number) => session.io.zone(ms) }
    text += ` Date: ${formatDate(author, style)}\n`
  }
  if (commit.parents.length > 1) return text
  const [parent] = commit.parents
  const before = parent === undefined ? undefined : repository.objects.commit(parent).tree
  const pairs = treePairs(repository, { before, after: commit.tree }, new Pathspec([]))
  const style = {
    ...readDiffStyle(repository, new Options(), 'shortstat'),
    colors: undefined,
    formats: ['shortstat', 'summary'] as const,
  }
  return text + showDiff(preparePairs(pairs, style), style)
}
