/** Shells that stay: each runs one line after the other, and keeps what the lines before have left. */
import type {
  ExecRequest,
  OnOutput,
  OutputChunk,
  SandboxEvent,
  ShellInput,
  ShellRequest,
  Signal,
} from '../../contract/contract.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Result } from '../../contract/errors.ts'
import { EXEC_DEFAULT_TIMEOUT_MS, EXEC_MAX_TIMEOUT_MS, KILL_GRACE_MS } from '../../contract/limits.ts'
import { resolve, WORKSPACE_ROOT } from '../../contract/path.ts'
import { attempt } from '../errno-result.ts'
import { joinBytes } from '../shell/byte-string.ts'
import type { ExitStatus } from '../syscalls.ts'
import type { OpenFile } from '../vfs/open-file.ts'
import type { LineOutcome } from './process.ts'
import type { ProcessTable } from './process-table.ts'
import { Terminal } from './terminal.ts'

/** How a line ended; the shell with it when `hasExited`. */
export interface LineEnd extends LineOutcome {
  readonly timedOut: boolean
  readonly signal: Signal | undefined
}

interface Running {
  readonly id: string
  readonly onOutput: OnOutput
  readonly done: (end: LineOutcome) => void
  signal: Signal | undefined
}

interface Session {
  readonly id: string
  readonly pid: number
  readonly terminal: Terminal | undefined
  running: Running | undefined
  /** Lines that run or wait for it. */
  lines: number
  /** Settles when all lines that wait have run. */
  last: Promise<unknown>
  hasEnded: boolean
}

interface SessionsOptions {
  readonly table: ProcessTable
  readonly environment: Readonly<Record<string, string>>
  /** The three standard streams of a shell without a terminal, whose output goes to `take`. */
  readonly stdio: (id: string, take: (chunk: OutputChunk) => void) => readonly OpenFile[]
  /** The same for one with a terminal. */
  readonly terminalStdio: (id: string, terminal: Terminal) => readonly OpenFile[]
  readonly onEvent: (event: SandboxEvent) => void
}

export class ShellSessions {
  readonly #options: SessionsOptions
  readonly #sessions = new Map<string, Session>()

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  has(id: string): boolean {
    return this.#sessions.has(id)
  }

  open(request: ShellRequest): Result<void> {
    const { table, environment, stdio, terminalStdio, onEvent } = this.#options
    const cwd = resolve(request.cwd ?? WORKSPACE_ROOT)
    // Known when the process is.
    const opened: { session?: Session } = {}
    const terminal = request.terminal && new Terminal({ shell: request.id, size: request.terminal, onEvent })
    const started = attempt('Opening a shell in', cwd, () =>
      table.spawnRoot({
        argv: ['bash'],
        cwd,
        env: { ...environment, ...(terminal && terminalEnvironment(terminal)), ...request.env, PWD: cwd },
        execId: request.id,
        stdio: terminal
          ? terminalStdio(request.id, terminal)
          : stdio(request.id, (chunk) => void opened.session?.running?.onOutput(chunk)),
        isSession: true,
        history: request.history ?? [],
        onLine: (end) => opened.session?.running?.done(end),
        onExit: (status, at) => this.#ended(opened.session, status, at),
      }),
    )
    if (!started.ok) return started
    const session: Session = {
      id: request.id,
      pid: started.value,
      terminal,
      running: undefined,
      lines: 0,
      last: Promise.resolve(),
      hasEnded: false,
    }
    opened.session = session
    this.#sessions.set(request.id, session)
    return ok(undefined)
  }

  /** Runs a line when those before it have ended. */
  run(request: ExecRequest, shell: string, onOutput: OnOutput): Promise<Result<LineEnd>> {
    const session = this.#sessions.get(shell)
    if (session === undefined)
      return Promise.resolve(fail('not_found', `There is no shell with the id "${shell}".`))
    session.lines += 1
    const result = session.last
      .then(() => this.#runLine(session, request, onOutput))
      .finally(() => (session.lines -= 1))
    session.last = result
    return result
  }

  write(id: string, input: ShellInput): Result<void> {
    const session = this.#sessions.get(id)
    if (session === undefined) return fail('not_found', `There is no shell with the id "${id}".`)
    const { terminal } = session
    if (terminal === undefined) return fail('unsupported', `The shell "${id}" has no terminal to type at.`)
    if (input.type !== 'size' && session.lines === 0)
      return fail('not_permitted', `Nothing runs in the shell "${id}" that could read what was typed.`)
    if (terminal.type(input)) {
      if (input.type === 'size') this.#options.table.resizeSession(session.pid)
      return ok(undefined)
    }
    return fail('quota', `Input for "${id}" was not taken: its program reads too slowly.`, {
      hint: 'Wait until the program has read what came before.',
    })
  }

  /** Signals what the line of that id runs, and stops the line. False when there is none. */
  interrupt(id: string, signal: Signal): boolean {
    const session = [...this.#sessions.values()].find(({ running }) => running?.id === id)
    if (session?.running === undefined) return false
    this.#interrupt(session, session.running, signal)
    return true
  }

  /** False when there is no such shell. */
  close(id: string): boolean {
    const session = this.#sessions.get(id)
    if (session === undefined) return false
    this.#sessions.delete(id)
    session.terminal?.close()
    this.#options.table.closeSession(id, session.pid)
    return true
  }

  async #runLine(session: Session, request: ExecRequest, onOutput: OnOutput): Promise<Result<LineEnd>> {
    if (session.hasEnded) return fail('not_found', `The shell "${session.id}" has ended.`)
    const { table } = this.#options
    const { terminal } = session
    let timedOut = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = await new Promise<LineOutcome & { signal: Signal | undefined }>((resolve) => {
      const running: Running = {
        id: request.id,
        onOutput,
        done: (outcome) => resolve({ ...outcome, signal: running.signal }),
        signal: undefined,
      }
      session.running = running
      terminal?.beginLine(onOutput)
      const timeoutMs = timeoutOf(request, terminal !== undefined)
      if (timeoutMs !== undefined)
        timer = setTimeout(() => {
          timedOut = true
          this.#interrupt(session, running, 'SIGKILL')
        }, timeoutMs)
      table.sendLine(session.pid, request.command, terminal?.size)
    })
    clearTimeout(timer)
    session.running = undefined
    const unread = joinBytes([end.unread, terminal?.endLine() ?? new Uint8Array(0)])
    return ok({ ...end, unread, timedOut })
  }

  #interrupt(session: Session, running: Running, signal: Signal): void {
    const { table } = this.#options
    running.signal = signal
    table.interruptSession(session.pid, signal)
    // A shell that does not come back to its prompt is ended.
    setTimeout(() => {
      if (session.running === running) table.signalGroup(session.pid, 'SIGKILL')
    }, KILL_GRACE_MS)
  }

  #ended(session: Session | undefined, { code, signal }: ExitStatus, cwd: string | undefined): void {
    if (session === undefined) return
    session.hasEnded = true
    this.#sessions.delete(session.id)
    if (session.running !== undefined && signal !== null) session.running.signal ??= signal
    session.running?.done({ exitCode: code ?? 0, cwd, unread: new Uint8Array(0) })
    session.terminal?.close()
    this.#options.table.closeSession(session.id, session.pid)
  }
}

/** Undefined: none. A person who watches has Ctrl-C. */
function timeoutOf({ timeoutMs }: ExecRequest, isAtTerminal: boolean): number | undefined {
  if (timeoutMs === undefined && isAtTerminal) return undefined
  return Math.min(timeoutMs ?? EXEC_DEFAULT_TIMEOUT_MS, EXEC_MAX_TIMEOUT_MS)
}

function terminalEnvironment({ size }: Terminal): Record<string, string> {
  return {
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    COLUMNS: String(size.columns),
    LINES: String(size.rows),
  }
}
