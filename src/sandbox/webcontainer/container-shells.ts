/** Shells that stay, each at a terminal: the contract's on those of the container. */
import type {
  ExecRequest,
  ExecResult,
  OnOutput,
  OutputTail,
  ProcessInfo,
  ProcessTarget,
  SandboxEvent,
  ShellInput,
  ShellRequest,
  Signal,
} from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { ExecRecording, TIMED_OUT_EXIT_CODE } from '../contract/exec-recording.ts'
import {
  CONTAINER_SHELL_START_MS,
  CONTAINER_SHELL_WAITING_BYTES,
  CONTAINER_SHELLS_MAX,
  EXEC_MAX_TIMEOUT_MS,
  KILL_GRACE_MS,
} from '../contract/limits.ts'
import { OutputTails } from '../contract/output-tail.ts'
import { HOME, WORKSPACE_ROOT } from '../contract/path.ts'
import { isTarget } from '../contract/process-target.ts'
import { signalExitCode } from '../contract/signals.ts'
import { fromContainer } from './container-paths.ts'
import { ContainerShell } from './container-shell.ts'
import type { ShellLineEnd } from './container-shell.ts'
import type { Container } from './helper-client.ts'

const PROGRAM = '/bin/jsh'
/** Lines after which the shell may be in another directory. */
const MOVES = /\b(cd|pushd|popd|source|eval|exec)\b|(^|[;&|\s])\.\s/
const KEYS = /[\x00-\x1f\x7f]/

interface Session {
  readonly id: string
  readonly shell: ContainerShell
  readonly info: ProcessInfo
  /** In the container. */
  cwd: string
  running: { readonly id: string; readonly command: string; signal: Signal | undefined } | undefined
  /** Lines that run or wait for it. */
  lines: number
  /** Settles when all lines that wait have run. */
  last: Promise<unknown>
}

export interface ShellsOptions {
  readonly container: Container
  readonly workspace: string
  readonly nextPid: () => number
  /** Location of a contract path in the container; an error if no directory is there. */
  readonly directory: (path: string) => Promise<Result<string>>
  readonly onEvent: (event: SandboxEvent) => void
  readonly onProcesses: () => void
}

export class ContainerShells {
  readonly #options: ShellsOptions
  readonly #sessions = new Map<string, Session>()
  readonly #tails = new OutputTails()
  readonly #starting = new Set<string>()

  constructor(options: ShellsOptions) {
    this.#options = options
  }

  has(id: string): boolean {
    return this.#starting.has(id) || this.#sessions.has(id) || this.#lineOf(id) !== undefined
  }

  async open(request: ShellRequest): Promise<Result<void>> {
    const { id } = request
    if (this.has(id)) return fail('exists', `A shell or a command with the id "${id}" runs already.`)
    if (this.#sessions.size + this.#starting.size >= CONTAINER_SHELLS_MAX)
      return fail('limit', `${CONTAINER_SHELLS_MAX} shells are open already.`, { hint: 'Close one of them.' })
    this.#starting.add(id)
    try {
      return await this.#open(request)
    } finally {
      this.#starting.delete(id)
    }
  }

  /** Runs a line when those before it have ended. */
  run(request: ExecRequest, id: string, onOutput: OnOutput | undefined): Promise<Result<ExecResult>> {
    const session = this.#sessions.get(id)
    if (session === undefined) return Promise.resolve(noShell(id))
    session.lines += 1
    const result = session.last
      .then(() => this.#run(session, request, onOutput))
      .finally(() => (session.lines -= 1))
    session.last = result
    return result
  }

  write(id: string, input: ShellInput): Result<void> {
    const session = this.#sessions.get(id)
    if (session === undefined) return noShell(id)
    if (input.type === 'size') {
      session.shell.resize(input)
      return ok(undefined)
    }
    if (session.lines === 0)
      return fail('not_permitted', `Nothing runs in the shell "${id}" that could read what was typed.`)
    if (input.type === 'end') session.shell.endInput()
    else if (input.data.length > 0) session.shell.type(new TextDecoder().decode(input.data))
    return ok(undefined)
  }

  close(id: string): Result<void> {
    const session = this.#sessions.get(id)
    if (session === undefined) return noShell(id)
    this.#forget(session)
    if (session.running) session.running.signal ??= 'SIGHUP'
    session.shell.kill()
    return ok(undefined)
  }

  /** Stops the line of that id. False when there is none. */
  interrupt(id: string, signal: Signal): boolean {
    const session = this.#lineOf(id)
    if (session) this.#interrupt(session, signal)
    return session !== undefined
  }

  /** False when it hits nothing. */
  signal(target: ProcessTarget, signal: Signal): boolean {
    const session = [...this.#sessions.values()].find(({ info }) => isTarget(info, target))
    if (session === undefined) return false
    if (session.running) this.#interrupt(session, signal)
    else if (signal !== 'SIGINT') session.shell.kill()
    return true
  }

  processes(): readonly ProcessInfo[] {
    return [...this.#sessions.values()].map(({ info, running }) =>
      running ? { ...info, command: running.command, state: 'running' } : info,
    )
  }

  outputTail(id: string): Result<OutputTail> {
    return this.#tails.get(id)
  }

  /** The container is gone, and the shells with it. */
  endAll(): void {
    for (const id of [...this.#sessions.keys()]) this.close(id)
  }

  async #open({ id, cwd = WORKSPACE_ROOT, env, terminal }: ShellRequest): Promise<Result<void>> {
    if (terminal === undefined)
      return fail('unsupported', 'A shell of WebContainer stays open only at a terminal.', {
        hint: 'Run each command by itself; one that needs another directory says so with cwd.',
      })
    const { container, workspace, directory, nextPid, onProcesses } = this.#options
    const at = await directory(cwd)
    if (!at.ok) return at
    const process = await container.spawn(PROGRAM, ['--osc'], {
      cwd: 'workspace',
      env: { HOME, ...env },
      terminal: { cols: terminal.columns, rows: terminal.rows },
    })
    const shell = new ContainerShell(process)
    const timer = Promise.withResolvers<'late'>()
    const clock = setTimeout(() => timer.resolve('late'), CONTAINER_SHELL_START_MS)
    const started = await Promise.race([shell.ready.then(() => 'ready'), shell.exit, timer.promise])
    clearTimeout(clock)
    if (started !== 'ready') {
      shell.kill()
      const why = started === 'late' ? 'did not say that it reads lines' : `ended at once with ${started}`
      return fail('unsupported', `No shell could be opened: WebContainer's ${why}.`, {
        hint: 'Commands that the agent runs, each by itself, do not need one.',
      })
    }
    if (at.value !== workspace) await shell.run(`cd ${quoted(at.value)}`, () => undefined)
    const pid = nextPid()
    const session: Session = {
      id,
      shell,
      cwd: at.value,
      running: undefined,
      lines: 0,
      last: Promise.resolve(),
      info: {
        pid,
        parent: 0,
        group: pid,
        command: 'jsh',
        state: 'waiting',
        startedAt: Date.now(),
        execId: id,
        background: false,
        detached: false,
      },
    }
    this.#sessions.set(id, session)
    void shell.exit.then(() => this.#forget(session))
    onProcesses()
    return ok(undefined)
  }

  async #run(
    session: Session,
    request: ExecRequest,
    onOutput: OnOutput | undefined,
  ): Promise<Result<ExecResult>> {
    const { command, timeoutMs } = request
    if (this.#sessions.get(session.id) !== session) return noShell(session.id)
    if (request.stdin !== undefined)
      return fail('unsupported', 'A line of an open shell has no stdin of its own.')
    const lines = command.split(/\r?\n/).filter((line) => line.trim() !== '')
    if (lines.some((line) => KEYS.test(line)))
      return fail('invalid', 'The line has a tab or another control character in it, which would be a key.', {
        hint: 'WebContainer reads lines as they are typed. Put a space in its place.',
      })
    const running: NonNullable<Session['running']> = { id: request.id, command, signal: undefined }
    session.running = running
    let timedOut = false
    const limit = timeoutMs === undefined ? undefined : Math.min(timeoutMs, EXEC_MAX_TIMEOUT_MS)
    const timer =
      limit === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            this.#interrupt(session, 'SIGKILL')
          }, limit)
    const screen = this.#screen(session, new ExecRecording(onOutput))
    this.#begun(session)
    let end: ShellLineEnd = { exitCode: 0, hasExited: false, hasGoneOn: false, unread: '' }
    let mayHaveMoved = MOVES.test(command)
    let unread = ''
    for (const line of lines) {
      end = await session.shell.run(line, screen.take)
      unread += end.unread
      mayHaveMoved ||= end.hasGoneOn
      if (end.hasExited || running.signal !== undefined) break
    }
    clearTimeout(timer)
    if (!end.hasExited && mayHaveMoved) unread += await this.#findDirectory(session)
    session.running = undefined
    this.#ended(session)
    const { signal } = running
    const exitCode = signal === undefined ? end.exitCode : signalExitCode(signal)
    return ok({
      ...screen.end(),
      exitCode: timedOut ? TIMED_OUT_EXIT_CODE : exitCode,
      timedOut,
      ...(signal === undefined || timedOut ? {} : { signal }),
      ...(unread === '' ? {} : { unread: new TextEncoder().encode(unread) }),
      cwd: fromContainer(session.cwd, this.#options.workspace),
    })
  }

  /**
   * Receives a line's output. The client cannot be paused, so output that arrives faster than the screen
   * can show it is dropped, with a notice.
   */
  #screen(session: Session, recording: ExecRecording) {
    const encoder = new TextEncoder()
    let waiting = 0
    let left = 0
    const show = (text: string): void => {
      const data = encoder.encode(text)
      this.#tails.push(session.id, data)
      const taken = recording.take({ stream: 'stdout', data })
      if (!(taken instanceof Promise)) return
      waiting += data.length
      const arrived = () => (waiting -= data.length)
      taken.then(arrived, arrived)
    }
    const tellLeft = (): void => {
      if (left > 0)
        show(`\r\n[${left} characters are left out: they came faster than they could be shown]\r\n`)
      left = 0
    }
    return {
      take: (text: string): void => {
        if (waiting > CONTAINER_SHELL_WAITING_BYTES) {
          left += text.length
          return
        }
        tellLeft()
        show(text)
      },
      end: () => {
        tellLeft()
        return recording.end()
      },
    }
  }

  /**
   * It does not say where it is: asked only where it may have gone elsewhere, since asking counts as a command. Resolves
   * to what was typed meanwhile.
   */
  async #findDirectory(session: Session): Promise<string> {
    let said = ''
    const { exitCode, unread } = await session.shell.run('pwd', (text) => (said += text))
    const path = said.trim()
    if (exitCode === 0 && path.startsWith('/')) session.cwd = path
    return unread
  }

  #interrupt(session: Session, signal: Signal): void {
    const { running } = session
    if (running === undefined) return
    running.signal = signal
    session.shell.interrupt()
    // One whose program does not heed it is ended: what runs in it cannot be reached from outside.
    setTimeout(() => {
      if (session.running === running) session.shell.kill()
    }, KILL_GRACE_MS)
  }

  #lineOf(id: string): Session | undefined {
    return [...this.#sessions.values()].find(({ running }) => running?.id === id)
  }

  /** Its terminal is the container's, which echoes what is typed: so each key goes there as it is pressed. */
  #begun({ id }: Session): void {
    const { onEvent, onProcesses } = this.#options
    onEvent({ type: 'shell_mode', shell: id, raw: true })
    onProcesses()
  }

  #ended({ id }: Session): void {
    const { onEvent, onProcesses } = this.#options
    onEvent({ type: 'shell_mode', shell: id, raw: false })
    onProcesses()
  }

  #forget(session: Session): void {
    if (this.#sessions.get(session.id) !== session) return
    this.#sessions.delete(session.id)
    this.#options.onProcesses()
  }
}

function noShell(id: string): Result<never> {
  return fail('not_found', `There is no shell with the id "${id}".`)
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`
}
