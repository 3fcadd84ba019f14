/** POSIX failures of the file system as the contract's. */
import { fail, ok } from '../contract/errors.ts'
import type { Result, SandboxErrorKind } from '../contract/errors.ts'
import { relativeTo } from '../contract/path.ts'
import { Errno } from './syscalls.ts'

const KINDS: Readonly<Record<string, readonly [kind: SandboxErrorKind, what: string]>> = {
  ENOENT: ['not_found', 'there is no such file or directory'],
  EEXIST: ['exists', 'something is there already'],
  ENOTDIR: ['not_directory', 'a part of the path is not a directory'],
  EISDIR: ['is_directory', 'it is a directory'],
  ENOTEMPTY: ['not_empty', 'the directory is not empty'],
  EACCES: ['not_permitted', 'it is not permitted'],
  EPERM: ['not_permitted', 'it is not permitted'],
  EBUSY: ['not_permitted', 'it is a fixed part of the sandbox'],
  EXDEV: ['not_permitted', 'it would leave its file system'],
  EROFS: ['not_permitted', 'it is read-only'],
  EIO: ['corrupt', 'its content is not stored in this browser'],
  EINVAL: ['invalid', 'that is not possible with it'],
  ELOOP: ['invalid', 'its symbolic links lead in a circle'],
  ENAMETOOLONG: ['invalid', 'the path or a name in it is too long'],
  EFBIG: ['too_large', 'the file would be too large'],
  ENOSPC: ['limit', 'the sandbox is full'],
  EDQUOT: ['limit', 'the sandbox is full'],
  EMFILE: ['limit', 'too many files are open'],
  EAGAIN: ['limit', 'there are too many forks of the sandbox'],
  ENFILE: ['limit', 'too many connections are open in the sandbox'],
}

const HINTS: Partial<Record<SandboxErrorKind, string>> = {
  limit: 'Remove files that are no longer needed.',
  not_empty: 'Remove it with everything in it.',
}

/** The outcome of `action`; a POSIX failure becomes `"<what>" failed: <why>`. Other errors are bugs and pass. */
export function attempt<T>(what: string, path: string, action: () => T): Result<T> {
  try {
    return ok(action())
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    const [kind, why] = KINDS[error.code] ?? ['internal', error.code]
    const hint = HINTS[kind]
    return fail(kind, `${what} "${relativeTo(path)}" failed: ${why}.`, { path, ...(hint ? { hint } : {}) })
  }
}
