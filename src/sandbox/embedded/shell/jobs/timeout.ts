/** `timeout`: the command runs in a process of its own, so that it ends on time whatever it does. */
import type { ExecResult } from 'just-bash/browser'
import type { Signal } from '../../../contract/contract.ts'
import { KILL_GRACE_MS } from '../../../contract/limits.ts'
import { Errno } from '../../syscalls.ts'
import { failed } from '../commands/frame/output.ts'
import { command, type CommandContext } from '../just-bash.ts'
import { runProgram } from '../program/program.ts'
import { parseSignal } from '../signals.ts'
import { secondsOf } from '../stream/endless.ts'

interface Request {
  readonly signal: Signal
  /** Undefined: it is not killed after the signal, beyond what the kernel does to any process. */
  readonly killAfterMs: number | undefined
  readonly preservesStatus: boolean
  readonly ms: number
  readonly argv: readonly string[]
}

const TIMED_OUT = 124
const MISUSED = 125
const KILLED = 137

export const timeoutCommand = command('timeout', async (args, context) => {
  const request = parse(args)
  if (typeof request === 'string') {
    const message = request === '' ? '' : `timeout: ${request}\n`
    return failed(`${message}Try 'timeout --help' for more information.\n`, MISUSED)
  }
  return run(request, context)
})

async function run(request: Request, context: CommandContext): Promise<ExecResult> {
  const { host } = context
  const timers: ReturnType<typeof setTimeout>[] = []
  let signalled: Signal | undefined
  const send = (pid: number, signal: Signal): void => {
    signalled = signal
    try {
      host.kernel.syscalls.killGroup(pid, signal)
    } catch (error) {
      // It has ended by itself in the meantime.
      if (!(error instanceof Errno) || error.code !== 'ESRCH') throw error
    }
  }
  const result = await runProgram(host, {
    argv: request.argv,
    cwd: context.cwd,
    env: context.exportedEnv ?? {},
    stdin: context.feed.text,
    live: context.live,
    background: true,
    notFound: (name, reason) => `timeout: failed to run command '${name}': ${reason}\n`,
    onStart: (pid) => {
      if (request.ms === 0) return
      const at = (ms: number, signal: Signal): void => {
        if (Number.isFinite(ms)) timers.push(setTimeout(() => send(pid, signal), ms))
      }
      at(request.ms, request.signal)
      // A program that ignores the signal must not run on forever.
      at(request.ms + (request.killAfterMs ?? KILL_GRACE_MS), 'SIGKILL')
    },
  })
  for (const timer of timers) clearTimeout(timer)
  if (signalled === undefined || request.preservesStatus) return result
  return { ...result, exitCode: signalled === 'SIGKILL' ? KILLED : TIMED_OUT }
}

/** Returns the error message as a text; empty if GNU's prints only the hint. */
function parse(args: readonly string[]): Request | string {
  let signal: Signal = 'SIGTERM'
  let killAfterMs: number | undefined
  let preservesStatus = false
  let at = 0
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-') || arg === '-') break
    if (arg === '--') {
      at += 1
      break
    }
    const [, name = arg, own] = /^(-[sk]|--signal|--kill-after)(?:=|(?=[^-=]))?(.+)?$/.exec(arg) ?? []
    if (name === '-s' || name === '--signal') {
      const text = own ?? args[(at += 1)] ?? ''
      const found = parseSignal(text)
      if (found === undefined) return `'${text}': invalid signal`
      signal = found
    } else if (name === '-k' || name === '--kill-after') {
      const text = own ?? args[(at += 1)] ?? ''
      const seconds = secondsOf(text)
      if (seconds === undefined) return `invalid time interval '${text}'`
      killAfterMs = seconds * 1000
    } else if (arg === '--preserve-status') preservesStatus = true
    else if (arg !== '--foreground' && arg !== '-v' && arg !== '--verbose')
      return `unrecognized option '${arg}'`
  }
  const [duration, ...argv] = args.slice(at)
  if (duration === undefined || argv.length === 0) return ''
  const seconds = secondsOf(duration)
  if (seconds === undefined) return `invalid time interval '${duration}'`
  return { signal, killAfterMs, preservesStatus, ms: seconds * 1000, argv }
}
