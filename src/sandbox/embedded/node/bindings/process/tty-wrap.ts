/** `tty_wrap`: the terminal's descriptors as the handles that `tty.ReadStream` and `tty.WriteStream` drive. */
import { Errno } from '../../../syscalls.ts'
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import type { Binding } from '../binding.ts'
import { streamHandleClass } from '../net/stream-handle.ts'
import { codeOf } from '../uv-error.ts'
import { uvNumber } from '../uv.ts'

interface FailureContext {
  code?: string
  message?: string
  syscall?: string
}

export function ttyWrap(context: NodeContext, binding: Binding): void {
  const isTTY = (fd: number): boolean => {
    try {
      return syscalls(context).isatty(fd)
    } catch (error) {
      if (error instanceof Errno) return false
      throw error
    }
  }

  class TTY extends streamHandleClass(context) {
    constructor(fd: number, failure: FailureContext) {
      super()
      if (isTTY(fd)) this.attach(fd)
      else Object.assign(failure, { code: 'EINVAL', message: 'invalid argument', syscall: 'uv_tty_init' })
    }

    getWindowSize(size: number[]): number {
      return attempt(() => {
        const { columns, rows } = syscalls(context).windowSize(this.fd)
        size[0] = columns
        size[1] = rows
      })
    }

    setRawMode(isRaw: boolean): number {
      return attempt(() => syscalls(context).setRaw(this.fd, isRaw))
    }
  }

  Object.assign(binding, { isTTY, TTY })
}

/** 0, or libuv's number of the failure. */
function attempt(call: () => void): number {
  try {
    call()
    return 0
  } catch (error) {
    return uvNumber(codeOf(error))
  }
}
