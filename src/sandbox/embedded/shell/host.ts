/** The process that the interpreter runs in: its descriptors, its children, its end. */
import { SHELL_PAUSE_AFTER_MS, SHELL_READ_BYTES } from '../../limits.ts'
import type { Signal } from '../../contract.ts'
import { Errno, type ExitStatus } from '../syscalls.ts'
import { encodeOutput, toByteString } from './byte-string.ts'
import type { FileRun, ShellHost } from './just-bash.ts'
import type { ProgramHost, ShellKernel } from './kernel.ts'
import { OutputQueue } from './output-queue.ts'
import { runFile } from './run-file.ts'

interface HostOptions {
  readonly kernel: ShellKernel
  /** Resolves when messages that were waiting have been handled. */
  readonly pause: () => Promise<void>
  /** Path for programs of what the script calls `path`. */
  readonly realPath: (path: string) => string
}

const NEWLINE = 10
/** Commands that only write a little: their output may wait for the next one's. */
const QUICK_WRITERS = new Set(['echo', 'printf'])
/** As the kernel's default action for SIGPIPE would show: 128 + 13. */
const BROKEN_PIPE: ExitStatus = { code: 141, signal: null }

export class ProcessHost implements ShellHost, ProgramHost {
  readonly kernel: ShellKernel
  readonly realPath: (path: string) => string
  /** Resolves when the shell must end before its script does. */
  readonly stopped: Promise<ExitStatus>
  readonly #pause: () => Promise<void>
  readonly #output = new OutputQueue((fd, bytes) => this.#writeBytes(fd, bytes))
  readonly #children = new Map<number, Promise<ExitStatus>>()
  #stop: (status: ExitStatus) => void = () => undefined
  #isStopped = false
  #ahead: Uint8Array = new Uint8Array(0)
  #lastPause = performance.now()

  constructor(options: HostOptions) {
    this.kernel = options.kernel
    this.realPath = options.realPath
    this.#pause = options.pause
    this.stopped = new Promise((resolve) => {
      this.#stop = resolve
    })
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  write(fd: number, text: string, isBytes: boolean): void {
    this.#output.add(fd, encodeOutput(text, isBytes))
  }

  flush(): void {
    this.#output.flush()
  }

  beforeCommand(name: string): void {
    if (!QUICK_WRITERS.has(name)) this.flush()
  }

  #writeBytes(fd: number, bytes: Uint8Array): void {
    let rest = bytes
    while (rest.length > 0 && !this.#isStopped) {
      try {
        rest = rest.subarray(this.kernel.syscalls.write(fd, rest, null))
      } catch (error) {
        if (!(error instanceof Errno) || error.code !== 'EPIPE') throw error
        this.#end(BROKEN_PIPE)
      }
    }
  }

  readLine(fd: number): string {
    this.flush()
    let searched = 0
    for (;;) {
      const end = this.#ahead.indexOf(NEWLINE, searched)
      if (end >= 0) return this.#take(end + 1)
      searched = this.#ahead.length
      if (!this.#readMore(fd)) return this.#take(this.#ahead.length)
    }
  }

  readAll(fd: number): string {
    this.flush()
    const parts = [this.#ahead]
    this.#ahead = new Uint8Array(0)
    for (;;) {
      const part = this.kernel.syscalls.read(fd, SHELL_READ_BYTES, null)
      if (part.length === 0) return parts.map(toByteString).join('')
      parts.push(part)
    }
  }

  tick(): Promise<void> | undefined {
    if (this.#isStopped) return forever()
    if (performance.now() - this.#lastPause < SHELL_PAUSE_AFTER_MS) return undefined
    return this.#pauseNow()
  }

  runFile(run: FileRun): ReturnType<ShellHost['runFile']> {
    this.flush()
    return runFile(this, run)
  }

  async wait(pid: number): Promise<ExitStatus> {
    const ended = this.kernel.calls.wait(pid)
    this.#children.set(pid, ended)
    const status = await ended
    this.#children.delete(pid)
    return this.#isStopped ? forever() : status
  }

  /** The children get the signal too; the shell ends with it when they have ended. */
  async interrupt(signal: Signal): Promise<void> {
    if (this.#isStopped) return
    this.flush()
    this.#isStopped = true
    const children = [...this.#children]
    for (const [pid] of children) this.#kill(pid, signal)
    await Promise.allSettled(children.map(([, ended]) => ended))
    this.#stop({ code: null, signal })
  }

  #kill(pid: number, signal: Signal): void {
    try {
      this.kernel.syscalls.kill(pid, signal)
    } catch (error) {
      // It ended by itself in the meantime.
      if (!(error instanceof Errno) || error.code !== 'ESRCH') throw error
    }
  }

  #end(status: ExitStatus): void {
    this.#isStopped = true
    this.#stop(status)
  }

  async #pauseNow(): Promise<void> {
    this.flush()
    await this.#pause()
    this.#lastPause = performance.now()
    if (this.#isStopped) await forever()
  }

  #readMore(fd: number): boolean {
    const part = this.kernel.syscalls.read(fd, SHELL_READ_BYTES, null)
    if (part.length === 0) return false
    const joined = new Uint8Array(this.#ahead.length + part.length)
    joined.set(this.#ahead)
    joined.set(part, this.#ahead.length)
    this.#ahead = joined
    return true
  }

  #take(length: number): string {
    const taken = toByteString(this.#ahead.subarray(0, length))
    this.#ahead = this.#ahead.subarray(length)
    return taken
  }
}

/** The script goes no further: its process is about to end. */
function forever(): Promise<never> {
  return new Promise(() => undefined)
}
