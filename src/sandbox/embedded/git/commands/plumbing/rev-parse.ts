import { GitFailure } from '../../failure.ts'
import { absolute, type Repository } from '../../repository.ts'
import { parseRange } from '../../revision/range.ts'
import {
  fullRefName,
  previousBranch,
  tryResolve,
  unknownRevision,
  upstreamOf,
} from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import type { Session } from '../../session.ts'
import { shortRef } from '../../status/tracking.ts'
import { relativePath } from '../../status/relative-path.ts'

interface Mode {
  verify: boolean
  quiet: boolean
  short: number | undefined
  symbolic: 'no' | 'full' | 'abbrev' | 'plain'
  pathFormat: 'absolute' | 'relative' | undefined
}

/** Its options are answered in their order, so they are not gathered first. */
export async function revParseCommand(session: Session, args: readonly string[]): Promise<number> {
  const mode: Mode = { verify: false, quiet: false, short: undefined, symbolic: 'no', pathFormat: undefined }
  let count = 0
  for (const [at, arg] of args.entries()) {
    if (arg === '--') {
      session.out(
        args
          .slice(at)
          .map((word) => `${word}\n`)
          .join(''),
      )
      break
    }
    if (readMode(mode, arg)) continue
    if (arg.startsWith('--git-path')) {
      const path = gitPath(session.repository, args[at + 1] ?? '')
      session.out(`${mode.pathFormat === 'absolute' ? absolute(path, session.cwd) : path}\n`)
      return 0
    }
    const query = answer(session, arg, mode)
    if (query !== undefined) {
      session.out(query)
      continue
    }
    if (MISSING.test(arg)) throw new GitFailure(`option ${arg} is not supported in this sandbox's git`)
    if (arg.startsWith('-') && !arg.startsWith('-^')) {
      session.out(`${arg}\n`)
      continue
    }
    count += 1
    const text = revision(session, arg, mode)
    if (text === undefined) return 1
    session.out(text)
  }
  if (mode.verify && count !== 1) {
    if (mode.quiet) return 1
    throw new GitFailure('Needed a single revision')
  }
  return 0
}

function readMode(mode: Mode, arg: string): boolean {
  if (arg === '--verify') mode.verify = true
  else if (arg === '-q' || arg === '--quiet') mode.quiet = true
  else if (arg === '--short') [mode.short, mode.verify] = [7, true]
  else if (arg.startsWith('--short='))
    [mode.short, mode.verify] = [Number(arg.slice('--short='.length)), true]
  else if (arg === '--symbolic-full-name') mode.symbolic = 'full'
  else if (arg === '--abbrev-ref' || arg === '--abbrev-ref=loose' || arg === '--abbrev-ref=strict')
    mode.symbolic = 'abbrev'
  else if (arg === '--symbolic') mode.symbolic = 'plain'
  else if (arg === '--path-format=absolute') mode.pathFormat = 'absolute'
  else if (arg === '--path-format=relative') mode.pathFormat = 'relative'
  else if (!/^--(flags|no-flags|end-of-options)$/.test(arg)) return false
  return true
}

function answer(session: Session, arg: string, mode: Mode): string | undefined {
  const { repository } = session
  const path = (absolutePath: string): string =>
    `${mode.pathFormat === 'relative' ? relativePath(absolutePath.slice(1), repository.cwd.slice(1)) : absolutePath}\n`
  const bool = (value: boolean): string => `${value}\n`
  switch (arg) {
    case '--show-toplevel':
      return path(repository.root)
    case '--git-dir':
      return path(mode.pathFormat === undefined ? shortGitDir(repository) : repository.gitDir)
    case '--absolute-git-dir':
      return `${repository.gitDir}\n`
    case '--git-common-dir':
      return path(
        mode.pathFormat === undefined && repository.gitDir === repository.commonDir
          ? shortGitDir(repository)
          : repository.commonDir,
      )
    case '--show-prefix':
      return `${repository.prefix === '' ? '' : `${repository.prefix}/`}\n`
    case '--show-cdup':
      return `${'../'.repeat(repository.prefix === '' ? 0 : repository.prefix.split('/').length)}\n`
    case '--is-inside-work-tree':
      return bool(
        repository.workTree !== undefined &&
          isWithin(repository.cwd, repository.workTree) &&
          !isWithin(repository.cwd, repository.gitDir),
      )
    case '--is-inside-git-dir':
      return bool(isWithin(repository.cwd, repository.gitDir))
    case '--is-bare-repository':
      return bool(repository.config.boolean('core.bare', false))
    case '--is-shallow-repository':
      return bool(session.files.lstat(`${repository.commonDir}/shallow`) !== undefined)
    case '--show-object-format':
      return 'sha1\n'
    case '--show-superproject-working-tree':
      return ''
    case '--all':
      return repository.refs
        .list('refs/')
        .map((ref) => `${ref.oid}\n`)
        .join('')
    case '--branches':
      return repository.refs
        .list('refs/heads/')
        .map((ref) => `${ref.oid}\n`)
        .join('')
    case '--tags':
      return repository.refs
        .list('refs/tags/')
        .map((ref) => `${ref.oid}\n`)
        .join('')
    case '--remotes':
      return repository.refs
        .list('refs/remotes/')
        .map((ref) => `${ref.oid}\n`)
        .join('')
    case '--local-env-vars':
      return LOCAL_VARIABLES.map((name) => `GIT_${name}\n`).join('')
    default:
      return undefined
  }
}

const LOCAL_VARIABLES = [
  'ALTERNATE_OBJECT_DIRECTORIES',
  'CONFIG',
  'CONFIG_PARAMETERS',
  'CONFIG_COUNT',
  'OBJECT_DIRECTORY',
  'DIR',
  'WORK_TREE',
  'IMPLICIT_WORK_TREE',
  'GRAFT_FILE',
  'INDEX_FILE',
  'NO_REPLACE_OBJECTS',
  'REPLACE_REF_BASE',
  'PREFIX',
  'INTERNAL_SUPER_PREFIX',
  'SHALLOW_FILE',
  'COMMON_DIR',
] as const

/** Unsupported options: ignoring them would give another answer than git's. */
const MISSING =
  /^--(?:not|sq|sq-quote|default|revs-only|no-revs|since|after|until|before|disambiguate|glob|exclude)(?:=|$)/

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

/** As git: `.git` at the top of the worktree, the whole path elsewhere. */
function shortGitDir(repository: Repository): string {
  if (repository.cwd === repository.workTree && repository.gitDir === `${repository.workTree}/.git`)
    return '.git'
  return repository.cwd === repository.gitDir ? '.' : repository.gitDir
}

const OF_WORKTREE = /^(HEAD|index|[A-Z_]+_HEAD|logs\/HEAD|MERGE_|rebase-)/

function gitPath(repository: Repository, name: string): string {
  const base = OF_WORKTREE.test(name) ? repository.gitDir : repository.commonDir
  return base === repository.commonDir && repository.gitDir === repository.commonDir
    ? `${shortGitDir(repository)}/${name}`
    : `${base}/${name}`
}

function revision(session: Session, arg: string, mode: Mode): string | undefined {
  const { repository } = session
  if (mode.symbolic !== 'no') return symbolic(repository, arg, mode)
  const short = new ShortNames(repository, mode.short)
  const shown = (oid: string): string => (mode.short === undefined ? oid : short.of(oid))
  const oid = quietly(() => tryResolve(repository, arg), mode)
  if (oid !== undefined) return `${shown(oid)}\n`
  const range = mode.verify ? undefined : quietly(() => parseRange(repository, arg), mode)
  if (range !== undefined)
    return [...range.wanted.toReversed().map(shown), ...range.unwanted.map((name) => `^${shown(name)}`)]
      .map((line) => `${line}\n`)
      .join('')
  if (mode.verify) {
    if (mode.quiet) return undefined
    throw new GitFailure('Needed a single revision')
  }
  const path = absolute(arg, repository.cwd)
  if (session.files.lstat(path) !== undefined) return `${arg}\n`
  session.out(`${arg}\n`)
  throw unknownRevision(arg)
}

function quietly<T>(body: () => T, mode: Mode): T | undefined {
  try {
    return body()
  } catch (error) {
    if (error instanceof GitFailure && mode.quiet) return undefined
    throw error
  }
}

function symbolic(repository: Repository, arg: string, mode: Mode): string {
  const full = symbolicName(repository, arg)
  if (full === undefined) {
    if (tryResolve(repository, arg) === undefined) throw unknownRevision(arg)
    return mode.symbolic === 'plain' ? `${arg}\n` : ''
  }
  if (mode.symbolic === 'plain') return `${arg}\n`
  return `${mode.symbolic === 'abbrev' ? shortRef(full) : full}\n`
}

function symbolicName(repository: Repository, arg: string): string | undefined {
  if (arg === 'HEAD' || arg === '@')
    return repository.head === undefined ? undefined : repository.refs.target('HEAD')
  const upstream = /^(.*)@\{(?:u|upstream|push)\}$/i.exec(arg)
  if (upstream !== null) {
    const branch = upstream[1] || (repository.branch ?? '')
    const name = upstreamOf(repository, branch)
    if (name === undefined) throw new GitFailure(`no upstream configured for branch '${branch}'`)
    return name
  }
  const back = /^@\{-(\d+)\}$/.exec(arg)
  if (back !== null) return `refs/heads/${previousBranch(repository, Number(back[1])) ?? ''}`
  return fullRefName(repository, arg)
}
