/** A shell that stays: it runs one line after the other, and each finds what those before have left. */
import type { TerminalSize } from '../../contract/contract.ts'
import { HISTORY_MAX } from '../../contract/limits.ts'
import type { ProcessStart } from '../process/protocol.ts'
import type { ProcessHost } from './host.ts'
import type { Interpreter, LiveStreams, SessionState } from './just-bash.ts'
import { positional } from './program/run-script.ts'

export interface LineResult {
  readonly exitCode: number
  readonly cwd: string
  /** Stdin that the line has read but not used. */
  readonly unread: Uint8Array
  /** The line has ended the shell. */
  readonly hasExited: boolean
}

const STREAMS = { stdin: 0, stdout: 1, stderr: 2 } as const satisfies LiveStreams

export class ShellSession {
  readonly #start: ProcessStart
  readonly #host: ProcessHost
  readonly #interpreter: Interpreter
  /** State of the interpreter: created by the first line, and changed by each. */
  readonly #session: SessionState = {}
  readonly #history: string[]
  #cwd: string

  constructor(parts: { start: ProcessStart; host: ProcessHost; interpreter: Interpreter }) {
    this.#start = parts.start
    this.#host = parts.host
    this.#interpreter = parts.interpreter
    this.#cwd = parts.start.cwd
    this.#history = (parts.start.history ?? []).slice(-HISTORY_MAX)
    parts.host.jobs.isInteractive = true
  }

  /** One at a time. A line that is interrupted ends with 130, and the shell goes on. */
  async run(line: string, size?: TerminalSize): Promise<LineResult> {
    const interrupted = this.#host.beginLine()
    if (line.trim() !== '') this.#remember(line)
    const ended = await Promise.race([this.#execute(line, variablesOf(size)), interrupted])
    const exitCode = typeof ended === 'number' ? ended : ended.exitCode
    if (typeof ended === 'number') this.#interpreter.resetSession(this.#session, ended)
    const { state } = this.#session
    this.#cwd = state?.cwd ?? this.#cwd
    const unread = this.#host.descriptors.forgetReads(STREAMS.stdin)
    return { exitCode: exitCode & 255, cwd: this.#cwd, unread, hasExited: state?.hasExited ?? false }
  }

  async #execute(
    line: string,
    variables: Readonly<Record<string, string>>,
  ): Promise<{ readonly exitCode: number }> {
    const { cwd } = this.#start
    for (const [name, value] of Object.entries(variables)) this.#session.state?.env.set(name, value)
    const result = await this.#interpreter.exec(line === '' ? ':' : line, {
      env: { ...positional('bash', []), ...variables, PWD: cwd, BASH_HISTORY: JSON.stringify(this.#history) },
      cwd,
      rawScript: true,
      live: STREAMS,
      session: this.#session,
    })
    this.#host.write(1, result.stdout, false)
    this.#host.write(2, result.stderr, false)
    await this.#host.flushed()
    return result
  }

  #remember(line: string): void {
    this.#history.push(line)
    if (this.#history.length > HISTORY_MAX) this.#history.shift()
  }
}

/** The terminal may have another size than at the line before. */
function variablesOf(size: TerminalSize | undefined): Record<string, string> {
  return size === undefined ? {} : { COLUMNS: String(size.columns), LINES: String(size.rows) }
}
