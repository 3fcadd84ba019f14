/** A merge's result put into index and worktree, if nothing is lost by it. */
import type { Repository } from '../repository.ts'
import { makeEntry, type IndexEntry } from '../store/index-entry.ts'
import { compareText } from '../store/objects.ts'
import { treeFiles, type TreeChange } from '../worktree/tree-files.ts'
import { applyChanges, planChanges, type Overwritten } from '../worktree/update.ts'
import type { MergeResult, Stages } from './merge-trees.ts'

/** `ours` is the tree that index and worktree stand for. What would be lost; then nothing has been touched. */
export function applyMerge(
  repository: Repository,
  ours: string,
  result: MergeResult,
): Overwritten | undefined {
  const before = treeFiles(repository.objects, ours)
  const paths = [...new Set([...before.keys(), ...result.files.keys()])].sort(compareText)
  const changes = paths.flatMap((path): TreeChange[] => {
    const [old, young] = [before.get(path), result.files.get(path)]
    const isSame = old?.oid === young?.oid && old?.mode === young?.mode
    return isSame ? [] : [{ path, before: old, after: young }]
  })
  const plan = planChanges(repository, changes)
  if (plan.changed.length > 0 || plan.untracked.length > 0) return plan
  applyChanges(repository, plan.apply)
  for (const [path, stages] of result.conflicts)
    repository.index.setConflict(path, stageEntries(path, stages))
  return undefined
}

function stageEntries(path: string, stages: Stages): IndexEntry[] {
  const entry = (stage: 1 | 2 | 3, file: Stages['base']): IndexEntry[] =>
    file === undefined ? [] : [makeEntry({ path, mode: file.mode, oid: file.oid, stage })]
  return [...entry(1, stages.base), ...entry(2, stages.ours), ...entry(3, stages.theirs)]
}
