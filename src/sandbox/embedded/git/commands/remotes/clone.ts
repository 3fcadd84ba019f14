import { unzipSync } from 'fflate'
import { ARCHIVE_MAX_BYTES } from '../../../../contract/limits.ts'
import { GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import { absolute, openRepository, type Repository } from '../../repository.ts'
import { committerOrNobody } from '../../person.ts'
import { peel } from '../../revision/resolve.ts'
import { Session } from '../../session.ts'
import { isBundle, parseBundle } from '../../store/bundle-file.ts'
import { fetchPack } from '../../remote/fetch-pack.ts'
import { advertised, isWebAddress, repositoryUrl, type Advertisement } from '../../remote/http.ts'
import { requireWeb } from '../../remote/remote.ts'
import type { Ref } from '../../store/refs.ts'
import { importPack } from '../../store/unpack.ts'
import { bytesOfName } from '../../text.ts'
import { forceWorktree } from '../../worktree/update.ts'
import { makeRepository } from '../repository/init.ts'

const OPTIONS = [
  'b,branch=',
  'bare',
  'mirror',
  'n,no-checkout',
  'o,origin=',
  'q,quiet',
  'v,verbose',
  'depth=',
  'single-branch',
  'no-single-branch',
  'l,local',
  'no-local',
  'no-hardlinks',
  's,shared',
  'recurse-submodules=?',
  'recursive=?',
  'no-tags',
  'progress',
  'filter=',
  'reference=',
  'dissociate',
  'template=',
  'c,config=',
  'separate-git-dir=',
  'shallow-since=',
  'j,jobs=',
]

export async function cloneCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  for (const name of [
    'mirror',
    'shared',
    'recurse-submodules',
    'recursive',
    'filter',
    'reference',
    'separate-git-dir',
    'shallow-since',
  ])
    if (options.has(name)) throw new GitFailure(`clone --${name} is not supported in this sandbox's git`)
  const [given, directory] = options.operands
  if (given === undefined) throw new GitFailure('You must specify a repository to clone.')
  if (isWebAddress(given)) return cloneFromWeb(session, options, { url: repositoryUrl(given), directory })
  const source = given.replace(/^file:\/\//, '')
  if (/^(?:[a-z+]+:\/\/|[^/]+@[^/]+:)/i.test(source)) requireWeb(given)
  if (options.has('depth'))
    throw new GitFailure("clone --depth of a local repository is not supported in this sandbox's git")
  const path = absolute(source, session.cwd)
  if (session.files.stat(path) === undefined) throw new GitFailure(`repository '${given}' does not exist`)
  const target = freeTarget(session, options, directory ?? humanName(source, options.has('bare')))
  const repository = makeTarget(session, options, target)
  const refs = fetchAll(session, repository, path)
  setUp(session, repository, {
    options,
    refs,
    url: source.startsWith('/') ? source : `${session.cwd}/${source}`,
  })
  if (!options.has('quiet') && session.files.isDirectory(path)) session.err('done.\n')
  return 0
}

function freeTarget(session: Session, options: Options, name: string): string {
  const target = absolute(name, session.cwd)
  if (session.files.entries(target).length > 0)
    throw new GitFailure(`destination path '${name}' already exists and is not an empty directory.`)
  if (!options.has('quiet'))
    session.err(`Cloning into ${options.has('bare') ? 'bare repository ' : ''}'${name}'...\n`)
  return target
}

function makeTarget(session: Session, options: Options, target: string): Repository {
  const bare = options.has('bare')
  makeRepository(session.files, bare ? target : `${target}/.git`, { bare, branch: 'master' })
  const repository = openRepository(new Session(session.io, target, { command: [] }))
  if (repository === undefined) throw new GitFailure(`could not open the new repository ${target}`)
  return repository
}

/** A clone that fails leaves nothing behind. */
async function cloneFromWeb(
  session: Session,
  options: Options,
  source: { url: string; directory: string | undefined },
): Promise<number> {
  const { url, directory } = source
  const target = freeTarget(session, options, directory ?? humanName(url, options.has('bare')))
  const wasThere = session.files.isDirectory(target)
  const depth = options.number('depth')
  if (depth !== undefined && depth < 1) throw new GitFailure(`depth ${depth} is not a positive number`)
  try {
    const remote = await advertised(session, url, 'git-upload-pack')
    const repository = makeTarget(session, options, target)
    const refs = clonedRefs(remote, options)
    await fetchPack(session, repository, {
      url,
      remote,
      wants: refs.map(({ oid }) => oid),
      depth,
      quiet: options.has('quiet'),
    })
    // Tags of a part of history: those whose objects came along.
    const present = refs.filter(({ oid }) => repository.objects.has(oid))
    setUp(session, repository, { options, refs: { refs: present, head: remote.head }, url })
    return 0
  } catch (error) {
    if (wasThere)
      for (const { name } of session.files.entries(target)) session.files.removeTree(`${target}/${name}`)
    else if (session.files.isDirectory(target)) session.files.removeTree(target)
    throw error
  }
}

/** Branches and tags; only one branch where just that is wanted, as with a depth. */
function clonedRefs({ refs, head }: Advertisement, options: Options): Ref[] {
  const wanted = options.value('branch')
  const isSingle = options.has('single-branch') || (options.has('depth') && !options.has('no-single-branch'))
  const only = wanted === undefined ? head : `refs/heads/${wanted}`
  return refs.filter(({ name }) => {
    if (name.endsWith('^{}')) return false
    if (name.startsWith('refs/heads/')) return !isSingle || name === only
    return name.startsWith('refs/tags/') && (!isSingle || name === `refs/tags/${wanted ?? ''}`)
  })
}

function humanName(source: string, bare: boolean): string {
  const base = source.replace(/\/+$/, '').replace(/\/\.git$/, '')
  const name = base.slice(base.lastIndexOf('/') + 1).replace(/\.(git|bundle|zip)$/, '')
  return bare ? `${name}.git` : name
}

/** Brings all objects over; the references that there are, HEAD's branch as `HEAD`. */
function fetchAll(
  session: Session,
  repository: Repository,
  path: string,
): { refs: readonly Ref[]; head: string | undefined } {
  const { files } = session
  if (files.isDirectory(path)) return copyRepository(session, repository, path)
  const data = files.read(path) ?? new Uint8Array(0)
  if (isBundle(data)) {
    const { prerequisites, refs, pack } = parseBundle(data)
    if (prerequisites.length > 0)
      throw new GitFailure(`the bundle builds on commits that are not in it: ${prerequisites.join(', ')}`)
    importPack(repository.objects, pack)
    const head = refs.find((ref) => ref.name === 'HEAD')
    const branches = refs.filter((ref) => ref.name.startsWith('refs/heads/') && ref.oid === head?.oid)
    const first =
      branches.find((ref) => /\/(main|master)$/.test(ref.name)) ??
      branches[0] ??
      refs.find((ref) => ref.name.startsWith('refs/heads/'))
    return { refs: refs.filter((ref) => ref.name !== 'HEAD'), head: first?.name }
  }
  if (data[0] === 0x50 && data[1] === 0x4b) return fromZip(session, repository, data)
  throw new GitFailure(`'${path}' is neither a repository nor a bundle nor a zip of one`)
}

function copyRepository(
  session: Session,
  repository: Repository,
  path: string,
): { refs: readonly Ref[]; head: string | undefined } {
  const source = openRepository(new Session(session.io, session.files.realPath(path), { command: [] }))
  if (source === undefined) throw new GitFailure(`'${path}' does not appear to be a git repository`)
  const from = `${source.commonDir}/objects`
  const { files } = session
  for (const entry of files.calls.walk(from)) {
    const name = bytesOfName(entry.path).slice(from.length)
    const to = `${repository.commonDir}/objects${name}`
    if (entry.kind === 'directory') files.makeDirectory(to)
    else if (entry.kind === 'file' && name !== '/info/alternates') files.calls.copyFile(entry.path, to, false)
  }
  return { refs: source.refs.list('refs/'), head: source.refs.symbolic('HEAD') }
}

/** The `.git` folder of a zip, unpacked beside and cloned from there. */
function fromZip(
  session: Session,
  repository: Repository,
  data: Uint8Array,
): { refs: readonly Ref[]; head: string | undefined } {
  const { files } = session
  const folder = files.calls.mkdtemp('/tmp/git-clone-')
  let bytes = 0
  const isInside = (name: string): boolean => !name.split('/').includes('..') && !name.startsWith('/')
  let entries
  try {
    entries = unzipSync(data, {
      filter: ({ name, originalSize }) => {
        bytes += originalSize
        if (bytes > ARCHIVE_MAX_BYTES)
          throw new GitFailure('the zip is larger, unpacked, than this sandbox takes')
        return isInside(name) && !name.endsWith('/')
      },
    })
  } catch (error) {
    if (error instanceof GitFailure) throw error
    throw new GitFailure(`the zip is damaged: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    const head =
      Object.keys(entries).find((name) => /(^|\/)\.git\/HEAD$/.test(name)) ??
      Object.keys(entries).find((name) => /^([^/]*\/)?HEAD$/.test(name))
    if (head === undefined)
      throw new GitFailure('there is no repository in the zip: no .git folder, nor a bare one')
    const root = head.slice(0, -'HEAD'.length)
    for (const [name, content] of Object.entries(entries))
      if (name.startsWith(root))
        files.write(`${folder}/.git/${bytesOfName(name.slice(root.length))}`, content)
    for (const name of ['objects', 'refs']) files.makeDirectory(`${folder}/.git/${name}`)
    return copyRepository(session, repository, folder)
  } finally {
    files.removeTree(folder)
  }
}

function setUp(
  session: Session,
  repository: Repository,
  what: { options: Options; refs: { refs: readonly Ref[]; head: string | undefined }; url: string },
): void {
  const { options, url } = what
  const { refs, head } = what.refs
  const { config } = repository
  const bare = options.has('bare')
  const origin = options.value('origin') ?? 'origin'
  config.set('local', `remote.${origin}.url`, url)
  if (!bare) config.set('local', `remote.${origin}.fetch`, `+refs/heads/*:refs/remotes/${origin}/*`)
  for (const ref of refs) {
    if (ref.name.startsWith('refs/tags/') && !options.has('no-tags')) repository.refs.write(ref.name, ref.oid)
    const branch = /^refs\/heads\/(.*)$/.exec(ref.name)?.[1]
    if (branch !== undefined)
      repository.refs.write(bare ? ref.name : `refs/remotes/${origin}/${branch}`, ref.oid)
  }
  for (const setting of options.all('config')) {
    const at = setting.indexOf('=')
    config.set('local', setting.slice(0, at), setting.slice(at + 1))
  }
  const wanted = options.value('branch')
  const target = wanted === undefined ? head : `refs/heads/${wanted}`
  const oid =
    refs.find((ref) => ref.name === target)?.oid ??
    refs.find((ref) => ref.name === `refs/tags/${wanted ?? ''}`)?.oid
  if (wanted !== undefined && oid === undefined)
    throw new GitFailure(`Remote branch ${wanted} not found in upstream ${origin}`)
  if (target !== undefined) repository.refs.writeSymbolic('HEAD', target)
  if (refs.length === 0) session.err('warning: You appear to have cloned an empty repository.\n')
  if (bare || oid === undefined || target === undefined) return
  if (head !== undefined)
    repository.refs.writeSymbolic(
      `refs/remotes/${origin}/HEAD`,
      head.replace('refs/heads/', `refs/remotes/${origin}/`),
    )
  checkOut(session, repository, { options, target, oid, origin })
}

function checkOut(
  session: Session,
  repository: Repository,
  at: { options: Options; target: string; oid: string; origin: string },
): void {
  const commit = peel(repository, at.oid, 'commit') ?? at.oid
  const who = committerOrNobody(session)
  const message = `clone: from ${repository.config.get(`remote.${at.origin}.url`) ?? ''}`
  const isBranch = repository.refs.exists(
    `refs/remotes/${at.origin}/${at.target.slice('refs/heads/'.length)}`,
  )
  if (isBranch) {
    repository.refs.write(at.target, commit)
    repository.refs.log(at.target, { from: undefined, to: commit, who, message })
    const branch = at.target.slice('refs/heads/'.length)
    repository.config.set('local', `branch.${branch}.remote`, at.origin)
    repository.config.set('local', `branch.${branch}.merge`, at.target)
  } else repository.refs.write('HEAD', commit)
  repository.refs.log('HEAD', { from: undefined, to: commit, who, message })
  if (at.options.has('no-checkout')) return
  forceWorktree(repository, repository.objects.commit(commit).tree)
  repository.saveIndex()
}
