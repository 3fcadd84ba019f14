/** A file to be read piece by piece, devices without an end included. */
import { resolve } from '../../../contract/path.ts'
import { SHELL_FILE_READ_BYTES } from '../../../contract/limits.ts'
import { O, type Stats } from '../../syscalls.ts'
import type { CommandContext } from '../just-bash.ts'

export interface FileInput {
  /** It comes in one piece. */
  readonly isWhole: boolean
  /** Empty at its end; more may come later where it was opened with `openDescriptor`. */
  read(): Uint8Array
  /** Bytes that it has now. */
  size(): number
  /** Whether that descriptor leads to it: what is read would be written to its own end. */
  isSameAs(fd: number | null): boolean
  close(): void
}

/** Throws `Errno`. For one reading from the start to the end: a small file is read at once. */
export function openInput(context: CommandContext, operand: string): FileInput {
  const { syscalls } = context.host.kernel
  const path = context.host.realPath(resolve(operand, context.cwd))
  const stats = syscalls.stat(path)
  if (stats.kind !== 'file' || stats.size > SHELL_FILE_READ_BYTES) return openDescriptor(context, operand)
  let isRead = false
  return {
    isWhole: true,
    read: () => {
      if (isRead) return new Uint8Array(0)
      isRead = true
      return syscalls.viewFile(path)
    },
    size: () => stats.size,
    isSameAs: (fd) => leadsTo(context, fd, stats),
    close: () => undefined,
  }
}

/** Throws `Errno`. From `position` on, as it is at each reading. */
export function openDescriptor(context: CommandContext, operand: string, position = 0): FileInput {
  const { syscalls } = context.host.kernel
  const fd = syscalls.open(context.host.realPath(resolve(operand, context.cwd)), O.RDONLY)
  let at = position
  return {
    isWhole: false,
    read: () => {
      const part = syscalls.read(fd, SHELL_FILE_READ_BYTES, at)
      at += part.length
      return part
    },
    size: () => syscalls.fstat(fd).size,
    isSameAs: (other) => other !== null && leadsTo(context, other, syscalls.fstat(fd)),
    close: () => syscalls.close(fd),
  }
}

/** The files that a command's descriptors lead to: their numbers, or null for what is no file. */
const filesOf = new WeakMap<CommandContext, Map<number, number | null>>()

function leadsTo(context: CommandContext, fd: number | null, file: Stats): boolean {
  if (fd === null || file.kind !== 'file' || file.size === 0) return false
  const known = filesOf.get(context) ?? new Map<number, number | null>()
  filesOf.set(context, known)
  let other = known.get(fd)
  if (other === undefined) {
    const stats = context.host.kernel.syscalls.fstat(fd)
    other = stats.kind === 'file' ? stats.ino : null
    known.set(fd, other)
  }
  return other === file.ino
}
