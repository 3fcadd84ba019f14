/** A process from its start message on: command line, environment, entry script. */
import { runEntry } from './boot.ts'
import type { Booted } from './boot.ts'
import { parseCommandLine } from '../command-line.ts'
import type { CommandLine } from '../command-line.ts'
import { readEnvFiles } from './env-files.ts'
import { version } from '../bindings/skeleton.ts'
import type { NodeContext, NodeHost } from '../context.ts'
import { endProcess } from '../exit.ts'
import { writeError } from '../errors/write-error.ts'
import { connectRejections } from '../errors/rejections.ts'
import { runPackageScript } from './run-script.ts'
import { syscalls } from '../context.ts'
import { unservedOptions } from './unserved-options.ts'
import type { ProcessStart } from '../../process/protocol.ts'

const INVALID_ARGUMENT = 9

/** Runs the program in a booted worker. Ends by calling `host.exit`. */
export function runNode(booted: Booted, host: NodeHost, start: ProcessStart): void {
  const { context } = booted
  Object.assign(context, { started: { host, start }, cwd: start.cwd })
  const { process } = context
  for (const [key, value] of Object.entries(start.env)) process.env[key] = value
  const line = readCommandLine(context, start)
  sayUnserved(context, start, line)
  Object.assign(context, { options: line.options })
  Object.assign(process, {
    argv: [start.argv[0] ?? 'node', ...line.rest],
    execArgv: [...line.execArgv],
    pid: start.pid,
    ppid: start.ppid,
  })
  const title = line.options['--title']
  if (typeof title === 'string' && title !== '') process.title = title
  const limit = line.options['--stack-trace-limit']
  if (typeof limit === 'number') Error.stackTraceLimit = limit
  connectRejections(context)
  const script = line.options['--run']
  if (typeof script === 'string' && script !== '') runPackageScript(context, script, line.rest)
  runEntry(booted, entryOf(context, line.rest))
}

type Line = Extract<CommandLine, { readonly kind: 'run' }>

/** With the environment of `--env-file`, which may hold options, too. Ends the process where any of it is wrong. */
function readCommandLine(context: NodeContext, start: ProcessStart): Line {
  const parse = (environment: Readonly<Record<string, string>>): Line => {
    const line = parseCommandLine(start.argv.slice(1), environment)
    return line.kind === 'run' ? line : refuse(context, start, line.message)
  }
  const line = parse(start.env)
  const files = readEnvFiles(context, line.execArgv)
  if (!files.ok) return refuse(context, start, `${files.missing}: not found`)
  for (const [key, value] of Object.entries(files.values))
    if (!Object.hasOwn(start.env, key)) context.process.env[key] = value
  const { NODE_OPTIONS } = files.values
  return NODE_OPTIONS === undefined ? line : parse({ NODE_OPTIONS, ...start.env })
}

function sayUnserved(context: NodeContext, start: ProcessStart, { options }: Line): void {
  const { refused, ignored } = unservedOptions(options)
  if (refused !== undefined) refuse(context, start, refused)
  for (const text of ignored) writeError(context, `${start.argv[0] ?? 'node'}: ${text}\n`)
}

function refuse(context: NodeContext, { argv }: ProcessStart, why: string): never {
  writeError(context, `${argv[0] ?? 'node'}: ${why}\n`)
  endProcess(context, INVALID_ARGUMENT)
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
  // Malformed options were rejected at the creation of the thread.
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
  if (options['--watch'] === true) return 'internal/main/watch_mode'
  if (rest.length > 0 && rest[0] !== '-') return 'internal/main/run_main_module'
  const isPrompt = options['--interactive'] === true || syscalls(context).isatty(0)
  return isPrompt ? 'internal/main/repl' : 'internal/main/eval_stdin'
}
