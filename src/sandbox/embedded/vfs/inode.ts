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
import type { SharedBytes } from './fork-pool.ts'

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

  /** For a copy in a fork: takes over the attributes and the hashes; the mode came with the constructor. */
  takeAfter(node: NodeBase): void {
    const { atimeMs, mtimeMs, ctimeMs } = node.times
    Object.assign(this.times, { atimeMs, mtimeMs, ctimeMs })
    this.pinned = node.pinned
    this.isReadOnly = node.isReadOnly
    this.takeHashes(node)
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
  data: FileContent
  /** Open descriptions; the bytes live until these and the links are gone. */
  opens = 0
  /** Set while another file system has, or had, a file with the same bytes: these are counted once. */
  shared: SharedBytes | undefined

  constructor(ino: number, mode: number, now: number, data = new FileContent()) {
    super(ino, mode, now)
    this.data = data
  }

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

/** Fills the directories of a fork, each when it is first entered. */
export interface Filler {
  /** Afterwards the directory has entries. Throws EIO when the fork has ended. */
  fill(directory: DirectoryNode): void
}

/** Directory that one of a fork was made from, with the entries that the fork's will have. */
interface Origin {
  readonly source: DirectoryNode
  readonly filler: Filler
}

export class DirectoryNode extends NodeBase implements TreeSourceDirectory {
  readonly kind = 'directory'
  /** Unfilled directories that have this one as their source, by fork. */
  followers: Map<Filler, DirectoryNode> | undefined
  #entries: Map<string, Inode> | undefined
  #origin: Origin | undefined
  /** Nodes of different volumes cannot be linked or renamed into each other. */
  readonly volume: number
  subdirectories = 0
  /** Made when it is asked for: programs read large directories file by file. */
  #names: readonly string[] | undefined

  /** With an `origin` it is unfilled. */
  constructor(
    ino: number,
    mode: number,
    now: number,
    { volume, origin }: { readonly volume: number; readonly origin?: Origin },
  ) {
    super(ino, mode, now)
    this.volume = volume
    this.#origin = origin
    if (origin === undefined) this.#entries = new Map()
  }

  /** Fills the directory if it is unfilled. */
  get entries(): Map<string, Inode> {
    return this.#entries ?? this.#filled()
  }

  /** Undefined for a directory with entries of its own. */
  get source(): DirectoryNode | undefined {
    return this.#origin?.source
  }

  /** Without entries of its own it has its source's, so that it has its hash as well. */
  override get hash(): string | undefined {
    return this.#origin === undefined ? super.hash : this.#origin.source.hash
  }

  override get formerHash(): string | undefined {
    return this.#origin === undefined ? super.formerHash : this.#origin.source.formerHash
  }

  /** Ends being unfilled: `entries` are what the source has. */
  fillWith(entries: Map<string, Inode>): void {
    const { source } = this
    this.#origin = undefined
    this.#entries = entries
    if (source === undefined) return
    this.#names = source.#names
    this.takeHashes(source)
  }

  #filled(): Map<string, Inode> {
    this.#origin?.filler.fill(this)
    return this.#entries ?? new Map() // `fill` gives entries or throws
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
