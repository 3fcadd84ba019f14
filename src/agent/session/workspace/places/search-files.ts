/** The search of the sandbox over files that are not in it. Loaded with the first search in a place. */
import { find } from '../../../../sandbox/tree/memory-lookup.ts'
import { MemoryDirectory, MemoryFile } from '../../../../sandbox/tree/memory-node.ts'
import { FileSearch } from '../../../../sandbox/search/file-search.ts'

/** The search over these files, directly below the absolute path `root`, which has one name. */
export function searchOf(
  root: string,
  files: readonly { readonly name: string; readonly data: Uint8Array }[],
): FileSearch {
  const top = new MemoryDirectory(0o555, 0)
  const directory = new MemoryDirectory(0o555, 0)
  for (const { name, data } of files) directory.attach(name, new MemoryFile(data, 0o444, 0), 0)
  top.attach(root.slice(1), directory, 0)
  return new FileSearch({
    find: (path) => {
      const found = find(top, path, { doing: 'search' })
      return found.ok ? found.value.node : undefined
    },
    mtimeMs: () => 0,
  })
}
