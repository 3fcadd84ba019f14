/** How a branch stands to the one that it follows. */
import type { Repository } from '../repository.ts'
import { upstreamOf } from '../revision/resolve.ts'
import { ancestors } from '../revision/walk.ts'

export interface Tracking {
  /** Full name. */
  readonly upstream: string
  readonly gone: boolean
  readonly ahead: number
  readonly behind: number
}

export function trackingOf(repository: Repository, branch: string): Tracking | undefined {
  const upstream = upstreamOf(repository, branch)
  if (upstream === undefined) return undefined
  const [ours, theirs] = [repository.refs.resolve(`refs/heads/${branch}`), repository.refs.resolve(upstream)]
  if (theirs === undefined) return { upstream, gone: true, ahead: 0, behind: 0 }
  if (ours === undefined || ours === theirs) return { upstream, gone: false, ahead: 0, behind: 0 }
  const [mine, other] = [ancestors(repository.objects, [ours]), ancestors(repository.objects, [theirs])]
  const count = (of: ReadonlySet<string>, without: ReadonlySet<string>): number =>
    [...of].filter((oid) => !without.has(oid)).length
  return { upstream, gone: false, ahead: count(mine, other), behind: count(other, mine) }
}

export function shortRef(name: string): string {
  return name.replace(/^refs\/(?:heads|tags|remotes)\//, '')
}

/** In sentences, with advice; empty when the branch follows nothing. */
export function trackingText(tracking: Tracking | undefined): string {
  if (tracking === undefined) return ''
  const name = `'${shortRef(tracking.upstream)}'`
  if (tracking.gone)
    return `Your branch is based on ${name}, but the upstream is gone.\n  (use "git branch --unset-upstream" to fixup)\n`
  const { ahead, behind } = tracking
  const commits = (count: number): string => `${count} commit${count === 1 ? '' : 's'}`
  if (ahead === 0 && behind === 0) return `Your branch is up to date with ${name}.\n`
  if (behind === 0)
    return `Your branch is ahead of ${name} by ${commits(ahead)}.\n  (use "git push" to publish your local commits)\n`
  if (ahead === 0)
    return `Your branch is behind ${name} by ${commits(behind)}, and can be fast-forwarded.\n  (use "git pull" to update your local branch)\n`
  return `Your branch and ${name} have diverged,\nand have ${ahead} and ${behind} different commits each, respectively.\n  (use "git pull" to merge the remote branch into yours)\n`
}
