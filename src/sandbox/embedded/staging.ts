/** Folders in which imports are unpacked: outside the workspace, so that one takes its place by a rename. */
import type { Vfs } from './vfs/vfs.ts'

export const STAGING_PREFIX = '/.import-'

/** In a fork: the import that was under way when it began is not its own. */
export function removeStaging(vfs: Vfs): void {
  for (const { name } of vfs.readdir('/')) {
    if (`/${name}`.startsWith(STAGING_PREFIX)) vfs.removeTree(`/${name}`)
  }
}
