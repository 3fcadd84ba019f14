/** The jobs of one shell, and the builtins about them: `jobs`, `wait`, `kill`, `fg`, `bg`, `disown`. */
import { JOBS_MAX } from '../../../contract/limits.ts'
import { Errno, type ExitStatus } from '../../syscalls.ts'
import type { ShellKernel } from '../kernel.ts'
import { exitCodeOf } from '../signals.ts'
import { kill } from './kill.ts'
import type { BuiltinResult, Job } from './job.ts'
import { jobLine, type ListOptions } from './job-line.ts'

/** The builtins' interface to the process. */
export interface JobHost {
  readonly kernel: ShellKernel
  readonly interruption: Promise<void>
  readonly waitingSignal: number | undefined
  /** Writes what is kept. */
  flush(): void
}

const BUILTINS: ReadonlySet<string> = new Set(['jobs', 'wait', 'kill', 'fg', 'bg', 'disown'])
const NOT_A_CHILD = 127

export class JobTable {
  readonly #host: JobHost
  readonly #jobs = new Map<number, Job>()
  /** How jobs ended that are no longer listed: a script may still ask. */
  readonly #past = new Map<number, ExitStatus>()

  /** Somebody types the commands. */
  isInteractive = false

  constructor(host: JobHost) {
    this.#host = host
  }

  isBuiltin(name: string): boolean {
    return BUILTINS.has(name)
  }

  add(pid: number, text: string): Job {
    const ids = [...this.#jobs.values()].map(({ id }) => id)
    const ended = this.#host.kernel.calls.wait(pid)
    const job: Job = { id: Math.max(0, ...ids) + 1, pid, text, ended, status: undefined }
    this.#jobs.set(pid, job)
    void ended.then((status) => {
      job.status = status
    })
    return job
  }

  async run(name: string, args: readonly string[]): Promise<BuiltinResult> {
    switch (name) {
      case 'jobs':
        return this.#list(args)
      case 'wait':
        return this.#wait(args)
      case 'kill':
        return kill(args, {
          kernel: this.#host.kernel,
          job: (spec) => this.#find(spec),
          flush: () => this.#host.flush(),
        })
      case 'disown':
        return this.#disown(args)
      default:
        return failed(name, 'no job control')
    }
  }

  #list(args: readonly string[]): BuiltinResult {
    const flags = args.filter((arg) => arg.startsWith('-')).join('')
    const options: ListOptions = { withPid: flags.includes('l'), onlyPid: flags.includes('p') }
    const wrong = /[^-lprs]/.exec(flags)
    if (wrong) return failed('jobs', `-${wrong[0]}: invalid option`, 2)
    const specs = args.filter((arg) => !arg.startsWith('-'))
    // A script is not told of jobs that have ended, only somebody at a prompt is.
    if (!this.isInteractive)
      for (const job of this.#jobs.values()) if (job.status !== undefined) this.#forget(job)
    const wanted = specs.length === 0 ? [...this.#jobs.values()] : specs.map((spec) => this.#find(spec))
    let stdout = ''
    let stderr = ''
    for (const [at, job] of wanted.entries()) {
      if (job === undefined) {
        stderr += `bash: jobs: ${specs[at] ?? ''}: no such job\n`
        continue
      }
      const isListed =
        !(flags.includes('r') && job.status !== undefined) &&
        !(flags.includes('s') && job.status === undefined)
      if (isListed) stdout += jobLine(job, this.#mark(job), options)
    }
    // A job shown as ended is not shown again.
    for (const job of wanted) if (job?.status !== undefined) this.#forget(job)
    return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 }
  }

  /** `+` for the newest, `-` for the one before. */
  #mark(job: Job): string {
    const order = [...this.#jobs.values()]
    return job === order.at(-1) ? '+' : job === order.at(-2) ? '-' : ' '
  }

  async #wait(args: readonly string[]): Promise<BuiltinResult> {
    const operands = args.filter((arg) => !arg.startsWith('-'))
    const flags = args.filter((arg) => arg.startsWith('-') && arg !== '--').join('')
    const wrong = /[^-nf]/.exec(flags)
    if (wrong) return failed('wait', `-${wrong[0]}: invalid option`, 2)
    if (flags.includes('n')) return this.#waitForNext(operands)
    if (operands.length === 0) return this.#waitForAll()
    let result = succeeded()
    for (const operand of operands) {
      const job = this.#find(operand)
      const past = this.#past.get(Number(operand))
      if (job !== undefined) result = await this.#waitFor(job)
      else if (past !== undefined) result = ended(past)
      else result = noChild(operand)
      if (this.#host.waitingSignal !== undefined) return result
    }
    return result
  }

  async #waitForAll(): Promise<BuiltinResult> {
    for (const job of [...this.#jobs.values()]) {
      const { exitCode } = await this.#waitFor(job)
      if (this.#host.waitingSignal !== undefined) return { ...succeeded(), exitCode }
    }
    // As for bash: how they ended is not asked any more.
    this.#past.clear()
    return succeeded()
  }

  async #waitForNext(operands: readonly string[]): Promise<BuiltinResult> {
    const found = operands.map((operand) => this.#find(operand))
    const jobs = operands.length === 0 ? [...this.#jobs.values()] : found.filter((job) => job !== undefined)
    if (jobs.length === 0) return { ...succeeded(), exitCode: NOT_A_CHILD }
    const first = await Promise.race([
      this.#host.interruption,
      ...jobs.map(async (job) => {
        await job.ended
        return job
      }),
    ])
    if (first === undefined) return this.#interrupted()
    const status = await first.ended
    this.#forget(first, status)
    return ended(status)
  }

  async #waitFor(job: Job): Promise<BuiltinResult> {
    const status = await Promise.race([job.ended, this.#host.interruption])
    if (status === undefined) return this.#interrupted()
    this.#forget(job, status)
    return ended(status)
  }

  #interrupted(): BuiltinResult {
    return { ...succeeded(), exitCode: 128 + (this.#host.waitingSignal ?? 0) }
  }

  #disown(args: readonly string[]): BuiltinResult {
    const { syscalls } = this.#host.kernel
    const specs = args.filter((arg) => !arg.startsWith('-'))
    const isAll = args.some((arg) => /^-\w*[ar]/.test(arg))
    const newest = [...this.#jobs.values()].at(-1)
    const jobs = isAll
      ? [...this.#jobs.values()]
      : specs.length === 0
        ? [newest]
        : specs.map((spec) => this.#find(spec))
    let stderr = ''
    for (const [at, job] of jobs.entries()) {
      if (job === undefined) {
        stderr += `bash: disown: ${specs[at] ?? 'current'}: no such job\n`
        continue
      }
      try {
        syscalls.detach(job.pid)
      } catch (error) {
        // It has ended already: nothing is left that could be ended with this shell.
        if (!(error instanceof Errno) || error.code !== 'ESRCH') throw error
      }
      this.#jobs.delete(job.pid)
    }
    return { stdout: '', stderr, exitCode: stderr === '' ? 0 : 1 }
  }

  #forget(job: Job, status = job.status): void {
    this.#jobs.delete(job.pid)
    if (status !== undefined) this.#past.set(job.pid, status)
    const [oldest] = this.#past.keys()
    if (oldest !== undefined && this.#past.size > JOBS_MAX) this.#past.delete(oldest)
  }

  /** `%1`, `%%`, `%+`, `%-`, `%name`, `%?text`, or a process id. */
  #find(spec: string): Job | undefined {
    const jobs = [...this.#jobs.values()]
    if (/^\d+$/.test(spec)) return this.#jobs.get(Number(spec))
    if (!spec.startsWith('%')) return undefined
    const name = spec.slice(1)
    if (name === '' || name === '%' || name === '+') return jobs.at(-1)
    if (name === '-') return jobs.at(-2)
    if (/^\d+$/.test(name)) return jobs.find(({ id }) => id === Number(name))
    if (name.startsWith('?')) return jobs.find(({ text }) => text.includes(name.slice(1)))
    return jobs.find(({ text }) => text.startsWith(name))
  }
}

function succeeded(): BuiltinResult {
  return { stdout: '', stderr: '', exitCode: 0 }
}

function ended(status: ExitStatus): BuiltinResult {
  return { ...succeeded(), exitCode: exitCodeOf(status) }
}

function failed(name: string, message: string, exitCode = 1): BuiltinResult {
  return { stdout: '', stderr: `bash: ${name}: ${message}\n`, exitCode }
}

function noChild(operand: string): BuiltinResult {
  if (operand.startsWith('%')) return failed('wait', `${operand}: no such job`, NOT_A_CHILD)
  if (!/^\d+$/.test(operand)) return failed('wait', `\`${operand}': not a pid or valid job spec`)
  return failed('wait', `pid ${operand} is not a child of this shell`, NOT_A_CHILD)
}
