/** Text in place of the branch when none is checked out. */
import type { Repository } from '../repository.ts'
import { fullRefName, peel } from '../revision/resolve.ts'
import { ShortNames } from '../revision/short-name.ts'

/** E.g. `HEAD detached at v1.0`. */
export function detachedText(repository: Repository): string {
  const moves = repository.refs.readLog('HEAD')
  const last = moves.findLast((entry) => entry.message.startsWith('checkout: moving from '))
  const to = / to (\S+)$/.exec(last?.message ?? '')?.[1]
  const { head } = repository
  if (last === undefined || to === undefined || head === undefined) return 'Not currently on any branch.'
  const short = new ShortNames(repository)
  const name = nameOf(repository, to, last.to) ?? short.of(last.to)
  return `HEAD detached ${last.to === head ? 'at' : 'from'} ${name}`
}

/** The reference that was checked out by this name, while it still stands at that commit. */
function nameOf(repository: Repository, name: string, at: string): string | undefined {
  if (/^[0-9a-f]{4,40}$/.test(name) && !repository.refs.exists(`refs/tags/${name}`)) return undefined
  const ref = fullRefName(repository, name)
  const oid = ref === undefined ? undefined : repository.refs.resolve(ref)
  if (oid === undefined || peel(repository, oid, 'commit') !== at) return undefined
  return ref === 'HEAD' ? name : ref?.replace(/^refs\/(?:tags|remotes)\//, '')
}
