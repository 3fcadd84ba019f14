/** A path without links, where parts of it may be missing. */
import { dirname, resolve } from '../../../../contract/path.ts'
import { Errno, type Syscalls } from '../../../syscalls.ts'

/** Parts of the path that must exist: all, all but the last name, or none. */
export type Existing = 'all' | 'parent' | 'none'

/** `path` is absolute. Throws `Errno`. */
export function realPath(files: Syscalls, path: string, existing: Existing): string {
  try {
    return files.realpath(path)
  } catch (error) {
    if (!(error instanceof Errno) || existing === 'all' || path === '/') throw error
    if (error.code !== 'ENOENT' && (existing !== 'none' || error.code !== 'ENOTDIR')) throw error
  }
  const target = linkTarget(files, path)
  if (target !== undefined) return realPath(files, resolve(target, dirname(path)), existing)
  const parent = existing === 'none' ? realPath(files, dirname(path), 'none') : files.realpath(dirname(path))
  return resolve(path.slice(path.lastIndexOf('/') + 1), parent)
}

/** Target of a dangling link. */
function linkTarget(files: Syscalls, path: string): string | undefined {
  try {
    return files.readlink(path)
  } catch (error) {
    if (error instanceof Errno) return undefined
    throw error
  }
}

/** The way from the folder `base` to `path`, both absolute and without links. */
export function relativePath(path: string, base: string): string {
  const to = path.split('/').filter((part) => part !== '')
  const from = base.split('/').filter((part) => part !== '')
  let common = 0
  while (common < Math.min(to.length, from.length) && to[common] === from[common]) common += 1
  const parts = [...from.slice(common).map(() => '..'), ...to.slice(common)]
  return parts.length === 0 ? '.' : parts.join('/')
}
