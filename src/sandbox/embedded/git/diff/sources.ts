/** The pairs to compare: trees, the index and the worktree with each other. */
import type { Repository } from '../repository.ts'
import { modeInIndex, compareFile, blobOf } from '../worktree/worktree-files.ts'
import { MODE } from '../store/objects.ts'
import type { IndexEntry } from '../store/index-entry.ts'
import { diffTrees, treeFiles, type TreeFile } from '../worktree/tree-files.ts'
import type { PathFilter, Pathspec } from '../worktree/pathspec.ts'
import { makePair, pairsOfChanges, storedSide, type FilePair, type FileSide } from './file-pair.ts'
import type { Stats } from '../../syscalls.ts'
import { parentOf } from '../store/cache-tree.ts'

export function treePairs(
  repository: Repository,
  trees: { before: string | undefined; after: string | undefined },
  pathspec: PathFilter,
): FilePair[] {
  const changes = diffTrees(repository.objects, trees.before, trees.after, (path) =>
    pathspec.mayMatchBelow(path),
  )
  return pairsOfChanges(
    repository.objects,
    changes.filter((change) => pathspec.matches(change.path)),
  )
}

/** The tree against the index. */
export function indexPairs(
  repository: Repository,
  tree: string | undefined,
  pathspec: Pathspec,
  showsIntended = false,
): FilePair[] {
  const { index, objects } = repository
  if (tree !== undefined && index.cacheTree.get('')?.oid === tree && index.conflicts.size === 0) return []
  const before = treeFiles(objects, tree, (path) => pathspec.mayMatchBelow(path))
  const paths = [...new Set([...before.keys(), ...index.paths])].sort()
  return paths.flatMap((path): FilePair[] => {
    if (!pathspec.matches(path)) return []
    const old = before.get(path)
    if (index.conflict(path) !== undefined) return [unmerged(objects, path, old)]
    const entry = index.get(path)
    const young = entry?.intentToAdd && !showsIntended ? undefined : entry
    if (old === undefined && young === undefined) return []
    if (old?.oid === young?.oid && old?.mode === young?.mode) return []
    return [makePair(old && storedSide(objects, old), young && storedSide(objects, young))]
  })
}

function unmerged(objects: Repository['objects'], path: string, old: TreeFile | undefined): FilePair {
  const nothing: FileSide = { path, mode: 0, oid: undefined, read: () => new Uint8Array(0) }
  return { status: 'U', before: old === undefined ? undefined : storedSide(objects, old), after: nothing }
}

/** The index against the worktree; of a conflict, the stage `side`. */
export function worktreePairs(
  repository: Repository,
  pathspec: Pathspec,
  side: 1 | 2 | 3 = 2,
  showsIntended = false,
): FilePair[] {
  const look = fileLookup(repository)
  const pairs: FilePair[] = []
  for (const path of repository.index.paths) {
    if (!pathspec.matches(path)) continue
    const stages = repository.index.conflict(path)
    if (stages !== undefined) {
      pairs.push(unmerged(repository.objects, path, undefined))
      const ours = stages.find((entry) => entry.stage === side)
      if (ours !== undefined) pairs.push(...changedPair(repository, ours, look(path)))
      continue
    }
    const entry = repository.index.get(path)
    if (entry !== undefined) pairs.push(...changedPair(repository, entry, look(path), showsIntended))
  }
  return pairs
}

function changedPair(
  repository: Repository,
  entry: IndexEntry,
  stats: Stats | undefined,
  showsIntended = false,
): FilePair[] {
  const state = compareFile(repository, entry, stats)
  if (state === 'same') return []
  const before = entry.intentToAdd && !showsIntended ? undefined : storedSide(repository.objects, entry)
  if (state === 'deleted' || stats === undefined) return [makePair(before, undefined)]
  return [makePair(before, fileSide(repository, entry, stats))]
}

/** The tree against the worktree: of files that are tracked. */
export function treeWorktreePairs(
  repository: Repository,
  tree: string | undefined,
  pathspec: Pathspec,
): FilePair[] {
  const { index, objects } = repository
  const look = fileLookup(repository)
  const before = treeFiles(objects, tree, (path) => pathspec.mayMatchBelow(path))
  const paths = [...new Set([...before.keys(), ...index.paths])].sort()
  return paths.flatMap((path): FilePair[] => {
    if (!pathspec.matches(path)) return []
    const old = before.get(path)
    if (index.conflict(path) !== undefined)
      return [unmerged(objects, path, old), ...conflictPair(repository, old, path, look)]
    const entry = index.get(path)
    const stats = entry === undefined ? undefined : look(path)
    const oldSide = old && storedSide(objects, old)
    if (entry === undefined || stats === undefined)
      return oldSide === undefined ? [] : [makePair(oldSide, undefined)]
    const state = compareFile(repository, entry, stats)
    if (state === 'deleted') return oldSide === undefined ? [] : [makePair(oldSide, undefined)]
    const young = state === 'same' ? storedSide(objects, entry) : fileSide(repository, entry, stats)
    if (old !== undefined && young.oid === old.oid && young.mode === old.mode) return []
    if (old !== undefined && young.oid === undefined && isSameContent(old, young, objects)) return []
    return [makePair(oldSide, young)]
  })
}

function conflictPair(
  repository: Repository,
  old: TreeFile | undefined,
  path: string,
  look: (path: string) => Stats | undefined,
): FilePair[] {
  const stats = look(path)
  const oldSide = old && storedSide(repository.objects, old)
  if (stats === undefined) return oldSide === undefined ? [] : [makePair(oldSide, undefined)]
  return [makePair(oldSide, fileSide(repository, { path, mode: old?.mode ?? MODE.file }, stats))]
}

function isSameContent(old: TreeFile, young: FileSide, objects: Repository['objects']): boolean {
  if (old.mode !== young.mode) return false
  const [a, b] = [objects.blob(old.oid), young.read()]
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

/** A file as it lies in the worktree, read once. */
function fileSide(repository: Repository, entry: { path: string; mode: number }, stats: Stats): FileSide {
  let data: Uint8Array | undefined
  const known = repository.index.get(entry.path)
  return {
    path: entry.path,
    mode: modeInIndex(repository, known, stats),
    oid: undefined,
    read: () => (data ??= blobOf(repository, entry.path, stats)),
  }
}

/** Stats of files of the worktree, a directory at a time. */
export function fileLookup(repository: Repository): (path: string) => Stats | undefined {
  const directories = new Map<string, ReadonlyMap<string, Stats>>()
  const list = (directory: string): ReadonlyMap<string, Stats> => {
    let known = directories.get(directory)
    if (known === undefined) {
      known = isReachable(directory) ? readDirectory(directory) : new Map<string, Stats>()
      directories.set(directory, known)
    }
    return known
  }
  const readDirectory = (directory: string): ReadonlyMap<string, Stats> => {
    const path = directory === '' ? repository.root : repository.path(directory)
    return new Map(repository.files.entriesWithStats(path).map((entry) => [entry.name, entry.stats]))
  }
  // Behind a symlink there are files, but not the repository's.
  const isReachable = (directory: string): boolean => {
    if (directory === '') return true
    const name = directory.slice(directory.lastIndexOf('/') + 1)
    return list(parentOf(directory)).get(name)?.kind === 'directory'
  }
  return (path) => list(parentOf(path)).get(path.slice(path.lastIndexOf('/') + 1))
}
