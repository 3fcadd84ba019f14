import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { codeOf, uvError } from '../uv-error.ts'

/** The native half of `fs.promises`' FileHandle: a descriptor that closes once. */
export interface NativeFileHandle {
  readonly fd: number
  close(): Promise<void>
  releaseFD(): number
  getAsyncId(): number
}

const classes = new WeakMap<NodeContext, new (fd: number) => NativeFileHandle>()

/** One class a process, so that `instanceof` holds. */
export function createFileHandleClass(context: NodeContext): new (fd: number) => NativeFileHandle {
  const known = classes.get(context)
  if (known) return known
  class FileHandle implements NativeFileHandle {
    #fd: number
    onread: unknown

    constructor(fd: number) {
      this.#fd = fd
    }

    get fd(): number {
      return this.#fd
    }

    getAsyncId(): number {
      return 0
    }

    close(): Promise<void> {
      const fd = this.releaseFD()
      return new Promise((resolve, reject) => {
        try {
          syscalls(context).close(fd)
          context.loop.complete(resolve)
        } catch (error) {
          reject(uvError(codeOf(error), { syscall: 'close' }))
        }
      })
    }

    releaseFD(): number {
      const fd = this.#fd
      this.#fd = -1
      return fd
    }
  }
  classes.set(context, FileHandle)
  return FileHandle
}
