/** Which commits a rebase makes anew. */
import type { Repository } from '../repository.ts'
import { commitsOf } from '../revision/range.ts'
import { ShortNames } from '../revision/short-name.ts'
import { isAncestor } from '../revision/walk.ts'
import type { Session } from '../session.ts'
import { patchId } from './patch-id.ts'

/** They stand on `onto` as they are. */
export function isStraight(
  repository: Repository,
  { onto, head, commits }: { onto: string; head: string; commits: readonly string[] },
): boolean {
  if (!isAncestor(repository.objects, onto, head)) return false
  const [first] = commits
  return first === undefined ? onto === head : repository.objects.commit(first).parents[0] === onto
}

/** Oldest first; without merges, and without those whose change is on the other side already, unless `all` are wanted. */
export function commitsToMove(
  session: Session,
  range: { upstream: string | undefined; head: string; all: boolean },
): string[] {
  const { repository } = session
  const { upstream, head } = range
  const { objects } = repository
  const single = (wanted: string, unwanted: readonly string[]): string[] =>
    [...commitsOf(repository, { wanted: [wanted], unwanted, symmetric: undefined })].filter(
      (oid) => objects.commit(oid).parents.length <= 1,
    )
  const own = single(head, upstream === undefined ? [] : [upstream]).reverse()
  if (upstream === undefined || range.all) return own
  const known = new Set(single(upstream, [head]).map((oid) => patchId(repository, oid)))
  const isKnown = (oid: string): boolean => known.has(patchId(repository, oid))
  const left = own.filter((oid) => !isKnown(oid))
  tellSkipped(
    session,
    own.filter((oid) => isKnown(oid)),
  )
  return left
}

function tellSkipped(session: Session, commits: readonly string[]): void {
  const { repository } = session
  if (commits.length === 0 || !repository.config.boolean('advice.skippedcherrypicks', true)) return
  const names = new ShortNames(repository)
  for (const oid of commits) session.err(`warning: skipped previously applied commit ${names.of(oid)}\n`)
  session.err(`hint: use --reapply-cherry-picks to include skipped commits
hint: Disable this message with "git config advice.skippedCherryPicks false"
`)
}
