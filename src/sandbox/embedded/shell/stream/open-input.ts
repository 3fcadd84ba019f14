/** A file to be read piece by piece, devices without an end included. */
import { resolve } from '../../../path.ts'
import { SHELL_FILE_READ_BYTES } from '../../../limits.ts'
import { O } from '../../syscalls.ts'
import type { CommandContext } from '../just-bash.ts'

export interface FileInput {
  /** Empty at its end; more may come later. */
  read(): Uint8Array
  /** Bytes that it has now. */
  size(): number
  /** Whether that descriptor leads to it: what is read would be written to its own end. */
  isSameAs(fd: number | null): boolean
  close(): void
}

/** Throws `Errno`. From `position` on. */
export function openInput(context: CommandContext, operand: string, position = 0): FileInput {
  const { syscalls } = context.host.kernel
  const fd = syscalls.open(context.host.realPath(resolve(operand, context.cwd)), O.RDONLY)
  let at = position
  return {
    read: () => {
      const part = syscalls.read(fd, SHELL_FILE_READ_BYTES, at)
      at += part.length
      return part
    },
    size: () => syscalls.fstat(fd).size,
    isSameAs: (other) => {
      if (other === null) return false
      const [mine, its] = [syscalls.fstat(fd), syscalls.fstat(other)]
      return mine.kind === 'file' && its.kind === 'file' && mine.ino === its.ino && mine.size > 0
    },
    close: () => syscalls.close(fd),
  }
}
