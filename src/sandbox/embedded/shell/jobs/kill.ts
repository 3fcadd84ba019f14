/** The builtin `kill`: signals for processes, jobs and groups. */
import { Errno } from '../../syscalls.ts'
import { errnoSentence } from '../files/errno-text.ts'
import type { ShellKernel } from '../kernel.ts'
import { SIGNALS } from '../../../contract/signals.ts'
import { parseSignal, signalNameOf, signalNumber } from '../signals.ts'
import type { BuiltinResult } from './job.ts'

interface KillHost {
  readonly kernel: ShellKernel
  /** The job that `%1` and the like mean. */
  job(spec: string): { readonly pid: number } | undefined
  /** Writes what is kept. */
  flush(): void
}

const USAGE = 'kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n'

export function kill(args: readonly string[], host: KillHost): BuiltinResult {
  const [first = '', ...rest] = args
  if (first === '-l' || first === '-L') return list(rest)
  const isNamed = first === '-s' || first === '-n'
  const isSignal = !isNamed && first.startsWith('-') && first !== '--'
  const text = isNamed ? (rest.shift() ?? '') : isSignal ? first.slice(1) : 'TERM'
  const targets = (isNamed || isSignal || first === '--' ? rest : args).filter((arg) => arg !== '--')
  const signal = parseSignal(text)
  if (signal === undefined && text !== '0')
    return { stdout: '', stderr: `bash: kill: ${text}: invalid signal specification\n`, exitCode: 1 }
  if (targets.length === 0) return { stdout: '', stderr: USAGE, exitCode: 2 }
  // Flush first: the shell may kill itself.
  host.flush()
  const stderr = targets.map((target) => send(host, target, signal)).join('')
  // One that was hit is enough, as for bash.
  const hit = targets.length > stderr.split('\n').length - 1
  return { stdout: '', stderr, exitCode: hit ? 0 : 1 }
}

/** The error message, or ''. */
function send(host: KillHost, target: string, signal: ReturnType<typeof parseSignal>): string {
  const { syscalls } = host.kernel
  const group = /^-(\d+)$/.exec(target)?.[1]
  const pid = target.startsWith('%') ? host.job(target)?.pid : Number(group ?? target)
  if (pid === undefined) return `bash: kill: ${target}: no such job\n`
  if (!Number.isSafeInteger(pid)) return `bash: kill: ${target}: arguments must be process or job IDs\n`
  try {
    if (signal === undefined) probe(host.kernel, pid)
    else if (group !== undefined || target.startsWith('%')) syscalls.killGroup(pid, signal)
    else syscalls.kill(pid, signal)
    return ''
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    return `bash: kill: (${target.startsWith('%') ? pid : target}) - ${errnoSentence(error)}\n`
  }
}

/** Signal 0: nothing but the question whether it is there. */
function probe({ syscalls }: ShellKernel, pid: number): void {
  if (!syscalls.processes().some((entry) => entry.pid === pid)) throw new Errno('ESRCH', 'kill')
}

function list(operands: readonly string[]): BuiltinResult {
  if (operands.length === 0) {
    const names = SIGNALS.map((name) => `${String(signalNumber(name)).padStart(2)}) ${name}`)
    return { stdout: `${names.join('\n')}\n`, stderr: '', exitCode: 0 }
  }
  const found = operands.map((operand) => signalNameOf(operand))
  const stdout = found.map((name) => (name === undefined ? '' : `${name}\n`)).join('')
  const unknown = operands.filter((_, at) => found[at] === undefined)
  const stderr = unknown.map((name) => `bash: kill: ${name}: invalid signal specification\n`).join('')
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 }
}
