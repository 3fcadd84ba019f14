import { PROCESS_MAX_FDS } from '../../contract/limits.ts'
import { Errno, O, type FileSyscalls, type Stats } from '../syscalls.ts'
import { WatchQueue } from './file-watches.ts'
import { OpenFile } from './open-file.ts'
import { Pipe } from './pipe.ts'
import type { Place } from './lookup.ts'
import type { Vfs } from './vfs.ts'

type DescriptorSyscalls = Pick<
  FileSyscalls,
  'open' | 'close' | 'fstat' | 'ftruncate' | 'fchmod' | 'futimes' | 'watchOpen' | 'watchAdd' | 'watchRemove'
>

const OWN_DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/([1-9]\d*)$/

/** The descriptors of one process. `read` and `write` are in `blocking.ts`, because they may have to wait. */
export class FileTable implements DescriptorSyscalls {
  readonly #vfs: Vfs
  readonly #files = new Map<number, OpenFile>()

  constructor(vfs: Vfs) {
    this.#vfs = vfs
  }

  /** Puts `file` in the lowest free place, `from` or after it, and takes its reference over. */
  add(file: OpenFile, from = 0): number {
    let fd = from
    while (this.#files.has(fd)) fd += 1
    if (fd >= PROCESS_MAX_FDS) {
      file.release()
      throw new Errno('EMFILE', 'open')
    }
    this.#files.set(fd, file)
    return fd
  }

  /** Both ends of a new pipe: the one to read from comes first. */
  pipe(): readonly [number, number] {
    const { source, sink } = new Pipe()
    const input = this.add(new OpenFile({ type: 'source', source }, O.RDONLY))
    try {
      return [input, this.add(new OpenFile({ type: 'sink', sink }, O.WRONLY))]
    } catch (error) {
      this.close(input)
      throw error
    }
  }

  /** Another descriptor of the same open file. */
  dup(fd: number, place: { readonly at: number } | { readonly from: number }): number {
    const file = this.get(fd, 'dup')
    if ('from' in place) return this.add(file.retain(), place.from)
    if (place.at >= PROCESS_MAX_FDS) throw new Errno('EBADF', 'dup')
    if (place.at === fd) return fd
    file.retain()
    this.#files.get(place.at)?.release()
    this.#files.set(place.at, file)
    return place.at
  }

  get(fd: number, syscall: string): OpenFile {
    const file = this.#files.get(fd)
    if (file === undefined) throw new Errno('EBADF', syscall)
    return file
  }

  closeAll(): void {
    const files = [...this.#files.values()]
    this.#files.clear()
    for (const file of files) file.release()
  }

  open(path: string, flags: number, mode = 0o666): number {
    // The names of those above 2 are not in any directory: they are another process's others.
    const own = this.#files.get(Number(OWN_DESCRIPTOR.exec(path)?.[1]))
    if (own) return this.add(own.retain())
    const place = this.#place(path, flags)
    const { node } = place
    if (node?.kind === 'character' && node.device.type === 'fd') {
      return this.add(this.get(node.device.fd, 'open').retain())
    }
    if (this.#files.size >= PROCESS_MAX_FDS) throw new Errno('EMFILE', 'open', path)
    const { volume } = this.#vfs
    if (node !== undefined && (flags & (O.ACCMODE | O.TRUNC)) !== O.RDONLY)
      volume.requireWritable(node, { syscall: 'open', path })
    const opened = node ?? volume.createFile(place.parent, place.name, { mode, syscall: 'open', path })
    if (node?.kind === 'file' && (flags & O.TRUNC) !== 0) volume.resize(node, 0, { syscall: 'open', path })
    return this.add(new OpenFile({ type: 'node', node: opened, volume, path }, flags))
  }

  close(fd: number): void {
    const file = this.get(fd, 'close')
    this.#files.delete(fd)
    file.release()
  }

  fstat(fd: number): Stats {
    return this.get(fd, 'fstat').stats()
  }

  ftruncate(fd: number, length: number): void {
    const open = this.get(fd, 'ftruncate')
    if (length < 0 || !open.canWrite()) throw new Errno('EINVAL', 'ftruncate')
    const { node, volume } = open.file('ftruncate')
    volume.resize(node, length, { syscall: 'ftruncate' })
  }

  fchmod(fd: number, mode: number): void {
    const { target } = this.get(fd, 'fchmod')
    if (target.type !== 'node') throw new Errno('EINVAL', 'fchmod')
    target.volume.setMode(target.node, mode, { syscall: 'fchmod' })
  }

  futimes(fd: number, atimeMs: number, mtimeMs: number): void {
    const { target } = this.get(fd, 'futime')
    if (target.type === 'node') target.volume.setTimes(target.node, atimeMs, mtimeMs, { syscall: 'futime' })
  }

  watchOpen(): number {
    const source = new WatchQueue(this.#vfs.volume.watches)
    return this.add(new OpenFile({ type: 'source', source }, O.RDONLY))
  }

  watchAdd(fd: number, path: string): number {
    const queue = this.#watchQueue(fd)
    const { node } = this.#vfs.locate(path, 'target')
    if (node === undefined) throw new Errno('ENOENT', 'watch', path)
    return queue.watch(node)
  }

  watchRemove(fd: number, watch: number): void {
    this.#watchQueue(fd).unwatch(watch)
  }

  #watchQueue(fd: number): WatchQueue {
    const { target } = this.get(fd, 'watch')
    if (target.type === 'source' && target.source instanceof WatchQueue) return target.source
    throw new Errno('EINVAL', 'watch')
  }

  /** Place that `open` leads to; `node` is undefined when a file is to be made there. */
  #place(path: string, flags: number): Place {
    const create = (flags & O.CREAT) !== 0
    const exclusive = create && (flags & O.EXCL) !== 0
    const slash = create && path.endsWith('/')
    const aim = exclusive || slash ? 'name' : (flags & O.NOFOLLOW) !== 0 ? 'link' : 'target'
    const place = this.#vfs.locate(path, aim)
    const { node } = place
    // Linux looks at the slash after a name only: what ends in `.` or `..` is there.
    if (slash && !(exclusive && place.name === '')) throw new Errno('EISDIR', 'open', path)
    if (node === undefined) {
      if (!create) throw new Errno('ENOENT', 'open', path)
      return place
    }
    if (exclusive) throw new Errno('EEXIST', 'open', path)
    if (node.kind === 'symlink') throw new Errno('ELOOP', 'open', path)
    if (node.kind !== 'directory') {
      if (place.mustBeDirectory || (flags & O.DIRECTORY) !== 0) throw new Errno('ENOTDIR', 'open', path)
      return place
    }
    if (create || (flags & O.ACCMODE) !== O.RDONLY) throw new Errno('EISDIR', 'open', path)
    return place
  }
}
