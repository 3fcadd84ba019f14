/** Native part of `fs.cpSync`: the checks before, one file, a whole directory. */
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { Errno } from '../../../syscalls.ts'
import type { Stats } from '../../../syscalls.ts'
import { normalize } from '../../../../contract/path.ts'
import { absolute } from './fs-paths.ts'

function statOrUndefined(context: NodeContext, path: string, follow: boolean): Stats | undefined {
  try {
    return follow ? syscalls(context).stat(path) : syscalls(context).lstat(path)
  } catch (error) {
    if (error instanceof Errno && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined
    throw error
  }
}

function refuse(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

function check(
  context: NodeContext,
  paths: { source: string; target: string },
  flags: { follow: boolean; recursive: boolean },
): void {
  const { source, target } = paths
  const from = statOrUndefined(context, source, flags.follow)
  if (!from) throw refuse('ENOENT', `ENOENT: no such file or directory, cp '${source}'`)
  const to = statOrUndefined(context, target, flags.follow)
  if (to && from.ino === to.ino)
    throw refuse(
      'ERR_FS_CP_EINVAL',
      `Invalid src or dest: cp returned EINVAL (src and dest cannot be the same) ${target}`,
    )
  if (to && from.kind === 'directory' && to.kind !== 'directory') {
    throw refuse(
      'ERR_FS_CP_DIR_TO_NON_DIR',
      `Cannot overwrite non-directory ${target} with directory ${source}`,
    )
  }
  if (to && from.kind !== 'directory' && to.kind === 'directory') {
    throw refuse(
      'ERR_FS_CP_NON_DIR_TO_DIR',
      `Cannot overwrite directory ${target} with non-directory ${source}`,
    )
  }
  if (from.kind === 'directory' && `${target}/`.startsWith(`${source}/`)) {
    throw refuse('ERR_FS_CP_EINVAL', `Cannot copy ${source} to a subdirectory of self ${target}`)
  }
  if (from.kind === 'directory' && !flags.recursive) {
    throw refuse(
      'ERR_FS_EISDIR',
      `Recursive option not enabled, cannot copy a directory: cp returned EISDIR (${source})`,
    )
  }
  const parent = target.slice(0, target.lastIndexOf('/')) || '/'
  syscalls(context).mkdir(parent, 0o777, true)
}

export function cpSyncBindings(context: NodeContext): Record<string, unknown> {
  const at = (path: unknown) => absolute(context, path).replace(/(.)\/+$/, '$1')
  return {
    cpSyncCheckPaths: (source: unknown, target: unknown, dereference: boolean, recursive: boolean) => {
      check(context, { source: at(source), target: at(target) }, { follow: dereference, recursive })
    },
    cpSyncOverrideFile: (source: unknown, target: unknown, _mode: number, preserve: boolean) => {
      const sys = syscalls(context)
      sys.unlink(at(target))
      sys.copyFile(at(source), at(target), false)
      if (!preserve) return
      const stats = sys.stat(at(source))
      sys.utimes(at(target), stats.atimeMs, stats.mtimeMs)
    },
    cpSyncCopyDir: (source: unknown, target: unknown, ...flags: boolean[]) => {
      const [force = true, , errorOnExist = false, verbatim = false, preserve = false] = flags
      copyTree(
        context,
        { source: at(source), target: at(target) },
        { force, errorOnExist, verbatim, preserve },
      )
    },
  }
}

function copyTree(
  context: NodeContext,
  paths: { source: string; target: string },
  flags: { force: boolean; errorOnExist: boolean; verbatim: boolean; preserve: boolean },
): void {
  const sys = syscalls(context)
  sys.mkdir(paths.target, 0o777, true)
  for (const entry of sys.readdir(paths.source)) {
    const source = `${paths.source}/${entry.name}`
    const target = `${paths.target}/${entry.name}`
    if (entry.kind === 'directory') {
      copyTree(context, { source, target }, flags)
      continue
    }
    const there = statOrUndefined(context, target, false)
    if (there && !flags.force) {
      if (flags.errorOnExist)
        throw refuse('ERR_FS_CP_EEXIST', `[ERR_FS_CP_EEXIST]: Target already exists: ${target}`)
      continue
    }
    if (entry.kind === 'symlink') {
      if (there) sys.unlink(target)
      const aim = sys.readlink(source)
      sys.symlink(flags.verbatim || aim.startsWith('/') ? aim : normalize(`${paths.source}/${aim}`), target)
      continue
    }
    sys.copyFile(source, target, false)
    if (!flags.preserve) continue
    const stats = sys.stat(source)
    sys.utimes(target, stats.atimeMs, stats.mtimeMs)
  }
}
