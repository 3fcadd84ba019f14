import { quotePath } from '../../diff/quote-path.ts'
import { errorFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'
import { relativePath } from '../../status/relative-path.ts'
import type { IndexEntry } from '../../store/index-entry.ts'
import { modeText } from '../../store/objects.ts'
import { IgnoreRules } from '../../worktree/ignore.ts'
import { Pathspec, parsePathspec } from '../../worktree/pathspec.ts'
import { scanWorktree } from '../../worktree/scan.ts'
import { compareFile } from '../../worktree/worktree-files.ts'
import { GitFailure } from '../../failure.ts'

const OPTIONS = [
  'c,cached',
  'd,deleted',
  'm,modified',
  'o,others',
  'i,ignored',
  's,stage',
  'u,unmerged',
  'k,killed',
  'z',
  'exclude-standard',
  'directory',
  'no-empty-directory',
  'error-unmatch',
  'full-name',
  'abbrev=?',
  't',
  'v',
  'f',
  'x,exclude=',
  'X,exclude-from=',
  'exclude-per-directory=',
  'with-tree=',
  'eol',
  'deduplicate',
  'format=',
  'recurse-submodules',
  'debug',
]

export async function lsFilesCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  for (const name of [
    'killed',
    'with-tree',
    'eol',
    'format',
    'exclude',
    'exclude-from',
    'exclude-per-directory',
    'debug',
  ])
    if (options.has(name)) throw new GitFailure(`ls-files --${name} is not supported in this sandbox's git`)
  const { repository } = session
  const { index } = repository
  const { prefix } = repository
  const typed = options.operands.length === 0 && prefix !== '' ? ['.'] : options.operands
  const pathspec = typed.length === 0 ? new Pathspec([]) : parsePathspec(repository, typed)
  const [nul, quoteHigh] = [options.has('z'), repository.config.boolean('core.quotepath', true)]
  const show = (path: string): string => {
    const name = options.has('full-name') ? path : relativePath(path, prefix)
    return nul ? `${name}\0` : `${quotePath(name, quoteHigh)}\n`
  }
  const tag = (letter: string, isAssumed = false): string =>
    options.has('t') || options.has('v')
      ? `${options.has('v') && isAssumed ? letter.toLowerCase() : letter} `
      : ''
  const wantsOthers = options.has('others')
  const wantsWork = wantsOthers || options.has('deleted') || options.has('modified')
  const wantsIndex = options.has('cached') || options.has('stage') || options.has('unmerged') || !wantsWork
  const ignore = new IgnoreRules(repository)
  const scan = wantsWork
    ? scanWorktree(repository, {
        ignore,
        pathspec,
        untracked: wantsOthers ? (options.has('directory') ? 'normal' : 'all') : 'no',
        ignored:
          wantsOthers && (options.has('ignored') || !options.has('exclude-standard'))
            ? options.has('directory')
              ? 'normal'
              : 'all'
            : 'no',
      })
    : undefined
  if (wantsOthers && scan !== undefined) {
    const others = options.has('ignored')
      ? scan.ignored
      : [...scan.untracked, ...(options.has('exclude-standard') ? [] : scan.ignored)]
    for (const path of [...others].sort()) session.out(tag('?') + show(path))
  }
  const seen = new Set<string>()
  for (const entry of index.entries) {
    if (!pathspec.matches(entry.path)) continue
    if (options.has('unmerged') && entry.stage === 0) continue
    const isRepeated = options.has('deduplicate') && seen.has(entry.path)
    seen.add(entry.path)
    if (isRepeated) continue
    const isHidden = options.has('ignored') && (wantsOthers || !ignore.isIgnored(entry.path, false))
    if (wantsIndex && !isHidden)
      session.out(
        tag(entry.stage !== 0 ? 'M' : entry.skipWorktree ? 'S' : 'H', entry.assumeValid) +
          stageText(entry, options.has('stage') || options.has('unmerged')) +
          show(entry.path),
      )
    if (scan === undefined || entry.stage !== 0) continue
    const state = compareFile(repository, entry, scan.stats.get(entry.path))
    if (options.has('deleted') && state === 'deleted') session.out(tag('R') + show(entry.path))
    if (options.has('modified') && state !== 'same') session.out(tag('C') + show(entry.path))
  }
  const [missing] = options.has('error-unmatch') ? pathspec.unmatched(index.paths) : []
  if (missing !== undefined)
    throw errorFailure(
      `pathspec '${missing}' did not match any file(s) known to git\nDid you forget to 'git add'?`,
    )
  return 0
}

function stageText(entry: IndexEntry, wanted: boolean): string {
  return wanted ? `${modeText(entry.mode)} ${entry.oid} ${entry.stage}\t` : ''
}
