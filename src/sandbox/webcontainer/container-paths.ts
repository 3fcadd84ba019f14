/** Paths of the contract and where they are in the container. */
import { fail } from '../contract/errors.ts'
import type { Result, SandboxErrorKind } from '../contract/errors.ts'
import { HOME, isWithin, resolve, WORKSPACE_ROOT } from '../contract/path.ts'
import type { HelperError } from './helper-messages.ts'

/** Absolute path of the workspace in the container: beside the helper's own folder. */
export function workspaceIn(workdir: string): string {
  return `${workdir}/workspace`
}

/** Location of a contract path in the container. Commands see that path, so it is accepted, too. */
export function toContainer(path: string, workspace: string): string {
  const absolute = resolve(path)
  return isWithin(absolute, WORKSPACE_ROOT) ? workspace + absolute.slice(WORKSPACE_ROOT.length) : absolute
}

export function fromContainer(path: string, workspace: string): string {
  return isWithin(path, workspace) ? WORKSPACE_ROOT + path.slice(workspace.length) : path
}

/** A failure if the path is invalid; undefined otherwise. */
export function invalidPath(path: string, doing: string): Result<never> | undefined {
  if (path !== '' && !path.includes('\0')) return undefined
  return fail('invalid', `Cannot ${doing} ${JSON.stringify(path)}: it is empty or has a NUL in it.`)
}

/** Whether the sandbox needs the path, so that it may not be moved or removed. */
export function isPinned(path: string, workspace: string): boolean {
  return [workspace, WORKSPACE_ROOT, HOME, '/tmp'].some((pinned) => isWithin(pinned, path))
}

const KINDS: Readonly<Record<string, SandboxErrorKind>> = {
  ENOENT: 'not_found',
  EEXIST: 'exists',
  ENOTDIR: 'not_directory',
  EISDIR: 'is_directory',
  ENOTEMPTY: 'not_empty',
  EACCES: 'not_permitted',
  EPERM: 'not_permitted',
  EROFS: 'not_permitted',
  EINVAL: 'invalid',
  ELOOP: 'invalid',
  ENAMETOOLONG: 'invalid',
  EFBIG: 'too_large',
  ENOSPC: 'quota',
  EGONE: 'disposed',
}

/** An error of the container's system as the contract tells it. */
export function failureOf(error: HelperError, doing: string, path: string): Result<never> {
  const absolute = resolve(path)
  return fail(KINDS[error.code] ?? 'internal', `Cannot ${doing} ${absolute}: ${error.message}.`, {
    path: absolute,
  })
}
