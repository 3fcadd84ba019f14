/** A repository: where its parts are, and what they hold. */
import { resolve } from '../../contract/path.ts'
import { GitFailure } from './failure.ts'
import type { GitFiles } from './files.ts'
import { bytesOfName, nameOfBytes } from './text.ts'
import type { Config } from './store/config.ts'
import { Index } from './store/index.ts'
import { formatIndex, parseIndex } from './store/index-file.ts'
import { ObjectStore } from './store/object-store.ts'
import { Attributes } from './worktree/attributes.ts'
import { Refs } from './store/refs.ts'

/** The parts of a git run that opening a repository needs. */
export interface RepositoryOpener {
  readonly files: GitFiles
  readonly cwd: string
  readonly io: { readonly env: Readonly<Record<string, string>>; shown?(path: string): void }
  readonly settings: { readonly gitDir?: string; readonly workTree?: string }
  makeConfig(local: string | undefined, gitDir?: string): Config
}

interface Layout {
  /** Git directory of this worktree. */
  readonly gitDir: string
  /** Git directory shared by all worktrees. */
  readonly commonDir: string
  /** Undefined for a bare one. */
  readonly workTree: string | undefined
}

export class Repository {
  readonly files: GitFiles
  readonly gitDir: string
  readonly commonDir: string
  readonly workTree: string | undefined
  readonly config: Config
  readonly objects: ObjectStore
  readonly refs: Refs
  readonly cwd: string
  readonly attributes: Attributes
  /** Paths under which blobs were asked for, as in `HEAD:path`. */
  readonly blobPaths = new Map<string, string>()
  #index: Index | undefined
  readonly #indexPath: string

  constructor(session: RepositoryOpener, layout: Layout, config: Config) {
    this.files = session.files
    this.cwd = session.cwd
    this.gitDir = layout.gitDir
    this.commonDir = layout.commonDir
    this.workTree = layout.workTree
    this.config = config
    const objects = session.io.env['GIT_OBJECT_DIRECTORY'] ?? `${layout.commonDir}/objects`
    this.objects = new ObjectStore(session.files, absolute(objects, session.cwd), (path) =>
      session.io.shown?.(`${layout.workTree ?? layout.gitDir}/${path}`),
    )
    this.attributes = new Attributes(this)
    this.refs = new Refs(session.files, layout.gitDir, layout.commonDir)
    this.#indexPath = absolute(session.io.env['GIT_INDEX_FILE'] ?? `${layout.gitDir}/index`, session.cwd)
  }

  /** A blob is shown by its name: told under each path that it is known to have. */
  tellBlob(oid: string): void {
    const named = this.blobPaths.get(oid)
    const staged = this.index.entries.filter((entry) => entry.oid === oid).map(({ path }) => path)
    for (const path of new Set([...staged, ...(named === undefined ? [] : [named])])) this.objects.tell(path)
  }

  /** The worktree, or git's failure without one. */
  get root(): string {
    if (this.workTree === undefined) throw new GitFailure('this operation must be run in a work tree')
    return this.workTree
  }

  /** The current directory below the worktree, '' for its top. */
  get prefix(): string {
    if (this.workTree === undefined || this.cwd === this.workTree) return ''
    const top = this.workTree === '/' ? '/' : `${this.workTree}/`
    return this.cwd.startsWith(top) ? this.cwd.slice(top.length) : ''
  }

  get index(): Index {
    if (this.#index !== undefined) return this.#index
    const data = this.files.read(this.#indexPath)
    if (data === undefined) {
      this.#index = new Index()
      return this.#index
    }
    const ms = this.files.stat(this.#indexPath)?.mtimeMs ?? 0
    const writtenAt = { seconds: Math.floor(ms / 1000), nanoseconds: Math.round((ms % 1000) * 1e6) }
    this.#index = new Index(parseIndex(data), writtenAt)
    return this.#index
  }

  /** Another program may have changed everything: it is read anew, but for an index that we have changed ourselves. */
  reread(): void {
    this.objects.reread()
    this.refs.reread()
    if (this.#index !== undefined && !this.#index.changed) this.#index = undefined
  }

  /** Objects first, so that the index never names what is not there. */
  saveIndex(): void {
    this.objects.flush()
    if (this.#index === undefined || !this.#index.changed) return
    const { entries, cacheTree } = this.#index
    this.files.replace(this.#indexPath, formatIndex({ entries: [...entries], cacheTree }))
    this.#index.changed = false
  }

  /** A file of the worktree. */
  path(name: string): string {
    return this.root === '/' ? `/${name}` : `${this.root}/${name}`
  }

  /** A file of the repository's own, e.g. `MERGE_HEAD`. */
  gitPath(name: string): string {
    return `${this.gitDir}/${name}`
  }

  /** The same as git says it to people. */
  shownGitPath(name: string): string {
    return this.gitDir === `${this.workTree ?? ''}/.git` ? `.git/${name}` : this.gitPath(name)
  }

  /** The branch that is checked out, without `refs/heads/`; undefined when HEAD is detached. */
  get branch(): string | undefined {
    const target = this.refs.symbolic('HEAD')
    return target?.startsWith('refs/heads/') ? target.slice('refs/heads/'.length) : target
  }

  /** The commit that is checked out; undefined before the first. */
  get head(): string | undefined {
    return this.refs.resolve('HEAD')
  }
}

export function absolute(path: string, cwd: string): string {
  return bytesOfName(resolve(nameOfBytes(path), nameOfBytes(cwd)))
}

/** Undefined when there is none here or above. */
export function openRepository(session: RepositoryOpener): Repository | undefined {
  const layout = findLayout(session)
  if (layout === undefined) return undefined
  const config = session.makeConfig(`${layout.commonDir}/config`, layout.gitDir)
  refuseUnknownFormats(config)
  const isBare = config.boolean('core.bare', false)
  const given = session.settings.workTree ?? session.io.env['GIT_WORK_TREE']
  const configured = config.get('core.worktree')
  let { workTree } = layout
  if (given !== undefined) workTree = absolute(given, session.cwd)
  else if (configured !== undefined) workTree = absolute(configured, layout.gitDir)
  else if (isBare && layout.gitDir === layout.commonDir) workTree = undefined
  return new Repository(session, { ...layout, workTree }, config)
}

function findLayout(session: RepositoryOpener): Layout | undefined {
  const { files, cwd, io, settings } = session
  const given = settings.gitDir ?? io.env['GIT_DIR']
  if (given !== undefined) {
    const gitDir = followFile(files, absolute(given, cwd))
    if (gitDir === undefined) throw new GitFailure(`not a git repository: '${given}'`)
    return { gitDir, commonDir: commonOf(files, gitDir), workTree: cwd }
  }
  for (let at = cwd; ; at = at.slice(0, Math.max(1, at.lastIndexOf('/')))) {
    const gitDir = followFile(files, at === '/' ? '/.git' : `${at}/.git`)
    if (gitDir !== undefined) return { gitDir, commonDir: commonOf(files, gitDir), workTree: at }
    if (isGitDirectory(files, at)) return { gitDir: at, commonDir: at, workTree: undefined }
    if (at === '/' || at === '') return undefined
  }
}

/** `.git` is a directory, or a file that says where it is, as in worktrees and submodules. */
function followFile(files: GitFiles, path: string): string | undefined {
  const kind = files.stat(path)?.kind
  if (kind === 'directory') return isGitDirectory(files, path) ? path : undefined
  if (kind !== 'file') return undefined
  const [, target] = /^gitdir: (.+?)\n?$/.exec(files.readText(path) ?? '') ?? []
  if (target === undefined) throw new GitFailure(`invalid gitfile format: ${path}`)
  const gitDir = absolute(target, path.slice(0, Math.max(1, path.lastIndexOf('/'))))
  if (!isGitDirectory(files, gitDir)) throw new GitFailure(`not a git repository: ${target}`)
  return gitDir
}

function isGitDirectory(files: GitFiles, path: string): boolean {
  if (files.lstat(`${path}/HEAD`) === undefined) return false
  // A process remembers what it has listed: what git looks for in there, and mostly in vain, is asked for no more.
  files.entriesWithStats(path)
  const common = commonOf(files, path)
  return files.isDirectory(`${common}/objects`) && files.isDirectory(`${common}/refs`)
}

function commonOf(files: GitFiles, gitDir: string): string {
  const text = files.readText(`${gitDir}/commondir`)
  return text === undefined ? gitDir : absolute(text.replace(/\n$/, ''), gitDir)
}

function refuseUnknownFormats(config: Config): void {
  const version = config.number('core.repositoryformatversion', 0)
  if (version > 1) throw new GitFailure(`Expected git repo version <= 1, found ${version}`)
  const format = config.get('extensions.objectformat')
  if (format !== undefined && format.toLowerCase() !== 'sha1')
    throw new GitFailure(`repositories with the object format '${format}' are not supported in this sandbox`)
  if ((config.get('extensions.refstorage') ?? 'files') !== 'files')
    throw new GitFailure('repositories with reftable are not supported in this sandbox')
}
