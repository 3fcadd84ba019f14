/** Levels of directories above a directory, and in it. */
import type { DirectoryNode } from './inode.ts'

export function depthOf(directory: DirectoryNode): number {
  let depth = 0
  for (let current = directory.parent; current !== undefined; current = current.parent) depth += 1
  return depth
}

/** Levels of directories, the node itself included. Level by level, because its depth is not to be trusted yet. */
export function heightOf(directory: DirectoryNode): number {
  let height = 0
  let level: DirectoryNode[] = [directory]
  while (level.length > 0) {
    height += 1
    level = level.flatMap((node) => (node.subdirectories === 0 ? [] : directoriesIn(node)))
  }
  return height
}

function directoriesIn(directory: DirectoryNode): DirectoryNode[] {
  // An unfilled one is not entered for this: its source has the same directories.
  const { entries } = directory.source ?? directory
  return [...entries.values()].filter((node) => node.kind === 'directory')
}
