/** Packs a part of history, for a bundle or a push. */
import type { Repository } from './repository.ts'
import { peel } from './revision/resolve.ts'
import { ancestors } from './revision/walk.ts'
import { MODE } from './store/objects.ts'
import type { PackBuilder } from './store/pack-builder.ts'
import type { Ref } from './store/refs.ts'

export interface PackedRange {
  readonly refs: readonly Ref[]
  /** Commits; what they reach is not packed. */
  readonly unwanted: readonly string[]
}

/** Packs all that is reached from `refs` and not from `unwanted`. Returns the commits that whoever opens it must have. */
export function packHistory(
  repository: Repository,
  builder: PackBuilder,
  { refs, unwanted }: PackedRange,
): string[] {
  const { objects } = repository
  const hidden = ancestors(objects, unwanted)
  const known = new Set<string>()
  const prerequisites = new Set<string>()
  const addTree = (oid: string, add: boolean): void => {
    if (known.has(oid)) return
    known.add(oid)
    if (add) builder.add(oid, objects.read(oid))
    for (const entry of objects.tree(oid)) {
      if (entry.mode === MODE.tree) addTree(entry.oid, add)
      else if (entry.mode !== MODE.gitlink && !known.has(entry.oid)) {
        known.add(entry.oid)
        if (add) builder.add(entry.oid, objects.read(entry.oid))
      }
    }
  }
  const commits = new Set<string>()
  for (const { oid } of refs) {
    for (let at = oid; objects.read(at).type === 'tag'; at = objects.tag(at).object)
      builder.add(at, objects.read(at))
    const tip = peel(repository, oid, 'commit')
    if (tip !== undefined)
      for (const commit of ancestors(objects, [tip])) if (!hidden.has(commit)) commits.add(commit)
  }
  for (const oid of commits)
    for (const parent of objects.commit(oid).parents)
      if (hidden.has(parent)) {
        prerequisites.add(parent)
        addTree(objects.commit(parent).tree, false)
      }
  for (const oid of commits) {
    builder.add(oid, objects.read(oid))
    addTree(objects.commit(oid).tree, true)
  }
  return [...prerequisites]
}
