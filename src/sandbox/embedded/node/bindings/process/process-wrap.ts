/** `process_wrap`: children through the kernel's `spawn`. */
import { asyncSyscalls, syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import type { Signal } from '../../../../contract/contract.ts'
import { signalOfNumber } from '../../../../contract/signals.ts'
import type { ExitStatus } from '../../../syscalls.ts'
import type { Binding } from '../binding.ts'
import { HandleWrap } from '../handle-wrap.ts'
import { warnOfNativeProgram } from './native-program.ts'
import type { StreamHandle } from '../net/stream-handle.ts'
import { spawnRequest, stdioSpec } from './stdio-spec.ts'
import type { NodeSpawnOptions } from './stdio-spec.ts'
import { codeOf } from '../uv-error.ts'
import { uvNumber } from '../uv.ts'

/** SIGABRT */
const GRACELESS = new Set([6])

function signalByNumber(number: number): Signal | undefined {
  return GRACELESS.has(number) ? 'SIGKILL' : signalOfNumber(number)
}

export function processWrap(context: NodeContext, binding: Binding): void {
  const { loop } = context
  class Process extends HandleWrap {
    pid: number | undefined
    onexit: ((code: number, signal: string) => void) | undefined
    #running = false

    constructor() {
      super(loop)
    }

    spawn(options: NodeSpawnOptions): number {
      const stdio = options.stdio.map(stdioSpec)
      const here = { cwd: context.cwd, env: { ...context.process.env } }
      try {
        const { pid, fds } = syscalls(context).spawn(spawnRequest(options, here, stdio))
        this.pid = pid
        for (const [index, entry] of options.stdio.entries()) {
          const fd = fds[index] ?? -1
          // Pipes carry the handle that the library has made for them.
          if (fd >= 0 && entry.handle) (entry.handle as StreamHandle).attach(fd)
        }
      } catch (error) {
        const code = codeOf(error)
        if (code === 'ENOEXEC') warnOfNativeProgram(context, options)
        return uvNumber(code)
      }
      this.#running = true
      this.isBusy = true
      this.#watch(this.pid)
      return 0
    }

    kill(number: number): number {
      if (!this.#running || this.pid === undefined) return uvNumber('ESRCH')
      if (number === 0) return 0
      const signal = signalByNumber(number)
      if (!signal) return uvNumber('ENOSYS')
      try {
        syscalls(context).kill(this.pid, signal)
        return 0
      } catch (error) {
        return uvNumber(codeOf(error))
      }
    }

    close(callback?: () => void): void {
      this.isBusy = false
      if (callback) loop.complete(callback)
    }

    #watch(pid: number): void {
      const ended = ({ code, signal }: ExitStatus) => {
        this.#running = false
        loop.complete(() => {
          this.onexit?.(code ?? 0, signal ?? '')
        })
        this.isBusy = false
      }
      asyncSyscalls(context)
        .wait(pid)
        .then(ended, () => {
          // It is no child of ours any more: somebody has waited for it synchronously.
          ended({ code: 0, signal: null })
        })
    }
  }
  Object.assign(binding, { Process })
}
