import { errorFailure, GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import { committerOrNobody } from '../../person.ts'
import { advertised } from '../../remote/http.ts'
import { findRemoteRef, mapRef, parseRefspec } from '../../remote/refspec.ts'
import { findRemote, type Remote } from '../../remote/remote.ts'
import { sendPack, type RefUpdate } from '../../remote/send-pack.ts'
import { lineOf, widthOf, type Told } from '../../remote/update-refs.ts'
import { fullRefName, peel, resolveRevision, tryResolve } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { isAncestor } from '../../revision/walk.ts'
import type { Session } from '../../session.ts'
import { shortRef } from '../../status/tracking.ts'
import { NULL_OID } from '../../store/objects.ts'
import type { Ref } from '../../store/refs.ts'

const OPTIONS = [
  'all',
  'branches',
  'tags',
  'follow-tags',
  'f,force',
  'force-with-lease=?',
  'd,delete',
  'u,set-upstream',
  'n,dry-run',
  'q,quiet',
  'v,verbose',
  'progress',
  'atomic',
  'no-verify',
  'porcelain',
  'mirror',
  'prune',
  'signed=?',
  'o,push-option=',
  'thin',
  'recurse-submodules=?',
]

/** One reference that is to become another there. */
interface Push extends RefUpdate {
  /** The local one; undefined for a deletion. */
  readonly from: string | undefined
  readonly force: boolean
}

export async function pushCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  for (const name of [
    'mirror',
    'prune',
    'signed',
    'push-option',
    'follow-tags',
    'porcelain',
    'recurse-submodules',
  ])
    if (options.has(name)) throw new GitFailure(`push --${name} is not supported in this sandbox's git`)
  const { repository } = session
  const [given, ...words] = options.operands
  const remote = findRemote(session, given, 'push')
  const chosen = chosenRefs(session, options, words, remote)
  const advertisement = await advertised(session, remote.url, 'git-receive-pack')
  const pushes = chosen.map((refspec) => toPush(session, refspec, advertisement.refs))
  const told = new Map<Push, Told>()
  const sent = pushes.filter((push) => {
    const rejected = rejection(session, options, push, remote)
    if (rejected !== undefined) told.set(push, lineFor(session, push, rejected))
    return rejected === undefined && push.before !== push.after
  })
  const isAborted = options.has('atomic') && told.size > 0
  if (sent.length > 0 && !options.has('dry-run') && !isAborted) {
    const quiet = options.has('quiet')
    const report = await sendPack(session, repository, {
      url: remote.url,
      remote: advertisement,
      updates: sent,
      quiet,
      atomic: options.has('atomic'),
    })
    for (const push of sent) {
      const reason = report.has(push.name) ? report.get(push.name) : 'remote failed to report status'
      told.set(
        push,
        lineFor(session, push, reason === undefined ? undefined : { mark: '[remote rejected]', reason }),
      )
      if (reason === undefined) follow(session, remote, push)
    }
  } else if (!isAborted) for (const push of sent) told.set(push, lineFor(session, push, undefined))
  return conclude(session, { options, remote, pushes, told: [...told] })
}

function conclude(
  session: Session,
  end: {
    options: Options
    remote: Remote
    pushes: readonly Push[]
    told: readonly (readonly [Push, Told])[]
  },
): number {
  const { options, remote, pushes, told } = end
  const lines = told.map(([, line]) => line)
  const failed = told.filter(([, { mark }]) => mark === '!')
  if (lines.length === 0) {
    if (!options.has('quiet')) session.err('Everything up-to-date\n')
  } else if (!options.has('quiet') || failed.length > 0) {
    session.err(`To ${remote.url}\n`)
    for (const line of lines)
      if (!options.has('quiet') || line.mark === '!') session.err(lineOf(line, widthOfPush(lines)))
  }
  if (options.has('set-upstream'))
    for (const push of pushes) if (!failed.some(([it]) => it === push)) track(session, remote, push)
  if (failed.length === 0) return 0
  session.err(`error: failed to push some refs to '${remote.url}'\n`)
  for (const [key, hint] of Object.entries(HINTS))
    if (lines.some(({ note }) => note === key)) session.err(hint)
  return 1
}

/** Git gives names no more room in a push than they need. */
function widthOfPush(lines: readonly Told[]): number {
  return Math.max(...lines.map(({ from }) => from.length), widthOf([]) - 10)
}

const HINTS: Readonly<Record<string, string>> = {
  'fetch first': `hint: Updates were rejected because the remote contains work that you do
hint: not have locally. This is usually caused by another repository pushing
hint: to the same ref. You may want to first integrate the remote changes
hint: (e.g., 'git pull ...') before pushing again.
hint: See the 'Note about fast-forwards' in 'git push --help' for details.
`,
  'non-fast-forward': `hint: Updates were rejected because the tip of your current branch is behind
hint: its remote counterpart. Integrate the remote changes (e.g.
hint: 'git pull ...') before pushing again.
hint: See the 'Note about fast-forwards' in 'git push --help' for details.
`,
  'already exists': 'hint: Updates were rejected because the tag already exists in the remote.\n',
}

interface Chosen {
  readonly from: string
  readonly to: string | undefined
  readonly force: boolean
}

function chosenRefs(session: Session, options: Options, words: readonly string[], remote: Remote): Chosen[] {
  const { refs, branch, config } = session.repository
  const force = options.has('force') || options.has('force-with-lease')
  const whole = (prefix: string) => refs.list(prefix).map(({ name }) => ({ from: name, to: name, force }))
  const groups = [
    ...(options.has('all') || options.has('branches') ? whole('refs/heads/') : []),
    ...(options.has('tags') ? whole('refs/tags/') : []),
  ]
  if (options.has('delete')) {
    if (words.length === 0) throw new GitFailure("--delete doesn't make sense without any refs")
    return words.map((to) => ({ from: '', to, force }))
  }
  const named = words.map((word): Chosen => {
    const refspec = parseRefspec(word)
    if (refspec.from.includes('*'))
      throw new GitFailure(
        "a pattern in a push is not supported in this sandbox's git: name the branches, or use --all",
      )
    return { ...refspec, force: refspec.force || force }
  })
  if (named.length + groups.length > 0) return [...named, ...groups]
  if (branch === undefined)
    throw new GitFailure(
      'You are not currently on a branch.\nTo push the history leading to the current (detached HEAD)\nstate now, use\n\n    git push origin HEAD:<name-of-remote-branch>\n',
    )
  const own = `refs/heads/${branch}`
  const mode = config.get('push.default') ?? 'simple'
  if (mode === 'current' || options.has('set-upstream') || config.boolean('push.autosetupremote', false))
    return [{ from: own, to: own, force }]
  const upstream =
    config.get(`branch.${branch}.remote`) === remote.name ? config.get(`branch.${branch}.merge`) : undefined
  if (upstream === undefined)
    throw new GitFailure(
      `The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream ${remote.name ?? remote.url} ${branch}\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n`,
    )
  if (mode === 'simple' && upstream !== own)
    throw new GitFailure(
      `The upstream branch of your current branch does not match\nthe name of your current branch.  To push to the upstream branch\non the remote, use\n\n    git push ${remote.name ?? ''} HEAD:${shortRef(upstream)}\n`,
    )
  return [{ from: own, to: upstream, force }]
}

function toPush(session: Session, { from, to, force }: Chosen, refs: readonly Ref[]): Push {
  const { repository } = session
  const names = refs.map(({ name }) => name)
  const before = (name: string) => refs.find((ref) => ref.name === name)?.oid ?? NULL_OID
  if (from === '') {
    const name = findRemoteRef(names, to ?? '')
    if (name === undefined)
      throw errorFailure(
        `unable to delete '${to ?? ''}': remote ref does not exist\nerror: failed to push some refs`,
      )
    return { from: undefined, name, before: before(name), after: NULL_OID, force }
  }
  const full = from === 'HEAD' ? (repository.refs.symbolic('HEAD') ?? 'HEAD') : fullRefName(repository, from)
  const oid = full === undefined ? tryResolve(repository, from) : repository.refs.resolve(full)
  if (oid === undefined)
    throw errorFailure(`src refspec ${from} does not match any\nerror: failed to push some refs`)
  const after = resolveRevision(repository, oid)
  const name = targetName(full, to, names)
  return { from: full ?? from, name, before: before(name), after, force }
}

function targetName(from: string | undefined, to: string | undefined, names: readonly string[]): string {
  const wanted = to ?? from
  if (wanted === undefined || (to === undefined && !wanted.startsWith('refs/')))
    throw new GitFailure(
      'You are not currently on a branch; say what it is to be called: <commit>:refs/heads/<name>',
    )
  if (wanted.startsWith('refs/')) return wanted
  const known = findRemoteRef(names, wanted)
  if (known !== undefined) return known
  if (from?.startsWith('refs/tags/')) return `refs/tags/${wanted}`
  if (from?.startsWith('refs/heads/')) return `refs/heads/${wanted}`
  throw errorFailure(
    `The destination you provided is not a full refname (i.e.,\nstarting with "refs/"): give refs/heads/${wanted}\nerror: failed to push some refs`,
  )
}

/** Why it is not even sent; undefined when it may be. */
function rejection(
  session: Session,
  options: Options,
  { name, before, after, force }: Push,
  remote: Remote,
): { mark: string; reason: string } | undefined {
  const { objects, refs } = session.repository
  if (options.has('force-with-lease')) {
    const seen = remote.fetch
      .flatMap((refspec) => mapRef(refspec, name) ?? [])
      .map((local) => refs.resolve(local))[0]
    return (seen ?? NULL_OID) === before ? undefined : { mark: '[rejected]', reason: 'stale info' }
  }
  if (force || before === NULL_OID || after === NULL_OID || before === after) return undefined
  if (name.startsWith('refs/tags/')) return { mark: '[rejected]', reason: 'already exists' }
  if (!objects.has(before)) return { mark: '[rejected]', reason: 'fetch first' }
  const young = peel(session.repository, after, 'commit')
  if (young !== undefined && isAncestor(objects, before, young)) return undefined
  return { mark: '[rejected]', reason: 'non-fast-forward' }
}

function lineFor(session: Session, push: Push, failure: { mark: string; reason: string } | undefined): Told {
  const { name, before, after } = push
  const from = push.from === undefined ? '' : shortRef(push.from)
  const to = shortRef(name)
  if (failure !== undefined)
    return { mark: '!', summary: failure.mark, from: from || to, to, note: failure.reason }
  if (after === NULL_OID) return { mark: '-', summary: '[deleted]', from: '', to }
  if (before === NULL_OID) {
    const summary = name.startsWith('refs/tags/') ? '[new tag]' : '[new branch]'
    return { mark: '*', summary, from, to }
  }
  const { repository } = session
  const short = new ShortNames(repository)
  const isForward = repository.objects.has(before) && isAncestor(repository.objects, before, after)
  return isForward
    ? { mark: ' ', summary: `${short.of(before)}..${short.of(after)}`, from, to }
    : { mark: '+', summary: `${short.of(before)}...${short.of(after)}`, from, to, note: 'forced update' }
}

/** The reference here that follows what was pushed. */
function follow(session: Session, { fetch }: Remote, { name, after }: Push): void {
  const { refs } = session.repository
  for (const local of fetch.flatMap((refspec) => mapRef(refspec, name) ?? [])) {
    const before = refs.resolve(local)
    if (after === NULL_OID) refs.delete(local)
    else if (before !== after) {
      refs.write(local, after)
      refs.log(local, { from: before, to: after, who: committerOrNobody(session), message: 'update by push' })
    }
  }
}

function track(session: Session, remote: Remote, { from, name, after }: Push): void {
  if (after === NULL_OID || remote.name === undefined || !from?.startsWith('refs/heads/')) return
  const { config } = session.repository
  const branch = shortRef(from)
  config.set('local', `branch.${branch}.remote`, remote.name)
  config.set('local', `branch.${branch}.merge`, name)
  session.out(`branch '${branch}' set up to track '${remote.name}/${shortRef(name)}'.\n`)
}
