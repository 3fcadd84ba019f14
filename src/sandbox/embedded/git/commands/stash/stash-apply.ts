/** Applies a stash to the worktree. */
import { errorFailure, GitFailure } from '../../failure.ts'
import { applyMerge } from '../../merge/apply-merge.ts'
import { mergeTrees } from '../../merge/merge-trees.ts'
import type { Repository } from '../../repository.ts'
import type { Session } from '../../session.ts'
import { makeEntry } from '../../store/index-entry.ts'
import { MODE } from '../../store/objects.ts'
import { WorktreeWriter } from '../../worktree/checkout-entry.ts'
import { treeFiles } from '../../worktree/tree-files.ts'
import { overwriteFailure } from '../../worktree/update.ts'
import { writeIndexTree } from '../../worktree/write-tree.ts'

/** True when there are conflicts. */
export function applyStash(
  session: Session,
  stash: { readonly oid: string; readonly name: string },
  options: { readonly quiet: boolean; readonly withIndex: boolean },
): boolean {
  const { repository } = session
  const { objects, index } = repository
  const { tree, parents } = objects.commit(stash.oid)
  const [base, indexCommit, untracked] = parents
  if (base === undefined || indexCommit === undefined)
    throw new GitFailure(`'${stash.name}' is not a stash-like commit`)
  if (index.conflicts.size > 0) throw errorFailure('could not write index: there are unmerged files')
  const ours = writeIndexTree(repository)
  const baseTree = objects.commit(base).tree
  const result = mergeTrees(repository, {
    base: baseTree,
    ours,
    theirs: tree,
    labels: { ours: 'Updated upstream', theirs: 'Stashed changes', base: 'Stash base' },
  })
  const overwritten = applyMerge(repository, ours, result)
  if (overwritten !== undefined) throw overwriteFailure(overwritten, 'merge', 'merge')
  if (!options.quiet) session.out(result.messages.join(''))
  if (untracked !== undefined) restoreUntracked(repository, objects.commit(untracked).tree)
  if (result.conflicts.size === 0)
    resetIndex(repository, {
      ours,
      stashed: objects.commit(indexCommit).tree,
      base: baseTree,
      withIndex: options.withIndex,
    })
  repository.saveIndex()
  return result.conflicts.size > 0
}

/** Unstages the stashed changes, except new files, as git does; `withIndex` restores the stashed index. */
function resetIndex(
  repository: Repository,
  trees: { ours: string; stashed: string; base: string; withIndex: boolean },
): void {
  const { index, objects } = repository
  const before = treeFiles(objects, trees.ours)
  const added = trees.withIndex ? treeFiles(objects, trees.stashed) : undefined
  for (const entry of index.entries) {
    const old = added?.get(entry.path) ?? before.get(entry.path)
    if (old === undefined) continue
    if (old.oid !== entry.oid || old.mode !== entry.mode) index.set(makeEntry(old))
  }
  for (const [path, file] of added ?? before) {
    if (!index.has(path)) index.set(makeEntry(file))
  }
}

function restoreUntracked(repository: Repository, tree: string): void {
  const writer = new WorktreeWriter(repository)
  const files = [...treeFiles(repository.objects, tree).values()]
  const there = files.filter(
    (file) => file.mode !== MODE.tree && repository.files.lstat(repository.path(file.path)) !== undefined,
  )
  if (there.length > 0)
    throw new GitFailure(
      `${there.map((file) => `${file.path} already exists, no checkout\n`).join('')}error: could not restore untracked files from stash`,
      { exitCode: 1, prefix: '' },
    )
  for (const file of files) writer.write(file)
}
