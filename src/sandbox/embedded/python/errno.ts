/** Errors as the interpreter's C library numbers them: WASI's numbers, which are not Linux's. */
import { Errno } from '../syscalls.ts'

const NUMBERS: Readonly<Record<string, number>> = {
  E2BIG: 1,
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  ECANCELED: 11,
  ECHILD: 12,
  ECONNREFUSED: 14,
  ECONNRESET: 15,
  EDQUOT: 19,
  EEXIST: 20,
  EFBIG: 22,
  EINTR: 27,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENODEV: 43,
  ENOENT: 44,
  ENOEXEC: 45,
  ENOMEM: 48,
  ENOSPC: 51,
  ENOSYS: 52,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENOTTY: 59,
  EPERM: 63,
  EPIPE: 64,
  ERANGE: 68,
  ESPIPE: 70,
  ESRCH: 71,
  ETIMEDOUT: 73,
  EXDEV: 75,
}

/** For a code that the C library does not have: the file system's "something went wrong". */
const OTHER = 29

export function errnoNumber(code: string): number {
  return NUMBERS[code] ?? OTHER
}

/** The number for what was thrown. Anything but an `Errno` is a bug, and passes. */
export function numberOfError(error: unknown): number {
  if (error instanceof Errno) return errnoNumber(error.code)
  throw error
}
