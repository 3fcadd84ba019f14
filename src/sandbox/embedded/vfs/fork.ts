/**
 * A fork of a volume: the tree as it was at one moment, entered level by level. A directory of a fork is unfilled until
 * somebody looks into it or its source is about to change; until then the source has its entries.
 */
import { Errno } from '../syscalls.ts'
import {
  DeviceNode,
  DirectoryNode,
  FileNode,
  SymlinkNode,
  type Filler,
  type Inode,
  type Link,
} from './inode.ts'

type Leaf = Exclude<Inode, DirectoryNode>

export interface ForkOwner {
  /** So many nodes have been made. */
  onFilled(nodes: number): void
  /** Nothing is unfilled any more: the fork needs its source no longer. */
  onWhole(): void
}

/** One filling in progress. */
interface Filling {
  /** Directories that were filled in it, by their source. */
  readonly places: Map<DirectoryNode, DirectoryNode>
  /** Nodes with several names, by their source. They are made whole: all directories that have one are filled. */
  readonly linked: Map<Leaf, Leaf>
  /** Directories of the source in which such names are. */
  readonly reached: Set<DirectoryNode>
  nodes: number
}

export class Fork implements Filler {
  readonly root: DirectoryNode
  readonly #owner: ForkOwner
  readonly #unfilled = new Set<DirectoryNode>()
  #hasEnded = false

  constructor(source: DirectoryNode, owner: ForkOwner) {
    this.#owner = owner
    this.root = this.#follow(source)
  }

  /** Also directories in which a node that is now needed has further names. */
  fill(directory: DirectoryNode): void {
    if (this.#hasEnded) throw new Errno('EIO', 'scandir')
    const filling: Filling = { places: new Map(), linked: new Map(), reached: new Set(), nodes: 0 }
    this.#fill(directory, filling)
    // Grows meanwhile.
    for (const source of filling.reached) {
      for (const above of wayTo(source)) {
        const follower = above.followers?.get(this)
        if (follower !== undefined) this.#fill(follower, filling)
      }
    }
    for (const [source, copy] of filling.linked) copy.links.push(...linksOf(source, filling.places))
    this.#owner.onFilled(filling.nodes)
    if (this.#unfilled.size === 0) this.#owner.onWhole()
  }

  /** The source has no more to do with it. Directories that are unfilled stay so. */
  end(): void {
    this.#hasEnded = true
    for (const directory of this.#unfilled) this.#unfollow(directory)
  }

  #fill(directory: DirectoryNode, filling: Filling): void {
    const { source } = directory
    if (source === undefined) return
    const entries = new Map<string, Inode>()
    for (const [name, node] of source.entries) {
      const copy = node.kind === 'directory' ? this.#followIn(node, filling) : copyLeaf(node, filling)
      entries.set(name, copy)
      if (node.links.length === 1) copy.links.push({ parent: directory, name })
    }
    this.#unfollow(directory)
    directory.fillWith(entries)
    filling.places.set(source, directory)
  }

  #followIn(source: DirectoryNode, filling: Filling): DirectoryNode {
    filling.nodes += 1
    return this.#follow(source)
  }

  #follow(source: DirectoryNode): DirectoryNode {
    const { ino, mode, volume } = source
    const origin = { source, filler: this }
    const directory = new DirectoryNode(ino, mode, source.times.birthtimeMs, { volume, origin })
    directory.takeAfter(source)
    directory.subdirectories = source.subdirectories
    source.followers ??= new Map()
    source.followers.set(this, directory)
    this.#unfilled.add(directory)
    return directory
  }

  #unfollow(directory: DirectoryNode): void {
    const { source } = directory
    this.#unfilled.delete(directory)
    source?.followers?.delete(this)
    if (source?.followers?.size === 0) source.followers = undefined
  }
}

/** Forks of one volume, as long as they have something unfilled. Told before each change of the volume. */
export class UnfilledForks {
  readonly #unfilled = new Set<Fork>()
  readonly #onUnneeded: () => void
  #isReleased = false

  /** `onUnneeded` is called when the volume was released and no fork needs it. */
  constructor(onUnneeded: () => void) {
    this.#onUnneeded = onUnneeded
  }

  add(fork: Fork): void {
    this.#unfilled.add(fork)
  }

  delete(fork: Fork): void {
    this.#unfilled.delete(fork)
    this.#settle()
  }

  release(): void {
    this.#isReleased = true
    this.#settle()
  }

  #settle(): void {
    if (this.#isReleased && this.#unfilled.size === 0) this.#onUnneeded()
  }

  /** Attributes, content or names of the node. */
  willChange(node: Inode): void {
    if (this.#unfilled.size === 0) return
    for (const { parent } of [...node.links]) this.willChangeEntries(parent)
  }

  willChangeEntries(directory: DirectoryNode): void {
    if (this.#unfilled.size === 0) return
    for (const above of wayTo(directory)) {
      for (const [fork, follower] of [...(above.followers ?? [])]) fork.fill(follower)
    }
  }
}

/** The files below a directory that have been made or entered, each once. */
export function* filesIn(directory: DirectoryNode): Generator<FileNode> {
  if (directory.source !== undefined) return
  for (const [name, node] of directory.entries) {
    if (node.kind === 'directory') yield* filesIn(node)
    else if (node.kind === 'file' && isFirstName(node, directory, name)) yield node
  }
}

function isFirstName({ links: [first] }: FileNode, parent: DirectoryNode, name: string): boolean {
  return first?.parent === parent && first.name === name
}

/** The directories from the root down to it. */
function wayTo(directory: DirectoryNode): DirectoryNode[] {
  const way: DirectoryNode[] = []
  for (let at: DirectoryNode | undefined = directory; at; at = at.parent) way.push(at)
  return way.reverse()
}

function copyLeaf(node: Leaf, filling: Filling): Leaf {
  if (node.links.length === 1) return newLeaf(node, filling)
  const known = filling.linked.get(node)
  if (known !== undefined) return known
  const copy = newLeaf(node, filling)
  filling.linked.set(node, copy)
  for (const { parent } of node.links) filling.reached.add(parent)
  return copy
}

/** The same names in the fork. */
function linksOf(source: Leaf, places: Filling['places']): Link[] {
  return source.links.flatMap(({ parent, name }) => {
    const place = places.get(parent)
    return place === undefined ? [] : [{ parent: place, name }]
  })
}

function newLeaf(node: Leaf, filling: Filling): Leaf {
  const copy = sameKind(node)
  copy.takeAfter(node)
  filling.nodes += 1
  if (node.kind !== 'file' || copy.kind !== 'file') return copy
  node.shared ??= { holders: 1 }
  node.shared.holders += 1
  copy.shared = node.shared
  return copy
}

function sameKind(node: Leaf): Leaf {
  const { birthtimeMs } = node.times
  switch (node.kind) {
    case 'file':
      // The same content, until one of them is written to.
      return new FileNode(node.ino, node.mode, birthtimeMs, node.data)
    case 'symlink':
      return new SymlinkNode(node.ino, node.target, birthtimeMs)
    case 'character':
      return new DeviceNode(node.ino, node.device, birthtimeMs)
    default:
      return node satisfies never
  }
}
