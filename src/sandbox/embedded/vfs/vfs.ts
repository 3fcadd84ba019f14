/** The file system of a sandbox: every path operation of `FileSyscalls`. Descriptors are in `file-table.ts`. */
import { PATH_MAX_BYTES } from '../../contract/limits.ts'
import type { TreeSourceDirectory } from '../../history/tree-source.ts'
import { Errno, type DirEntry, type FileSyscalls, type NamedStats, type Stats } from '../syscalls.ts'
import { FileContent } from './file-content.ts'
import { pathOf, type DirectoryNode, type Inode } from './inode.ts'
import { lookup, utf8Length, type Aim, type Place } from './lookup.ts'
import { rename } from './rename.ts'
import { statsOf } from './stats.ts'
import { Volume, type VolumeOptions } from './volume.ts'

/** The calls that need no descriptor. */
export type PathSyscalls = Omit<
  FileSyscalls,
  | 'open'
  | 'close'
  | 'read'
  | 'write'
  | 'fstat'
  | 'ftruncate'
  | 'fchmod'
  | 'futimes'
  | 'watchOpen'
  | 'watchAdd'
  | 'watchRemove'
>

type Existing = Place & { readonly node: Inode }
type Fresh = Place & { readonly node: undefined }

const MKDTEMP_TRIES = 100

export class Vfs implements PathSyscalls {
  readonly volume: Volume

  constructor(options: VolumeOptions = {}, volume = new Volume(options)) {
    this.volume = volume
  }

  /** A file system of its own with the tree as it is now: see `Volume.fork`. */
  fork(): Vfs {
    return new Vfs({}, this.volume.fork())
  }

  /** To be called by whoever has made this fork, once nothing runs in it: until then its source keeps it. */
  release(): void {
    this.volume.release()
  }

  /** The directory at `path` as the history reads it. */
  tree(path: string): TreeSourceDirectory {
    return this.#directory(path, 'scandir')
  }

  stat(path: string): Stats {
    return statsOf(this.#find(path, 'stat').node)
  }

  lstat(path: string): Stats {
    return statsOf(this.#find(path, 'lstat', 'link').node)
  }

  readdir(path: string): readonly DirEntry[] {
    const directory = this.#directory(path, 'scandir')
    return directory.names().flatMap((name) => {
      const node = directory.entries.get(name)
      return node === undefined ? [] : [{ name, kind: entryKind(node) }]
    })
  }

  scandir(path: string): readonly NamedStats[] {
    const directory = this.#directory(path, 'scandir')
    return directory.names().flatMap((name) => {
      const node = directory.entries.get(name)
      return node === undefined ? [] : [{ name, ...statsOf(node) }]
    })
  }

  /** A view: nobody changes it afterwards, and it must be neither changed nor transferred. */
  readFile(path: string): Uint8Array {
    const { node } = this.#find(path, 'open')
    if (node.kind === 'directory') throw new Errno('EISDIR', 'read', path)
    if (node.kind === 'file') return node.content()
    return noBytesOf(node, path)
  }

  viewFile(path: string): Uint8Array {
    return this.readFile(path)
  }

  writeFile(path: string, data: Uint8Array, mode = 0o666): void {
    this.adoptFile(path, data.slice(), mode)
  }

  /** As `writeFile` without a copy: the caller hands `data` over and does not touch it again. */
  adoptFile(path: string, data: Uint8Array, mode = 0o666): void {
    const place = this.#writable(path)
    const content = new FileContent(data)
    if (place.node === undefined) {
      this.volume.createFile(place.parent, place.name, { mode, content, syscall: 'open', path })
    } else if (place.node.kind === 'file') {
      this.volume.replace(place.node, content, { syscall: 'write', path })
    } else {
      noBytesOf(place.node, path)
    }
  }

  appendFile(path: string, data: Uint8Array, mode = 0o666): void {
    const node = this.openForWriting(path, mode)
    if (node.kind === 'file') this.volume.write(node, node.size, data, { syscall: 'write', path })
    else noBytesOf(node, path)
  }

  /** The file or device at `path`, made if it is missing. */
  openForWriting(path: string, mode: number): Inode {
    const place = this.#writable(path)
    if (place.node !== undefined) return place.node
    return this.volume.createFile(place.parent, place.name, { mode, syscall: 'open', path })
  }

  truncate(path: string, length: number): void {
    if (length < 0) throw new Errno('EINVAL', 'truncate', path)
    const { node } = this.#find(path, 'truncate')
    if (node.kind === 'directory') throw new Errno('EISDIR', 'truncate', path)
    if (node.kind !== 'file') throw new Errno('EINVAL', 'truncate', path)
    this.volume.resize(node, length, { syscall: 'truncate', path })
  }

  mkdir(path: string, mode: number, recursive: boolean): string | undefined {
    if (recursive) return this.#makeParents(path, mode)
    const place = this.#free(path, 'mkdir')
    this.volume.createDirectory(place.parent, place.name, { mode, syscall: 'mkdir', path })
    return path
  }

  rmdir(path: string): void {
    const place = this.#find(path, 'rmdir', 'name')
    const { node } = place
    if (node.kind !== 'directory') throw new Errno('ENOTDIR', 'rmdir', path)
    if (/\/\.\.\/*$/.test(path)) throw new Errno('ENOTEMPTY', 'rmdir', path)
    if (place.name === '') throw new Errno(node.parent === undefined ? 'EBUSY' : 'EINVAL', 'rmdir', path)
    if (node.pinned) throw new Errno('EBUSY', 'rmdir', path)
    this.volume.requireWritable(place.parent, { syscall: 'rmdir', path })
    if (node.entries.size > 0) throw new Errno('ENOTEMPTY', 'rmdir', path)
    this.volume.removeEntry(place.parent, place.name)
  }

  unlink(path: string): void {
    const place = this.#find(path, 'unlink', 'name')
    if (place.node.kind === 'directory') throw new Errno('EISDIR', 'unlink', path)
    if (place.node.pinned) throw new Errno('EBUSY', 'unlink', path)
    this.volume.requireWritable(place.parent, { syscall: 'unlink', path })
    this.volume.removeEntry(place.parent, place.name)
  }

  removeTree(path: string): void {
    const place = this.#find(path, 'rm', 'name')
    const { node } = place
    if (place.name === '') throw new Errno('EBUSY', 'rm', path)
    this.volume.requireWritable(place.parent, { syscall: 'rm', path })
    const gone = node.kind !== 'directory' || this.#removeChildren(node)
    if (!gone || node.pinned) throw new Errno('EBUSY', 'rm', path)
    this.volume.removeEntry(place.parent, place.name)
  }

  rename(from: string, to: string): void {
    rename(this.volume, from, to)
  }

  link(existing: string, path: string): void {
    const { node } = this.#find(existing, 'link', 'link')
    const place = this.#free(path, 'link')
    if (place.mustBeDirectory) throw new Errno('ENOENT', 'link', path)
    if (node.kind === 'directory') throw new Errno('EPERM', 'link', existing)
    if (node.links[0]?.parent.volume !== place.parent.volume) throw new Errno('EXDEV', 'link', existing)
    this.volume.addLink(place.parent, place.name, node, { syscall: 'link', path })
  }

  symlink(target: string, path: string): void {
    if (target === '') throw new Errno('ENOENT', 'symlink', path)
    if (utf8Length(target, PATH_MAX_BYTES) >= PATH_MAX_BYTES) throw new Errno('ENAMETOOLONG', 'symlink', path)
    const place = this.#free(path, 'symlink')
    if (place.mustBeDirectory) throw new Errno('ENOENT', 'symlink', path)
    this.volume.createSymlink(place.parent, place.name, { target, syscall: 'symlink', path })
  }

  readlink(path: string): string {
    const { node } = this.#find(path, 'readlink', 'link')
    if (node.kind !== 'symlink') throw new Errno('EINVAL', 'readlink', path)
    return node.target
  }

  realpath(path: string): string {
    const place = this.#find(path, 'realpath')
    const parent = pathOf(place.name === '' ? place.node : place.parent, this.volume.root)
    if (parent === undefined) throw new Errno('ENOENT', 'realpath', path)
    if (place.name === '') return parent
    return parent === '/' ? '/' + place.name : `${parent}/${place.name}`
  }

  chmod(path: string, mode: number): void {
    this.volume.setMode(this.#find(path, 'chmod').node, mode, { syscall: 'chmod', path })
  }

  utimes(path: string, atimeMs: number, mtimeMs: number, noFollow = false): void {
    const syscall = noFollow ? 'lutime' : 'utime'
    const { node } = this.#find(path, syscall, noFollow ? 'link' : 'target')
    this.volume.setTimes(node, atimeMs, mtimeMs, { syscall, path })
  }

  copyFile(from: string, to: string, exclusive: boolean): void {
    const source = this.#find(from, 'copyfile').node
    if (source.kind === 'directory') throw new Errno('EISDIR', 'copyfile', from)
    const content = source.kind === 'file' ? source.data.share() : new FileContent()
    if (exclusive) this.#mustBeAbsent(to, 'copyfile')
    const place = this.#writable(to, 'copyfile')
    if (place.node === source) return
    if (place.node === undefined) {
      this.volume.createFile(place.parent, place.name, {
        mode: source.mode,
        content,
        syscall: 'copyfile',
        path: to,
      })
    } else if (place.node.kind === 'file') {
      this.volume.replace(place.node, content, { syscall: 'copyfile', path: to })
      this.volume.setMode(place.node, source.mode, { syscall: 'copyfile', path: to })
    }
  }

  mkdtemp(prefix: string): string {
    for (let tries = 0; tries < MKDTEMP_TRIES; tries += 1) {
      const path = prefix + randomSuffix()
      const place = lookup(this.volume.root, path, { syscall: 'mkdtemp', aim: 'name' })
      if (place.node !== undefined) continue
      this.volume.createDirectory(place.parent, place.name, { mode: 0o700, syscall: 'mkdtemp', path })
      return path
    }
    throw new Errno('EEXIST', 'mkdtemp', prefix)
  }

  walk(root: string): readonly { readonly path: string; readonly kind: DirEntry['kind'] }[] {
    const out: { path: string; kind: DirEntry['kind'] }[] = []
    const visit = (directory: DirectoryNode, prefix: string): void => {
      for (const name of directory.names()) {
        const node = directory.entries.get(name)
        if (node === undefined) continue
        out.push({ path: prefix + name, kind: entryKind(node) })
        if (node.kind === 'directory') visit(node, `${prefix}${name}/`)
      }
    }
    visit(this.#directory(root, 'scandir'), root.endsWith('/') ? root : root + '/')
    return out
  }

  /** The node at `path`; ENOENT when there is none, ENOTDIR when a trailing slash names a file. */
  #find(path: string, syscall: string, aim: Aim = 'target'): Existing {
    const place = lookup(this.volume.root, path, { syscall, aim })
    const { node } = place
    if (node === undefined) throw new Errno('ENOENT', syscall, path)
    if (place.mustBeDirectory && node.kind !== 'directory') throw new Errno('ENOTDIR', syscall, path)
    return { ...place, node }
  }

  #directory(path: string, syscall: string): DirectoryNode {
    const { node } = this.#find(path, syscall)
    if (node.kind !== 'directory') throw new Errno('ENOTDIR', syscall, path)
    return node
  }

  /** A place for a new name. */
  #free(path: string, syscall: string): Fresh {
    const place = lookup(this.volume.root, path, { syscall, aim: 'name' })
    if (place.node !== undefined) throw new Errno('EEXIST', syscall, path)
    return { ...place, node: undefined }
  }

  /** Throws where something is, as `open` does with `O_EXCL`; a name with a slash after it is left to `#writable`. */
  #mustBeAbsent(path: string, syscall: string): void {
    const { node, name } = lookup(this.volume.root, path, { syscall, aim: 'name' })
    if (node !== undefined && (name === '' || !path.endsWith('/'))) throw new Errno('EEXIST', syscall, path)
  }

  /** An existing file, or a place for one. */
  #writable(path: string, syscall = 'open'): Place {
    const slash = path.endsWith('/')
    const place = lookup(this.volume.root, path, { syscall, aim: slash ? 'name' : 'target' })
    if (slash || place.node?.kind === 'directory') throw new Errno('EISDIR', syscall, path)
    return place
  }

  #makeParents(path: string, mode: number): string | undefined {
    let first: string | undefined
    const names = path.split('/').filter((name) => name !== '')
    for (let count = 1; count <= names.length; count += 1) {
      const prefix = '/' + names.slice(0, count).join('/')
      const place = lookup(this.volume.root, prefix, { syscall: 'mkdir', aim: 'target' })
      if (place.node?.kind === 'directory') continue
      if (place.node !== undefined)
        throw new Errno(count === names.length ? 'EEXIST' : 'ENOTDIR', 'mkdir', path)
      const made = this.#free(prefix, 'mkdir')
      this.volume.createDirectory(made.parent, made.name, { mode, syscall: 'mkdir', path })
      first ??= prefix
    }
    return first
  }

  /** Depth first; false when something pinned or read-only had to stay. */
  #removeChildren(directory: DirectoryNode): boolean {
    let all = true
    for (const [name, node] of [...directory.entries]) {
      const empty = node.kind !== 'directory' || this.#removeChildren(node)
      if (empty && !node.pinned && !directory.isReadOnly) this.volume.removeEntry(directory, name)
      else all = false
    }
    return all
  }

  /** For descriptors: the node that `open` leads to. */
  locate(path: string, aim: Aim): Place {
    return lookup(this.volume.root, path, { syscall: 'open', aim })
  }
}

/** Whole-file calls on a device: those with content of their own need a descriptor. */
function noBytesOf(node: Inode, path: string): Uint8Array {
  if (node.kind === 'character' && node.device.type === 'null') return new Uint8Array(0)
  throw new Errno('ENXIO', 'open', path)
}

/** Directory listings know three kinds; a device reads as a file there. */
function entryKind(node: Inode): DirEntry['kind'] {
  return node.kind === 'character' ? 'file' : node.kind
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function randomSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
}
