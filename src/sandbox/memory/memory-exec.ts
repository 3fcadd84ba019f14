import type {
  ExecRequest,
  ExecResult,
  OnOutput,
  OutputChunk,
  OutputTail,
  ProcessInfo,
  ProcessTarget,
  Signal,
} from '../contract/contract.ts'
import { concatenate } from '../contract/bytes.ts'
import { fail, ok, type Result } from '../contract/errors.ts'
import { ExecRecording, TIMED_OUT_EXIT_CODE, timeoutOf } from '../contract/exec-recording.ts'
import { OutputTails } from '../contract/output-tail.ts'
import { HOME, resolve, WORKSPACE_ROOT } from '../contract/path.ts'
import { isTarget } from '../contract/process-target.ts'
import { signalExitCode } from '../contract/signals.ts'
import { BUILTIN_COMMANDS, type Command } from './command.ts'
import { parseCommandLine, type SimpleCommand } from './command-line.ts'
import type { MemoryTree } from '../tree/memory-tree.ts'

type Ending =
  | { readonly type: 'exit'; readonly code: number }
  | { readonly type: 'signal'; readonly signal: Signal }
  | { readonly type: 'timeout' }

interface Running {
  readonly info: ProcessInfo
  end(ending: Ending): void
}

interface Shell {
  readonly env: Record<string, string>
  readonly stdin: Uint8Array
  readonly signal: AbortSignal
  readonly write: (stream: OutputChunk['stream'], data: string | Uint8Array) => void
  cwd: string
  exited: boolean
}

export interface ExecOptions {
  readonly files: MemoryTree
  /** By name; they come before the builtins. */
  readonly commands: Readonly<Record<string, Command>>
  readonly now: () => number
  readonly onProcessesChanged: (running: number) => void
}

/** Runs command lines. A killed command settles at once; its code is abandoned, as nothing can stop a function. */
export class MemoryExec {
  readonly #options: ExecOptions
  readonly #running = new Map<string, Running>()
  readonly #tails = new OutputTails()
  #nextPid = 1

  constructor(options: ExecOptions) {
    this.#options = options
  }

  async exec(request: ExecRequest, onOutput?: OnOutput): Promise<Result<ExecResult>> {
    if (request.shell !== undefined)
      return fail('unsupported', 'The in-memory sandbox has no shells that stay.')
    if (this.#running.has(request.id))
      return fail('exists', `An operation with the id ${request.id} is running.`)
    const cwd = resolve(request.cwd ?? WORKSPACE_ROOT)
    const directory = this.#options.files.list(cwd)
    if (!directory.ok) return directory
    const recording = new ExecRecording(onOutput)
    const abort = new AbortController()
    this.#tails.forget(request.id)
    const shell: Shell = {
      env: { HOME, PWD: cwd, ...request.env },
      stdin: request.stdin ?? new Uint8Array(0),
      signal: abort.signal,
      write: (stream, text) => {
        const data = typeof text === 'string' ? new TextEncoder().encode(text) : text.slice()
        if (abort.signal.aborted || data.length === 0) return
        this.#tails.push(request.id, data)
        void recording.take({ stream, data })
      },
      cwd,
      exited: false,
    }
    const ending = await this.#run(request, shell)
    abort.abort()
    return ok({
      ...recording.end(),
      ...resultOf(ending),
      cwd: shell.cwd,
    })
  }

  kill(id: string, signal: Signal): Result<void> {
    const running = this.#running.get(id)
    if (running === undefined) {
      return fail('not_found', `Nothing with the id ${id} is running.`, { hint: 'It has ended already.' })
    }
    running.end({ type: 'signal', signal })
    return ok(undefined)
  }

  signal(target: ProcessTarget, signal: Signal): Result<void> {
    const found = [...this.#running.values()].find(({ info }) => isTarget(info, target))
    if (found === undefined) return fail('not_found', 'There is no such process.')
    return this.kill(found.info.execId, signal)
  }

  outputTail(id: string): Result<OutputTail> {
    return this.#tails.get(id)
  }

  killAll(): void {
    for (const id of [...this.#running.keys()]) this.kill(id, 'SIGKILL')
  }

  processes(): readonly ProcessInfo[] {
    return [...this.#running.values()].map(({ info }) => info)
  }

  async #run(request: ExecRequest, shell: Shell): Promise<Ending> {
    const pid = this.#nextPid++
    const ending = await new Promise<Ending>((end) => {
      const timer = setTimeout(() => end({ type: 'timeout' }), timeoutOf(request))
      const info: ProcessInfo = {
        pid,
        parent: 0,
        group: pid,
        command: request.command,
        state: 'running',
        startedAt: this.#options.now(),
        execId: request.id,
        background: false,
        detached: false,
      }
      this.#running.set(request.id, { info, end })
      this.#options.onProcessesChanged(this.#running.size)
      void this.#runLine(request.command, shell)
        .catch((cause: unknown) => {
          shell.write('stderr', `${cause instanceof Error ? cause.message : String(cause)}\n`)
          return 1
        })
        .then((code) => end({ type: 'exit', code }))
        .finally(() => clearTimeout(timer))
    })
    this.#running.delete(request.id)
    this.#options.onProcessesChanged(this.#running.size)
    return ending
  }

  async #runLine(line: string, shell: Shell): Promise<number> {
    const commands = parseCommandLine(line, shell.env)
    if (commands === undefined) {
      shell.write('stderr', 'the in-memory shell does not know this syntax\n')
      return 2
    }
    let code = 0
    for (const command of commands) {
      if (shell.exited || shell.signal.aborted) break
      if (command.after === 'success' && code !== 0) continue
      if (command.after === 'failure' && code === 0) continue
      code = await this.#runCommand(command, shell)
    }
    return code
  }

  async #runCommand({ words, redirect }: SimpleCommand, shell: Shell): Promise<number> {
    const [name = '', ...args] = words
    const { files, commands } = this.#options
    if (name === 'exit') {
      shell.exited = true
      return Number(args[0] ?? 0) & 0xff
    }
    if (name === 'cd') return changeDirectory(args[0] ?? HOME, shell, files)
    const own = Object.hasOwn(commands, name) ? commands[name] : undefined
    const command = own ?? (Object.hasOwn(BUILTIN_COMMANDS, name) ? BUILTIN_COMMANDS[name] : undefined)
    if (command === undefined) {
      shell.write('stderr', `${name}: command not found\n`)
      return 127
    }
    const toFile: Uint8Array[] = []
    const stdout = (data: string | Uint8Array): void => {
      if (redirect === undefined || redirect.to === 'stderr') shell.write(redirect?.to ?? 'stdout', data)
      else toFile.push(typeof data === 'string' ? new TextEncoder().encode(data) : data)
    }
    const stderr = (data: string | Uint8Array): void => shell.write('stderr', data)
    const { env, stdin, signal, cwd } = shell
    const code = await command({ args, cwd, env, stdin, files, signal, stdout, stderr })
    if (redirect === undefined || redirect.to === 'stderr') return code
    const path = resolve(redirect.path, cwd)
    const before = redirect.to === 'append' ? files.readFile(path) : undefined
    const parts = [...(before?.ok ? [before.value] : []), ...toFile]
    const written = files.writeFile({ path, data: concatenate(parts) })
    if (!written.ok) stderr(`${redirect.path}: ${written.error.message}\n`)
    return written.ok ? code : 1
  }
}

function changeDirectory(to: string, shell: Shell, files: MemoryTree): number {
  const path = resolve(to, shell.cwd)
  const listed = files.list(path)
  if (!listed.ok) {
    shell.write('stderr', `cd: ${to}: No such file or directory\n`)
    return 1
  }
  shell.cwd = path
  shell.env.PWD = path
  return 0
}

function resultOf(ending: Ending): Pick<ExecResult, 'exitCode' | 'timedOut' | 'signal'> {
  switch (ending.type) {
    case 'exit':
      return { exitCode: ending.code, timedOut: false }
    case 'signal':
      return { exitCode: signalExitCode(ending.signal), timedOut: false, signal: ending.signal }
    case 'timeout':
      return { exitCode: TIMED_OUT_EXIT_CODE, timedOut: true }
    default:
      return ending satisfies never
  }
}
