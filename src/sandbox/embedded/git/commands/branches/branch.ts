import { errorFailure, GitFailure } from '../../failure.ts'
import { moveRef } from '../../head.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { fullRefName, resolveCommit, tryResolve, upstreamOf } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { isAncestor } from '../../revision/walk.ts'
import type { Session } from '../../session.ts'
import { shortRef } from '../../status/tracking.ts'
import { isRefName } from '../../store/refs.ts'
import { checkedOutElsewhere } from '../../worktree/linked.ts'
import { listBranches } from './branch-list.ts'

const OPTIONS = [
  'a,all',
  'r,remotes',
  'l,list',
  'v,verbose',
  'q,quiet',
  'd,delete',
  'D',
  'm,move',
  'M',
  'c,copy',
  'C',
  'f,force',
  'show-current',
  't,track=?',
  'no-track',
  'u,set-upstream-to=',
  'unset-upstream',
  'edit-description',
  'contains=?',
  'no-contains=?',
  'merged=?',
  'no-merged=?',
  'points-at=',
  'sort=',
  'format=',
  'color=?',
  'no-color',
  'column=?',
  'no-column',
  'abbrev=?',
  'no-abbrev',
  'i,ignore-case',
  'create-reflog',
]

export async function branchCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const verbosity = options.all('verbose').length
  const { repository } = session
  const words = options.operands
  if (options.has('edit-description'))
    throw new GitFailure('there is no editor in this sandbox: use git config branch.<name>.description')
  if (options.has('show-current')) {
    session.out(repository.branch === undefined ? '' : `${repository.branch}\n`)
    return 0
  }
  if (options.has('delete') || options.has('D')) return deleteBranches(session, words, options)
  if (options.has('move') || options.has('M'))
    return moveBranch(session, words, options.has('M') || options.has('force'))
  if (options.has('copy') || options.has('C'))
    return copyBranch(session, words, options.has('C') || options.has('force'))
  if (options.has('set-upstream-to')) return setUpstream(session, options, words[0])
  if (options.has('unset-upstream')) return unsetUpstream(session, words[0])
  const filters = ['list', 'contains', 'no-contains', 'merged', 'no-merged', 'points-at', 'all', 'remotes']
  if (words.length === 0 || filters.some((name) => options.has(name)))
    return listBranches(session, options, verbosity)
  return createBranch(session, words, options)
}

export function makeBranch(
  session: Session,
  branch: { name: string; start: string; force: boolean; track?: string | undefined; quiet?: boolean },
): string {
  const { repository } = session
  const { name, start } = branch
  if (!isRefName(name) || name.startsWith('-') || name === 'HEAD')
    throw new GitFailure(`'${name}' is not a valid branch name`)
  const ref = `refs/heads/${name}`
  const exists = repository.refs.exists(ref)
  if (exists && !branch.force) throw new GitFailure(`a branch named '${name}' already exists`)
  if (exists && repository.branch === name)
    throw new GitFailure(`cannot force update the branch '${name}' checked out at '${repository.root}'`)
  if (tryResolve(repository, start) === undefined) {
    const unborn = start === 'HEAD' ? (repository.branch ?? start) : start
    throw new GitFailure(`not a valid object name: '${unborn}'`)
  }
  const oid = resolveCommit(repository, start)
  moveRef(session, ref, oid, exists ? `branch: Reset to ${start}` : `branch: Created from ${start}`)
  const full = fullRefName(repository, start)
  const remote = full?.startsWith('refs/remotes/')
  const wantsTrack =
    branch.track === 'direct' ||
    branch.track === '' ||
    (remote && branch.track !== 'no' && repository.config.get('branch.autosetupmerge') !== 'false')
  if (wantsTrack && full !== undefined) {
    const said = follow(repository, name, full)
    if (!branch.quiet) session.out(said)
  }
  return oid
}

/** Writes down what the branch follows; what git says of it. */
function follow(repository: Repository, name: string, upstream: string): string {
  const [, remote = '.', branch = ''] = /^refs\/remotes\/([^/]+)\/(.+)$/.exec(upstream) ?? []
  const isRemote = remote !== '.'
  repository.config.set('local', `branch.${name}.remote`, remote)
  repository.config.set('local', `branch.${name}.merge`, isRemote ? `refs/heads/${branch}` : upstream)
  return `branch '${name}' set up to track '${shortRef(upstream)}'.\n`
}

function createBranch(session: Session, words: readonly string[], options: Options): number {
  const [name = '', start = 'HEAD', more] = words
  if (more !== undefined)
    throw new GitFailure('usage: git branch [<options>] <branch-name> [<start-point>]', {
      exitCode: 129,
      prefix: '',
    })
  const track = options.has('no-track')
    ? 'no'
    : options.has('track')
      ? options.value('track') || 'direct'
      : undefined
  makeBranch(session, { name, start, force: options.has('force'), track, quiet: options.has('quiet') })
  return 0
}

function deleteBranches(session: Session, names: readonly string[], options: Options): number {
  const { repository } = session
  const remote = options.has('remotes')
  const force = options.has('D') || options.has('force')
  if (names.length === 0) throw new GitFailure('branch name required')
  let code = 0
  for (const name of names) {
    const ref = remote ? `refs/remotes/${name}` : `refs/heads/${name}`
    const oid = repository.refs.resolve(ref)
    const elsewhere = repository.branch === name ? repository.workTree : checkedOutElsewhere(repository, name)
    if (oid === undefined) {
      session.err(`error: ${remote ? 'remote-tracking branch' : 'branch'} '${name}' not found.\n`)
      code = 1
    } else if (!remote && elsewhere !== undefined) {
      session.err(`error: Cannot delete branch '${name}' checked out at '${elsewhere}'\n`)
      code = 1
    } else if (!remote && !force && !isMerged(repository, name, oid)) {
      session.err(
        `error: The branch '${name}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${name}'.\n`,
      )
      code = 1
    } else {
      repository.refs.delete(ref)
      if (!remote) forgetSettings(repository, name)
      const what = remote ? 'remote-tracking branch' : 'branch'
      if (!options.has('quiet'))
        session.out(`Deleted ${what} ${name} (was ${new ShortNames(repository).of(oid)}).\n`)
    }
  }
  return code
}

function isMerged(repository: Repository, name: string, oid: string): boolean {
  const upstream = upstreamOf(repository, name)
  const other = (upstream === undefined ? undefined : repository.refs.resolve(upstream)) ?? repository.head
  return other !== undefined && isAncestor(repository.objects, oid, other)
}

function forgetSettings(repository: Repository, name: string): void {
  for (const key of ['remote', 'merge', 'rebase', 'description']) {
    if (
      repository.config.values.some((item) => item.scope === 'local' && item.key === `branch.${name}.${key}`)
    )
      repository.config.set('local', `branch.${name}.${key}`, undefined)
  }
  repository.config.dropSection(`branch.${name}`)
}

function moveBranch(session: Session, words: readonly string[], force: boolean): number {
  const { repository } = session
  const { refs } = repository
  const [from, to] = words.length === 1 ? [repository.branch, words[0]] : [words[0], words[1]]
  if (from === undefined || to === undefined) throw new GitFailure('branch name required')
  if (!isRefName(to)) throw new GitFailure(`'${to}' is not a valid branch name`)
  const oid = refs.resolve(`refs/heads/${from}`)
  if (oid === undefined && repository.branch !== from)
    throw errorFailure(`refname refs/heads/${from} not found\nfatal: Branch rename failed`, 128)
  if (from === to) return 0
  if (refs.exists(`refs/heads/${to}`) && !force) throw new GitFailure(`a branch named '${to}' already exists`)
  const isCurrent = repository.branch === from
  if (oid !== undefined) {
    const log = refs.readLog(`refs/heads/${from}`)
    refs.delete(`refs/heads/${from}`)
    refs.write(`refs/heads/${to}`, oid)
    refs.writeLog(`refs/heads/${to}`, log)
    moveRef(session, `refs/heads/${to}`, oid, `Branch: renamed refs/heads/${from} to refs/heads/${to}`)
  }
  repository.config.renameSection(`branch.${from}`, `branch.${to}`)
  if (isCurrent) refs.writeSymbolic('HEAD', `refs/heads/${to}`)
  return 0
}

function copyBranch(session: Session, words: readonly string[], force: boolean): number {
  const { repository } = session
  const [from, to] = words.length === 1 ? [repository.branch, words[0]] : [words[0], words[1]]
  if (from === undefined || to === undefined) throw new GitFailure('branch name required')
  makeBranch(session, { name: to, start: `refs/heads/${from}`, force, track: 'no' })
  return 0
}

function setUpstream(session: Session, options: Options, name: string | undefined): number {
  const { repository } = session
  const upstream = options.value('set-upstream-to') ?? ''
  const branch = name ?? repository.branch
  if (branch === undefined)
    throw new GitFailure('could not set upstream of HEAD when it does not point to any branch')
  if (!repository.refs.exists(`refs/heads/${branch}`))
    throw new GitFailure(`branch '${branch}' does not exist`)
  const full = fullRefName(repository, upstream)
  if (full === undefined) throw new GitFailure(`the requested upstream branch '${upstream}' does not exist`)
  const said = follow(repository, branch, full)
  if (!options.has('quiet')) session.out(said)
  return 0
}

function unsetUpstream(session: Session, name: string | undefined): number {
  const { repository } = session
  const branch = name ?? repository.branch ?? 'HEAD'
  if (upstreamOf(repository, branch) === undefined)
    throw new GitFailure(`Branch '${branch}' has no upstream information`)
  for (const key of ['remote', 'merge']) repository.config.set('local', `branch.${branch}.${key}`, undefined)
  repository.config.dropSection(`branch.${branch}`)
  return 0
}
