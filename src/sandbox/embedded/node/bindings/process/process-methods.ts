/** `process_methods`: time, directory, memory, signals and the end of the process. */
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { signalOfNumber } from '../../../../contract/signals.ts'
import { Errno } from '../../../syscalls.ts'
import type { ProcessEntry } from '../../../syscalls.ts'
import { endBySignal, endProcess } from '../../exit.ts'
import { writeError } from '../../errors/write-error.ts'
import { adviceForPath } from '../../../npm/unavailable-packages.ts'
import type { Binding } from '../binding.ts'
import { UnavailableError } from '../binding.ts'
import { absolute } from '../fs/fs-paths.ts'
import { parseEnv } from '../parse-env.ts'
import { codeOf, uvError } from '../uv-error.ts'
import { heapMemory } from '../heap-memory.ts'
import { uvNumber } from '../uv.ts'

const ABORTED = 134
const LAST_SIGNAL = 64
const now = performance.now.bind(performance)
const startedAt = now()

function kill(context: NodeContext, pid: number, number: number): number {
  const sys = syscalls(context)
  const signal = signalOfNumber(number)
  try {
    if (number === 0) {
      const isMeant = ({ pid: own, group }: ProcessEntry) => (pid < 0 ? group === -pid : own === pid)
      return sys.processes().some(isMeant) ? 0 : uvNumber('ESRCH')
    }
    if (!signal) return uvNumber(number > 0 && number <= LAST_SIGNAL ? 'ENOSYS' : 'EINVAL')
    // Below zero it is a group, as for kill(2).
    if (pid < 0) sys.killGroup(-pid, signal)
    else sys.kill(pid, signal)
    return 0
  } catch (error) {
    return uvNumber(codeOf(error))
  }
}

/** A worker runs one program: the other runs in a process of its own, on the same streams, and its end is this one's. */
function replaceBy(
  context: NodeContext,
  file: string,
  argv: readonly string[],
  env: readonly string[],
): never {
  const sys = syscalls(context)
  const pairs = env.map(
    (pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const,
  )
  const stdio = [0, 1, 2].map((fd) => ({ type: 'inherit', fd }) as const)
  try {
    const { pid } = sys.spawn({
      argv: [absolute(context, file), ...argv.slice(1)],
      cwd: context.cwd,
      env: Object.fromEntries(pairs),
      stdio,
    })
    const { code, signal } = sys.wait(pid)
    if (signal !== null) endBySignal(context, signal)
    endProcess(context, code ?? 0)
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    throw uvError(error.code, { syscall: 'execve', path: file })
  }
}

function chdir(context: NodeContext, target: string): void {
  try {
    const path = syscalls(context).realpath(absolute(context, target))
    if (syscalls(context).stat(path).kind !== 'directory') throw new Errno('ENOTDIR', 'chdir')
    context.cwd = path
  } catch (error) {
    throw uvError(codeOf(error), { syscall: 'chdir', path: context.cwd, dest: target })
  }
}

export function processMethods(context: NodeContext, binding: Binding): void {
  const hrtimeBuffer = new Uint32Array(3)
  const bigTime = new BigUint64Array(1)
  const cpu = (values: Float64Array) => {
    // The worker's own processor time is not to be had: time since its start is the upper bound.
    values[0] = Math.round((now() - startedAt) * 1000)
    values[1] = 0
  }
  Object.assign(binding, {
    // Ends what no debugger has begun.
    _debugEnd: () => undefined,
    hrtimeBuffer,
    hrtime: () => {
      const time = now()
      const seconds = Math.floor(time / 1000)
      hrtimeBuffer[0] = Math.floor(seconds / 0x100000000)
      hrtimeBuffer[1] = seconds >>> 0
      hrtimeBuffer[2] = Math.round((time - seconds * 1000) * 1e6)
    },
    hrtimeBigInt: () => {
      bigTime[0] = BigInt(Math.round(now() * 1e6))
      hrtimeBuffer.set(new Uint32Array(bigTime.buffer))
    },
    uptime: () => (now() - startedAt) / 1000,
    cwd: () => context.cwd,
    chdir: (target: string) => {
      chdir(context, target)
    },
    umask: (mask?: number) => {
      const before = context.umask
      if (mask !== undefined) context.umask = mask & 0o777
      return before
    },
    memoryUsage: (values: Float64Array) => {
      const { used, total } = heapMemory()
      values.set([total, total, used, 0, 0])
    },
    rss: () => heapMemory().total,
    constrainedMemory: () => 0,
    availableMemory: () => 0,
    cpuUsage: cpu,
    threadCpuUsage: cpu,
    resourceUsage: (values: Float64Array) => {
      values.fill(0)
      cpu(values)
    },
    _getActiveRequests: () => context.active.requests,
    _getActiveHandles: () => [],
    getActiveResourcesInfo: () => context.active.names,
    _kill: (pid: number, signal: number) => kill(context, pid, signal),
    _rawDebug: (text: string) => {
      writeError(context, `${text}\n`)
    },
    reallyExit: (code?: number) => {
      endProcess(context, code ?? 0)
    },
    abort: () => {
      endProcess(context, ABORTED)
    },
    execve: (file: string, argv: readonly string[], env: readonly string[]) =>
      replaceBy(context, file, argv, env),
    dlopen: (_module: unknown, path: string) => {
      throw Object.assign(
        new UnavailableError(
          `The native addon ${path}`,
          adviceForPath(path) ?? 'Use a build of the package in JavaScript or WebAssembly.',
        ),
        {
          code: 'ERR_DLOPEN_FAILED',
        },
      )
    },
    loadEnvFile: (path = '.env') => {
      try {
        const text = new TextDecoder().decode(syscalls(context).readFile(absolute(context, path)))
        const env = context.process.env
        for (const [key, value] of Object.entries(parseEnv(text))) env[key] ??= value
      } catch (error) {
        throw uvError(codeOf(error), { syscall: 'open', path })
      }
    },
    patchProcessObject: () => undefined,
    setEmitWarningSync: (callback: (message: string) => void) => {
      context.callbacks.emitWarningSync = callback
    },
  })
}
