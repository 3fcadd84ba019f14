/** Every change of the tree goes through here, so that times, quota, hashes and the change log never disagree. */
import { VFS_MAX_DEPTH } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import { ChangeLog } from './change-log.ts'
import { depthOf, heightOf } from './depth.ts'
import type { FileContent } from './file-content.ts'
import { FileWatches } from './file-watches.ts'
import { DEFAULT_FORK_LIMITS, ForkPool, type ForkLimits } from './fork-pool.ts'
import { filesIn, Fork, UnfilledForks } from './fork.ts'
import { DeviceNode, DirectoryNode, FileNode, SymlinkNode, type Device, type Inode } from './inode.ts'
import { DEFAULT_VFS_LIMITS, Quota, type VfsLimits } from './quota.ts'
import { isShared, leaveShared, letGo, separateContent, sizeChange } from './shared-bytes.ts'

export interface VolumeOptions {
  readonly limits?: VfsLimits
  readonly forkLimits?: ForkLimits
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** Call and path that a failure is reported under. */
export interface Call {
  readonly syscall: string
  readonly path?: string
}

const MODE_BITS = 0o7777

export class Volume {
  readonly root: DirectoryNode
  readonly quota: Quota
  /** Counts for this volume, the one that it is a fork of, and all of their forks. */
  readonly pool: ForkPool
  readonly changes: ChangeLog
  readonly watches = new FileWatches()
  readonly now: () => number
  readonly #listeners = new Set<() => void>()
  readonly #clock: () => number
  readonly #forks = new UnfilledForks(() => this.#end())
  readonly #origin: { readonly source: Volume; readonly fork: Fork } | undefined
  /** Open files without a name. */
  readonly #orphans = new Set<FileNode>()
  #nextIno = 1
  #moment: number | undefined

  constructor(options: VolumeOptions = {}, source?: Volume) {
    this.#clock = options.now ?? Date.now
    this.now = () => this.#moment ?? this.#clock()
    const limits = options.limits ?? DEFAULT_VFS_LIMITS
    if (source === undefined) {
      this.pool = new ForkPool(options.forkLimits ?? DEFAULT_FORK_LIMITS, limits.bytes)
      this.quota = new Quota(limits, this.pool.rootShare())
      this.root = new DirectoryNode(this.#nextIno++, 0o755, this.now(), { volume: 1 })
      this.root.pinned = true
    } else {
      this.pool = source.pool
      this.quota = new Quota(limits, this.pool.forkShare(), source.#named())
      this.#nextIno = source.#nextIno
      const fork = new Fork(source.root, {
        onFilled: (nodes) => this.quota.entered(nodes),
        onWhole: () => source.#forks.delete(fork),
      })
      source.#forks.add(fork)
      this.#origin = { source, fork }
      this.root = fork.root
    }
    this.changes = new ChangeLog(this.root)
  }

  /**
   * A volume of its own with the tree as it is now, its inode numbers included; later changes of either are not seen in
   * the other. It costs nothing until somebody enters it. Whoever lets it go calls `release`.
   */
  fork(): Volume {
    return new Volume({ limits: this.quota.limits, now: this.#clock }, this)
  }

  /** Ends a fork: nobody uses it afterwards. One that has forks itself lasts in secret until they need it no more. */
  release(): void {
    this.#forks.release()
  }

  /** To be called before something that goes with a node changes: its forks take a copy of the node if they have none. */
  willChange(node: Inode): void {
    this.#forks.willChange(node)
  }

  #end(): void {
    if (this.#origin === undefined) return
    const { source, fork } = this.#origin
    fork.end()
    this.quota.end(letGo([...filesIn(this.root), ...this.#orphans]))
    source.#forks.delete(fork)
  }

  /** Counts of the files that have a name. */
  #named(): { files: number; bytes: number } {
    const orphans = [...this.#orphans]
    const bytes = orphans.reduce((sum, { size }) => sum + size, 0)
    return { files: this.quota.files - orphans.length, bytes: this.quota.bytes - bytes }
  }

  /** All that `run` changes has the same time. */
  atOneMoment(run: () => void): void {
    this.#moment = this.now()
    try {
      run()
    } finally {
      this.#moment = undefined
    }
  }

  /** Calls back at every change of an entry, a content or an attribute. Returns how to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  createFile(
    parent: DirectoryNode,
    name: string,
    options: Call & { mode: number; content?: FileContent },
  ): FileNode {
    this.#checkTakesEntries(parent, options)
    this.quota.addFile(options.syscall, options.path)
    const node = new FileNode(this.#nextIno++, options.mode & MODE_BITS, this.now())
    const content = options.content ?? node.data
    try {
      this.quota.resize({ before: 0, after: content.size }, options.syscall, options.path)
    } catch (error) {
      this.quota.removeFile({ bytes: 0, isShared: false })
      throw error
    }
    node.data = content
    this.#attach(parent, name, node)
    return node
  }

  createDirectory(
    parent: DirectoryNode,
    name: string,
    options: Call & { mode: number; volume?: number },
  ): DirectoryNode {
    this.#checkTakesEntries(parent, options)
    this.#checkDepth(parent, 1, options)
    this.quota.addFile(options.syscall, options.path)
    const mode = options.mode & MODE_BITS
    const volume = options.volume ?? parent.volume
    const node = new DirectoryNode(this.#nextIno++, mode, this.now(), { volume })
    this.#attach(parent, name, node)
    return node
  }

  createSymlink(parent: DirectoryNode, name: string, options: Call & { target: string }): SymlinkNode {
    this.#checkTakesEntries(parent, options)
    this.quota.addFile(options.syscall, options.path)
    const node = new SymlinkNode(this.#nextIno++, options.target, this.now())
    this.#attach(parent, name, node)
    return node
  }

  createDevice(parent: DirectoryNode, name: string, device: Device): void {
    this.quota.addFile('mknod', name)
    this.#attach(parent, name, new DeviceNode(this.#nextIno++, device, this.now()))
  }

  /** Another name for a node that has one. */
  addLink(parent: DirectoryNode, name: string, node: Inode, call: Call): void {
    this.#checkTakesEntries(parent, call)
    const now = this.now()
    this.#forks.willChange(node)
    this.#attach(parent, name, node, now)
    node.times.ctimeMs = now
  }

  /** Takes one name away; the node goes with its last name and last open description. */
  removeEntry(parent: DirectoryNode, name: string): void {
    const node = parent.entries.get(name)
    if (node === undefined) return
    this.#forks.willChange(node)
    this.changes.named(parent, name)
    parent.detach(name)
    this.#touchDirectory(parent)
    node.times.ctimeMs = this.now()
    this.watches.named(parent, name)
    this.watches.left(node, name)
    this.#release(node)
  }

  /** Fails when `node` would reach too deep below `parent`. Comes before anything is changed. */
  checkMove(node: Inode, parent: DirectoryNode, call: Call): void {
    if (node.kind === 'directory') this.#checkDepth(parent, heightOf(node), call)
  }

  /** Moves an entry onto a free name. */
  moveEntry(
    from: { parent: DirectoryNode; name: string },
    to: { parent: DirectoryNode; name: string },
  ): void {
    const node = from.parent.entries.get(from.name)
    if (node === undefined) return
    this.#forks.willChange(node)
    this.#forks.willChangeEntries(to.parent)
    this.changes.named(from.parent, from.name)
    from.parent.detach(from.name)
    to.parent.attach(to.name, node)
    this.changes.named(to.parent, to.name)
    this.#touchDirectory(from.parent)
    this.#touchDirectory(to.parent)
    node.times.ctimeMs = this.now()
    this.watches.named(from.parent, from.name)
    this.watches.named(to.parent, to.name)
    this.watches.left(node, from.name)
  }

  opened(node: Inode): void {
    if (node.kind === 'file') node.opens += 1
  }

  closed(node: Inode): void {
    if (node.kind !== 'file') return
    node.opens -= 1
    this.#release(node)
  }

  write(node: FileNode, position: number, data: Uint8Array, call: Call): void {
    this.requireWritable(node, call)
    // As on Linux, also behind the end.
    if (data.length === 0) return
    this.#forks.willChange(node)
    const change = sizeChange(node, Math.max(node.size, position + data.length))
    this.quota.check(change, call.syscall, call.path)
    try {
      separateContent(node)
      node.data.write(position, data)
    } catch (error) {
      // An allocation that the browser refuses is a full disk to the program, not a crash of the kernel.
      if (error instanceof RangeError) throw new Errno('ENOSPC', call.syscall, call.path)
      throw error
    }
    this.quota.resized(change)
    this.#modified(node)
  }

  resize(node: FileNode, size: number, call: Call): void {
    this.requireWritable(node, call)
    this.#forks.willChange(node)
    this.quota.resize(sizeChange(node, size), call.syscall, call.path)
    separateContent(node)
    node.data.resize(size)
    this.#modified(node)
  }

  replace(node: FileNode, content: FileContent, call: Call): void {
    this.requireWritable(node, call)
    this.#forks.willChange(node)
    this.quota.resize(sizeChange(node, content.size), call.syscall, call.path)
    node.data = content
    this.#modified(node)
  }

  setMode(node: Inode, mode: number, call: Call): void {
    this.requireWritable(node, call)
    this.#forks.willChange(node)
    node.mode = mode & MODE_BITS
    node.times.ctimeMs = this.now()
    this.#tell()
    node.invalidateParents()
    this.changes.touched(node)
    this.watches.changed(node)
  }

  setTimes(node: Inode, atimeMs: number, mtimeMs: number, call: Call): void {
    this.requireWritable(node, call)
    this.#forks.willChange(node)
    node.times.atimeMs = atimeMs
    node.times.mtimeMs = mtimeMs
    node.times.ctimeMs = this.now()
    this.#tell()
    this.watches.changed(node)
  }

  /** Throws EROFS for what is read-only: the node itself or, of a directory, its entries. */
  requireWritable(node: Inode, { syscall, path }: Call): void {
    if (node.isReadOnly) throw new Errno('EROFS', syscall, path)
  }

  /** The read-only directory has exactly these files from now on; a content that it has under that name stays as it is. */
  setReadOnlyFiles(directory: DirectoryNode, files: ReadonlyMap<string, FileContent>): void {
    this.#forks.willChangeEntries(directory)
    const contentAt = (name: string) => {
      const node = directory.entries.get(name)
      return node?.kind === 'file' ? node.data : undefined
    }
    for (const [name, node] of [...directory.entries]) {
      if (contentAt(name) === files.get(name)) continue
      directory.detach(name)
      this.watches.named(directory, name)
      this.watches.left(node, name)
    }
    for (const [name, content] of files) {
      if (contentAt(name) === content) continue
      const node = new FileNode(this.#nextIno++, 0o444, this.now())
      node.isReadOnly = true
      node.data = content
      directory.attach(name, node)
      this.watches.named(directory, name)
    }
    this.#touchDirectory(directory)
  }

  /** Attaches a new node, which is never older than its directory's last change. */
  #attach(parent: DirectoryNode, name: string, node: Inode, now = node.times.birthtimeMs): void {
    this.#forks.willChangeEntries(parent)
    parent.attach(name, node)
    this.#touchDirectory(parent, now)
    this.changes.named(parent, name)
    this.watches.named(parent, name)
  }

  #modified(node: FileNode): void {
    leaveShared(node)
    const now = this.now()
    node.times.mtimeMs = now
    node.times.ctimeMs = now
    node.invalidate()
    this.#tell()
    this.changes.touched(node)
    this.watches.changed(node)
  }

  #touchDirectory(directory: DirectoryNode, now = this.now()): void {
    directory.times.mtimeMs = now
    directory.times.ctimeMs = now
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #release(node: Inode): void {
    if (node.links.length > 0) return
    if (node.isReadOnly) return
    if (node.kind === 'file' && node.opens > 0) {
      this.#orphans.add(node)
      return
    }
    if (node.kind !== 'file') return this.quota.removeFile({ bytes: 0, isShared: false })
    this.#orphans.delete(node)
    this.quota.removeFile({ bytes: node.size, isShared: isShared(node) })
    leaveShared(node)
  }

  /** A directory that was removed while a lookup result was held takes no new entries, and a read-only one never. */
  #checkTakesEntries(parent: DirectoryNode, call: Call): void {
    this.requireWritable(parent, call)
    if (parent !== this.root && parent.parent === undefined)
      throw new Errno('ENOENT', call.syscall, call.path)
  }

  #checkDepth(parent: DirectoryNode, height: number, call: Call): void {
    if (depthOf(parent) + height > VFS_MAX_DEPTH) throw new Errno('ENAMETOOLONG', call.syscall, call.path)
  }
}
