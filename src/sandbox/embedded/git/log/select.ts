/** The commits that `log` shows, in order. */
import { treePairs } from '../diff/sources.ts'
import { findRenames } from '../diff/renames.ts'
import { preparePairs } from '../diff/show-diff.ts'
import type { DiffStyle } from '../diff/diff-options.ts'
import { GitFailure } from '../failure.ts'
import type { Options } from '../options.ts'
import type { Repository } from '../repository.ts'
import { withoutPosixClasses } from '../posix-classes.ts'
import { parseDate } from '../revision/parse-date.ts'
import { commitsOf, joinRanges, parseRange, topological, type RevisionRange } from '../revision/range.ts'
import { peel, unknownRevision } from '../revision/resolve.ts'
import { ancestors } from '../revision/walk.ts'
import type { Session } from '../session.ts'
import { PathHistory } from './simplify.ts'
import { diffTrees } from '../worktree/tree-files.ts'
import type { PathFilter, Pathspec } from '../worktree/pathspec.ts'
import { globToRegExp } from '../worktree/wildmatch.ts'

export interface Selection {
  readonly commits: readonly string[]
  /** For `--left-right`: the mark of each commit. */
  readonly sides: ReadonlyMap<string, string>
  /** For `--graph`: the parents that would be shown if no number of commits was given. */
  readonly parentsOf: (oid: string) => readonly string[]
  /** With `--follow`: which paths of a commit are the file. */
  readonly followed: ReadonlyMap<string, PathFilter>
}

export function rangeFor(
  session: Session,
  options: Options,
  revisions: readonly string[],
): RevisionRange | undefined {
  const { repository } = session
  const ranges = revisions.map((text) => {
    const range = parseRange(repository, text)
    if (range === undefined) throw unknownRevision(text)
    return range
  })
  const tips = refTips(repository, options)
  if (tips !== undefined) ranges.push({ wanted: tips, unwanted: [], symmetric: undefined })
  else if (ranges.every((range) => range.wanted.length === 0)) {
    const { head } = repository
    if (head === undefined) return undefined
    // Only where nothing at all is named: `^x` alone is of no commit.
    if (ranges.length === 0) ranges.push({ wanted: [head], unwanted: [], symmetric: undefined })
  }
  return joinRanges(ranges)
}

function refTips(repository: Repository, options: Options): string[] | undefined {
  const groups = [
    ['branches', 'refs/heads/'],
    ['tags', 'refs/tags/'],
    ['remotes', 'refs/remotes/'],
  ] as const
  const wantsAll = options.has('all')
  if (!wantsAll && !groups.some(([name]) => options.has(name))) return undefined
  const found = wantsAll ? repository.refs.list('refs/').map((ref) => ref.oid) : []
  if (wantsAll && repository.head !== undefined) found.push(repository.head)
  for (const [name, prefix] of groups) {
    if (!options.has(name)) continue
    const pattern = options.value(name) ?? ''
    const glob =
      pattern === ''
        ? undefined
        : globToRegExp(/[*?[]/.test(pattern) ? pattern : `${pattern}/*`, { pathname: false })
    for (const ref of repository.refs.list(prefix))
      if (glob === undefined || glob.test(ref.name.slice(prefix.length)) || ref.name === prefix + pattern)
        found.push(ref.oid)
  }
  return found.flatMap((oid) => peel(repository, oid, 'commit') ?? [])
}

export function selectCommits(
  session: Session,
  options: Options,
  request: { range: RevisionRange; pathspec: Pathspec; diff: DiffStyle | undefined },
): Selection {
  const { repository } = session
  const { range, pathspec } = request
  const limit = options.number('max-count') ?? options.number('#') ?? Infinity
  const skip = options.number('skip') ?? 0
  const keep = makeFilter(session, options, request)
  const firstParent = options.has('first-parent')
  const sides = sidesOf(repository, range)
  const found: string[] = []
  const wantsOrder = ['topo-order', 'author-date-order', 'graph'].some((name) => options.has(name))
  const paths =
    pathspec.patterns.length === 0 || options.has('follow')
      ? undefined
      : new PathHistory(repository, pathspec, firstParent)
  const parentsOf = paths === undefined ? undefined : (oid: string) => paths.parents(oid)
  let walk: Iterable<string> = commitsOf(repository, range, { firstParent, parentsOf })
  if (wantsOrder) walk = topological(repository, [...walk], parentsOf)
  const all = options.has('graph') ? new Set(walk) : new Set<string>()
  const follow = options.has('follow') ? new Follower(repository, pathspec) : undefined
  for (const oid of walk) {
    // With --reverse the limit counts from the young end, too.
    if (found.length >= limit + skip || limit === 0) break
    const touches = follow?.touches(oid) ?? paths?.touches(oid) ?? true
    if (touches && keep(oid) && keepsSide(options, sides.get(oid))) found.push(oid)
  }
  const commits = found.slice(skip)
  return {
    commits: options.has('reverse') ? commits.reverse() : commits,
    sides,
    followed: follow?.paths ?? new Map<string, PathFilter>(),
    parentsOf: (oid) => {
      const isInside = (other: string): boolean => all.has(other)
      const { parents } = repository.objects.commit(oid)
      const most = firstParent ? 1 : Infinity
      const found = paths?.touchingParents(oid, isInside) ?? [...new Set(parents.slice(0, most))]
      return found.filter(
        (parent) => isInside(parent) && keep(parent) && keepsSide(options, sides.get(parent)),
      )
    },
  }
}

function keepsSide(options: Options, side: string | undefined): boolean {
  if (options.has('left-only')) return side === '<'
  return options.has('right-only') ? side === '>' : true
}

function sidesOf(repository: Repository, { symmetric }: RevisionRange): Map<string, string> {
  const sides = new Map<string, string>()
  if (symmetric === undefined) return sides
  const [left, right] = symmetric.map((tip) => ancestors(repository.objects, [tip]))
  for (const oid of left ?? []) if (!right?.has(oid)) sides.set(oid, '<')
  for (const oid of right ?? []) if (!left?.has(oid)) sides.set(oid, '>')
  return sides
}

/** Keeps to one file through its renames, from the youngest commit on. */
class Follower {
  readonly #repository: Repository
  readonly paths = new Map<string, PathFilter>()
  #path: string | undefined

  constructor(repository: Repository, pathspec: Pathspec) {
    this.#repository = repository
    const [only, second] = pathspec.patterns
    if (only === undefined || second !== undefined)
      throw new GitFailure('--follow requires exactly one pathspec')
    this.#path = only.path
  }

  touches(oid: string): boolean {
    const { objects } = this.#repository
    const { tree, parents } = objects.commit(oid)
    if (parents.length > 1) return false
    const [parent] = parents
    const before = parent === undefined ? undefined : objects.commit(parent).tree
    const changes = diffTrees(objects, before, tree)
    const change = changes.find((candidate) => candidate.path === this.#path)
    if (change === undefined) return false
    const names = new Set([change.path])
    this.paths.set(oid, {
      matches: (path: string) => names.has(path),
      mayMatchBelow: () => true,
    })
    if (change.before === undefined && before !== undefined && change.after !== undefined) {
      const source = renameSource(this.#repository, { before, tree }, change.path)
      if (source !== undefined) {
        this.#path = source
        names.add(source)
      }
    }
    return true
  }
}

function renameSource(
  repository: Repository,
  trees: { before: string; tree: string },
  path: string,
): string | undefined {
  const pairs = treePairs(repository, { before: trees.before, after: trees.tree }, ALL).filter(
    (pair) => pair.status !== 'A' || pair.after?.path === path,
  )
  return findRenames(pairs, { percent: 50, copies: false }).find(
    (pair) => pair.after?.path === path && pair.status === 'R',
  )?.before?.path
}

const ALL: PathFilter = { matches: () => true, mayMatchBelow: () => true }

function makeFilter(
  session: Session,
  options: Options,
  { diff }: { diff: DiffStyle | undefined },
): (oid: string) => boolean {
  const { repository } = session
  const { objects } = repository
  const tests: ((oid: string) => boolean)[] = []
  const clock = { now: session.io.now(), zone: (ms: number) => session.io.zone(ms) }
  const time = (name: string): number | undefined => {
    const text = options.value(name)
    if (text === undefined) return undefined
    // Not a date: git takes it for now.
    return parseDate(text, clock)?.time ?? Math.floor(clock.now / 1000)
  }
  const [since, until] = [time('since') ?? time('after'), time('until') ?? time('before')]
  if (since !== undefined) tests.push((oid) => objects.commit(oid).committer.time >= since)
  if (until !== undefined) tests.push((oid) => objects.commit(oid).committer.time <= until)
  const least = options.has('merges') ? 2 : (options.number('min-parents') ?? 0)
  const most = options.has('no-merges') ? 1 : (options.number('max-parents') ?? Infinity)
  tests.push((oid) => {
    const count = objects.commit(oid).parents.length
    return count >= least && count <= most
  })
  const person = (name: 'author' | 'committer'): void => {
    const patterns = options.all(name).map((text) => makePattern(text, options))
    if (patterns.length === 0) return
    tests.push((oid) => {
      const { name: who, email } = objects.commit(oid)[name]
      return patterns.some((pattern) => pattern.test(`${who} <${email}>`))
    })
  }
  person('author')
  person('committer')
  const words = options.all('grep').map((text) => makePattern(text, options))
  if (words.length > 0) {
    const [all, inverted] = [options.has('all-match'), options.has('invert-grep')]
    tests.push((oid) => {
      const { message } = objects.commit(oid)
      const hit = all ? words.every((word) => word.test(message)) : words.some((word) => word.test(message))
      return hit !== inverted
    })
  }
  if (diff !== undefined && (diff.search !== undefined || diff.filter !== undefined)) {
    const looksAtMerges = options.has('m') || options.has('first-parent')
    tests.push(
      (oid) =>
        (looksAtMerges || objects.commit(oid).parents.length < 2) &&
        commitPairs(repository, oid, ALL, diff).length > 0,
    )
  }
  return (oid) => tests.every((test) => test(oid))
}

export function makePattern(text: string, options: Pick<Options, 'has'>): RegExp {
  const flags = options.has('regexp-ignore-case') ? 'im' : 'm'
  if (options.has('fixed-strings')) return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flags)
  // In basic expressions these are letters unless escaped.
  const source =
    options.has('extended-regexp') || options.has('perl-regexp')
      ? withoutPosixClasses(text)
      : withoutPosixClasses(text).replace(/\\?[+?(){}|]/g, (found) =>
          found.startsWith('\\') ? found.slice(1) : `\\${found}`,
        )
  try {
    return new RegExp(source, flags)
  } catch {
    throw new GitFailure(`command line: invalid regular expression '${text}'`)
  }
}

/** A commit's changes against its first parent, ready to be shown. */
export function commitPairs(repository: Repository, oid: string, pathspec: PathFilter, style: DiffStyle) {
  const { objects } = repository
  const { tree, parents } = objects.commit(oid)
  const [parent] = parents
  const before = parent === undefined ? undefined : objects.commit(parent).tree
  return preparePairs(treePairs(repository, { before, after: tree }, pathspec), style)
}
