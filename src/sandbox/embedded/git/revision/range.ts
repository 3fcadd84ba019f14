/** Several revisions as `log` and others take them: `a..b`, `a...b`, `^a`, `--all`. */
import { GitFailure } from '../failure.ts'
import type { Repository } from '../repository.ts'
import { peel, resolveCommit, tryResolve, unknownRevision } from './resolve.ts'
import { ancestors, mergeBases, reachable } from './walk.ts'

export interface RevisionRange {
  readonly wanted: readonly string[]
  readonly unwanted: readonly string[]
  /** For `a...b`: which side a commit is of. */
  readonly symmetric: readonly [string, string] | undefined
}

/** Undefined when the text names no revision. */
export function parseRange(repository: Repository, text: string): RevisionRange | undefined {
  const dots = /^(.*?)(\.\.\.?)(?!\/)(.*)$/s.exec(text)
  if (dots !== null && text !== '..')
    return twoSided(repository, dots[1] || 'HEAD', dots[3] || 'HEAD', dots[2] === '...')
  const excluded = text.startsWith('^') && text.length > 1
  const oid = tryResolve(repository, excluded ? text.slice(1) : text)
  if (oid === undefined) return excluded ? undefined : specialRange(repository, text)
  const commit = peel(repository, oid, 'commit')
  if (commit === undefined) return undefined
  return excluded
    ? { wanted: [], unwanted: [commit], symmetric: undefined }
    : { wanted: [commit], unwanted: [], symmetric: undefined }
}

function twoSided(
  repository: Repository,
  left: string,
  right: string,
  isSymmetric: boolean,
): RevisionRange | undefined {
  const [from, to] = [tryResolve(repository, left), tryResolve(repository, right)]
  if (from === undefined || to === undefined) return undefined
  const [a, b] = [resolveCommit(repository, left), resolveCommit(repository, right)]
  if (!isSymmetric) return { wanted: [b], unwanted: [a], symmetric: undefined }
  return { wanted: [a, b], unwanted: mergeBases(repository.objects, a, [b]), symmetric: [a, b] }
}

/** `x^!` is the commit alone, `x^@` its parents. */
function specialRange(repository: Repository, text: string): RevisionRange | undefined {
  const [, base, mark] = /^(.*)\^([!@])$/s.exec(text) ?? []
  if (base === undefined || tryResolve(repository, base) === undefined) return undefined
  const oid = resolveCommit(repository, base)
  const { parents } = repository.objects.commit(oid)
  return mark === '@'
    ? { wanted: parents, unwanted: [], symmetric: undefined }
    : { wanted: [oid], unwanted: parents, symmetric: undefined }
}

export function joinRanges(ranges: readonly RevisionRange[]): RevisionRange {
  return {
    wanted: ranges.flatMap((range) => range.wanted),
    unwanted: ranges.flatMap((range) => range.unwanted),
    symmetric: ranges.find((range) => range.symmetric !== undefined)?.symmetric,
  }
}

/** The commits of a range, the youngest first. */
export function* commitsOf(
  repository: Repository,
  range: RevisionRange,
  options: { firstParent?: boolean; parentsOf?: ((oid: string) => readonly string[]) | undefined } = {},
): Generator<string> {
  const hidden = ancestors(repository.objects, range.unwanted)
  for (const oid of reachable(repository.objects, range.wanted, options)) if (!hidden.has(oid)) yield oid
}

/** Puts parents after all of their children. */
export function topological(
  repository: Repository,
  commits: readonly string[],
  allParents: (oid: string) => readonly string[] = (oid) => repository.objects.commit(oid).parents,
): string[] {
  const inside = new Set(commits)
  const children = new Map<string, number>()
  const parentsOf = (oid: string): string[] => allParents(oid).filter((parent) => inside.has(parent))
  for (const oid of commits)
    for (const parent of parentsOf(oid)) children.set(parent, (children.get(parent) ?? 0) + 1)
  const ready = commits.filter((oid) => !children.has(oid)).reverse()
  const out: string[] = []
  for (let oid = ready.pop(); oid !== undefined; oid = ready.pop()) {
    out.push(oid)
    for (const parent of parentsOf(oid)) {
      const left = (children.get(parent) ?? 1) - 1
      children.set(parent, left)
      if (left === 0) ready.push(parent)
    }
  }
  return out
}

export interface RevisionsAndPaths {
  readonly revisions: readonly string[]
  readonly paths: readonly string[]
}

/** Splits words where nobody wrote `--`: first revisions, then paths that are there. */
export function splitRevisions(
  repository: Repository,
  words: readonly string[],
  after: readonly string[] | undefined,
): RevisionsAndPaths {
  if (after !== undefined) {
    const wrong = words.find((word) => !isRevision(repository, word))
    if (wrong !== undefined) throw new GitFailure(`bad revision '${wrong}'`)
    return { revisions: words, paths: after }
  }
  const firstPath = words.findIndex((word) => !isRevision(repository, word))
  if (firstPath < 0) {
    const both = words.find(
      (word) => isPath(repository, word) && !/[.^~@:]/.test(word) && isPlainRef(repository, word),
    )
    if (both !== undefined)
      throw new GitFailure(`ambiguous argument '${both}': both revision and filename
Use '--' to separate paths from revisions, like this:
'git <command> [<revision>...] -- [<file>...]'`)
    return { revisions: words, paths: [] }
  }
  const paths = words.slice(firstPath)
  const missing = paths.find((path) => !isPath(repository, path))
  if (missing !== undefined) throw unknownRevision(missing)
  return { revisions: words.slice(0, firstPath), paths }
}

function isRevision(repository: Repository, word: string): boolean {
  if (word === '..' || word === '.') return false
  return parseRange(repository, word) !== undefined || tryResolveQuietly(repository, word)
}

function tryResolveQuietly(repository: Repository, word: string): boolean {
  try {
    return tryResolve(repository, word) !== undefined
  } catch (error) {
    if (error instanceof GitFailure) return false
    throw error
  }
}

function isPlainRef(repository: Repository, word: string): boolean {
  return tryResolveQuietly(repository, word)
}

function isPath(repository: Repository, word: string): boolean {
  if (word.startsWith(':') || /[*?[]/.test(word)) return true
  const path = word.startsWith('/') ? word : `${repository.cwd}/${word}`
  return repository.files.lstat(path) !== undefined
}
