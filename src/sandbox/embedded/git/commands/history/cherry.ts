/** `git cherry`: which commits have, by what they change, not come to the other side yet. */
import { GitFailure } from '../../failure.ts'
import { subjectOf } from '../../make-commit.ts'
import { parseOptions } from '../../options.ts'
import { commitsOf } from '../../revision/range.ts'
import { resolveCommit, tryResolve, upstreamOf } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { patchId } from '../../sequence/patch-id.ts'
import type { Session } from '../../session.ts'

export async function cherryCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['v,verbose', 'abbrev=?'])
  const { repository } = session
  const [given, head = 'HEAD', limit] = options.operands
  const { branch } = repository
  const upstream = given ?? (branch === undefined ? undefined : upstreamOf(repository, branch))
  if (upstream === undefined)
    throw new GitFailure(
      `Could not find a tracked remote branch, please specify <upstream> manually.
usage: git cherry [-v] [<upstream> [<head> [<limit>]]]

    --abbrev[=<n>]        use <n> digits to display object names
    -v, --verbose         be verbose
`,
      { exitCode: 129, prefix: '' },
    )
  const oids = [upstream, head, ...(limit === undefined ? [] : [limit])].map((name) => {
    if (tryResolve(repository, name) === undefined) throw new GitFailure(`unknown commit ${name}`)
    return resolveCommit(repository, name)
  })
  const [theirs = '', ours = '', hidden] = oids
  const single = (wanted: string, unwanted: readonly string[]): string[] =>
    [...commitsOf(repository, { wanted: [wanted], unwanted, symmetric: undefined })].filter(
      (oid) => repository.objects.commit(oid).parents.length <= 1,
    )
  const known = new Set(single(theirs, [ours]).map((oid) => patchId(repository, oid)))
  const names = new ShortNames(repository, options.number('abbrev'))
  for (const oid of single(ours, [theirs, ...(hidden === undefined ? [] : [hidden])]).reverse()) {
    const mark = known.has(patchId(repository, oid)) ? '-' : '+'
    const subject = options.has('verbose') ? ` ${subjectOf(repository.objects.commit(oid).message)}` : ''
    session.out(`${mark} ${options.has('abbrev') ? names.of(oid) : oid}${subject}\n`)
  }
  return 0
}
