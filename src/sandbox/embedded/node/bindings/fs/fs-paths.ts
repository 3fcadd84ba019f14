/** Paths and whole writes as the file bindings share them. */
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { Errno } from '../../../syscalls.ts'
import { decode } from '../text-codec.ts'

export function toPath(value: unknown): string {
  return value instanceof Uint8Array ? decode(value, 'utf8') : String(value)
}

/** The kernel takes absolute paths only. */
export function absolute(context: NodeContext, value: unknown): string {
  const path = toPath(value)
  return path.startsWith('/') ? path : `${context.cwd === '/' ? '' : context.cwd}/${path}`
}

/** 0 for a file, 1 for a directory, negative for neither. */
export function moduleStat(context: NodeContext, path: unknown): number {
  try {
    return syscalls(context).stat(absolute(context, path)).kind === 'directory' ? 1 : 0
  } catch (error) {
    if (error instanceof Errno) return -2
    throw error
  }
}

/** Writes everything; a kernel may take less at once. */
export function writeAll(
  context: NodeContext,
  fd: number,
  place: { data: Uint8Array; position: number | null },
): number {
  const { data, position } = place
  let done = 0
  while (done < data.length) {
    const count = syscalls(context).write(fd, data.subarray(done), position === null ? null : position + done)
    done += count
  }
  return data.length
}
