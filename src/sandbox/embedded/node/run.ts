/** A process from its start message on: command line, environment, entry script. */
import { runEntry } from './boot.ts'
import type { Booted } from './boot.ts'
import { parseCommandLine } from './command-line.ts'
import { version } from './bindings/skeleton.ts'
import type { NodeContext, NodeHost } from './context.ts'
import { endProcess } from './exit.ts'
import { writeError } from './write-error.ts'
import { connectRejections } from './rejections.ts'
import { syscalls } from './context.ts'
import type { ProcessStart } from '../process/protocol.ts'

const INVALID_ARGUMENT = 9

/** Runs the program in a booted worker. Ends by calling `host.exit`. */
export function runNode(booted: Booted, host: NodeHost, start: ProcessStart): void {
  const { context } = booted
  Object.assign(context, { started: { host, start }, cwd: start.cwd })
  const { process } = context
  for (const [key, value] of Object.entries(start.env)) process.env[key] = value
  const line = parseCommandLine(start.argv.slice(1), start.env)
  if (line.kind === 'invalid') {
    writeError(context, `${start.argv[0] ?? 'node'}: ${line.message}\n`)
    endProcess(context, INVALID_ARGUMENT)
  }
  Object.assign(context, { options: line.options })
  Object.assign(process, {
    argv: [start.argv[0] ?? 'node', ...line.rest],
    execArgv: [...line.execArgv],
    pid: start.pid,
    ppid: start.ppid,
  })
  const limit = line.options['--stack-trace-limit']
  if (typeof limit === 'number') Error.stackTraceLimit = limit
  connectRejections(context)
  runEntry(booted, entryOf(context, line.rest))
}

/** Runs a thread: its script comes by message. */
export function runThread(booted: Booted, host: NodeHost, start: ProcessStart): void {
  const { context } = booted
  const { process, thread } = context
  if (!thread) throw new Error('The worker was booted for a process.')
  const { init } = thread
  Object.assign(context, { started: { host, start }, cwd: init.cwd, umask: init.umask })
  for (const [key, value] of Object.entries(init.env)) process.env[key] = value
  const line = parseCommandLine(init.execArgv, init.env)
  // What cannot be understood was refused where the thread was made.
  if (line.kind === 'run') Object.assign(context, { options: line.options })
  Object.assign(process, {
    argv: [start.argv[0] ?? 'node'],
    execArgv: [...init.execArgv],
    pid: start.pid,
    ppid: start.ppid,
    title: init.title,
  })
  connectRejections(context)
  runEntry(booted, 'internal/main/worker_thread')
}

/** As native Node chooses between its entry scripts. */
function entryOf(context: NodeContext, rest: readonly string[]): string {
  const { options } = context
  if (options['--version'] === true) {
    syscalls(context).write(1, new TextEncoder().encode(`${version}\n`), null)
    endProcess(context, 0)
  }
  if (options['--help'] === true) return 'internal/main/print_help'
  if (options['--test'] === true) return 'internal/main/test_runner'
  if (options['[has_eval_string]'] === true && options['--interactive'] !== true)
    return 'internal/main/eval_string'
  if (options['--check'] === true) return 'internal/main/check_syntax'
  if (rest.length > 0 && rest[0] !== '-') return 'internal/main/run_main_module'
  return 'internal/main/eval_stdin'
}
