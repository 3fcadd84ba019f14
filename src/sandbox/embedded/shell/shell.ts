/** One shell process: from its arguments to its end. */
import { Errno, type ExitStatus } from '../syscalls.ts'
import type { ProcessStart } from '../process/protocol.ts'
import { decodeText } from './byte-string.ts'
import { SHELL_HELP, SHELL_VERSION } from './commands/process/bash.ts'
import { ownCommands } from './commands/own-commands.ts'
import { ensureCommandFiles } from './files/command-files.ts'
import { errnoSentence } from './files/errno-text.ts'
import { FileMask } from './files/file-mask.ts'
import { SyscallFileSystem } from './files/fs-adapter.ts'
import { ProcessHost } from './host.ts'
import { INTERPRETER_LIMITS } from './interpreter-limits.ts'
import { parseInvocation } from './invocation.ts'
import { unpackImage } from './jobs/image.ts'
import {
  createInterpreter,
  FROM_ARGUMENT,
  type Interpreter,
  type ScriptSource,
  type ShellImage,
  type ShellState,
} from './just-bash.ts'
import type { ShellKernel } from './kernel.ts'
import { positional } from './program/run-script.ts'
import { ShellSession } from './session.ts'

export interface ShellEnd {
  readonly status: ExitStatus
  /** The directory at the end, for the next command of the same person. */
  readonly cwd: string
}

export interface Shell {
  readonly host: ProcessHost
  /** Called once. */
  run(): Promise<ShellEnd>
  /** Instead of `run`: a shell that stays. */
  openSession(): ShellSession
}

interface Script {
  readonly text: string
  readonly name: string
  readonly args: readonly string[]
  readonly source?: ScriptSource
}

/** Stands in for what a forked shell goes on with. */
const FORKED: Script = { text: ':', name: 'bash', args: [] }
const STREAMS = { stdin: 0, stdout: 1, stderr: 2 }
/** Variables of a script that starts with an empty environment. */
const DEFAULT_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin' }

export function createShell(options: {
  readonly start: ProcessStart
  readonly kernel: ShellKernel
  readonly pause: () => Promise<void>
}): Shell {
  const { start, pause } = options
  const mask = new FileMask()
  const kernel: ShellKernel = { ...options.kernel, syscalls: mask.over(options.kernel.syscalls) }
  const fs = new SyscallFileSystem(kernel.syscalls, start.pid)
  const host = new ProcessHost({ kernel, pid: start.pid, pause, mask, realPath: (path) => fs.realPath(path) })
  fs.writeOwn = (fd, bytes) => host.writeSoon(fd, bytes)
  return {
    host,
    run: async () => {
      placeCommandFiles(kernel.syscalls)
      try {
        return await runShell({ start, fs, host })
      } finally {
        host.flush()
        fs.close()
      }
    },
    openSession: () => {
      placeCommandFiles(kernel.syscalls)
      return new ShellSession({ start, host, interpreter: interpreterOf({ start, fs, host }) })
    },
  }
}

/** A process that only looks can make none; commands are found by their names all the same. */
function placeCommandFiles(files: ShellKernel['syscalls']): void {
  try {
    ensureCommandFiles(files)
  } catch (error) {
    if (!(error instanceof Errno) || error.code !== 'EROFS') throw error
  }
}

function interpreterOf({
  start,
  fs,
  host,
}: {
  start: ProcessStart
  fs: SyscallFileSystem
  host: ProcessHost
}): Interpreter {
  return createInterpreter({
    fs,
    host,
    cwd: start.cwd,
    env: { ...DEFAULT_ENV, ...start.env, PWD: start.cwd, OLDPWD: start.env['OLDPWD'] ?? start.cwd },
    executionLimits: INTERPRETER_LIMITS,
    // The process is a worker on an origin of its own: that is the wall, and it does not slow the script down.
    defenseInDepth: false,
    customCommands: [...ownCommands()],
    processInfo: { pid: start.pid, ppid: start.ppid },
  })
}

async function runShell(shell: {
  start: ProcessStart
  fs: SyscallFileSystem
  host: ProcessHost
}): Promise<ShellEnd> {
  const { start, host } = shell
  const script = start.image === undefined ? await readScript(start, host) : FORKED
  if (typeof script === 'number') return { status: { code: script, signal: null }, cwd: start.cwd }
  return execute(interpreterOf(shell), script, shell)
}

async function execute(
  interpreter: Interpreter,
  script: Script,
  shell: { start: ProcessStart; host: ProcessHost },
): Promise<ShellEnd> {
  let state: ShellState = { cwd: shell.start.cwd }
  const ended = interpreter
    .exec(script.text, {
      env: { ...functionsIn(shell.start.env), ...positional(script.name, script.args), PWD: shell.start.cwd },
      cwd: shell.start.cwd,
      rawScript: true,
      source: script.source,
      live: STREAMS,
      onState: (current) => {
        state = current
      },
      image: shell.start.image === undefined ? undefined : readImage(shell.start.image, shell.start.pid),
    })
    .then(async (result): Promise<ExitStatus> => {
      shell.host.write(STREAMS.stdout, result.stdout, false)
      shell.host.write(STREAMS.stderr, result.stderr, false)
      await shell.host.flushed()
      return { code: result.exitCode & 255, signal: null }
    })
  const status = await Promise.race([ended, shell.host.stopped])
  return { status, cwd: state.cwd }
}

/** Functions exported by the parent shell. */
function functionsIn(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('BASH_FUNC_')))
}

function readImage(bytes: Uint8Array, pid: number): ShellImage {
  // Packed by `startJob` of another shell, which is this same program.
  const { state, script } = unpackImage(bytes) as ShellImage
  return { state: { ...state, bashPid: pid }, script }
}

/** The script to run, or the exit code when there is none. */
async function readScript(start: ProcessStart, host: ProcessHost): Promise<Script | number> {
  const invocation = parseInvocation(start.argv)
  const [name = 'sh'] = start.argv
  switch (invocation.type) {
    case 'error':
      host.write(STREAMS.stderr, `${invocation.message}\n`, false)
      return 2
    case 'help':
      host.write(STREAMS.stdout, SHELL_HELP, false)
      return 0
    case 'version':
      host.write(STREAMS.stdout, SHELL_VERSION, false)
      return 0
    case 'command':
      return {
        text: invocation.setup + invocation.script,
        name: invocation.name,
        args: invocation.args,
        source: FROM_ARGUMENT,
      }
    case 'stdin': {
      const text = decodeText(await host.readAll(STREAMS.stdin))
      return { text: invocation.setup + text, name, args: invocation.args }
    }
    case 'file':
      return readScriptFile(start, host, invocation)
    default:
      return invocation satisfies never
  }
}

function readScriptFile(
  start: ProcessStart,
  host: ProcessHost,
  file: { path: string; args: readonly string[]; setup: string },
): Script | number {
  const path = file.path.startsWith('/') ? file.path : `${start.cwd}/${file.path}`
  try {
    const bytes = host.kernel.syscalls.readFile(path)
    return {
      text: file.setup + new TextDecoder().decode(bytes),
      name: file.path,
      args: file.args,
      source: { file: file.path },
    }
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    host.write(STREAMS.stderr, `${start.argv[0] ?? 'sh'}: ${file.path}: ${errnoSentence(error)}\n`, false)
    return error.code === 'ENOENT' ? 127 : 126
  }
}
