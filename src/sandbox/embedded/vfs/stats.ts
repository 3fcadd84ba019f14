import type { Stats } from '../syscalls.ts'
import type { Inode } from './inode.ts'
import { utf8Length } from './lookup.ts'

export function statsOf(node: Inode): Stats {
  return {
    kind: node.kind,
    mode: node.mode,
    size: sizeOf(node),
    ino: node.ino,
    nlink: node.kind === 'directory' ? 2 + node.subdirectories : node.links.length,
    atimeMs: node.times.atimeMs,
    mtimeMs: node.times.mtimeMs,
    ctimeMs: node.times.ctimeMs,
    birthtimeMs: node.times.birthtimeMs,
  }
}

function sizeOf(node: Inode): number {
  switch (node.kind) {
    case 'file':
      return node.size
    case 'symlink':
      return utf8Length(node.target)
    case 'directory':
    case 'character':
      return 0
    default:
      return node satisfies never
  }
}
