/** One request of a command: its head, and its body piece by piece. Signals and deadlines get in everywhere. */
import type { EgressHead } from '../../../../contract/egress.ts'
import { SHELL_READ_BYTES } from '../../../../contract/limits.ts'
import { Errno, type WebRequest } from '../../../syscalls.ts'
import type { CommandContext } from '../../just-bash.ts'

/** The command is over before its answer is: a deadline passed, or it got a signal. */
export class WebStopped extends Error {
  readonly by: 'timeout' | 'signal'

  constructor(by: 'timeout' | 'signal') {
    super(by)
    this.by = by
  }
}

export type WebResponse = Extract<EgressHead, { type: 'response' }>

export class WebCall {
  readonly #context: CommandContext
  readonly #fd: number
  /** `performance.now()` at which it is over; undefined: never. */
  readonly #deadline: number | undefined

  /** Sends the request. Throws `Errno` when no more descriptors can be had. */
  constructor(
    context: CommandContext,
    request: WebRequest,
    options: { body?: Uint8Array | undefined; deadline?: number | undefined } = {},
  ) {
    const { syscalls } = context.host.kernel
    this.#context = context
    this.#deadline = options.deadline
    this.#fd =
      options.body === undefined ? syscalls.request(request) : syscalls.request(request, options.body)
  }

  head(): Promise<EgressHead> {
    return this.#during(this.#context.host.kernel.calls.response(this.#fd))
  }

  /** Empty at the end. Throws `Errno` where the answer breaks off. */
  read(): Promise<Uint8Array> {
    return this.#during(this.#context.host.kernel.calls.read(this.#fd, SHELL_READ_BYTES, null))
  }

  /** Calls off what is still to come. */
  close(): void {
    try {
      this.#context.host.kernel.syscalls.close(this.#fd)
    } catch (error) {
      // The process may be ending, and its descriptors with it.
      if (!(error instanceof Errno)) throw error
    }
  }

  async #during<T>(work: Promise<T>): Promise<T> {
    const { host } = this.#context
    host.beforeCommand('')
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<'timeout'>((resolve) => {
      if (this.#deadline !== undefined)
        timer = setTimeout(() => resolve('timeout'), Math.max(0, this.#deadline - performance.now()))
    })
    const interrupted = host.interruption.then(() => 'signal' as const)
    const done = work.then((value) => ({ value }))
    try {
      const first = await Promise.race([done, late, interrupted])
      if (typeof first === 'object') return first.value
      // Ignores a late result.
      done.catch(() => undefined)
      throw new WebStopped(first)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Why a body broke off, in words; undefined when it is no such failure. */
export function breakOf(error: unknown): 'timeout' | 'too_large' | 'interrupted' | undefined {
  if (!(error instanceof Errno)) return undefined
  if (error.code === 'ETIMEDOUT') return 'timeout'
  if (error.code === 'EFBIG') return 'too_large'
  return error.code === 'ECONNRESET' || error.code === 'ECANCELED' ? 'interrupted' : undefined
}

/** A command line as a person would type it again. */
export function commandLine(name: string, args: readonly string[]): string {
  const quoted = args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`))
  return [name, ...quoted].join(' ')
}
