/** The nodes of the file system. They are also what the history reads: see `history/tree-source.ts`. */
import { HashedNode } from '../../history/hashed-node.ts'
import type {
  TreeSourceDirectory,
  TreeSourceEntry,
  TreeSourceFile,
  TreeSourceNode,
  TreeSourceSymlink,
} from '../../history/tree-source.ts'
import { FileContent } from './file-content.ts'

/** Place of a node in the tree. */
export interface Link {
  readonly parent: DirectoryNode
  readonly name: string
}

export interface NodeTimes {
  atimeMs: number
  mtimeMs: number
  ctimeMs: number
  readonly birthtimeMs: number
}

abstract class NodeBase extends HashedNode {
  readonly ino: number
  mode: number
  readonly times: NodeTimes
  /** Every name of this node; a directory has at most one. */
  readonly links: Link[] = []
  /** Cannot be removed or renamed, like a mount point. */
  pinned = false
  /** Only the kernel itself changes it, as on a file system that is mounted so. Counts in no quota. */
  isReadOnly = false

  constructor(ino: number, mode: number, now: number) {
    super()
    this.ino = ino
    this.mode = mode
    this.times = { atimeMs: now, mtimeMs: now, ctimeMs: now, birthtimeMs: now }
  }

  /** The object of this node changed: forgets its hash and that of everything above it. */
  invalidate(): void {
    this.forgetHash()
    this.invalidateParents()
  }

  /** The entry changed (mode), not the object. */
  invalidateParents(): void {
    for (const link of this.links) link.parent.invalidate()
  }
}

export class FileNode extends NodeBase implements TreeSourceFile {
  readonly kind = 'file'
  data = new FileContent()
  /** Open descriptions; the bytes live until these and the links are gone. */
  opens = 0

  get size(): number {
    return this.data.size
  }

  content(): Uint8Array {
    return this.data.view()
  }
}

export class SymlinkNode extends NodeBase implements TreeSourceSymlink {
  readonly kind = 'symlink'
  readonly target: string

  constructor(ino: number, target: string, now: number) {
    super(ino, 0o777, now)
    this.target = target
  }
}

/** Behaviour of a character device; `fd` is the process's own descriptor of that number. */
export type Device =
  | { readonly type: 'null' | 'zero' | 'random' }
  | { readonly type: 'fd'; readonly fd: number }

export class DeviceNode extends NodeBase {
  readonly kind = 'character'
  readonly device: Device

  constructor(ino: number, device: Device, now: number) {
    super(ino, 0o666, now)
    this.device = device
  }
}

export class DirectoryNode extends NodeBase implements TreeSourceDirectory {
  readonly kind = 'directory'
  readonly entries = new Map<string, Inode>()
  /** Nodes of different volumes cannot be linked or renamed into each other. */
  readonly volume: number
  subdirectories = 0
  /** Made when it is asked for: programs read large directories file by file. */
  #names: readonly string[] | undefined

  constructor(ino: number, mode: number, now: number, volume: number) {
    super(ino, mode, now)
    this.volume = volume
  }

  /** Undefined for the root, and for a directory that was removed while somebody still holds it. */
  get parent(): DirectoryNode | undefined {
    return this.links[0]?.parent
  }

  children(): readonly TreeSourceEntry[] {
    const out: TreeSourceEntry[] = []
    for (const name of this.names()) {
      const node = this.entries.get(name)
      if (node !== undefined && isTreeNode(node)) out.push({ name, node })
    }
    return out
  }

  /** Sorted by code units. */
  names(): readonly string[] {
    this.#names ??= [...this.entries.keys()].sort()
    return this.#names
  }

  attach(name: string, node: Inode): void {
    this.#names = undefined
    this.entries.set(name, node)
    node.links.push({ parent: this, name })
    if (node.kind === 'directory') this.subdirectories += 1
    this.invalidate()
  }

  detach(name: string): void {
    const node = this.entries.get(name)
    if (node === undefined) return
    this.#names = undefined
    this.entries.delete(name)
    const index = node.links.findIndex((link) => link.parent === this && link.name === name)
    if (index >= 0) node.links.splice(index, 1)
    if (node.kind === 'directory') this.subdirectories -= 1
    this.invalidate()
  }
}

export type Inode = FileNode | SymlinkNode | DeviceNode | DirectoryNode

function isTreeNode(node: Inode): node is Inode & TreeSourceNode {
  return node.kind !== 'character'
}

/** An absolute path of the node, by its first name; undefined once it has none. */
export function pathOf(node: Inode, root: DirectoryNode): string | undefined {
  if (node === root) return '/'
  const names: string[] = []
  let current: Inode = node
  while (current !== root) {
    const link: Link | undefined = current.links[0]
    if (link === undefined) return undefined
    names.push(link.name)
    current = link.parent
  }
  return '/' + names.reverse().join('/')
}

export function isInside(node: DirectoryNode, ancestor: DirectoryNode): boolean {
  for (let current: DirectoryNode | undefined = node; current; current = current.parent) {
    if (current === ancestor) return true
  }
  return false
}
