import { Errno } from '../../syscalls.ts'

/** The words that C libraries use; shell commands look for some of them. */
const TEXTS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EAGAIN: 'resource temporarily unavailable',
  EBADF: 'bad file descriptor',
  EBUSY: 'device or resource busy',
  EEXIST: 'file exists',
  EFBIG: 'file too large',
  EINVAL: 'invalid argument',
  EISDIR: 'is a directory',
  ELOOP: 'too many levels of symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'file name too long',
  ENFILE: 'too many open files in system',
  ENOMEM: 'cannot allocate memory',
  ENOENT: 'no such file or directory',
  ENOEXEC: 'exec format error',
  ENOSPC: 'no space left on device',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  EPERM: 'operation not permitted',
  ESRCH: 'no such process',
  EPIPE: 'broken pipe',
  EROFS: 'read-only file system',
  EXDEV: 'invalid cross-device link',
}

function errnoText(code: string): string {
  return TEXTS[code] ?? code
}

/** `error` in the form that just-bash's commands expect: code, words, call and path. */
export function readableError(error: unknown): unknown {
  if (!(error instanceof Errno)) return error
  const place = error.path === undefined ? '' : ` '${error.path}'`
  const readable = new Error(`${error.code}: ${errnoText(error.code)}, ${error.syscall}${place}`)
  return Object.assign(readable, { code: error.code })
}

/** The sentence a command prints, e.g. `No such file or directory`. */
export function errnoSentence(error: unknown): string {
  if (!(error instanceof Errno)) return error instanceof Error ? error.message : String(error)
  const text = errnoText(error.code)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
