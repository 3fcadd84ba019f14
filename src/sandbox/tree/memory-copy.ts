/** Copies of in-memory nodes. Contents are shared: a file gets another one instead of changing its own. */
import { MemoryDirectory, MemoryFile, MemorySymlink, type MemoryNode } from './memory-node.ts'

/** Makes `to` another directory like `from`, with copies of all that is in it. */
export function copyInto(to: MemoryDirectory, from: MemoryDirectory): void {
  for (const [name, node] of from.entries) to.attach(name, copyOf(node), node.mtimeMs)
  to.mode = from.mode
  to.mtimeMs = from.mtimeMs
  keepHash(to, from)
}

function copyOf(node: MemoryNode): MemoryNode {
  const { mode, mtimeMs } = node
  if (node.kind === 'directory') {
    const copy = new MemoryDirectory(mode, mtimeMs)
    copyInto(copy, node)
    return copy
  }
  const copy =
    node.kind === 'file'
      ? new MemoryFile(node.content(), mode, mtimeMs)
      : new MemorySymlink(node.target, mtimeMs)
  copy.mode = mode
  keepHash(copy, node)
  return copy
}

function keepHash(copy: MemoryNode, { hash }: MemoryNode): void {
  if (hash !== undefined) copy.rememberHash(hash, copy.version)
}
