import { checkPairs } from '../../diff/check.ts'
import { combinedConflicts } from '../../diff/combined.ts'
import { DIFF_OPTIONS, readDiffStyle } from '../../diff/diff-options.ts'
import { makePair, type FilePair, type FileSide } from '../../diff/file-pair.ts'
import { preparePairs, showDiff } from '../../diff/show-diff.ts'
import { indexPairs, treePairs, treeWorktreePairs, worktreePairs } from '../../diff/sources.ts'
import { GitFailure } from '../../failure.ts'
import { parseOptions, type Options } from '../../options.ts'
import { absolute, type Repository } from '../../repository.ts'
import { parseRange, splitRevisions } from '../../revision/range.ts'
import { peel, resolveCommit, resolveRevision, resolveTree } from '../../revision/resolve.ts'
import { mergeBases } from '../../revision/walk.ts'
import type { Session } from '../../session.ts'
import { EMPTY_TREE, MODE } from '../../store/objects.ts'
import { fromText } from '../../text.ts'
import { Pathspec, parsePathspec } from '../../worktree/pathspec.ts'

const OPTIONS = [
  ...DIFF_OPTIONS,
  'cached',
  'staged',
  'merge-base',
  'no-index',
  'abbrev=?',
  'no-abbrev',
  'base',
  'ours',
  'theirs',
  'cc',
  'c',
  'ita-invisible-in-index',
  'ita-visible-in-index',
]

export async function diffCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  if (options.has('no-index') || session.findRepository() === undefined) return diffFiles(session, options)
  const { repository } = session
  const output = options.value('output')
  options.unset('output')
  const abbrev = options.has('no-abbrev') ? 40 : options.number('abbrev')
  const style = readDiffStyle(repository, options, 'patch', abbrev)
  const { pairs: found, pathspec, isWorktree } = pairsFor(repository, options)
  const side = sideOf(options)
  const wantsPatch = style.formats.length === 1 && style.formats[0] === 'patch'
  const conflicted = new Set(
    isWorktree && wantsPatch && side === undefined ? repository.index.conflicts.keys() : [],
  )
  const pairs = preparePairs(
    found.filter((pair) => !conflicted.has(pair.after?.path ?? pair.before?.path ?? '')),
    style,
  )
  if (options.has('check')) {
    const wrong = checkPairs(pairs, style)
    session.out(wrong)
    return wrong === '' ? 0 : 2
  }
  const text =
    showDiff(pairs, style) + (conflicted.size > 0 ? combinedConflicts(repository, { pathspec, style }) : '')
  if (output === undefined) session.out(text)
  else session.files.write(absolute(output, session.cwd), fromText(text))
  if (isWorktree && !session.settings.onlyLooks) repository.saveIndex()
  const differs = pairs.length > 0 || conflicted.size > 0
  return differs && (options.has('exit-code') || options.has('quiet')) ? 1 : 0
}

/** The stage of a conflict that the worktree is compared with. */
function sideOf(options: Options): 1 | 2 | 3 | undefined {
  if (options.has('base')) return 1
  if (options.has('ours')) return 2
  return options.has('theirs') ? 3 : undefined
}

/** Whether what `add --intent-to-add` put there counts as an empty file in the index. */
function isIntendedShown(options: Options): boolean {
  return options.has('ita-visible-in-index') && !options.has('ita-invisible-in-index')
}

interface Found {
  readonly pairs: readonly FilePair[]
  readonly pathspec: Pathspec
  /** The index against the worktree. */
  readonly isWorktree: boolean
}

function pairsFor(repository: Repository, options: Options): Found {
  const { revisions, paths } = splitRevisions(repository, options.words, options.paths)
  const pathspec = paths.length === 0 ? new Pathspec([]) : parsePathspec(repository, paths)
  const found = (pairs: readonly FilePair[], isWorktree = false): Found => ({ pairs, pathspec, isWorktree })
  const cached = options.has('cached') || options.has('staged')
  const [first, second] = revisions
  if (cached) {
    if (second !== undefined) throw new GitFailure('at most one revision goes with --cached')
    const showsIntended = isIntendedShown(options)
    return found(indexPairs(repository, treeFor(repository, first, options), pathspec, showsIntended))
  }
  if (first === undefined) {
    void repository.root
    return found(worktreePairs(repository, pathspec, sideOf(options), isIntendedShown(options)), true)
  }
  if (second !== undefined) {
    const blobs = blobPair(repository, first, second)
    if (blobs !== undefined) return found(blobs)
    const before = options.has('merge-base')
      ? baseTree(repository, first, second)
      : resolveTree(repository, first)
    return found(treePairs(repository, { before, after: resolveTree(repository, second) }, pathspec))
  }
  if (first.includes('..')) return found(rangePairs(repository, first, pathspec))
  const special = /\^[!@]$/.test(first) ? parseRange(repository, first) : undefined
  if (special !== undefined) {
    const tree = (oid: string | undefined): string =>
      oid === undefined ? EMPTY_TREE : repository.objects.commit(oid).tree
    return found(
      treePairs(repository, { before: tree(special.unwanted[0]), after: tree(special.wanted[0]) }, pathspec),
    )
  }
  return found(treeWorktreePairs(repository, treeFor(repository, first, options), pathspec))
}

function treeFor(repository: Repository, text: string | undefined, options: Options): string | undefined {
  if (text === undefined) {
    const { head } = repository
    return head === undefined ? undefined : repository.objects.commit(head).tree
  }
  return options.has('merge-base') ? baseTree(repository, text, 'HEAD') : resolveTree(repository, text)
}

function baseTree(repository: Repository, one: string, other: string): string {
  const [base] = mergeBases(repository.objects, resolveCommit(repository, one), [
    resolveCommit(repository, other),
  ])
  if (base === undefined) throw new GitFailure('no merge base found')
  return repository.objects.commit(base).tree
}

/** `a..b` is `a b`; `a...b` is what b did since it left a. */
function rangePairs(repository: Repository, text: string, pathspec: Pathspec): FilePair[] {
  const [, left = '', dots = '', right = ''] = /^(.*?)(\.\.\.?)(.*)$/s.exec(text) ?? []
  const [from, to] = [left || 'HEAD', right || 'HEAD']
  const before = dots === '...' ? baseTree(repository, from, to) : resolveTree(repository, from)
  return treePairs(repository, { before, after: resolveTree(repository, to) }, pathspec)
}

function blobPair(repository: Repository, first: string, second: string): FilePair[] | undefined {
  const side = (text: string): FileSide | undefined => {
    const oid = resolveRevision(repository, text)
    if (repository.objects.read(peel(repository, oid, 'any') ?? oid).type !== 'blob') return undefined
    const path = /^[^:]*:(.+)$/.exec(text)?.[1] ?? oid
    return { path, mode: MODE.file, oid, read: () => repository.objects.blob(oid) }
  }
  const [a, b] = [side(first), side(second)]
  if (a === undefined || b === undefined) return undefined
  return a.oid === b.oid ? [] : [makePair(a, b)]
}

/** `--no-index`: two files, wherever they are. */
function diffFiles(session: Session, options: Options): number {
  const [first, second, more] = options.operands
  if (first === undefined || second === undefined || more !== undefined)
    throw new GitFailure('usage: git diff --no-index [<options>] <path> <path>', {
      exitCode: 129,
      prefix: '',
    })
  const side = (name: string): FileSide | undefined => {
    if (name === '/dev/null') return undefined
    const path = absolute(name, session.cwd)
    const stats = session.files.stat(path)
    if (stats === undefined)
      throw new GitFailure(`Could not access '${name}'`, { prefix: 'error: ', exitCode: 1 })
    if (stats.kind === 'directory')
      throw new GitFailure('git diff --no-index of directories is not supported in this sandbox')
    const mode = (stats.mode & 0o100) === 0 ? MODE.file : MODE.executable
    const data = session.files.read(path) ?? new Uint8Array(0)
    return { path: name.replace(/^\//, ''), mode, oid: undefined, read: () => data }
  }
  const [before, after] = [side(first), side(second)]
  const isSame = before !== undefined && after !== undefined && sameBytes(before.read(), after.read())
  if (isSame) return 0
  const repository = session.findRepository()
  if (repository === undefined)
    throw new GitFailure('git diff outside a repository is not supported in this sandbox; use diff -u')
  session.out(showDiff([makePair(before, after)], readDiffStyle(repository, options, 'patch')))
  return 1
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
