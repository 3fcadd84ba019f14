/** Finds files in a stored tree by their paths: the directories on the way are read level by level, each once. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { decodeDirectory } from '../../../sandbox/history/directory-object.ts'

/** Letters of a hash: enough to tell contents apart, and no name by which one is kept in the store. */
const SHORT_HASH = 32

/** Shortened hashes of those that are files, by path from the root. A tree that is not stored has none. */
export async function treeHashes(
  blobs: Pick<BlobStore, 'get'>,
  root: string | undefined,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  if (root === undefined) return found
  let level: readonly Folder[] = [
    { hash: root, wanted: [...paths].map((path) => ({ path, names: path.split('/') })) },
  ]
  while (level.length > 0) {
    const objects = await blobs.get(level.map(({ hash }) => hash))
    const next = new Map<string, Folder>()
    for (const [at, folder] of level.entries()) lookInto(folder, objects[at], { found, next })
    level = [...next.values()]
  }
  return found
}

interface Looked {
  readonly found: Map<string, string>
  /** Folders of the next level, by their hashes. */
  readonly next: Map<string, Folder>
}

function lookInto({ wanted }: Folder, object: Uint8Array | undefined, { found, next }: Looked): void {
  const directory = object && decodeDirectory(object)
  const entries = new Map(directory?.entries.map((entry) => [entry.name, entry]))
  for (const { path, names } of wanted) {
    const [name = '', ...rest] = names
    const entry = entries.get(name)
    if (entry?.kind === 'file' && rest.length === 0) found.set(path, entry.hash.slice(0, SHORT_HASH))
    if (entry?.kind !== 'directory' || rest.length === 0) continue
    const folder = next.get(entry.hash) ?? { hash: entry.hash, wanted: [] }
    folder.wanted.push({ path, names: rest })
    next.set(entry.hash, folder)
  }
}

interface Folder {
  readonly hash: string
  /** Files somewhere below, each with the names that lead there. */
  readonly wanted: { readonly path: string; readonly names: readonly string[] }[]
}
