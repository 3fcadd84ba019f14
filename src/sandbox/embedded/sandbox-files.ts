/** The file half of the contract, on the kernel's file system. */
import type { DirectoryEntry, FileOperations, FileStat, WriteRequest } from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { dirname, join, resolve } from '../contract/path.ts'
import { attempt } from './errno-result.ts'
import { Errno } from './syscalls.ts'
import type { Stats } from './syscalls.ts'
import { FileNode } from './vfs/inode.ts'
import { NotFetched, whenFetched } from './vfs/stored-content.ts'
import type { Vfs } from './vfs/vfs.ts'

const FILE_MODE = 0o644
const DIRECTORY_MODE = 0o755

/** `withheldPath` tells the withheld file that a node is or was written from. */
export function createFileOperations(
  vfs: Vfs,
  withheldPath: (node: FileNode) => string | undefined,
): FileOperations {
  const on = <T>(what: string, path: string, action: (absolute: string) => T): Promise<Result<T>> =>
    Promise.resolve(attemptPath(what, path, action))
  return {
    stat: (path, options) =>
      on('Looking at', path, (at) => {
        const stats = fileStat(options?.noFollow ? vfs.lstat(at) : vfs.stat(at), at)
        const { node } = vfs.locate(at, options?.noFollow ? 'link' : 'target')
        const withheld = node instanceof FileNode ? withheldPath(node) : undefined
        return { ...stats, ...(withheld === undefined ? {} : { withheld }) }
      }),
    readFile: (path) => whenFetched(() => read(vfs, path)),
    readFiles: async (paths) =>
      ok(await Promise.all(paths.map((path) => whenFetched(() => read(vfs, path))))),
    writeFile: (request) => on('Writing', request.path, (at) => write(vfs, at, request)),
    writeFiles: (requests) => Promise.resolve(writeAll(vfs, requests)),
    list: (path) => on('Listing', path, (at) => list(vfs, at)),
    makeDirectory: (path) =>
      on('Making the directory', path, (at) => void vfs.mkdir(at, DIRECTORY_MODE, true)),
    remove: (path, options) => on('Removing', path, (at) => remove(vfs, at, options?.recursive ?? false)),
    rename: (from, to) =>
      on('Renaming', from, (at) => {
        const target = resolve(to)
        makeParents(vfs, target)
        vfs.rename(at, target)
      }),
    symlink: (target, path) =>
      on('Linking', path, (at) => {
        makeParents(vfs, at)
        vfs.symlink(target, at)
      }),
    readLink: (path) => on('Reading the link', path, (at) => vfs.readlink(at)),
    setMode: (path, mode) => on('Changing the mode of', path, (at) => vfs.chmod(at, mode & 0o777)),
  }
}

function attemptPath<T>(what: string, path: string, action: (absolute: string) => T): Result<T> {
  if (path === '' || path.includes('\0'))
    return fail('invalid', `${what} a file failed: the path is empty or has a NUL in it.`)
  const absolute = resolve(path)
  return attempt(what, absolute, () => action(absolute))
}

function read(vfs: Vfs, path: string): Result<Uint8Array> {
  // A copy: what the file system gives is a view of its own.
  return attemptPath('Reading', path, (at) => vfs.readFile(at).slice())
}

function fileStat(stats: Stats, path: string): FileStat {
  const { kind, size, mode, mtimeMs } = stats
  // Devices live outside of what the contract describes.
  if (kind !== 'file' && kind !== 'directory' && kind !== 'symlink') throw new Errno('EINVAL', 'stat', path)
  return { kind, size: kind === 'directory' ? 0 : size, mode, mtimeMs }
}

function list(vfs: Vfs, path: string): DirectoryEntry[] {
  return vfs.readdir(path).flatMap(({ name, kind }) => {
    const { size, mode } = vfs.lstat(join(path, name))
    return [{ name, kind, size: kind === 'directory' ? 0 : size, mode }]
  })
}

function write(vfs: Vfs, path: string, { data, mode }: WriteRequest): void {
  makeParents(vfs, path)
  vfs.writeFile(path, data, mode ?? FILE_MODE)
}

/** The first directory made, if any. A file in the way is `ENOTDIR`, as it is for whatever would lie below it. */
function makeParents(vfs: Vfs, path: string): string | undefined {
  try {
    return vfs.mkdir(dirname(path), DIRECTORY_MODE, true)
  } catch (error) {
    const isTaken = error instanceof Errno && error.code === 'EEXIST'
    throw isTaken ? new Errno('ENOTDIR', error.syscall, path) : error
  }
}

function remove(vfs: Vfs, path: string, recursive: boolean): void {
  if (vfs.lstat(path).kind !== 'directory') return vfs.unlink(path)
  // `removeTree` would empty a fixed directory before it finds that the directory itself has to stay.
  if (vfs.locate(path, 'name').node?.pinned) throw new Errno('EBUSY', 'rm', path)
  if (recursive) return vfs.removeTree(path)
  vfs.rmdir(path)
}

/** Previous state of a path, so that a failed batch can be undone. */
type Before =
  | { readonly path: string; readonly data: Uint8Array }
  | { readonly path: string; readonly data: undefined; readonly firstMade: string | undefined }

function writeAll(vfs: Vfs, requests: readonly WriteRequest[]): Result<void> {
  const done: Before[] = []
  for (const request of requests) {
    const written = attemptPath('Writing', request.path, (path) => {
      const before = existing(vfs, path)
      const firstMade = makeParents(vfs, path)
      done.push(before ? { path, data: before } : { path, data: undefined, firstMade })
      vfs.writeFile(path, request.data, request.mode ?? FILE_MODE)
    })
    if (written.ok) continue
    for (const before of done.reverse()) takeBack(vfs, before)
    return written
  }
  return ok(undefined)
}

function existing(vfs: Vfs, path: string): Uint8Array | undefined {
  try {
    const found = attempt('Reading', path, () => vfs.readFile(path))
    return found.ok ? found.value : undefined
  } catch (error) {
    if (error instanceof NotFetched) return undefined // its file is read-only: the write fails
    throw error
  }
}

function takeBack(vfs: Vfs, before: Before): void {
  if (before.data) return vfs.writeFile(before.path, before.data)
  attempt('Removing', before.path, () => vfs.unlink(before.path)) // the write that failed has made nothing
  if (before.firstMade !== undefined) vfs.removeTree(before.firstMade)
}
