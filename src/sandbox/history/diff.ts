/** What differs between two stored trees. Equal subtrees are not even read. */
import type { BlobStore, TreeChange, TreeFile } from '../contract.ts'
import type { Result } from '../errors.ts'
import { fail, ok } from '../errors.ts'
import { VFS_MAX_FILES } from '../limits.ts'
import type { DirectoryObject, DirectoryObjectEntry } from './directory-object.ts'
import { readDirectories } from './read-objects.ts'

/** Two directories in the same place; an absent one is undefined. */
interface Pair {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Sorted by path. */
export async function diffTrees(blobs: BlobStore, from: string, to: string): Promise<Result<TreeChange[]>> {
  const changes: TreeChange[] = []
  let level: Pair[] = from === to ? [] : [{ path: '', before: from, after: to }]
  while (level.length > 0) {
    const hashes = level.flatMap(({ before, after }) => [before, after]).filter((hash) => hash !== undefined)
    const read = await readDirectories(blobs, hashes)
    if (!read.ok) return read
    const next: Pair[] = []
    for (const pair of level) {
      next.push(...comparePair(pair, read.value, changes))
      // Two whole sandboxes cannot differ in more; a tree that holds itself many times can.
      if (changes.length + next.length > 2 * VFS_MAX_FILES) return tooMany()
    }
    level = next
  }
  return ok(changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)))
}

function tooMany(): Result<never> {
  return fail('limit', 'The two trees differ in more files than a sandbox can hold.', {
    hint: 'Compare checkpoints that are closer to each other.',
  })
}

function comparePair(
  pair: Pair,
  directories: ReadonlyMap<string, DirectoryObject>,
  changes: TreeChange[],
): Pair[] {
  const before = entriesOf(pair.before, directories)
  const after = entriesOf(pair.after, directories)
  const next: Pair[] = []
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const path = pair.path === '' ? name : `${pair.path}/${name}`
    const [old, now] = [before.get(name), after.get(name)]
    if (old?.hash === now?.hash && old?.mode === now?.mode && old?.kind === now?.kind) continue
    const [oldFolder, newFolder] = [folderHash(old), folderHash(now)]
    if (oldFolder !== newFolder) next.push({ path, before: oldFolder, after: newFolder })
    const change = fileChange(path, fileOf(old), fileOf(now))
    if (change) changes.push(change)
  }
  return next
}

function entriesOf(
  hash: string | undefined,
  directories: ReadonlyMap<string, DirectoryObject>,
): Map<string, DirectoryObjectEntry> {
  const directory = hash === undefined ? undefined : directories.get(hash)
  return new Map(directory?.entries.map((entry) => [entry.name, entry]))
}

function folderHash(entry: DirectoryObjectEntry | undefined): string | undefined {
  return entry?.kind === 'directory' ? entry.hash : undefined
}

function fileOf(entry: DirectoryObjectEntry | undefined): TreeFile | undefined {
  if (!entry || entry.kind === 'directory') return undefined
  const { kind, hash, size, mode } = entry
  return { kind, hash, size, mode }
}

function fileChange(
  path: string,
  before: TreeFile | undefined,
  after: TreeFile | undefined,
): TreeChange | undefined {
  if (before && after) return { path, change: 'modified', before, after }
  if (before) return { path, change: 'removed', before }
  return after && { path, change: 'added', after }
}
