/** From what people type for a commit (`HEAD~2`, `main@{1}`, `v1^{tree}`, `:path`) to an object's name. */
import { GitFailure } from '../failure.ts'
import { absolute, type Repository } from '../repository.ts'
import type { ObjectType } from '../store/objects.ts'
import { isObjectType } from '../store/objects.ts'
import { readable } from '../text.ts'
import { entryAt } from '../worktree/tree-files.ts'
import { reachable } from './walk.ts'
import { parseDate } from './parse-date.ts'

const OID = /^[0-9a-f]{40}$/

/** Prefixes tried for a name without `refs/`, in this order. */
const REF_PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'] as const

/** The full name of a reference typed in short, e.g. `refs/heads/main` for `main`. */
export function fullRefName(repository: Repository, name: string): string | undefined {
  for (const place of REF_PLACES) {
    const full = place + name
    if (place === '' && !/^(refs\/|[A-Z_]+$)/.test(full)) continue
    if (repository.refs.exists(full)) return full
  }
  const remoteHead = `refs/remotes/${name}/HEAD`
  return repository.refs.exists(remoteHead) ? remoteHead : undefined
}

/** Undefined when it names nothing. Fails for what is ambiguous or leads to what is missing. */
export function tryResolve(repository: Repository, text: string): string | undefined {
  if (text === '') return undefined
  const search = /^:\/(.+)$/s.exec(text)
  if (search !== null) return searchMessage(repository, allTips(repository), search[1] ?? '')
  if (text.startsWith(':')) return fromIndex(repository, text.slice(1))
  const colon = colonOutsideBraces(text)
  if (colon > 0) return fromTree(repository, text.slice(0, colon), text.slice(colon + 1))
  return resolveSuffixes(repository, text)
}

/** Fails as git does when there is nothing of that name. */
export function resolveRevision(repository: Repository, text: string): string {
  const oid = tryResolve(repository, text)
  if (oid === undefined) throw unknownRevision(text)
  return oid
}

export function unknownRevision(text: string): GitFailure {
  return new GitFailure(`ambiguous argument '${readable(text)}': unknown revision or path not in the working tree.
Use '--' to separate paths from revisions, like this:
'git <command> [<revision>...] -- [<file>...]'`)
}

/** The commit that `text` names, tags followed. */
export function resolveCommit(repository: Repository, text: string): string {
  const oid = tryResolve(repository, text)
  const commit = oid === undefined ? undefined : peel(repository, oid, 'commit')
  if (commit === undefined)
    throw oid === undefined ? unknownRevision(text) : new GitFailure(`'${readable(text)}' is not a commit`)
  return commit
}

/** The tree that `text` names, of a commit or a tag or itself. */
export function resolveTree(repository: Repository, text: string): string {
  const tree = peel(repository, resolveRevision(repository, text), 'tree')
  if (tree === undefined) throw new GitFailure(`not a tree object: ${readable(text)}`)
  return tree
}

/** Follows tags, and a commit to its tree where that is wanted; undefined when it does not come to that type. */
export function peel(repository: Repository, oid: string, type: ObjectType | 'any'): string | undefined {
  const object = repository.objects.read(oid)
  if (object.type === type) return oid
  if (object.type === 'tag') return peel(repository, repository.objects.tag(oid).object, type)
  if (type === 'any') return oid
  if (object.type === 'commit' && type === 'tree') return repository.objects.commit(oid).tree
  return undefined
}

function colonOutsideBraces(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '{') depth += 1
    else if (char === '}') depth -= 1
    else if (char === ':' && depth === 0) return at
  }
  return -1
}

function fromIndex(repository: Repository, text: string): string | undefined {
  const [, stage = '0', path = text] = /^([0-3]):(.*)$/s.exec(text) ?? []
  const name = relativePath(repository, path)
  const oid =
    stage === '0'
      ? repository.index.get(name)?.oid
      : repository.index.conflict(name)?.find((entry) => entry.stage === Number(stage))?.oid
  if (oid !== undefined) repository.blobPaths.set(oid, name)
  return oid
}

function fromTree(repository: Repository, revision: string, path: string): string | undefined {
  const oid = resolveSuffixes(repository, revision)
  const tree = oid === undefined ? undefined : peel(repository, oid, 'tree')
  if (tree === undefined) return undefined
  const name = relativePath(repository, path)
  const found = entryAt(repository.objects, tree, name)
  if (found === undefined)
    throw new GitFailure(`path '${readable(path)}' does not exist in '${readable(revision)}'`)
  repository.blobPaths.set(found.oid, name)
  return found.oid
}

/** `./x` and `../x` start where we are, all else at the top. */
function relativePath(repository: Repository, path: string): string {
  if (!/^\.\.?(\/|$)/.test(path)) return path.replace(/\/$/, '')
  return absolute(path, `/${repository.prefix}`).slice(1)
}

function resolveSuffixes(repository: Repository, text: string): string | undefined {
  const match = /^(.*?)((?:\^\{[^}]*\}|\^\d*|~\d*)*)$/s.exec(text)
  const [, base = text, suffixes = ''] = match ?? []
  let oid = resolveBase(repository, base)
  for (const [suffix] of suffixes.matchAll(/\^\{[^}]*\}|\^\d*|~\d*/g)) {
    if (oid === undefined) return undefined
    oid = follow(repository, oid, suffix)
  }
  return oid
}

function follow(repository: Repository, oid: string, suffix: string): string | undefined {
  if (suffix.startsWith('^{')) return followBraces(repository, oid, suffix.slice(2, -1))
  const count = suffix.length === 1 ? 1 : Number(suffix.slice(1))
  let at = peel(repository, oid, 'commit')
  if (at === undefined) return undefined
  if (suffix.startsWith('^')) {
    return count === 0 ? at : repository.objects.commit(at).parents[count - 1]
  }
  for (let left = count; left > 0 && at !== undefined; left -= 1)
    at = repository.objects.commit(at).parents[0]
  return at
}

function followBraces(repository: Repository, oid: string, inside: string): string | undefined {
  if (inside === '') return peel(repository, oid, 'any')
  if (inside === 'object') return oid
  if (isObjectType(inside)) return peel(repository, oid, inside)
  return inside.startsWith('/') ? searchMessage(repository, [oid], inside.slice(1)) : undefined
}

function resolveBase(repository: Repository, text: string): string | undefined {
  if (text === '@') return repository.head
  const braces = /^(.*)@\{([^}]*)\}$/s.exec(text)
  if (braces !== null) return fromLog(repository, braces[1] ?? '', braces[2] ?? '')
  if (OID.test(text)) return text
  const ref = fullRefName(repository, text)
  if (ref !== undefined) return repository.refs.resolve(ref)
  const described = /-g([0-9a-f]{4,40})$/.exec(text)?.[1]
  return (
    fromPrefix(repository, text) ?? (described === undefined ? undefined : fromPrefix(repository, described))
  )
}

function fromPrefix(repository: Repository, text: string): string | undefined {
  if (!/^[0-9a-f]{4,40}$/i.test(text)) return undefined
  const found = repository.objects.withPrefix(text.toLowerCase(), MAX_CANDIDATES)
  if (found.length <= 1) return found[0]
  const commits = found.filter((oid) => repository.objects.find(oid)?.type === 'commit')
  if (commits.length === 1) return commits[0]
  throw new GitFailure(`short object ID ${text} is ambiguous`, { prefix: 'error: ' })
}

const MAX_CANDIDATES = 100

/** `name@{…}`: an earlier value, the value at a time, the branch checked out before, the upstream. */
function fromLog(repository: Repository, name: string, inside: string): string | undefined {
  if (/^-\d+$/.test(inside) && name === '') {
    const branch = previousBranch(repository, Number(inside.slice(1)))
    return branch === undefined ? undefined : resolveBase(repository, branch)
  }
  if (/^(u|upstream|push)$/i.test(inside)) {
    const upstream = upstreamOf(repository, name === '' || name === '@' ? (repository.branch ?? '') : name)
    return upstream === undefined ? undefined : repository.refs.resolve(upstream)
  }
  const ref =
    name === '' ? repository.refs.target('HEAD') : name === '@' ? 'HEAD' : fullRefName(repository, name)
  if (ref === undefined) return undefined
  const log = repository.refs.readLog(ref)
  if (/^\d+$/.test(inside)) {
    const back = Number(inside)
    if (back === 0) return repository.refs.resolve(ref)
    const entry = log.at(-back)
    if (back > log.length || entry === undefined)
      throw new GitFailure(
        `log for '${readable(name === '' ? 'HEAD' : name)}' only has ${log.length} entries`,
      )
    return back === log.length ? zeroAsNone(entry.from) : entry.from
  }
  const when = parseDate(inside, { now: Date.now(), zone: () => 0 })
  if (when === undefined) return undefined
  const before = log.findLast((entry) => Number(/> (\d+) /.exec(entry.person)?.[1] ?? 0) <= when.time)
  return before?.to ?? log[0]?.to
}

function zeroAsNone(oid: string): string | undefined {
  return /^0+$/.test(oid) ? undefined : oid
}

/** The branch or commit that was left with the n-th last checkout. */
export function previousBranch(repository: Repository, back: number): string | undefined {
  const moves = repository.refs
    .readLog('HEAD')
    .flatMap((entry) => /^checkout: moving from (\S+) to /.exec(entry.message)?.[1] ?? [])
  return moves.at(-back)
}

/** The full name of what a branch follows. */
export function upstreamOf(repository: Repository, branch: string): string | undefined {
  const remote = repository.config.get(`branch.${branch}.remote`)
  const merge = repository.config.get(`branch.${branch}.merge`)
  if (remote === undefined || merge === undefined) return undefined
  if (remote === '.') return merge
  return merge.replace(/^refs\/heads\//, `refs/remotes/${remote}/`)
}

function allTips(repository: Repository): string[] {
  const { head } = repository
  return [...(head === undefined ? [] : [head]), ...repository.refs.list('refs/').map((ref) => ref.oid)]
}

/** The youngest commit whose message matches. */
function searchMessage(repository: Repository, tips: readonly string[], pattern: string): string | undefined {
  const commits = tips.flatMap((tip) => peel(repository, tip, 'commit') ?? [])
  const expression = new RegExp(pattern)
  for (const oid of reachable(repository.objects, commits)) {
    if (expression.test(repository.objects.commit(oid).message)) return oid
  }
  return undefined
}
