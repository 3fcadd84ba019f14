import { quotePath } from '../../diff/quote-path.ts'
import { GitFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'
import { IgnoreRules, type IgnoreMatch } from '../../worktree/ignore.ts'
import { pathInRepository } from '../../worktree/pathspec.ts'

const OPTIONS = ['q,quiet', 'v,verbose', 'n,non-matching', 'stdin', 'z', 'index', 'no-index']

/** `check-ignore`: which paths are ignored, and by which rule. Code 1 when none is. */
export async function checkIgnoreCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  const [verbose, quiet, nul] = [options.has('verbose'), options.has('quiet'), options.has('z')]
  if (options.has('non-matching') && !verbose)
    throw new GitFailure('--non-matching is only valid with --verbose')
  if (options.has('stdin') && options.operands.length > 0)
    throw new GitFailure('cannot specify pathnames with --stdin')
  if (nul && !options.has('stdin')) throw new GitFailure('-z only makes sense with --stdin')
  if (quiet && verbose) throw new GitFailure('cannot have both --quiet and --verbose')
  const listed = options.has('stdin')
    ? (await session.io.stdin()).split(nul ? '\0' : '\n').filter((path) => path !== '')
    : options.operands
  if (listed.length === 0 && !options.has('stdin')) throw new GitFailure('no path specified')
  if (quiet && listed.length > 1) throw new GitFailure('--quiet is only valid with a single pathname')
  const rules = new IgnoreRules(repository)
  let count = 0
  for (const given of listed) {
    const path = pathInRepository(repository, given)
    const isTracked =
      !options.has('no-index') && (repository.index.has(path) || repository.index.hasBelow(path))
    const match = isTracked || path === '' ? undefined : deciding(session, rules, path)
    if (match !== undefined && (verbose || match.ignored)) count += 1
    if (quiet || !(match === undefined ? options.has('non-matching') : verbose || match.ignored)) continue
    const parts =
      match === undefined
        ? ['', '', '']
        : [sourceOf(session, match), String(match.rule.line), match.rule.text]
    const shown = nul ? given : quotePath(given, true)
    if (nul) session.out([...(verbose ? parts : []), shown].map((part) => `${part}\0`).join(''))
    else session.out(verbose ? `${parts.join(':')}\t${shown}\n` : `${shown}\n`)
  }
  return count > 0 ? 0 : 1
}

/** The rule of the topmost directory that is ignored, or else of the path itself. */
function deciding({ repository }: Session, rules: IgnoreRules, path: string): IgnoreMatch | undefined {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const match = rules.match(path.slice(0, at), true)
    if (match?.ignored) return match
  }
  return rules.match(path, repository.files.lstat(repository.path(path))?.kind === 'directory')
}

function sourceOf({ repository }: Session, { rule }: IgnoreMatch): string {
  const top = `${repository.root}/`
  return repository.cwd === repository.root &&
    rule.source.startsWith(`${repository.commonDir}/`) &&
    rule.source.startsWith(top)
    ? rule.source.slice(top.length)
    : rule.source
}
