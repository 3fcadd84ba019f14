import { statusPalette, wantsColor } from '../../colors.ts'
import { GitFailure, usageFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Session } from '../../session.ts'
import { collectStatus } from '../../status/collect.ts'
import { longStatus } from '../../status/long.ts'
import { porcelainV2, shortStatus } from '../../status/short.ts'
import { DIFF_OPTIONS, readDiffStyle } from '../../diff/diff-options.ts'
import type { FilePair } from '../../diff/file-pair.ts'
import { preparePairs, showDiff } from '../../diff/show-diff.ts'
import { indexPairs, worktreePairs } from '../../diff/sources.ts'
import type { Repository } from '../../repository.ts'
import { Pathspec, parsePathspec } from '../../worktree/pathspec.ts'

const OPTIONS = [
  's,short',
  'b,branch',
  'porcelain=?',
  'long',
  'v,verbose',
  'u,untracked-files=?',
  'ignored=?',
  'ignore-submodules=?',
  'z,null',
  'column=?',
  'no-column',
  'ahead-behind',
  'renames',
  'no-renames',
  'M,find-renames=?',
  'show-stash',
  'no-show-stash',
]

export async function statusCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  const { root, config } = repository
  for (const name of ['column', 'find-renames'])
    if (options.value(name))
      throw usageFailure(`--${name} with a value is not supported in this sandbox's git`)
  void root
  const untracked = untrackedMode(options, config.get('status.showuntrackedfiles'))
  const status = collectStatus(repository, {
    pathspec: parsePathspec(repository, options.operands),
    untracked,
    ignored: ignoredMode(options, untracked),
    renames: !options.has('no-renames') && config.get('status.renames') !== 'false',
  })
  // Saves refreshed stat data of files in the index, as git does.
  if (!session.settings.onlyLooks) repository.saveIndex()
  const porcelain = options.value('porcelain')
  if (porcelain !== undefined && !['', 'v1', '1', 'v2', '2'].includes(porcelain))
    throw new GitFailure(`unsupported porcelain version '${porcelain}'`)
  const nul = options.has('null')
  const isShort = options.has('short') || (!options.has('long') && config.boolean('status.short', false))
  const branch = options.has('branch') || (porcelain === undefined && config.boolean('status.branch', false))
  const colors = wantsColor(config, 'status') ? { colors: statusPalette(config) } : {}
  if (porcelain === 'v2' || porcelain === '2')
    session.out(porcelainV2(repository, status, { branch, nul, relative: false }))
  else if (porcelain !== undefined || nul || isShort) {
    const isPorcelain = porcelain !== undefined || nul
    const relative = porcelain === undefined && !nul && config.boolean('status.relativepaths', true)
    session.out(shortStatus(repository, status, { branch, nul, relative, ...(isPorcelain ? {} : colors) }))
  } else {
    const hasStaged = status.entries.some((entry) => entry.staged !== undefined)
    const hints = config.boolean('advice.statushints', true)
    session.out(
      longStatus(repository, { status, untracked, hints, hasStaged, ...colors }) +
        stashText(repository, options),
    )
    const verbose = options.all('verbose').length
    if (verbose > 0) session.out(verboseDiffs(repository, verbose))
  }
  return 0
}

function stashText(repository: Repository, options: Options): string {
  const asked = options.has('show-stash') || repository.config.boolean('status.showstash', false)
  if (!asked || options.has('no-show-stash') || repository.refs.resolve('refs/stash') === undefined) return ''
  const count = repository.refs.readLog('refs/stash').length
  return count === 0 ? '' : `Your stash currently has ${count} ${count === 1 ? 'entry' : 'entries'}\n`
}

/** With `-v` what is to be committed; with a second one what is not, too. */
function verboseDiffs(repository: Repository, verbose: number): string {
  const diff = (pairs: readonly FilePair[], prefixes: readonly [string, string]): string => {
    const style = readDiffStyle(repository, parseOptions([], DIFF_OPTIONS), 'patch')
    const shown = { ...style, prefixes: verbose > 1 ? prefixes : style.prefixes }
    return showDiff(preparePairs(pairs, shown), shown)
  }
  const { head } = repository
  const tree = head === undefined ? undefined : repository.objects.commit(head).tree
  const staged = diff(indexPairs(repository, tree, new Pathspec([])), ['c/', 'i/'])
  if (verbose < 2) return staged
  const changed = diff(worktreePairs(repository, new Pathspec([])), ['i/', 'w/'])
  return (
    (staged === '' ? '' : `Changes to be committed:\n${staged}`) +
    (changed === '' ? '' : `${'-'.repeat(50)}\nChanges not staged for commit:\n${changed}`)
  )
}

function untrackedMode(options: Options, configured: string | undefined): 'no' | 'normal' | 'all' {
  const given = options.has('untracked-files') ? options.value('untracked-files') || 'all' : configured
  if (options.isUnset('untracked-files') || given === 'no' || given === 'false') return 'no'
  if (given === undefined || given === 'normal' || given === 'true') return 'normal'
  if (given === 'all') return 'all'
  throw usageFailure(`Invalid untracked files mode '${given}'`)
}

function ignoredMode(
  options: Options,
  untracked: 'no' | 'normal' | 'all',
): 'no' | 'normal' | 'matching' | 'all' {
  if (!options.has('ignored')) return 'no'
  const mode = options.value('ignored') ?? ''
  if (mode === 'no') return 'no'
  return mode === 'matching' ? 'matching' : untracked === 'all' ? 'all' : 'normal'
}
