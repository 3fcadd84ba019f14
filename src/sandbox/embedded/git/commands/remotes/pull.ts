import { GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import { isAncestor } from '../../revision/walk.ts'
import type { Session } from '../../session.ts'
import { fetchRemote } from './fetch.ts'
import { mergeCommand } from '../merge/merge.ts'
import { rebaseCommand } from '../rebase/rebase.ts'

const OPTIONS = [
  'r,rebase=?',
  'no-rebase',
  'ff',
  'ff-only',
  'no-ff',
  'q,quiet',
  'v,verbose',
  'p,prune',
  't,tags',
  'n,no-tags',
  'f,force',
  'depth=',
  'unshallow',
  'a,append',
  'progress',
  'no-edit',
  'edit',
  's,strategy=',
  'X,strategy-option=',
  'squash',
  'no-commit',
  'stat',
  'autostash',
  'allow-unrelated-histories',
]
/** Options passed on to the merge unchanged. */
const FOR_MERGE = ['ff', 'ff-only', 'no-ff', 'quiet', 'squash', 'no-commit', 'allow-unrelated-histories']

export async function pullCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const [name, ...refspecs] = options.operands
  if (name === undefined && !hasRemote(session)) throw nothingToMerge(session)
  const { remote, merge } = await fetchRemote(session, options, { name, refspecs })
  const [theirs, more] = merge
  if (more !== undefined)
    throw new GitFailure("merging more than one branch at a time is not supported in this sandbox's git")
  if (theirs === undefined) throw nothingToMerge(session)
  const { repository } = session
  const { head, objects } = repository
  const rebases = isRebase(session, options)
  if (head !== undefined && !isAncestor(objects, head, theirs.oid) && !isAncestor(objects, theirs.oid, head))
    requireChoice(session, options, rebases)
  if (rebases && head !== undefined && !isAncestor(objects, head, theirs.oid)) {
    const stash = options.has('autostash')
      ? ['--autostash']
      : options.isUnset('autostash')
        ? ['--no-autostash']
        : []
    return rebaseCommand(session, [...(options.has('quiet') ? ['-q'] : []), ...stash, theirs.oid])
  }
  const branch = theirs.name.replace(/^refs\/(heads|tags)\//, '')
  const kind = theirs.name.startsWith('refs/tags/') ? 'tag' : 'branch'
  const into =
    repository.branch === undefined || /^(main|master)$/.test(repository.branch)
      ? ''
      : ` into ${repository.branch}`
  const message = `Merge ${theirs.name === 'HEAD' ? '' : `${kind} '${branch}' of `}${remote.url.replace(/\.git$/, '')}${into}`
  const strategy = ['strategy', 'strategy-option'].flatMap((option) =>
    options.all(option).map((value) => `--${option}=${value}`),
  )
  return mergeCommand(session, [
    ...FOR_MERGE.filter((option) => options.has(option)).map((option) => `--${option}`),
    ...strategy,
    ...(options.has('autostash') ? ['--autostash'] : []),
    '-m',
    message,
    theirs.oid,
  ])
}

function isRebase(session: Session, options: Options): boolean {
  if (options.has('no-rebase') || options.isUnset('rebase')) return false
  const given = options.value('rebase')
  if (given !== undefined) return given !== 'false'
  const { config, branch } = session.repository
  const configured =
    (branch === undefined ? undefined : config.get(`branch.${branch}.rebase`)) ?? config.get('pull.rebase')
  return configured !== undefined && !/^(false|no|off|0)$/i.test(configured)
}

/** As git since 2.33: histories that went apart are not joined without being told how. */
function requireChoice(session: Session, options: Options, rebases: boolean): void {
  const { config } = session.repository
  const ff = config.get('pull.ff')
  const isFastForwardOnly = options.has('ff-only') || (ff === 'only' && !options.has('no-rebase') && !rebases)
  if (isFastForwardOnly) throw new GitFailure('Not possible to fast-forward, aborting.')
  const isChosen =
    rebases ||
    options.isUnset('rebase') ||
    ['no-rebase', 'rebase', 'no-ff', 'ff', 'squash'].some((name) => options.has(name)) ||
    config.get('pull.rebase') !== undefined ||
    ff !== undefined
  if (isChosen) return
  session.err(`hint: You have divergent branches and need to specify how to reconcile them.
hint: You can do so by running one of the following commands sometime before
hint: your next pull:
hint: 
hint:   git config pull.rebase false  # merge
hint:   git config pull.rebase true   # rebase
hint:   git config pull.ff only       # fast-forward only
hint: 
hint: You can replace "git config" with "git config --global" to set a default
hint: preference for all repositories. You can also pass --rebase, --no-rebase,
hint: or --ff-only on the command line to override the configured default per
hint: invocation.
`)
  throw new GitFailure('Need to specify how to reconcile divergent branches.')
}

/** One to fetch from, when none is named. */
function hasRemote({ repository }: Session): boolean {
  const { config, branch } = repository
  const followed = branch === undefined ? undefined : config.get(`branch.${branch}.remote`)
  return followed !== undefined || config.get('remote.origin.url') !== undefined
}

function nothingToMerge(session: Session): GitFailure {
  const { branch } = session.repository
  const message =
    branch === undefined
      ? 'You are not currently on a branch.\nPlease specify which branch you want to merge with.'
      : 'There is no tracking information for the current branch.\nPlease specify which branch you want to merge with.'
  const remotes = session.config.subsections('remote')
  const remote = remotes.length === 1 ? (remotes[0] ?? '<remote>') : '<remote>'
  const how =
    branch === undefined
      ? ''
      : `\nIf you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=${remote}/<branch> ${branch}\n`
  return new GitFailure(
    `${message}\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n${how}`,
    {
      exitCode: 1,
      prefix: '',
    },
  )
}
