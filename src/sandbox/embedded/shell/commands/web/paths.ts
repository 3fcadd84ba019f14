/** Files of a command that also streams: by the names that the user wrote. */
import { dirname, resolve } from '../../../../contract/path.ts'
import { Errno, O, type Syscalls } from '../../../syscalls.ts'
import { fromByteString } from '../../byte-string.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandContext } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'

export class CommandPaths {
  readonly files: Syscalls
  readonly #context: CommandContext

  constructor(context: CommandContext) {
    this.#context = context
    this.files = context.host.kernel.syscalls
  }

  path(name: string): string {
    return this.#context.host.realPath(resolve(name, this.#context.cwd))
  }

  /** `-` is stdin. Throws `CommandError` that names the file. */
  read(name: string): Uint8Array {
    if (name === '-') return fromByteString(String(this.#context.stdin))
    return this.attempt(name, () => this.files.readFile(this.path(name)))
  }

  readText(name: string): string {
    return new TextDecoder().decode(this.read(name))
  }

  write(name: string, data: Uint8Array): void {
    this.attempt(name, () => this.files.writeFile(this.path(name), data, 0o644))
  }

  exists(name: string): boolean {
    try {
      this.files.lstat(this.path(name))
      return true
    } catch (error) {
      if (error instanceof Errno) return false
      throw error
    }
  }

  makeParents(name: string): void {
    this.attempt(name, () => this.files.mkdir(dirname(this.path(name)), 0o755, true))
  }

  /** A descriptor of the file, which is empty now. */
  create(name: string, failure: (reason: string) => Error): number {
    return this.attempt(
      name,
      () => this.files.open(this.path(name), O.WRONLY | O.CREAT | O.TRUNC, 0o644),
      failure,
    )
  }

  attempt<T>(
    name: string,
    body: () => T,
    failure: (reason: string) => Error = (reason) => new CommandError(`${name}: ${reason}`),
  ): T {
    try {
      return body()
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw failure(errnoSentence(error))
    }
  }
}
