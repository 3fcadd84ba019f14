/** Target of a restore: the workspace in the kernel's file system. */
import type { RestoreTarget } from '../history/restore.ts'
import { join, WORKSPACE_ROOT } from '../contract/path.ts'
import { attempt } from './errno-result.ts'
import type { Vfs } from './vfs/vfs.ts'

export function createRestoreTarget(vfs: Vfs): RestoreTarget {
  const at = (path: string) => join(WORKSPACE_ROOT, path)
  return {
    atOneMoment: (run) => vfs.volume.atOneMoment(run),
    makeDirectory: (path, mode) => {
      vfs.mkdir(at(path), mode, true)
      vfs.chmod(at(path), mode)
    },
    writeFile: (path, data, mode) => {
      const place = at(path)
      const { node } = vfs.locate(place, 'link')
      if (node?.kind === 'file' && node.links.length > 1) vfs.unlink(place)
      vfs.adoptFile(place, data, mode)
      // A new one has it already.
      if (node !== undefined) vfs.chmod(place, mode)
    },
    symlink: (path, target) => vfs.symlink(target, at(path)),
    setMode: (path, mode) => {
      if (hasOtherNames(vfs, at(path))) {
        const data = vfs.readFile(at(path))
        vfs.unlink(at(path))
        vfs.writeFile(at(path), data, mode)
      }
      vfs.chmod(at(path), mode)
    },
    remove: (path) => {
      const found = attempt('Looking at', at(path), () => vfs.lstat(at(path)).kind)
      if (!found.ok) return // a symlink is replaced by removing what is there, if anything is
      if (found.value === 'directory') vfs.removeTree(at(path))
      else vfs.unlink(at(path))
    },
  }
}

/** A file with hard links: writing to it would change what its other names show, which may be right as they are. */
function hasOtherNames(vfs: Vfs, path: string): boolean {
  const found = attempt('Looking at', path, () => vfs.lstat(path))
  return found.ok && found.value.kind === 'file' && found.value.nlink > 1
}
