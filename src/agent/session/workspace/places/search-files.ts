/** The search of the sandbox over files that are not in it. Loaded with the first search in a place. */
import { find } from '../../../../sandbox/tree/memory-lookup.ts'
import { MemoryDirectory, MemoryFile } from '../../../../sandbox/tree/memory-node.ts'
import { FileSearch } from '../../../../sandbox/search/file-search.ts'

/** The search over these files, by their paths from the absolute path `root`, which has one name. */
export function searchOf(
  root: string,
  files: readonly { readonly name: string; readonly data: Uint8Array }[],
): FileSearch {
  const top = new MemoryDirectory(0o555, 0)
  const directory = new MemoryDirectory(0o555, 0)
  const folders = new Map<string, MemoryDirectory>([['', directory]])
  /** The folder of a path that ends in a slash, made where it is not there. */
  const folderAt = (path: string): MemoryDirectory => {
    const known = folders.get(path)
    if (known) return known
    const cut = path.lastIndexOf('/', path.length - 2) + 1
    const made = new MemoryDirectory(0o555, 0)
    folderAt(path.slice(0, cut)).attach(path.slice(cut, -1), made, 0)
    folders.set(path, made)
    return made
  }
  for (const { name, data } of files) {
    const cut = name.lastIndexOf('/') + 1
    folderAt(name.slice(0, cut)).attach(name.slice(cut), new MemoryFile(data, 0o444, 0), 0)
  }
  top.attach(root.slice(1), directory, 0)
  return new FileSearch({
    find: (path) => {
      const found = find(top, path, { doing: 'search' })
      return found.ok ? found.value.node : undefined
    },
    mtimeMs: () => 0,
  })
}
