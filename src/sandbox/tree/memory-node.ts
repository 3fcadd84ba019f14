/** The nodes of the in-memory back end; the history reads them as they are. */
import { HashedNode } from '../history/hashed-node.ts'
import type {
  TreeSourceDirectory,
  TreeSourceEntry,
  TreeSourceFile,
  TreeSourceSymlink,
} from '../history/tree-source.ts'

abstract class NodeBase extends HashedNode {
  mtimeMs: number
  mode: number
  parent: MemoryDirectory | undefined

  constructor(mode: number, now: number) {
    super()
    this.mode = mode
    this.mtimeMs = now
  }

  /** The node's own object changed, and so did that of every directory above it. */
  invalidate(): void {
    this.forgetHash()
    this.parent?.invalidate()
  }
}

export class MemoryFile extends NodeBase implements TreeSourceFile {
  readonly kind = 'file'
  #data: Uint8Array

  constructor(data: Uint8Array, mode: number, now: number) {
    super(mode, now)
    this.#data = data
  }

  get size(): number {
    return this.#data.length
  }

  content(): Uint8Array {
    return this.#data
  }

  /** `data` is not changed afterwards by anybody. */
  replace(data: Uint8Array, now: number): void {
    this.#data = data
    this.mtimeMs = now
    this.invalidate()
  }
}

export class MemorySymlink extends NodeBase implements TreeSourceSymlink {
  readonly kind = 'symlink'
  readonly target: string

  constructor(target: string, now: number) {
    super(0o777, now)
    this.target = target
  }
}

export class MemoryDirectory extends NodeBase implements TreeSourceDirectory {
  readonly kind = 'directory'
  readonly entries = new Map<string, MemoryNode>()

  children(): readonly TreeSourceEntry[] {
    return this.sorted().map(([name, node]) => ({ name, node }))
  }

  /** By name, in code units. */
  sorted(): [name: string, node: MemoryNode][] {
    return [...this.entries].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  attach(name: string, node: MemoryNode, now: number): void {
    this.detach(name, now)
    this.entries.set(name, node)
    node.parent = this
    this.mtimeMs = now
    this.invalidate()
  }

  detach(name: string, now: number): void {
    const node = this.entries.get(name)
    if (node === undefined) return
    this.entries.delete(name)
    node.parent = undefined
    this.mtimeMs = now
    this.invalidate()
  }
}

export type MemoryNode = MemoryFile | MemorySymlink | MemoryDirectory
