import { errorFailure, GitFailure } from '../../failure.ts'
import { fileLookup } from '../../diff/sources.ts'
import { conflictContent } from '../../merge/conflict-content.ts'
import { parseOptions } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { resolveTree } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { mergeBases } from '../../revision/walk.ts'
import { resolveCommit } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { makeEntry } from '../../store/index-entry.ts'
import { WorktreeWriter } from '../../worktree/checkout-entry.ts'
import { parsePathspec, type Pathspec } from '../../worktree/pathspec.ts'
import { treeFiles, type TreeFile } from '../../worktree/tree-files.ts'
import { compareFile } from '../../worktree/worktree-files.ts'

const OPTIONS = [
  's,source=',
  'S,staged',
  'W,worktree',
  'q,quiet',
  'p,patch',
  'ours',
  'theirs',
  'm,merge',
  'conflict=',
  'ignore-unmerged',
  'overlay',
  'no-overlay',
  'progress',
  'no-progress',
  'pathspec-from-file=',
]

export interface RestoreRequest {
  readonly paths: readonly string[]
  /** Undefined: the index, or HEAD when only the index is restored. */
  readonly source: string | undefined
  readonly staged: boolean
  readonly worktree: boolean
  /** Side of a conflict to restore: 2 is ours, 3 is theirs. */
  readonly side: 2 | 3 | undefined
  readonly quiet: boolean
  /** As `git checkout`: what the source lacks stays, and the number of files is told. */
  readonly asCheckout: boolean
  readonly merge?: boolean
}

export async function restoreCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  for (const name of ['patch', 'pathspec-from-file', 'conflict'])
    if (options.has(name)) throw new GitFailure(`restore --${name} is not supported in this sandbox's git`)
  const staged = options.has('staged')
  const worktree = options.has('worktree') || !staged
  if (options.operands.length === 0) throw new GitFailure('you must specify path(s) to restore')
  return restorePaths(session, {
    paths: options.operands,
    source: options.value('source'),
    staged,
    worktree,
    side: options.has('ours') ? 2 : options.has('theirs') ? 3 : undefined,
    quiet: true,
    asCheckout: options.has('overlay'),
    merge: options.has('merge'),
  })
}

export function restorePaths(session: Session, request: RestoreRequest): number {
  const { repository } = session
  const pathspec = parsePathspec(repository, request.paths)
  const tree = sourceTree(repository, request)
  const count =
    tree === 'index'
      ? fromIndex(repository, pathspec, request)
      : fromTree(repository, pathspec, { ...request, tree })
  repository.saveIndex()
  if (request.merge) session.err(`Recreated ${count} merge conflict${count === 1 ? '' : 's'}\n`)
  else if (request.asCheckout && !request.quiet) {
    const paths = `${count} path${count === 1 ? '' : 's'}`
    const from = request.source === undefined ? 'the index' : request.source
    session.err(`Updated ${paths} from ${shownSource(repository, from)}\n`)
  }
  return 0
}

function shownSource(repository: Repository, source: string): string {
  return source === 'the index' ? source : new ShortNames(repository).of(resolveTree(repository, source))
}

function sourceTree(repository: Repository, request: RestoreRequest): string | undefined | 'index' {
  const { source } = request
  if (source !== undefined) {
    const sides = /^(.*)\.\.\.(.*)$/.exec(source)
    if (sides === null) return resolveTree(repository, source)
    const [one, other] = [
      resolveCommit(repository, sides[1] || 'HEAD'),
      resolveCommit(repository, sides[2] || 'HEAD'),
    ]
    const [base] = mergeBases(repository.objects, one, [other])
    return base === undefined ? undefined : repository.objects.commit(base).tree
  }
  if (!request.staged) return 'index'
  const { head } = repository
  return head === undefined ? undefined : repository.objects.commit(head).tree
}

function refuseUnmatched(pathspec: Pathspec, paths: readonly string[]): void {
  const missing = pathspec.unmatched(paths)
  if (missing.length === 0) return
  throw errorFailure(
    missing.map((path) => `pathspec '${path}' did not match any file(s) known to git`).join('\nerror: '),
  )
}

function fromIndex(repository: Repository, pathspec: Pathspec, request: RestoreRequest): number {
  const { index } = repository
  const paths = index.paths.filter((path) => pathspec.matches(path))
  refuseUnmatched(pathspec, index.paths)
  const unmerged = paths.filter((path) => index.conflict(path) !== undefined)
  if (unmerged.length > 0 && request.side === undefined && !request.merge)
    throw errorFailure(unmerged.map((path) => `path '${path}' is unmerged`).join('\nerror: '))
  const look = fileLookup(repository)
  const writer = new WorktreeWriter(repository)
  const written: string[] = []
  let count = 0
  for (const path of paths) {
    const stages = index.conflict(path)
    if (stages !== undefined) {
      if (request.side === undefined) {
        const content = conflictContent(repository, stages)
        repository.files.write(repository.path(path), content)
      } else {
        const side = stages.find((entry) => entry.stage === request.side)
        if (side === undefined)
          throw errorFailure(`path '${path}' does not have ${request.side === 2 ? 'our' : 'their'} version`)
        writer.write(side)
      }
      count += 1
      continue
    }
    const entry = index.get(path)
    if (entry === undefined || entry.intentToAdd || compareFile(repository, entry, look(path)) === 'same')
      continue
    writer.write(entry)
    written.push(path)
    count += 1
  }
  noteWritten(repository, written)
  return count
}

function fromTree(
  repository: Repository,
  pathspec: Pathspec,
  request: RestoreRequest & { tree: string | undefined },
): number {
  const { index, objects } = repository
  const wanted = treeFiles(objects, request.tree, (path) => pathspec.mayMatchBelow(path))
  const paths = [...new Set([...wanted.keys(), ...(request.asCheckout ? [] : index.paths)])].filter((path) =>
    pathspec.matches(path),
  )
  refuseUnmatched(pathspec, [...wanted.keys(), ...index.paths])
  const writer = new WorktreeWriter(repository)
  const look = fileLookup(repository)
  const written: string[] = []
  for (const path of paths.sort()) {
    const file = wanted.get(path)
    if (request.worktree) restoreFile(repository, { file, path, writer, stats: look(path) })
    if (file === undefined) {
      if (request.staged) index.remove(path)
      continue
    }
    const known = index.get(path)
    if (request.staged && (known?.oid !== file.oid || known.mode !== file.mode || known.intentToAdd))
      index.set(makeEntry(file))
    if (request.worktree) written.push(path)
  }
  if (request.worktree) noteWritten(repository, written)
  return paths.length
}

function restoreFile(
  repository: Repository,
  at: {
    file: TreeFile | undefined
    path: string
    writer: WorktreeWriter
    stats: Parameters<typeof compareFile>[2]
  },
): void {
  const { file, path, writer, stats } = at
  if (file === undefined) return writer.remove(path)
  const known = repository.index.get(path)
  const isSame =
    known?.oid === file.oid && known.mode === file.mode && compareFile(repository, known, stats) === 'same'
  if (!isSame) writer.write(file)
}

/** The index learns how the files look now. */
function noteWritten(repository: Repository, paths: readonly string[]): void {
  const { index } = repository
  const look = fileLookup(repository)
  for (const path of paths) {
    const entry = index.get(path)
    const stats = look(path)
    if (entry !== undefined && stats !== undefined && !entry.intentToAdd)
      compareFile(repository, entry, stats)
  }
}
