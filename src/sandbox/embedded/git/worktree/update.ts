/** Brings index and worktree from one tree to another without losing what nobody has committed. */
import { fileLookup } from '../diff/sources.ts'
import { GitFailure } from '../failure.ts'
import type { Repository } from '../repository.ts'
import { makeEntry } from '../store/index-entry.ts'
import { MODE } from '../store/objects.ts'
import { objectId } from '../store/sha1.ts'
import { readable } from '../text.ts'
import { WorktreeWriter } from './checkout-entry.ts'
import { IgnoreRules } from './ignore.ts'
import { diffTrees, type TreeChange } from './tree-files.ts'
import { cacheTreeOf } from './write-tree.ts'
import { blobOf, compareFile } from './worktree-files.ts'

export interface Overwritten {
  /** Tracked files with changes. */
  readonly changed: readonly string[]
  readonly untracked: readonly string[]
}

/** Returns the files that would be overwritten, with nothing touched; undefined when it is done. */
export function updateWorktree(
  repository: Repository,
  trees: { readonly from: string | undefined; readonly to: string },
): Overwritten | undefined {
  const changes = diffTrees(repository.objects, trees.from, trees.to)
  const plan = planChanges(repository, changes)
  if (plan.changed.length > 0 || plan.untracked.length > 0) return plan
  applyChanges(repository, plan.apply)
  return undefined
}

interface Plan extends Overwritten {
  readonly apply: readonly TreeChange[]
}

export function planChanges(repository: Repository, changes: readonly TreeChange[]): Plan {
  const { index } = repository
  const look = fileLookup(repository)
  const ignore = new IgnoreRules(repository)
  const changed: string[] = []
  const untracked: string[] = []
  const apply: TreeChange[] = []
  for (const change of changes) {
    const { path, before, after } = change
    const entry = index.get(path)
    if (index.conflict(path) !== undefined) {
      changed.push(path)
      continue
    }
    if (entry !== undefined && after !== undefined && entry.oid === after.oid && entry.mode === after.mode)
      continue
    if (entry === undefined && after === undefined) continue
    const stats = look(path)
    if (entry === undefined) {
      if (before !== undefined) changed.push(path)
      else if (stats === undefined || isInTheWayOfNothing(repository, { path, oid: after?.oid }, stats))
        apply.push(change)
      else if (
        stats.kind === 'directory' ? isGoing(repository, path, changes) : ignore.isIgnored(path, false)
      )
        apply.push(change)
      else untracked.push(path)
      continue
    }
    const agrees = before !== undefined && entry.oid === before.oid && entry.mode === before.mode
    const state = stats === undefined ? 'deleted' : compareFile(repository, entry, stats)
    if (agrees && (state === 'same' || state === 'deleted')) apply.push(change)
    else changed.push(path)
  }
  return { changed, untracked, apply }
}

/** The file there is the one that is to come. */
function isInTheWayOfNothing(
  repository: Repository,
  file: { path: string; oid: string | undefined },
  stats: Parameters<typeof blobOf>[2],
): boolean {
  if (stats.kind === 'directory') return false
  return objectId('blob', blobOf(repository, file.path, stats)) === file.oid
}

/** A directory of which everything tracked goes. */
function isGoing(repository: Repository, path: string, changes: readonly TreeChange[]): boolean {
  const going = new Set(changes.filter((change) => change.after === undefined).map((change) => change.path))
  const below = repository.files.calls
    .walk(repository.path(path))
    .filter((entry) => entry.kind !== 'directory')
    .map((entry) => entry.path.slice(repository.root === '/' ? 1 : repository.root.length + 1))
  return below.every((name) => going.has(name))
}

/** Writes files and index; what was there is gone. */
export function applyChanges(repository: Repository, changes: readonly TreeChange[]): void {
  const { index } = repository
  const writer = new WorktreeWriter(repository)
  for (const { path, after } of changes) {
    if (after !== undefined) continue
    writer.remove(path)
    index.remove(path)
  }
  const written = changes.flatMap((change) => change.after ?? [])
  for (const file of written) writer.write(file)
  const look = fileLookup(repository)
  for (const file of written) {
    const stats = file.mode === MODE.gitlink ? undefined : look(file.path)
    index.set(makeEntry(file, stats))
  }
}

/**
 * Index and worktree exactly as the tree, whatever was there; untracked files stay. With `keepUnstaged`, so do changes of
 * files whose index entries are as the tree has them.
 */
export function forceWorktree(
  repository: Repository,
  tree: string | undefined,
  { keepUnstaged = false }: { keepUnstaged?: boolean } = {},
): void {
  const { index, objects } = repository
  const changes: TreeChange[] = []
  const look = fileLookup(repository)
  const wanted = new Map(diffTrees(objects, undefined, tree).map((change) => [change.path, change.after]))
  for (const path of index.paths)
    if (!wanted.has(path)) changes.push({ path, before: undefined, after: undefined })
  for (const [path, after] of wanted) {
    const entry = index.get(path)
    const agrees = entry !== undefined && entry.oid === after?.oid && entry.mode === after.mode
    if (!agrees || (!keepUnstaged && compareFile(repository, entry, look(path)) !== 'same'))
      changes.push({ path, before: undefined, after })
  }
  applyChanges(repository, changes)
  if (tree !== undefined) index.setCacheTree(cacheTreeOf(objects, tree, index))
}

/** As git says it. */
export function overwriteFailure(overwritten: Overwritten, by: string, advice: string): GitFailure {
  const list = (paths: readonly string[]): string => paths.map((path) => `\t${readable(path)}\n`).join('')
  const { changed, untracked } = overwritten
  let text = ''
  if (changed.length > 0)
    text += `error: Your local changes to the following files would be overwritten by ${by}:\n${list(changed)}Please commit your changes or stash them before you ${advice}.\n`
  if (untracked.length > 0)
    text += `error: The following untracked working tree files would be overwritten by ${by}:\n${list(untracked)}Please move or remove them before you ${advice}.\n`
  return new GitFailure(`${text}Aborting`, { exitCode: 1, prefix: '' })
}
