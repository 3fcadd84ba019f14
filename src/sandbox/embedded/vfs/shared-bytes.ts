/** Which bytes of files belong to several file systems. */
import type { FileNode } from './inode.ts'
import type { SizeChange } from './quota.ts'

export function sizeChange(node: FileNode, after: number): SizeChange {
  return { before: node.size, after, isShared: isShared(node) }
}

/** Whether files of other volumes have the same bytes. */
export function isShared({ shared }: FileNode): boolean {
  return shared !== undefined && shared.holders > 1
}

/** Before the content of a file changes in place. */
export function separateContent(node: FileNode): void {
  if (isShared(node)) node.data = node.data.share()
}

/** The file has bytes of its own from now on, or none. */
export function leaveShared(node: FileNode): void {
  if (node.shared === undefined) return
  node.shared.holders -= 1
  node.shared = undefined
}

/** Gives up the files; returns the bytes that nobody else has. */
export function letGo(files: readonly FileNode[]): number {
  let bytes = 0
  for (const file of files) {
    if (!file.isReadOnly && !isShared(file)) bytes += file.size
    leaveShared(file)
  }
  return bytes
}
