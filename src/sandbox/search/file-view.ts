import type { TreeSourceFile, TreeSourceNode } from '../history/tree-source.ts'

/**
 * What a search looks at. A back end hands in its own nodes: their versions tell the search what it may remember.
 *
 *     const search = new FileSearch(view)
 *     await search.glob(query, signal)
 *     await search.grep(query, signal)
 */
export interface FileView {
  /** What is at an absolute path, symlinks followed; undefined when nothing is. */
  find(path: string): TreeSourceNode | undefined
  /** Milliseconds since the epoch. */
  mtimeMs(file: TreeSourceFile): number
  /** Whether the back end knows that it is a withheld file, whatever its name. */
  isWithheld?(file: TreeSourceFile): boolean
}
