/** `git branch` without anything to do: which branches there are. */
import { branchPalette, wantsColor, type BranchPart, type Palette } from '../../colors.ts'
import { subjectOf } from '../../make-commit.ts'
import type { Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { resolveCommit } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { isAncestor } from '../../revision/walk.ts'
import type { Session } from '../../session.ts'
import { bisectedFrom } from '../../sequence/bisect-state.ts'
import { detachedText } from '../../status/detached.ts'
import { currentOperation } from '../../status/operation.ts'
import { shortRef, trackingOf, type Tracking } from '../../status/tracking.ts'
import type { Ref } from '../../store/refs.ts'
import { checkedOutElsewhere } from '../../worktree/linked.ts'
import { globToRegExp } from '../../worktree/wildmatch.ts'
import { formatRefs, sortRefs } from './ref-format.ts'

export function listBranches(session: Session, options: Options, verbosity: number): number {
  const { repository } = session
  const { config } = repository
  const colors = wantsColor(config, 'branch', options) ? branchPalette(config) : undefined
  const prefixes = options.has('all')
    ? ['refs/heads/', 'refs/remotes/']
    : options.has('remotes')
      ? ['refs/remotes/']
      : ['refs/heads/']
  const keep = makeRefFilter(repository, options)
  const globs = options.operands.map((pattern) => globToRegExp(pattern, { pathname: false }))
  const shown = (ref: Ref): string =>
    ref.name.replace(/^refs\/heads\//, '').replace(/^refs\/remotes\//, options.has('all') ? 'remotes/' : '')
  const matches = (ref: Ref): boolean =>
    globs.length === 0 || globs.some((glob) => glob.test(shown(ref)) || glob.test(shortRef(ref.name)))
  const refs = sortRefs(
    repository,
    prefixes.flatMap((prefix) => repository.refs.list(prefix)).filter((ref) => keep(ref.oid) && matches(ref)),
    options.value('sort'),
  )
  const format = options.value('format')
  if (format !== undefined) {
    session.out(formatRefs(session, refs, format, colors !== undefined))
    return 0
  }
  const rows: { mark: string; name: string; ref: Ref }[] = refs.map((ref) => ({
    mark: markOf(repository, ref),
    name: shown(ref),
    ref,
  }))
  const { head } = repository
  if (repository.branch === undefined && head !== undefined && !options.has('remotes') && globs.length === 0)
    rows.unshift({ mark: '*', name: `(${detachedName(repository)})`, ref: { name: 'HEAD', oid: head } })
  const width = Math.max(0, ...rows.map((row) => row.name.length))
  for (const { mark, name, ref } of rows) {
    const target = repository.refs.symbolic(ref.name)
    const link = target !== undefined && ref.name !== 'HEAD' ? ` -> ${shortRef(target)}` : ''
    const part = partOf(mark, ref)
    const shownName = verbosity === 0 ? name : name.padEnd(width)
    const colored = colors?.wrap(part, shownName) ?? shownName
    const rest =
      verbosity === 0 || link !== '' ? link : ` ${verboseText(repository, ref, { verbosity, colors })}`
    session.out(`${mark} ${colored}${rest}\n`)
  }
  return 0
}

function partOf(mark: string, ref: Ref): BranchPart {
  if (mark === '*') return 'current'
  if (mark === '+') return 'worktree'
  return ref.name.startsWith('refs/remotes/') ? 'remote' : 'local'
}

function markOf(repository: Repository, ref: Ref): string {
  if (ref.name === `refs/heads/${repository.branch ?? ''}`) return '*'
  const branch = ref.name.replace(/^refs\/heads\//, '')
  return ref.name.startsWith('refs/heads/') && checkedOutElsewhere(repository, branch) !== undefined
    ? '+'
    : ' '
}

function detachedName(repository: Repository): string {
  const operation = currentOperation(repository)
  if (operation.kind === 'rebase') return `no branch, rebasing ${operation.branch ?? 'detached HEAD'}`
  const bisected = bisectedFrom(repository)
  return bisected === undefined ? detachedText(repository) : `no branch, bisect started on ${bisected}`
}

type Colors = Palette<BranchPart> | undefined

function verboseText(
  repository: Repository,
  ref: Ref,
  { verbosity, colors }: { verbosity: number; colors: Colors },
): string {
  const subject = subjectOf(repository.objects.commit(ref.oid).message)
  const branch = ref.name.replace(/^refs\/heads\//, '')
  const isLocal = ref.name.startsWith('refs/heads/')
  const tracking = isLocal ? trackingOf(repository, branch) : undefined
  const place =
    isLocal && verbosity > 1 && branch !== repository.branch
      ? checkedOutElsewhere(repository, branch)
      : undefined
  const where = place === undefined ? '' : `(${colors?.wrap('worktree', place) ?? place}) `
  return `${new ShortNames(repository).of(ref.oid)} ${where}${trackingNote(tracking, { verbosity, colors })}${subject}`
}

function trackingNote(
  tracking: Tracking | undefined,
  { verbosity, colors }: { verbosity: number; colors: Colors },
): string {
  if (tracking === undefined) return ''
  const parts = [
    ...(tracking.ahead > 0 ? [`ahead ${tracking.ahead}`] : []),
    ...(tracking.behind > 0 ? [`behind ${tracking.behind}`] : []),
    ...(tracking.gone ? ['gone'] : []),
  ].join(', ')
  if (verbosity < 2) return parts === '' ? '' : `[${parts}] `
  const name = shortRef(tracking.upstream)
  return `[${colors?.wrap('upstream', name) ?? name}${parts === '' ? '' : `: ${parts}`}] `
}

/** `--contains`, `--merged` and the like, for branches and tags. */
export function makeRefFilter(repository: Repository, options: Options): (oid: string) => boolean {
  const { objects } = repository
  const commit = (name: string): string | undefined =>
    options.has(name)
      ? resolveCommit(repository, options.value(name) || options.words.shift() || 'HEAD')
      : undefined
  const [contains, without] = [commit('contains'), commit('no-contains')]
  const [merged, unmerged, at] = [commit('merged'), commit('no-merged'), commit('points-at')]
  return (oid) => {
    const tip = resolveCommit(repository, oid)
    if (contains !== undefined && !isAncestor(objects, contains, tip)) return false
    if (without !== undefined && isAncestor(objects, without, tip)) return false
    if (merged !== undefined && !isAncestor(objects, tip, merged)) return false
    if (unmerged !== undefined && isAncestor(objects, tip, unmerged)) return false
    return at === undefined || tip === at
  }
}
