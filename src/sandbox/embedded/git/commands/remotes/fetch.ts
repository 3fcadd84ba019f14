import { GitFailure, usageFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import { advertised, type Advertisement } from '../../remote/http.ts'
import { fetchPack } from '../../remote/fetch-pack.ts'
import { findRemoteRef, mapRef, parseRefspec, type Refspec } from '../../remote/refspec.ts'
import { findRemote, type Remote } from '../../remote/remote.ts'
import { moveRefs, type RefMove } from '../../remote/update-refs.ts'
import type { Session } from '../../session.ts'
import type { Ref } from '../../store/refs.ts'
import { fromText } from '../../text.ts'

const OPTIONS = [
  'all',
  'p,prune',
  't,tags',
  'n,no-tags',
  'f,force',
  'depth=',
  'q,quiet',
  'v,verbose',
  'progress',
  'dry-run',
  'a,append',
  'j,jobs=',
  'unshallow',
  'deepen=',
  'shallow-since=',
  'recurse-submodules=?',
  'multiple',
  'o,server-option=',
  'filter=',
]

/** Result of a fetch, for its caller. */
interface Fetched {
  readonly remote: Remote
  /** Entries of `FETCH_HEAD` that are for a merge. */
  readonly merge: readonly { readonly oid: string; readonly name: string }[]
  readonly isGood: boolean
}

export async function fetchCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  for (const name of [
    'dry-run',
    'shallow-since',
    'deepen',
    'multiple',
    'filter',
    'recurse-submodules',
    'server-option',
  ])
    if (options.has(name)) throw new GitFailure(`fetch --${name} is not supported in this sandbox's git`)
  const names = options.has('all') ? session.config.subsections('remote') : [options.operands[0]]
  let isGood = true
  for (const name of names) {
    const refspecs = options.has('all') ? [] : options.operands.slice(1)
    const fetched = await fetchRemote(session, options, { name, refspecs })
    isGood &&= fetched.isGood
  }
  return isGood ? 0 : 1
}

/** Also the first half of a pull. */
export async function fetchRemote(
  session: Session,
  options: Options,
  given: { name: string | undefined; refspecs: readonly string[] },
): Promise<Fetched> {
  const { repository } = session
  const remote = findRemote(session, given.name, 'fetch')
  const advertisement = await advertised(session, remote.url, 'git-upload-pack')
  const { refs } = advertisement
  const named = given.refspecs.map(parseRefspec)
  const wanted = named.length > 0 ? namedRefs(named, refs) : []
  const force = options.has('force')
  const moves = [
    ...wanted.flatMap(({ ref, to, force: isForced }) =>
      to === undefined
        ? []
        : [{ remote: ref.name, local: fullName(to, ref.name), oid: ref.oid, force: force || isForced }],
    ),
    ...follow(refs, remote.fetch, named.length > 0 ? wanted.map(({ ref }) => ref.name) : undefined, force),
  ]
  const depth = depthOf(options)
  const isNamed = named.length > 0 || remote.name === undefined
  const heads = isNamed ? wanted.map(({ ref }) => ref) : []
  const head = refs.find(({ name }) => name === 'HEAD')
  const only = named.length === 0 && remote.name === undefined && head ? [head] : []
  const tags = tagMoves(refs, options, force)
  const wants = [...moves, ...(options.has('tags') ? tags : [])].flatMap(({ oid }) => oid ?? [])
  const quiet = options.has('quiet')
  await fetchPack(session, repository, {
    url: remote.url,
    remote: advertisement,
    wants: [...wants, ...[...heads, ...only].map(({ oid }) => oid)],
    depth,
    quiet,
  })
  // Tags follow what was fetched: only those whose objects are here now.
  const present = tags.filter(({ oid }) => oid !== undefined && repository.objects.has(oid))
  const gone = options.has('prune') && remote.name !== undefined ? pruned(session, refs, remote.fetch) : []
  const all = unique([...gone, ...moves, ...(options.has('no-tags') ? [] : present)])
  const isGood = moveRefs(session, repository, { url: remote.url, moves: all, quiet })
  const merge = [...heads, ...only, ...(isNamed ? [] : upstreamRef(session, remote, refs))]
  writeFetchHead(session, { remote, merge, others: moves, isAppended: options.has('append') })
  return { remote, merge, isGood }
}

function depthOf(options: Options): number | undefined {
  if (options.has('unshallow')) return 0x7fffffff
  const depth = options.number('depth')
  if (depth !== undefined && depth < 1) throw new GitFailure(`depth ${depth} is not a positive number`)
  return depth
}

function namedRefs(
  refspecs: readonly Refspec[],
  refs: readonly Ref[],
): { ref: Ref; to: string | undefined; force: boolean }[] {
  const names = refs.map(({ name }) => name)
  return refspecs.flatMap((refspec) => {
    if (refspec.from.includes('*'))
      return refs.flatMap((ref) => {
        const to = mapRef(refspec, ref.name)
        return to === undefined ? [] : [{ ref, to, force: refspec.force }]
      })
    const name = findRemoteRef(names, refspec.from === '' ? 'HEAD' : refspec.from)
    const ref = refs.find((known) => known.name === name)
    if (!ref) throw new GitFailure(`couldn't find remote ref ${refspec.from}`)
    return [{ ref, to: refspec.to === '' ? undefined : refspec.to, force: refspec.force }]
  })
}

/** A name without `refs/` is of the kind that the remote one is. */
function fullName(name: string, remote: string): string {
  if (name.startsWith('refs/')) return name
  return remote.startsWith('refs/tags/') ? `refs/tags/${name}` : `refs/heads/${name}`
}

/** The references that follow the remote's; only those of `names` when some were named. */
function follow(
  refs: readonly Ref[],
  refspecs: readonly Refspec[],
  names: readonly string[] | undefined,
  force: boolean,
): RefMove[] {
  return refs.flatMap(({ name, oid }) => {
    if (name.endsWith('^{}') || (names && !names.includes(name))) return []
    return refspecs.flatMap((refspec) => {
      const local = mapRef(refspec, name)
      return local === undefined ? [] : [{ remote: name, local, oid, force: force || refspec.force }]
    })
  })
}

function tagMoves(refs: readonly Ref[], options: Options, force: boolean): RefMove[] {
  return refs
    .filter(({ name }) => name.startsWith('refs/tags/') && !name.endsWith('^{}'))
    .map(({ name, oid }) => ({ remote: name, local: name, oid, force: force && options.has('tags') }))
}

/** Deletions of local references whose remote reference is gone. */
function pruned(session: Session, refs: readonly Ref[], refspecs: readonly Refspec[]): RefMove[] {
  const present = new Set(
    refs.flatMap(({ name }) => refspecs.flatMap((refspec) => mapRef(refspec, name) ?? [])),
  )
  const { repository } = session
  return refspecs.flatMap(({ to }) => {
    if (to === undefined || !to.endsWith('*')) return []
    return repository.refs
      .list(to.slice(0, -1))
      .filter(({ name }) => !present.has(name) && repository.refs.symbolic(name) === undefined)
      .map(({ name }) => ({ remote: '', local: name, oid: undefined, force: true }))
  })
}

function unique(moves: readonly RefMove[]): RefMove[] {
  return [...new Map(moves.map((move) => [move.local, move])).values()]
}

function upstreamRef(session: Session, remote: Remote, refs: readonly Ref[]): Ref[] {
  const { branch, config } = session.repository
  if (branch === undefined || config.get(`branch.${branch}.remote`) !== remote.name) return []
  const wanted = config.get(`branch.${branch}.merge`)
  return refs.filter(({ name }) => name === wanted)
}

function writeFetchHead(
  session: Session,
  what: { remote: Remote; merge: readonly Ref[]; others: readonly RefMove[]; isAppended: boolean },
): void {
  const { repository } = session
  const url = what.remote.url.replace(/\.git$/, '')
  const about = (name: string) => {
    const [, kind, short] = /^refs\/(heads|tags)\/(.*)$/.exec(name) ?? []
    if (kind === undefined) return name === 'HEAD' ? url : `'${name}' of ${url}`
    return `${kind === 'heads' ? 'branch' : 'tag'} '${short ?? ''}' of ${url}`
  }
  const merged = new Set(what.merge.map(({ name }) => name))
  const lines = [
    ...what.merge.map(({ oid, name }) => `${oid}\t\t${about(name)}\n`),
    ...what.others.flatMap(({ oid, remote }) =>
      oid === undefined || merged.has(remote) ? [] : [`${oid}\tnot-for-merge\t${about(remote)}\n`],
    ),
  ]
  const path = repository.gitPath('FETCH_HEAD')
  const before = what.isAppended ? (repository.files.readText(path) ?? '') : ''
  repository.files.replace(path, fromText(before + lines.join('')))
}

export async function lsRemoteCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [
    'h,heads',
    'branches',
    't,tags',
    'refs',
    'q,quiet',
    'exit-code',
    'get-url',
    'symref',
    'sort=',
  ])
  if (options.has('sort')) throw usageFailure("ls-remote --sort is not supported in this sandbox's git")
  const [given, ...patterns] = options.operands
  const remote = addressOf(session, given)
  if (options.has('get-url')) {
    session.out(`${remote.url}\n`)
    return 0
  }
  if (given === undefined && !options.has('quiet')) session.err(`From ${remote.url}\n`)
  const advertisement = await advertised(session, remote.url, 'git-upload-pack')
  const shown = advertisement.refs.filter(({ name }) => isShown(name, options, patterns))
  if (options.has('symref')) tellSymref(session, advertisement, shown)
  for (const { oid, name } of shown) session.out(`${oid}\t${name}\n`)
  return shown.length === 0 && options.has('exit-code') ? 2 : 0
}

function tellSymref(session: Session, { head }: Advertisement, shown: readonly Ref[]): void {
  if (head !== undefined && shown.some(({ name }) => name === 'HEAD')) session.out(`ref: ${head}\tHEAD\n`)
}

/** Works outside a repository, too, when an address is given. */
function addressOf(session: Session, given: string | undefined): Remote {
  if (given !== undefined && /^https?:\/\//i.test(given))
    return { name: undefined, url: given.replace(/\/+$/, ''), fetch: [] }
  return findRemote(session, given, 'fetch')
}

function isShown(name: string, options: Options, patterns: readonly string[]): boolean {
  if (options.has('refs') && (name === 'HEAD' || name.endsWith('^{}'))) return false
  const isHead = name.startsWith('refs/heads/')
  const isTag = name.startsWith('refs/tags/')
  const heads = options.has('heads') || options.has('branches')
  if ((heads || options.has('tags')) && !((heads && isHead) || (options.has('tags') && isTag))) return false
  return patterns.length === 0 || patterns.some((pattern) => matchesTail(pattern, name))
}

/** As the end of a name, whole parts of it; stars for anything. */
function matchesTail(pattern: string, name: string): boolean {
  const expression = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`(^|/)${expression}$`).test(name)
}
