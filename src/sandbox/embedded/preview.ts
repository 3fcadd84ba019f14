/** The files of the sandbox as the preview reads them. */
import type { SiteFiles } from '../page/site-answer.ts'
import { Errno } from './syscalls.ts'
import { FileNode } from './vfs/inode.ts'
import { whenFetched } from './vfs/stored-content.ts'
import type { Vfs } from './vfs/vfs.ts'

/** `withheldPath` as the kernel's: of a copy and of a link it tells the file with secrets. */
export function siteFiles(
  vfs: Vfs,
  withheldPath: (node: FileNode) => string | undefined = () => undefined,
): SiteFiles {
  return {
    isWithheld(path) {
      const node = orUndefined(() => vfs.locate(path, 'target').node)
      return node instanceof FileNode && withheldPath(node) !== undefined
    },
    async kindOf(path) {
      const kind = orUndefined(() => vfs.stat(path).kind)
      return kind === 'file' || kind === 'directory' ? kind : undefined
    },
    async read(path) {
      return whenFetched(() => orUndefined(() => vfs.readFile(path).slice()))
    },
    async list(path) {
      return orUndefined(() => vfs.readdir(path)) ?? []
    },
  }
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Errno) return undefined
    throw error
  }
}
