/** Path resolution as POSIX does it: component by component, `..` after symlinks, with the usual limits. */
import { NAME_MAX_BYTES, PATH_MAX_BYTES, SYMLINK_MAX_FOLLOWS } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import type { DirectoryNode, Inode } from './inode.ts'

/** Place that a path leads to: the directory that holds (or would hold) its last name. */
export interface Place {
  readonly parent: DirectoryNode
  /** The last name; `''` when the path is `/` or ends in `.` or `..`, and `node` is that directory. */
  readonly name: string
  readonly node: Inode | undefined
  /** The path ended in a slash: only a directory will do. */
  readonly mustBeDirectory: boolean
}

/**
 * The caller's aim when the last name is a symlink: the file it leads to, the link itself (but its target
 * when the path ends in a slash, as `lstat`), or the name itself (as `unlink`).
 */
export type Aim = 'target' | 'link' | 'name'

interface Walk {
  readonly root: DirectoryNode
  readonly syscall: string
  readonly path: string
  follows: number
}

/** Looks `path` up. A missing last name is not an error; anything missing before it is. */
export function lookup(root: DirectoryNode, path: string, options: { syscall: string; aim: Aim }): Place {
  checkPath(path, options.syscall)
  const walk: Walk = { root, syscall: options.syscall, path, follows: 0 }
  return resolveFrom(walk, root, path, options.aim)
}

function resolveFrom(walk: Walk, base: DirectoryNode, path: string, aim: Aim): Place {
  const mustBeDirectory = path.endsWith('/')
  const names = path.split('/').filter((name) => name !== '')
  let directory = path.startsWith('/') ? walk.root : base
  for (const [index, name] of names.entries()) {
    if (index === names.length - 1) return lastName(walk, directory, { name, aim, mustBeDirectory })
    directory = enter(walk, directory, name)
  }
  return { parent: directory, name: '', node: directory, mustBeDirectory }
}

function enter(walk: Walk, directory: DirectoryNode, name: string): DirectoryNode {
  if (name === '.') return directory
  if (name === '..') return directory.parent ?? directory
  const place = lastName(walk, directory, { name, aim: 'target', mustBeDirectory: true })
  if (place.node === undefined) throw new Errno('ENOENT', walk.syscall, walk.path)
  if (place.node.kind !== 'directory') throw new Errno('ENOTDIR', walk.syscall, walk.path)
  return place.node
}

function lastName(
  walk: Walk,
  parent: DirectoryNode,
  last: { name: string; aim: Aim; mustBeDirectory: boolean },
): Place {
  const { name, mustBeDirectory } = last
  if (name === '.') return { parent, name: '', node: parent, mustBeDirectory }
  if (name === '..') {
    const node = parent.parent ?? parent
    return { parent: node, name: '', node, mustBeDirectory }
  }
  checkName(name, walk)
  const node = parent.entries.get(name)
  const follow = last.aim === 'target' || (last.aim === 'link' && mustBeDirectory)
  if (node?.kind === 'symlink' && follow) {
    walk.follows += 1
    if (walk.follows > SYMLINK_MAX_FOLLOWS) throw new Errno('ELOOP', walk.syscall, walk.path)
    const target = mustBeDirectory ? node.target + '/' : node.target
    return resolveFrom(walk, parent, target, 'target')
  }
  return { parent, name, node, mustBeDirectory }
}

function checkPath(path: string, syscall: string): void {
  if (path === '') throw new Errno('ENOENT', syscall, path)
  if (path.includes('\0')) throw new Errno('EINVAL', syscall, path)
  if (utf8Length(path, PATH_MAX_BYTES) >= PATH_MAX_BYTES) throw new Errno('ENAMETOOLONG', syscall, path)
}

function checkName(name: string, walk: Walk): void {
  if (utf8Length(name, NAME_MAX_BYTES) > NAME_MAX_BYTES)
    throw new Errno('ENAMETOOLONG', walk.syscall, walk.path)
}

const encoder = new TextEncoder()

/** Bytes of `text` in UTF-8; counted exactly only where the answer could pass `limit`. */
export function utf8Length(text: string, limit = 0): number {
  if (text.length * 3 <= limit) return text.length
  return encoder.encode(text).length
}
