import type { RestoreTarget } from '../history/restore.ts'
import { WORKSPACE_ROOT } from '../contract/path.ts'
import type { Result } from '../contract/errors.ts'
import type { MemoryTree } from './memory-tree.ts'

/** Target of a restore: the workspace of `tree`. */
export function restoreInto(tree: MemoryTree): RestoreTarget {
  const at = (path: string): string => `${WORKSPACE_ROOT}/${path}`
  return {
    makeDirectory(path, mode) {
      expectOk(tree.makeDirectory(at(path)))
      expectOk(tree.setMode(at(path), mode))
    },
    writeFile(path, data, mode) {
      expectOk(tree.writeFile({ path: at(path), data, mode }))
      expectOk(tree.setMode(at(path), mode))
    },
    symlink: (path, target) => expectOk(tree.symlink(target, at(path))),
    setMode: (path, mode) => expectOk(tree.setMode(at(path), mode)),
    remove(path) {
      if (tree.stat(at(path), true).ok) expectOk(tree.remove(at(path), true))
    },
  }
}

/** The plan was made from this very tree a moment ago: that a step of it fails is a bug. */
function expectOk(result: Result<void>): void {
  if (!result.ok) throw new Error(result.error.message)
}
