/** What stands in place of the branch when none is checked out. */
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
  const isName = !/^[0-9a-f]{40}$/.test(to) && refOid(repository, to) === last.to
  return `HEAD detached ${last.to === head ? 'at' : 'from'} ${isName ? to : short.of(last.to)}`
}

function refOid(repository: Repository, name: string): string | undefined {
  if (/^[0-9a-f]{4,40}$/.test(name) && !repository.refs.exists(`refs/tags/${name}`)) return undefined
  const ref = fullRefName(repository, name)
  const oid = ref === undefined ? undefined : repository.refs.resolve(ref)
  return oid === undefined ? undefined : peel(repository, oid, 'commit')
}
