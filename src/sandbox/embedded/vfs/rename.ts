import { Errno } from '../syscalls.ts'
import { isInside, type DirectoryNode, type Inode } from './inode.ts'
import { lookup, type Place } from './lookup.ts'
import type { Volume } from './volume.ts'

const SYSCALL = 'rename'

interface Source {
  readonly parent: DirectoryNode
  readonly name: string
  readonly node: Inode
}

/** `rename(2)`: replaces what is at `to` in one step, or fails and changes nothing. The checks are in Linux's order. */
export function rename(volume: Volume, from: string, to: string): void {
  const old = lookup(volume.root, from, { syscall: SYSCALL, aim: 'name' })
  const target = lookup(volume.root, to, { syscall: SYSCALL, aim: 'name' })
  if (old.parent.volume !== target.parent.volume) throw new Errno('EXDEV', SYSCALL, from)
  volume.requireWritable(target.parent, { syscall: SYSCALL, path: to })
  if (old.name === '' || target.name === '') throw new Errno('EBUSY', SYSCALL, from)
  const source = existing(old, from)
  const { node } = source
  if (target.mustBeDirectory && node.kind !== 'directory') throw new Errno('ENOTDIR', SYSCALL, to)
  if (node.kind === 'directory' && isInside(target.parent, node)) throw new Errno('EINVAL', SYSCALL, from)
  if (target.node?.kind === 'directory' && isInside(source.parent, target.node)) {
    throw new Errno('ENOTEMPTY', SYSCALL, to)
  }
  if (target.node === node) return
  checkTarget(source, target, to)
  if (node.pinned || target.node?.pinned) throw new Errno('EBUSY', SYSCALL, from)
  volume.checkMove(node, target.parent, { syscall: SYSCALL, path: to })
  if (target.node !== undefined) volume.removeEntry(target.parent, target.name)
  volume.moveEntry(source, target)
}

function existing(place: Place, path: string): Source {
  if (place.node === undefined) throw new Errno('ENOENT', SYSCALL, path)
  if (place.mustBeDirectory && place.node.kind !== 'directory') throw new Errno('ENOTDIR', SYSCALL, path)
  return { parent: place.parent, name: place.name, node: place.node }
}

function checkTarget(source: Source, target: Place, path: string): void {
  const sourceIsDirectory = source.node.kind === 'directory'
  const node = target.node
  if (node === undefined) return
  if (node.kind !== 'directory') {
    if (sourceIsDirectory) throw new Errno('ENOTDIR', SYSCALL, path)
    return
  }
  if (!sourceIsDirectory) throw new Errno('EISDIR', SYSCALL, path)
  if (node.entries.size > 0) throw new Errno('ENOTEMPTY', SYSCALL, path)
}
