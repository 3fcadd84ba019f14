/** A tree in memory as an archive, and the other way round. */
import type { UnpackedEntry } from '../archive/read-zip.ts'
import type { ArchiveSource } from '../archive/write-zip.ts'
import { dirname, WORKSPACE_ROOT } from '../contract/path.ts'
import { MemoryFile, MemorySymlink, type MemoryDirectory } from './memory-node.ts'
import { MemoryTree } from './memory-tree.ts'

/** Everything below `root`, parents first. */
export function archiveSources(root: MemoryDirectory): ArchiveSource[] {
  const sources: ArchiveSource[] = []
  const visit = (directory: MemoryDirectory, prefix: string): void => {
    for (const [name, node] of directory.sorted()) {
      const base = { path: prefix + name, mtimeMs: node.mtimeMs }
      if (node instanceof MemorySymlink) sources.push({ ...base, kind: 'symlink', target: node.target })
      else if (node instanceof MemoryFile) {
        sources.push({ ...base, kind: 'file', mode: node.mode, data: node.content() })
      } else {
        sources.push({ ...base, kind: 'directory', mode: node.mode })
        visit(node, `${base.path}/`)
      }
    }
  }
  visit(root, '')
  return sources
}

/** A workspace of what was unpacked; nothing else has it yet. */
export function treeOfArchive(entries: readonly UnpackedEntry[]): MemoryTree {
  const tree = new MemoryTree(Date.now)
  for (const entry of entries) {
    const path = `${WORKSPACE_ROOT}/${entry.path}`
    if (entry.kind === 'file') tree.writeFile({ path, data: entry.data, mode: entry.mode })
    else if (entry.kind === 'symlink') {
      tree.makeDirectory(dirname(path))
      tree.symlink(entry.target, path)
    } else {
      tree.makeDirectory(path)
      tree.setMode(path, entry.mode)
    }
  }
  return tree
}
