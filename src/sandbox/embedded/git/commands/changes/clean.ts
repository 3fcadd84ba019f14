import { GitFailure } from '../../failure.ts'
import { quotePath } from '../../diff/quote-path.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'
import { relativePath } from '../../status/relative-path.ts'
import { compareText } from '../../store/objects.ts'
import { IgnoreRules } from '../../worktree/ignore.ts'
import { parsePathspec } from '../../worktree/pathspec.ts'
import { scanWorktree } from '../../worktree/scan.ts'
import { globToRegExp } from '../../worktree/wildmatch.ts'

const OPTIONS = ['n,dry-run', 'f,force', 'd', 'x', 'X', 'q,quiet', 'e,exclude=', 'i,interactive']

export async function cleanCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  if (options.has('interactive'))
    throw new GitFailure(
      'clean --interactive is not supported in this sandbox: there is nobody at a terminal to ask',
    )
  const dry = options.has('dry-run')
  if (!dry && !options.has('force') && repository.config.boolean('clean.requireforce', true))
    throw new GitFailure(
      'clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean',
    )
  const pathspec = parsePathspec(repository, options.operands)
  const directories = options.has('d') || options.operands.length > 0
  const scan = scanWorktree(repository, {
    ignore: new IgnoreRules(repository),
    pathspec,
    untracked: 'normal',
    ignored: options.has('x') || options.has('X') ? 'normal' : 'no',
  })
  const kept = options
    .all('exclude')
    .map((pattern) => globToRegExp(pattern, { pathname: pattern.includes('/') }))
  const found = options.has('X')
    ? scan.ignored
    : [...scan.untracked, ...(options.has('x') ? scan.ignored : [])]
  const quoteHigh = repository.config.boolean('core.quotepath', true)
  for (const path of [...found].sort(compareText)) {
    if (path.endsWith('/') && !directories) continue
    const name = path.replace(/\/$/, '')
    if (kept.some((pattern) => pattern.test(name) || pattern.test(name.slice(name.lastIndexOf('/') + 1))))
      continue
    const shown = quotePath(relativePath(path, repository.prefix), quoteHigh)
    const isRepository = session.files.lstat(repository.path(`${name}/.git`)) !== undefined
    if (isRepository) {
      session.out(`Skipping repository ${shown}\n`)
      continue
    }
    if (dry) session.out(`Would remove ${shown}\n`)
    else {
      if (!options.has('quiet')) session.out(`Removing ${shown}\n`)
      session.files.removeTree(repository.path(name))
    }
  }
  return 0
}
