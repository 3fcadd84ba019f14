/** Shells that stay: each runs one line after the other, and keeps what the lines before have left. */
import type { ExecRequest, OutputChunk, ShellRequest, Signal } from '../../contract.ts'
import { fail, ok } from '../../errors.ts'
import type { Result } from '../../errors.ts'
import { EXEC_DEFAULT_TIMEOUT_MS, EXEC_MAX_TIMEOUT_MS, KILL_GRACE_MS } from '../../limits.ts'
import { resolve, WORKSPACE_ROOT } from '../../path.ts'
import { attempt } from '../errno-result.ts'
import type { ExitStatus } from '../syscalls.ts'
import type { OpenFile } from '../vfs/open-file.ts'
import type { ProcessTable } from './process-table.ts'

/** How a line ended; the shell with it when `hasExited`. */
export interface LineEnd {
  readonly exitCode: number
  readonly cwd: string | undefined
  readonly timedOut: boolean
  readonly signal: Signal | undefined
}

interface Running {
  readonly id: string
  readonly onOutput: (chunk: OutputChunk) => void
  readonly done: (end: Pick<LineEnd, 'exitCode' | 'cwd'>) => void
  signal: Signal | undefined
}

interface Session {
  readonly id: string
  readonly pid: number
  running: Running | undefined
  /** Settles when all lines that wait have run. */
  last: Promise<unknown>
  hasEnded: boolean
}

interface SessionsOptions {
  readonly table: ProcessTable
  readonly environment: Readonly<Record<string, string>>
  /** The three standard streams of a shell, whose output goes to `take`. */
  readonly stdio: (id: string, take: (chunk: OutputChunk) => void) => readonly OpenFile[]
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
    const { table, environment, stdio } = this.#options
    const cwd = resolve(request.cwd ?? WORKSPACE_ROOT)
    // Known when the process is.
    const opened: { session?: Session } = {}
    const started = attempt('Opening a shell in', cwd, () =>
      table.spawnRoot({
        argv: ['bash'],
        cwd,
        env: { ...environment, ...request.env, PWD: cwd },
        execId: request.id,
        stdio: stdio(request.id, (chunk) => opened.session?.running?.onOutput(chunk)),
        isSession: true,
        onLine: (exitCode, at) => opened.session?.running?.done({ exitCode, cwd: at }),
        onExit: (status, at) => this.#ended(opened.session, status, at),
      }),
    )
    if (!started.ok) return started
    const session: Session = {
      id: request.id,
      pid: started.value,
      running: undefined,
      last: Promise.resolve(),
      hasEnded: false,
    }
    opened.session = session
    this.#sessions.set(request.id, session)
    return ok(undefined)
  }

  /** Runs a line when those before it have ended. */
  run(request: ExecRequest, shell: string, onOutput: (chunk: OutputChunk) => void): Promise<Result<LineEnd>> {
    const session = this.#sessions.get(shell)
    if (session === undefined)
      return Promise.resolve(fail('not_found', `There is no shell with the id "${shell}".`))
    const result = session.last.then(() => this.#runLine(session, request, onOutput))
    session.last = result
    return result
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
    this.#options.table.closeSession(id, session.pid)
    return true
  }

  async #runLine(
    session: Session,
    request: ExecRequest,
    onOutput: (chunk: OutputChunk) => void,
  ): Promise<Result<LineEnd>> {
    if (session.hasEnded) return fail('not_found', `The shell "${session.id}" has ended.`)
    const { table } = this.#options
    let timedOut = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = await new Promise<Pick<LineEnd, 'exitCode' | 'cwd'> & { signal: Signal | undefined }>(
      (resolve) => {
        const running: Running = {
          id: request.id,
          onOutput,
          done: (outcome) => resolve({ ...outcome, signal: running.signal }),
          signal: undefined,
        }
        session.running = running
        const timeoutMs = Math.min(request.timeoutMs ?? EXEC_DEFAULT_TIMEOUT_MS, EXEC_MAX_TIMEOUT_MS)
        timer = setTimeout(() => {
          timedOut = true
          this.#interrupt(session, running, 'SIGKILL')
        }, timeoutMs)
        table.sendLine(session.pid, request.command)
      },
    )
    clearTimeout(timer)
    session.running = undefined
    return ok({ ...end, timedOut })
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
    session.running?.done({ exitCode: code ?? 0, cwd })
    this.#options.table.closeSession(session.id, session.pid)
  }
}
