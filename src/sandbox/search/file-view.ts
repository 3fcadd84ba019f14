import type { TreeSourceFile, TreeSourceNode } from '../history/tree-source.ts'

/**
 * Files as a search sees them. A back end hands in its own nodes: their versions bound what it caches.
 *
 *     const search = new FileSearch(view)
 *     await search.glob(query, signal)
 *     await search.grep(query, signal)
 */
export interface FileView {
  /** Node at an absolute path, symlinks followed; undefined when there is none. */
  find(path: string): TreeSourceNode | undefined
  /** Milliseconds since the epoch. */
  mtimeMs(file: TreeSourceFile): number
  /** Whether the back end knows that it is a withheld file, whatever its name. */
  isWithheld?(file: TreeSourceFile): boolean
}
