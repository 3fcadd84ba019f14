/** `diff-tree`, `diff-index`, `diff-files`: differences for scripts, raw unless they ask otherwise. */
import { DIFF_OPTIONS, readDiffStyle, type DiffStyle } from '../../diff/diff-options.ts'
import { makePair, type FilePair, type FileSide } from '../../diff/file-pair.ts'
import { preparePairs, showDiff } from '../../diff/show-diff.ts'
import { indexPairs, treePairs, treeWorktreePairs, worktreePairs } from '../../diff/sources.ts'
import { GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { peel, resolveRevision, resolveTree, tryResolve, unknownRevision } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import type { Session } from '../../session.ts'
import { compareText, type TreeEntry } from '../../store/objects.ts'
import { Pathspec, parsePathspec } from '../../worktree/pathspec.ts'

const OPTIONS = [...DIFF_OPTIONS, 'abbrev=?', 'no-abbrev']
const OF_TREES = [
  ...OPTIONS,
  'r',
  't',
  'root',
  'm',
  'c',
  'cc',
  'v',
  'stdin',
  'no-commit-id',
  'pretty=?',
  'format=',
  'merge-base',
]

export async function diffTreeCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OF_TREES)
  for (const name of ['t', 'm', 'c', 'cc', 'v', 'stdin', 'pretty', 'format', 'merge-base'])
    if (options.has(name)) throw missing('diff-tree', name)
  const { repository } = session
  const [first, ...more] = options.words
  if (first === undefined) throw usage('diff-tree [<options>] <tree-ish> [<tree-ish>] [<path>...]')
  const second = more[0] !== undefined && tryResolve(repository, more[0]) !== undefined ? more[0] : undefined
  const pathspec = pathsOf(repository, [
    ...(second === undefined ? more : more.slice(1)),
    ...(options.paths ?? []),
  ])
  const style = plumbingStyle(repository, options)
  const recursive =
    options.has('r') || style.formats.some((format) => !['raw', 'name-only', 'name-status'].includes(format))
  const compare = (before: string | undefined, after: string): FilePair[] =>
    preparePairs(
      recursive
        ? treePairs(repository, { before, after }, pathspec)
        : topPairs(repository, { before, after }, pathspec),
      style,
    )
  if (second !== undefined)
    return end(session, options, {
      pairs: compare(resolveTree(repository, first), resolveTree(repository, second)),
      style,
    })
  const oid = peel(repository, resolveRevision(repository, first), 'commit')
  if (oid === undefined) throw usage('diff-tree [<options>] <tree-ish> [<tree-ish>] [<path>...]')
  const { tree, parents } = repository.objects.commit(oid)
  const [parent] = parents
  if (parents.length > 1 || (parent === undefined && !options.has('root'))) return 0
  const pairs = compare(parent === undefined ? undefined : repository.objects.commit(parent).tree, tree)
  if (pairs.length > 0 && !options.has('no-commit-id')) session.out(`${oid}${style.nul ? '\0' : '\n'}`)
  return end(session, options, { pairs, style })
}

export async function diffIndexCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [...OPTIONS, 'cached', 'm', 'merge-base'])
  for (const name of ['m', 'merge-base']) if (options.has(name)) throw missing('diff-index', name)
  const { repository } = session
  const [first, ...more] = options.words
  if (first === undefined) throw usage('diff-index [-m] [--cached] [<options>] <tree-ish> [<path>...]')
  if (tryResolve(repository, first) === undefined) throw unknownRevision(first)
  const pathspec = pathsOf(repository, [...more, ...(options.paths ?? [])])
  const style = plumbingStyle(repository, options)
  const tree = resolveTree(repository, first)
  const found = options.has('cached')
    ? indexPairs(repository, tree, pathspec)
    : treeWorktreePairs(repository, tree, pathspec)
  return end(session, options, { pairs: preparePairs(found, style), style })
}

export async function diffFilesCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [...OPTIONS, 'q', 'base', 'ours', 'theirs', 'c', 'cc'])
  for (const name of ['base', 'ours', 'theirs', 'c', 'cc'])
    if (options.has(name)) throw missing('diff-files', name)
  const { repository } = session
  void repository.root
  const style = plumbingStyle(repository, options)
  const found = worktreePairs(repository, pathsOf(repository, options.operands))
  return end(session, options, { pairs: preparePairs(found, style), style })
}

/** Renames only when asked for, and whole names of objects: scripts depend on nobody's configuration. */
function plumbingStyle(repository: Repository, options: Options): DiffStyle {
  const style = readDiffStyle(repository, options, 'raw')
  const detects = options.has('find-renames') || options.has('find-copies')
  const short = options.has('abbrev') && !options.has('no-abbrev')
  const abbrev = short ? (options.value('abbrev') === '' ? undefined : options.number('abbrev')) : undefined
  const isRaw = style.formats.includes('raw')
  return {
    ...style,
    colors: options.has('color') ? style.colors : undefined,
    renames: detects ? (style.renames ?? 50) : undefined,
    copies: options.has('find-copies'),
    short: new ShortNames(repository, isRaw && !short ? 40 : abbrev),
  }
}

/** Differences between the top levels of two trees, with directories as entries. */
function topPairs(
  repository: Repository,
  trees: { before: string | undefined; after: string },
  pathspec: Pathspec,
): FilePair[] {
  const { objects } = repository
  const entries = (tree: string | undefined): Map<string, TreeEntry> =>
    new Map((tree === undefined ? [] : objects.tree(tree)).map((entry) => [entry.name, entry]))
  const [olds, news] = [entries(trees.before), entries(trees.after)]
  const side = (entry: TreeEntry | undefined): FileSide | undefined =>
    entry && { path: entry.name, mode: entry.mode, oid: entry.oid, read: () => new Uint8Array(0) }
  return [...new Set([...olds.keys(), ...news.keys()])].sort(compareText).flatMap((name) => {
    const [a, b] = [olds.get(name), news.get(name)]
    if (a?.oid === b?.oid && a?.mode === b?.mode) return []
    return pathspec.matches(name) || pathspec.mayMatchBelow(name) ? [makePair(side(a), side(b))] : []
  })
}

function end(
  session: Session,
  options: Options,
  { pairs, style }: { pairs: readonly FilePair[]; style: DiffStyle },
): number {
  session.out(showDiff(pairs, style))
  return pairs.length > 0 && (options.has('exit-code') || options.has('quiet')) ? 1 : 0
}

function pathsOf(repository: Repository, paths: readonly string[]): Pathspec {
  return paths.length === 0 ? new Pathspec([]) : parsePathspec(repository, paths)
}

function missing(command: string, option: string): GitFailure {
  return new GitFailure(
    `${command} ${option.length > 1 ? '--' : '-'}${option} is not supported in this sandbox's git`,
  )
}

function usage(text: string): GitFailure {
  return new GitFailure(`usage: git ${text}`, { exitCode: 129, prefix: '' })
}
