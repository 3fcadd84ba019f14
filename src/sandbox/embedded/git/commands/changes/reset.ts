import { worktreePairs } from '../../diff/sources.ts'
import { GitFailure } from '../../failure.ts'
import { moveHead } from '../../head.ts'
import { subjectOf } from '../../make-commit.ts'
import { parseOptions } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { resolveCommit, resolveTree, tryResolve, unknownRevision } from '../../revision/resolve.ts'
import { ShortNames } from '../../revision/short-name.ts'
import type { Session } from '../../session.ts'
import { clearOperation, currentOperation } from '../../status/operation.ts'
import { makeEntry } from '../../store/index-entry.ts'
import { parsePathspec, Pathspec } from '../../worktree/pathspec.ts'
import { treeFiles } from '../../worktree/tree-files.ts'
import { forceWorktree, overwriteFailure, updateWorktree } from '../../worktree/update.ts'
import { cacheTreeOf } from '../../worktree/write-tree.ts'

const OPTIONS = [
  'soft',
  'mixed',
  'hard',
  'merge',
  'keep',
  'q,quiet',
  'no-quiet',
  'refresh',
  'no-refresh',
  'p,patch',
  'N,intent-to-add',
  'pathspec-from-file=',
]

export async function resetCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  for (const name of ['patch', 'pathspec-from-file', 'intent-to-add'])
    if (options.has(name)) throw new GitFailure(`reset --${name} is not supported in this sandbox's git`)
  const { repository } = session
  const modes = ['soft', 'mixed', 'hard', 'merge', 'keep'].filter((mode) => options.has(mode))
  const [mode = 'mixed'] = modes
  const { target, paths } = splitTarget(repository, options.words, options.paths)
  const quiet = options.has('quiet')
  if (paths.length > 0) {
    if (modes.length > 0 && mode !== 'mixed') throw new GitFailure(`Cannot do ${mode} reset with paths.`)
    resetPaths(repository, target, parsePathspec(repository, paths))
    repository.saveIndex()
    if (!quiet) session.out(unstagedList(repository))
    repository.saveIndex()
    return 0
  }
  const { head } = repository
  if (head === undefined && target === 'HEAD') {
    if (mode === 'hard') forceWorktree(repository, undefined)
    if (mode !== 'soft') repository.index.clear()
    repository.saveIndex()
    return 0
  }
  const oid = resolveCommit(repository, target)
  resetWorktree(repository, mode, oid)
  repository.saveIndex()
  if (head !== undefined)
    repository.files.write(repository.gitPath('ORIG_HEAD'), new TextEncoder().encode(`${head}\n`))
  moveHead(session, oid, `reset: moving to ${target}`)
  if (mode !== 'soft' && currentOperation(repository).kind !== 'rebase') clearOperation(repository)
  if (mode === 'hard' && !quiet)
    session.out(
      `HEAD is now at ${new ShortNames(repository).of(oid)} ${subjectOf(repository.objects.commit(oid).message)}\n`,
    )
  if (mode === 'mixed' && !quiet && repository.workTree !== undefined) {
    session.out(unstagedList(repository))
    repository.saveIndex()
  }
  return 0
}

function splitTarget(
  repository: Repository,
  words: readonly string[],
  after: readonly string[] | undefined,
): { target: string; paths: readonly string[] } {
  const [first, ...rest] = words
  if (first === undefined) return { target: 'HEAD', paths: after ?? [] }
  if (first === 'HEAD' || tryResolve(repository, first) !== undefined)
    return { target: first, paths: [...rest, ...(after ?? [])] }
  if (after !== undefined) throw new GitFailure(`Failed to resolve '${first}' as a valid tree.`)
  const path = first.startsWith('/') ? first : `${repository.cwd}/${first}`
  const isKnown =
    repository.files.lstat(path) !== undefined ||
    parsePathspec(repository, [first]).unmatched(repository.index.paths).length === 0
  if (!isKnown) throw unknownRevision(first)
  return { target: 'HEAD', paths: words }
}

function resetPaths(repository: Repository, target: string, pathspec: Pathspec): void {
  const { index, objects } = repository
  const tree =
    repository.head === undefined && target === 'HEAD' ? undefined : resolveTree(repository, target)
  const wanted = treeFiles(objects, tree, (path) => pathspec.mayMatchBelow(path))
  for (const path of index.paths) if (pathspec.matches(path) && !wanted.has(path)) index.remove(path)
  for (const file of wanted.values()) {
    if (!pathspec.matches(file.path)) continue
    const entry = index.get(file.path)
    if (entry?.oid !== file.oid || entry.mode !== file.mode || entry.intentToAdd) index.set(makeEntry(file))
  }
}

function resetWorktree(repository: Repository, mode: string, oid: string): void {
  const { head, objects, index } = repository
  const { tree } = objects.commit(oid)
  if (mode === 'soft') {
    if (index.conflicts.size > 0) throw new GitFailure('Cannot do a soft reset in the middle of a merge.')
    return
  }
  if (mode === 'hard') return forceWorktree(repository, tree)
  if (mode === 'mixed') {
    resetPaths(repository, oid, new Pathspec([]))
    index.setCacheTree(cacheTreeOf(objects, tree, index))
    return
  }
  const from = head === undefined ? undefined : objects.commit(head).tree
  if (mode === 'merge') {
    // Unmerged and staged files go back; changes that nobody staged stay, unless they are in the way.
    for (const path of [...index.conflicts.keys()]) index.remove(path)
    return resetMerge(repository, tree)
  }
  const overwritten = updateWorktree(repository, { from, to: tree })
  if (overwritten !== undefined) throw overwriteFailure(overwritten, 'reset', 'reset')
}

function resetMerge(repository: Repository, tree: string): void {
  const dirty = new Set(worktreePairs(repository, new Pathspec([])).map((pair) => pair.before?.path ?? ''))
  const { index, objects } = repository
  const wanted = treeFiles(objects, tree)
  for (const path of dirty) {
    const [entry, file] = [index.get(path), wanted.get(path)]
    if (entry?.oid !== file?.oid)
      throw new GitFailure(
        `Entry '${path}' not uptodate. Cannot merge.\nfatal: Could not reset index file to revision.`,
        { prefix: 'error: ' },
      )
  }
  const kept = [...dirty].map((path) => ({ path, data: repository.files.read(repository.path(path)) }))
  forceWorktree(repository, tree)
  for (const { path, data } of kept)
    if (data !== undefined) repository.files.write(repository.path(path), data)
}

function unstagedList(repository: Repository): string {
  const pairs = worktreePairs(repository, new Pathspec([]))
  if (pairs.length === 0) return ''
  const lines = pairs.map((pair) => `${pair.status}\t${pair.after?.path ?? pair.before?.path ?? ''}\n`)
  return `Unstaged changes after reset:\n${lines.join('')}`
}
