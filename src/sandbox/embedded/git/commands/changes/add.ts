import { errorFailure, GitFailure } from '../../failure.ts'
import { fileLookup } from '../../diff/sources.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import type { Session } from '../../session.ts'
import { makeEntry } from '../../store/index-entry.ts'
import { MODE } from '../../store/objects.ts'
import { objectId } from '../../store/sha1.ts'
import { IgnoreRules } from '../../worktree/ignore.ts'
import { parsePathspec, Pathspec, type Pathspec as Spec } from '../../worktree/pathspec.ts'
import { scanWorktree } from '../../worktree/scan.ts'
import { addFile, compareFile } from '../../worktree/worktree-files.ts'

const OPTIONS = [
  'A,all',
  'no-ignore-removal',
  'u,update',
  'n,dry-run',
  'v,verbose',
  'f,force',
  'N,intent-to-add',
  'refresh',
  'ignore-errors',
  'ignore-missing',
  'chmod=',
  'p,patch',
  'i,interactive',
  'e,edit',
  'renormalize',
  'pathspec-from-file=',
]

export async function addCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  for (const name of ['patch', 'interactive', 'edit', 'pathspec-from-file'])
    if (options.has(name))
      throw new GitFailure(
        `add --${name} is not supported in this sandbox: there is nobody at a terminal to ask`,
      )
  const { repository } = session
  const everything = options.has('all') || options.has('update')
  if (options.operands.length === 0 && !everything) {
    session.err(
      'Nothing specified, nothing added.\nhint: Maybe you wanted to say \'git add .\'?\nhint: Turn this message off by running\nhint: "git config advice.addEmptyPathspec false"\n',
    )
    return 0
  }
  const pathspec = parsePathspec(repository, options.operands)
  const adding: Adding = { session, repository, options, pathspec }
  const ignored = addMatching(adding)
  if (!options.has('dry-run')) repository.saveIndex()
  if (ignored.length === 0) return 0
  session.err(`The following paths are ignored by one of your .gitignore files:\n${ignored.join('\n')}\n`)
  session.err(
    'hint: Use -f if you really want to add them.\nhint: Turn this message off by running\nhint: "git config advice.addIgnoredFile false"\n',
  )
  return 1
}

interface Adding {
  readonly session: Session
  readonly repository: Repository
  readonly options: Options
  readonly pathspec: Spec
}

/** Adds the matching files. Returns the given paths that are ignored. */
function addMatching(adding: Adding): string[] {
  const { repository, options, pathspec } = adding
  const { index } = repository
  const ignore = new IgnoreRules(repository)
  const update = options.has('update')
  const force = options.has('force')
  const scan = scanWorktree(repository, {
    ignore,
    pathspec,
    untracked: update ? 'no' : 'all',
    ignored: force && !update ? 'all' : 'no',
  })
  const untracked = [...scan.untracked, ...(force ? scan.ignored : [])]
  const tracked = index.paths.filter((path) => pathspec.matches(path))
  const ignored = checkPatterns(adding, [...tracked, ...untracked], ignore)
  const changes: { path: string; gone: boolean }[] = []
  for (const path of tracked) {
    const stats = scan.stats.get(path)
    const entry = index.get(path)
    if (entry === undefined) changes.push({ path, gone: stats === undefined || stats.kind === 'directory' })
    else {
      const state = compareFile(repository, entry, stats)
      if (state !== 'same' || entry.intentToAdd) changes.push({ path, gone: state === 'deleted' })
    }
  }
  if (options.isUnset('all')) dropGone(changes)
  for (const path of untracked) changes.push({ path, gone: false })
  applyChanges(adding, changes)
  changeModes(adding, [...tracked, ...untracked])
  return ignored
}

/** `--no-all`: what is gone stays in the index. */
function dropGone(changes: { path: string; gone: boolean }[]): void {
  changes.splice(0, changes.length, ...changes.filter((change) => !change.gone))
}

function applyChanges(
  { session, repository, options }: Adding,
  changes: readonly { path: string; gone: boolean }[],
): void {
  const { index } = repository
  const dry = options.has('dry-run')
  const tell = dry || options.has('verbose')
  const look = fileLookup(repository)
  for (const { path, gone } of changes) {
    if (tell) session.out(`${gone ? 'remove' : 'add'} '${path}'\n`)
    if (dry) continue
    if (gone) {
      index.remove(path)
      continue
    }
    if (path.endsWith('/')) {
      addNested(session, repository, path.slice(0, -1))
      continue
    }
    const stats = look(path)
    if (stats === undefined)
      throw errorFailure(`open("${path}"): No such file or directory\nfatal: adding files failed`, 128)
    if (options.has('intent-to-add') && !index.has(path)) {
      const mode = (stats.mode & 0o100) === 0 ? MODE.file : MODE.executable
      index.set(makeEntry({ path, mode, oid: objectId('blob', new Uint8Array(0)), intentToAdd: true }))
    } else index.set(addFile(repository, path, stats))
  }
}

/** A repository inside: its commit is recorded, not its files. */
function addNested(session: Session, repository: Repository, path: string): void {
  const nested = session.files.readText(repository.path(`${path}/.git/HEAD`))?.trim() ?? ''
  const ref = /^ref: (.*)$/.exec(nested)?.[1]
  const text =
    ref === undefined
      ? nested
      : (session.files.readText(repository.path(`${path}/.git/${ref}`))?.trim() ?? '')
  if (!/^[0-9a-f]{40}$/.test(text))
    throw errorFailure(`'${path}/' does not have a commit checked out\nfatal: adding files failed`, 128)
  session.err(`warning: adding embedded git repository: ${path}\n`)
  repository.index.set(makeEntry({ path, mode: MODE.gitlink, oid: text }))
}

function changeModes({ repository, options }: Adding, paths: readonly string[]): void {
  const wanted = options.value('chmod')
  if (wanted === undefined) return
  if (wanted !== '+x' && wanted !== '-x')
    throw new GitFailure(`--chmod param '${wanted}' must be either -x or +x`)
  for (const path of paths) {
    const entry = repository.index.get(path)
    if (entry === undefined || (entry.mode & 0o170000) !== 0o100000) continue
    repository.index.set({ ...entry, mode: wanted === '+x' ? MODE.executable : MODE.file })
  }
}

function checkPatterns(
  { repository, options, pathspec }: Adding,
  paths: readonly string[],
  ignore: IgnoreRules,
): string[] {
  const ignored: string[] = []
  for (const pattern of pathspec.patterns) {
    if (pattern.excluded || pattern.path === '') continue
    const one = new Pathspec([pattern])
    if (paths.some((path) => one.matches(path) || one.matches(path.replace(/\/$/, '')))) continue
    const stats = repository.files.lstat(repository.path(pattern.path))
    const isDirectory = stats?.kind === 'directory'
    if (stats !== undefined && ignore.isIgnored(pattern.path, isDirectory))
      ignored.push(pattern.given.replace(/\/$/, ''))
    else if (stats?.kind === 'directory') continue
    else if (!options.has('ignore-missing'))
      throw new GitFailure(`pathspec '${pattern.given}' did not match any files`)
  }
  return ignored
}
