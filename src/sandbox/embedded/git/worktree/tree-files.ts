/** Trees as flat lists of files, and the differences between two of them. */
import type { ObjectStore } from '../store/object-store.ts'
import { compareText, MODE } from '../store/objects.ts'

/** One side of a difference, or one file of a tree. */
export interface TreeFile {
  readonly path: string
  readonly mode: number
  readonly oid: string
}

export interface TreeChange {
  readonly path: string
  readonly before: TreeFile | undefined
  readonly after: TreeFile | undefined
}

/** All files below a tree by path, in order. `mayEnter` keeps out of directories that are of no interest. */
export function treeFiles(
  objects: ObjectStore,
  tree: string | undefined,
  mayEnter: (directory: string) => boolean = () => true,
): Map<string, TreeFile> {
  const files = new Map<string, TreeFile>()
  const visit = (oid: string, prefix: string): void => {
    for (const entry of objects.tree(oid)) {
      const path = prefix + entry.name
      if (entry.mode !== MODE.tree) files.set(path, { path, mode: entry.mode, oid: entry.oid })
      else if (mayEnter(path)) visit(entry.oid, `${path}/`)
    }
  }
  if (tree !== undefined) visit(tree, '')
  return files
}

/** Files that differ, in order of their paths. Directories with the same name are not looked into. */
export function diffTrees(
  objects: ObjectStore,
  before: string | undefined,
  after: string | undefined,
  mayEnter: (directory: string) => boolean = () => true,
): TreeChange[] {
  const changes: TreeChange[] = []
  const visit = (left: string | undefined, right: string | undefined, prefix: string): void => {
    if (left === right) return
    const olds = new Map((left === undefined ? [] : objects.tree(left)).map((entry) => [entry.name, entry]))
    const news = new Map((right === undefined ? [] : objects.tree(right)).map((entry) => [entry.name, entry]))
    for (const name of new Set([...olds.keys(), ...news.keys()])) {
      const [a, b] = [olds.get(name), news.get(name)]
      if (a !== undefined && b !== undefined && a.oid === b.oid && a.mode === b.mode) continue
      const path = prefix + name
      const [aTree, bTree] = [
        a?.mode === MODE.tree ? a.oid : undefined,
        b?.mode === MODE.tree ? b.oid : undefined,
      ]
      if ((aTree !== undefined || bTree !== undefined) && mayEnter(path)) visit(aTree, bTree, `${path}/`)
      const old = a === undefined || aTree !== undefined ? undefined : { path, mode: a.mode, oid: a.oid }
      const young = b === undefined || bTree !== undefined ? undefined : { path, mode: b.mode, oid: b.oid }
      if (old !== undefined || young !== undefined) changes.push({ path, before: old, after: young })
    }
  }
  visit(before, after, '')
  return changes.sort((a, b) => compareText(a.path, b.path))
}

/** Entry at `path` of a tree: a file or a directory. */
export function entryAt(
  objects: ObjectStore,
  tree: string,
  path: string,
): { mode: number; oid: string } | undefined {
  let at: { mode: number; oid: string } = { mode: MODE.tree, oid: tree }
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (at.mode !== MODE.tree) return undefined
    const entry = objects.tree(at.oid).find((candidate) => candidate.name === name)
    if (entry === undefined) return undefined
    at = { mode: entry.mode, oid: entry.oid }
  }
  return at
}
