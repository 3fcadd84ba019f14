/** A command's expected failure: said on stderr after the command's name. */
export class CommandError extends Error {
  readonly code: number

  constructor(message: string, code = 1) {
    super(message)
    this.name = 'CommandError'
    this.code = code
  }
}
