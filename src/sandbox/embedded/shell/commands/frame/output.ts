import type { ExecResult } from 'just-bash/browser'
import type { CommandContext } from '../../just-bash.ts'

/** Output in several steps, between other commands': written at once to a live stream, else kept in order. */
export class Output {
  readonly #context: CommandContext
  #stdout = ''
  #stderr = ''

  constructor(context: CommandContext) {
    this.#context = context
  }

  out(text: string): void {
    const { live, host } = this.#context
    if (live.stdout === null) this.#stdout += text
    else host.write(live.stdout, text, false)
  }

  err(text: string): void {
    const { live, host } = this.#context
    if (live.stderr === null) this.#stderr += text
    else host.write(live.stderr, text, false)
  }

  /** Takes over what another command left. */
  add(result: ExecResult): void {
    this.out(result.stdout)
    this.err(result.stderr)
  }

  end(exitCode: number): ExecResult {
    return { stdout: this.#stdout, stderr: this.#stderr, exitCode }
  }
}

export function printed(stdout: string): ExecResult {
  return { stdout, stderr: '', exitCode: 0 }
}

export function failed(stderr: string, exitCode = 1): ExecResult {
  return { stdout: '', stderr, exitCode }
}
