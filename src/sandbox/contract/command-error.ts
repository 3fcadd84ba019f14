/** A command's expected failure: said on stderr after the command's name. */
export class CommandError extends Error {
  readonly code: number

  constructor(message: string, code = 1) {
    super(message)
    this.name = 'CommandError'
    this.code = code
  }
}

/** A file that an operand names could not be used. */
export class FileError extends CommandError {
  readonly operand: string
  readonly reason: string

  constructor(operand: string, reason: string, code = 1) {
    super(`${operand}: ${reason}`, code)
    this.operand = operand
    this.reason = reason
  }
}

/** Throws `error`; one about a file in the command's own words. */
export function retell(error: unknown, words: (about: FileError) => string): never {
  throw error instanceof FileError ? new CommandError(words(error)) : error
}
