/** The trees of what is in the index. */
import { GitFailure } from '../failure.ts'
import type { Repository } from '../repository.ts'
import type { CacheTree } from '../store/cache-tree.ts'
import type { IndexEntry } from '../store/index-entry.ts'
import type { Index } from '../store/index.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { formatTree, MODE, type TreeEntry } from '../store/objects.ts'
import { readable } from '../text.ts'
import type { TreeFile } from './tree-files.ts'

/** The root's name. The index remembers the trees; `saveIndex` writes objects and index out. */
export function writeIndexTree(repository: Repository): string {
  const { index, objects } = repository
  const [conflicted] = index.conflicts.keys()
  if (conflicted !== undefined)
    throw new GitFailure(`${readable(conflicted)}: unmerged\nfatal: cannot write tree: there are conflicts`, {
      prefix: 'error: ',
    })
  const known = index.cacheTree.get('')
  if (known !== undefined && objects.has(known.oid)) return known.oid
  const entries = index.entries.filter((entry) => !entry.intentToAdd)
  const cacheTree: CacheTree = new Map()
  const root = buildTrees({ objects, known: index.cacheTree, made: cacheTree }, entries)
  // With such entries the counts of git's memory would not fit.
  if (entries.length === index.entries.length) index.setCacheTree(cacheTree)
  return root
}

/** The tree of these files, which are in order. */
export function writeTreeOf(objects: ObjectStore, files: Iterable<TreeFile>): string {
  return buildTrees({ objects, known: new Map(), made: new Map() }, [...files])
}

interface Building {
  readonly objects: ObjectStore
  readonly known: CacheTree
  readonly made: CacheTree
}

function buildTrees(building: Building, files: readonly (TreeFile | IndexEntry)[]): string {
  const build = (from: number, to: number, prefix: string): string => {
    const directory = prefix.slice(0, -1)
    const known = building.known.get(directory)
    if (known !== undefined && known.count === to - from && building.objects.has(known.oid)) {
      keepKnown(building, directory)
      return known.oid
    }
    const entries: TreeEntry[] = []
    for (let at = from; at < to;) {
      const file = files[at]
      if (file === undefined) break
      const slash = file.path.indexOf('/', prefix.length)
      if (slash < 0) {
        entries.push({ mode: file.mode, name: file.path.slice(prefix.length), oid: file.oid })
        at += 1
        continue
      }
      const below = file.path.slice(0, slash + 1)
      let end = at
      while (end < to && files[end]?.path.startsWith(below)) end += 1
      const oid = build(at, end, below)
      entries.push({ mode: MODE.tree, name: below.slice(prefix.length, -1), oid })
      at = end
    }
    const oid = building.objects.write('tree', formatTree(entries))
    building.made.set(directory, { oid, count: to - from })
    return oid
  }
  return build(0, files.length, '')
}

/** A directory that was not built anew keeps what was known below it. */
function keepKnown({ known, made }: Building, directory: string): void {
  const below = directory === '' ? '' : `${directory}/`
  for (const [path, tree] of known) if (path === directory || path.startsWith(below)) made.set(path, tree)
}

/** The cache tree of an index that was just filled from this tree. */
export function cacheTreeOf(objects: ObjectStore, root: string, index: Index): CacheTree {
  const made: CacheTree = new Map()
  if (index.conflicts.size > 0) return made
  const visit = (oid: string, path: string): number => {
    let count = 0
    for (const entry of objects.tree(oid)) {
      if (entry.mode !== MODE.tree) count += 1
      else count += visit(entry.oid, path === '' ? entry.name : `${path}/${entry.name}`)
    }
    made.set(path, { oid, count })
    return count
  }
  visit(root, '')
  return made
}
