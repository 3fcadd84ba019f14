/** Commands in the container: run by the helper, watched from here. */
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
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { ExecRecording, TIMED_OUT_EXIT_CODE, timeoutOf } from '../contract/exec-recording.ts'
import { OutputTails } from '../contract/output-tail.ts'
import { HOME, resolve, WORKSPACE_ROOT } from '../contract/path.ts'
import { isTarget } from '../contract/process-target.ts'
import { isSignal, signalExitCode } from '../contract/signals.ts'
import { failureOf, fromContainer, invalidPath, toContainer } from './container-paths.ts'
import type { CommandMessage, HelperClient } from './helper-client.ts'

const NOT_STARTED = 127

interface Ending {
  readonly exitCode: number
  readonly signal: Signal | undefined
}

interface Running {
  readonly key: number
  readonly info: ProcessInfo
  readonly take: (chunk: OutputChunk) => void
  readonly end: (ending: Ending) => void
  /** The last one that it was sent. */
  signal: Signal | undefined
}

export interface CommandOptions {
  readonly helper: () => HelperClient
  readonly workspace: string
  readonly nextPid: () => number
  readonly onProcesses: () => void
}

export class ContainerCommands {
  readonly #options: CommandOptions
  readonly #running = new Map<string, Running>()
  readonly #tails = new OutputTails()

  constructor(options: CommandOptions) {
    this.#options = options
  }

  async exec(request: ExecRequest, onOutput?: OnOutput): Promise<Result<ExecResult>> {
    const { id, command } = request
    if (this.#running.has(id)) return fail('exists', `A command with the id "${id}" runs already.`)
    const cwd = await this.directory(request.cwd ?? WORKSPACE_ROOT)
    if (!cwd.ok) return cwd
    if (this.#running.has(id)) return fail('exists', `A command with the id "${id}" runs already.`)
    const recording = new ExecRecording(onOutput)
    const ended = Promise.withResolvers<Ending>()
    this.#tails.forget(id)
    const running = this.#begin(request, {
      end: ended.resolve,
      take: (chunk) => {
        this.#tails.push(id, chunk.data)
        void recording.take(chunk)
      },
    })
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      void this.#signal(running, 'SIGKILL')
    }, timeoutOf(request))
    const { helper } = this.#options
    const started = await helper().call(
      'run',
      { key: running.key, command, cwd: cwd.value, env: { HOME, PWD: cwd.value, ...request.env } },
      [request.stdin ?? new Uint8Array()],
    )
    if (!started.ok) ended.resolve({ exitCode: NOT_STARTED, signal: undefined })
    const { exitCode, signal } = await ended.promise
    clearTimeout(timer)
    this.#running.delete(id)
    this.#options.onProcesses()
    if (!started.ok) return failureOf(started.error, 'run a command in', cwd.value)
    return ok({
      ...recording.end(),
      exitCode: timedOut ? TIMED_OUT_EXIT_CODE : exitCode,
      timedOut,
      ...(signal === undefined || timedOut ? {} : { signal }),
      // The shell does not report its final directory: see `endDirectory` in the description.
      cwd: fromContainer(cwd.value, this.#options.workspace),
    })
  }

  receive(message: CommandMessage): void {
    const running = [...this.#running.values()].find(({ key }) => key === message.key)
    if (running === undefined) return
    if ('stream' in message) {
      const data = Uint8Array.from(atob(message.data), (character) => character.charCodeAt(0))
      running.take({ stream: message.stream, data })
    } else if ('error' in message) {
      running.take({ stream: 'stderr', data: new TextEncoder().encode(`${message.error}\n`) })
      running.end({ exitCode: NOT_STARTED, signal: undefined })
    } else running.end(endingOf(message, running.signal))
  }

  has(id: string): boolean {
    return this.#running.has(id)
  }

  async kill(id: string, signal: Signal): Promise<Result<void>> {
    const running = this.#running.get(id)
    if (running === undefined) return fail('not_found', `Nothing runs under the id "${id}".`)
    return this.#signal(running, signal)
  }

  async signal(target: ProcessTarget, signal: Signal): Promise<Result<void>> {
    const running = [...this.#running.values()].find(({ info }) => isTarget(info, target))
    return running ? this.#signal(running, signal) : fail('not_found', 'There is no such process.')
  }

  /** Only what we have started: the container does not tell what that starts in turn. */
  processes(): readonly ProcessInfo[] {
    return [...this.#running.values()].map(({ info }) => info)
  }

  outputTail(id: string): Result<OutputTail> {
    return this.#tails.get(id)
  }

  /** The container is gone, and what ran in it. */
  endAll(): void {
    for (const running of this.#running.values())
      running.end({ exitCode: signalExitCode('SIGKILL'), signal: 'SIGKILL' })
  }

  #begin(request: ExecRequest, { take, end }: Pick<Running, 'take' | 'end'>): Running {
    const key = this.#options.nextPid()
    const { id: execId, command } = request
    const info: ProcessInfo = {
      pid: key,
      parent: 0,
      group: key,
      command,
      state: 'running',
      startedAt: Date.now(),
      execId,
      background: false,
      detached: false,
    }
    const running: Running = { key, info, take, end, signal: undefined }
    this.#running.set(execId, running)
    this.#options.onProcesses()
    return running
  }

  /** Location of a contract path in the container; an error if no directory is there. */
  async directory(path: string): Promise<Result<string>> {
    const doing = 'run a command in'
    const invalid = invalidPath(path, doing)
    if (invalid) return invalid
    const at = toContainer(path, this.#options.workspace)
    const stat = await this.#options.helper().call('stat', { path: at, noFollow: false })
    if (!stat.ok) return failureOf(stat.error, doing, path)
    if (stat.value.kind === 'directory') return ok(at)
    return fail('not_directory', `Cannot ${doing} ${resolve(path)}: it is no directory.`, {
      path: resolve(path),
    })
  }

  async #signal(running: Running, signal: Signal): Promise<Result<void>> {
    running.signal = signal
    const killed = await this.#options.helper().call('kill', { key: running.key, signal })
    if (!killed.ok) return failureOf(killed.error, `send ${signal} to the command in`, WORKSPACE_ROOT)
    return killed.value ? ok(undefined) : fail('not_found', 'It has ended already.')
  }
}

function endingOf(
  { exit, signal }: { readonly exit: number | null; readonly signal: string | null },
  sent: Signal | undefined,
): Ending {
  if (signal === null) return { exitCode: exit ?? 0, signal: undefined }
  // A container that does not tell which signal it was, or one that we do not know: the one that we sent.
  if (!isSignal(signal)) return { exitCode: signalExitCode(sent ?? 'SIGKILL'), signal: sent }
  return { exitCode: signalExitCode(signal), signal }
}
