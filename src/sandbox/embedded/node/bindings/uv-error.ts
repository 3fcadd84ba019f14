/** Errors as native Node throws them from system calls: `ENOENT: no such file or directory, open '/x'`. */
import { Errno } from '../../syscalls.ts'
import { uvMessage, uvNumber } from './uv.ts'

export interface Subject {
  readonly syscall: string
  readonly path?: string
  readonly dest?: string
}

export function uvError(code: string, { syscall, path, dest }: Subject): Error {
  const target = path === undefined ? '' : ` '${path}'${dest === undefined ? '' : ` -> '${dest}'`}`
  const error = new Error(`${code}: ${uvMessage(code)}, ${syscall}${target}`)
  Object.assign(error, { errno: uvNumber(code), code, syscall })
  if (path !== undefined) Object.assign(error, { path })
  if (dest !== undefined) Object.assign(error, { dest })
  return error
}

/** The symbolic name of a failed system call; anything else is a fault of ours and passes through as thrown. */
export function codeOf(error: unknown): string {
  if (error instanceof Errno) return error.code
  // From a worker's reply: an `Errno` that lost its class on the way.
  if (error instanceof Error && error.name === 'Errno' && 'code' in error) return String(error.code)
  throw error
}
