/** Expected failures of a git command. Thrown anywhere in it, told and turned into an exit code in `git.ts` only. */

/** Exit code of a `fatal:` message, as git's. */
const FATAL = 128
/** Exit code of a wrong option, as git's. */
const USAGE = 129

export class GitFailure extends Error {
  readonly exitCode: number
  /** Text before the message: `fatal: `, `error: `, or empty when the message includes it. */
  readonly prefix: string

  constructor(message: string, options: { exitCode?: number; prefix?: string } = {}) {
    super(message)
    this.name = 'GitFailure'
    this.exitCode = options.exitCode ?? FATAL
    this.prefix = options.prefix ?? 'fatal: '
  }
}

export function errorFailure(message: string, exitCode = 1): GitFailure {
  return new GitFailure(message, { exitCode, prefix: 'error: ' })
}

export function usageFailure(message: string): GitFailure {
  return new GitFailure(message, { exitCode: USAGE, prefix: 'error: ' })
}
