/** The calls on paths, which the file system has under the same names. */
import type { Syscalls } from '../../syscalls.ts'
import type { PathSyscalls } from '../../vfs/vfs.ts'

export function pathCalls(vfs: PathSyscalls): Pick<Syscalls, keyof PathSyscalls> {
  return {
    stat: (path) => vfs.stat(path),
    lstat: (path) => vfs.lstat(path),
    readdir: (path) => vfs.readdir(path),
    scandir: (path) => vfs.scandir(path),
    readFile: (path) => vfs.readFile(path),
    viewFile: (path) => vfs.viewFile(path),
    writeFile: (path, data, mode) => vfs.writeFile(path, data, mode),
    appendFile: (path, data, mode) => vfs.appendFile(path, data, mode),
    truncate: (path, length) => vfs.truncate(path, length),
    mkdir: (path, mode, recursive) => vfs.mkdir(path, mode, recursive),
    rmdir: (path) => vfs.rmdir(path),
    unlink: (path) => vfs.unlink(path),
    removeTree: (path) => vfs.removeTree(path),
    rename: (from, to) => vfs.rename(from, to),
    link: (existing, path) => vfs.link(existing, path),
    symlink: (target, path) => vfs.symlink(target, path),
    readlink: (path) => vfs.readlink(path),
    realpath: (path) => vfs.realpath(path),
    chmod: (path, mode) => vfs.chmod(path, mode),
    utimes: (path, atimeMs, mtimeMs, noFollow) => vfs.utimes(path, atimeMs, mtimeMs, noFollow),
    copyFile: (from, to, exclusive) => vfs.copyFile(from, to, exclusive),
    mkdtemp: (prefix) => vfs.mkdtemp(prefix),
    walk: (root) => vfs.walk(root),
  }
}
