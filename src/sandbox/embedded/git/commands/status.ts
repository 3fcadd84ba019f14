import { usageFailure } from '../failure.ts'
import { parseOptions, type Options } from '../options.ts'
import type { Session } from '../session.ts'
import { collectStatus } from '../status/collect.ts'
import { longStatus } from '../status/long.ts'
import { porcelainV2, shortStatus } from '../status/short.ts'
import { parsePathspec } from '../worktree/pathspec.ts'

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
  'find-renames=?',
]

export async function statusCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const { repository } = session
  const { root, config } = repository
  void root
  const untracked = untrackedMode(options, config.get('status.showuntrackedfiles'))
  const status = collectStatus(repository, {
    pathspec: parsePathspec(repository, options.operands),
    untracked,
    ignored: ignoredMode(options, untracked),
    renames: !options.has('no-renames') && config.get('status.renames') !== 'false',
  })
  // What was found out about files is kept, as git does; where it cannot be, nothing is lost.
  if (!session.settings.onlyLooks) repository.saveIndex()
  const porcelain = options.value('porcelain')
  const nul = options.has('null')
  const isShort = options.has('short') || (!options.has('long') && config.boolean('status.short', false))
  const branch = options.has('branch') || (porcelain === undefined && config.boolean('status.branch', false))
  if (porcelain === 'v2' || porcelain === '2')
    session.out(porcelainV2(repository, status, { branch, nul, relative: false }))
  else if (porcelain !== undefined || nul || isShort) {
    const relative = porcelain === undefined && !nul && config.boolean('status.relativepaths', true)
    session.out(shortStatus(repository, status, { branch, nul, relative }))
  } else {
    const hasStaged = status.entries.some((entry) => entry.staged !== undefined)
    const hints = config.boolean('advice.statushints', true)
    session.out(longStatus(repository, { status, untracked, hints, hasStaged }))
  }
  return 0
}

function untrackedMode(options: Options, configured: string | undefined): 'no' | 'normal' | 'all' {
  const given = options.has('untracked-files') ? options.value('untracked-files') || 'all' : configured
  if (options.isUnset('untracked-files') || given === 'no' || given === 'false') return 'no'
  if (given === undefined || given === 'normal' || given === 'true') return 'normal'
  if (given === 'all') return 'all'
  throw usageFailure(`Invalid untracked files mode '${given}'`)
}

function ignoredMode(options: Options, untracked: 'no' | 'normal' | 'all'): 'no' | 'normal' | 'all' {
  if (!options.has('ignored')) return 'no'
  const mode = options.value('ignored') ?? ''
  if (mode === 'no') return 'no'
  return mode === 'matching' ? 'normal' : untracked === 'all' ? 'all' : 'normal'
}
