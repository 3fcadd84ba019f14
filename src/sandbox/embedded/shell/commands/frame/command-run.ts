/** One run of a command of ours: its options, files and streams, and what becomes of a failure. */
import { namesStandardInput } from '../../files/standard-input.ts'
import type { ExecResult } from 'just-bash/browser'
import { resolve } from '../../../../contract/path.ts'
import { Errno, type Stats, type Syscalls } from '../../../syscalls.ts'
import { isOwnWithheldFile } from '../../../../contract/withheld-file.ts'
import { encodeText, fromByteString, toByteString } from '../../byte-string.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandContext } from '../../just-bash.ts'
import { CommandError, FileError } from '../../../../contract/command-error.ts'
import { parseOptions, usageError, type Options, type Syntax } from '../../../../languages/option-parser.ts'

type Body = (run: CommandRun) => Promise<number> | number

/** A command's whole life, from its arguments to its result. `body` gives the exit code, or throws `CommandError`. */
export async function runCommand(
  syntax: Syntax,
  args: readonly string[],
  { context, body }: { context: CommandContext; body: Body },
): Promise<ExecResult> {
  const output = new ByteOutput(context)
  try {
    const options = parseOptions(syntax, args)
    if (options.has('help')) output.text(`Usage: ${syntax.usage}\n`)
    else if (options.has('version')) output.text(`${syntax.name} (Vivarium)\n`)
    else return output.end(await body(new CommandRun({ syntax, options, context, output })))
    return output.end(0)
  } catch (error) {
    const { message, code } = explain(error)
    output.error(`${syntax.name}: ${message}\n`)
    return output.end(code)
  }
}

function explain(error: unknown): { message: string; code: number } {
  if (error instanceof CommandError) return error
  if (!(error instanceof Errno)) throw error
  return { message: `${error.path ?? error.syscall}: ${errnoSentence(error)}`, code: 1 }
}

export class CommandRun {
  readonly options: Options
  readonly operands: readonly string[]
  readonly context: CommandContext
  readonly files: Syscalls
  readonly #syntax: Syntax
  readonly #output: ByteOutput
  #failed = false

  constructor(parts: { syntax: Syntax; options: Options; context: CommandContext; output: ByteOutput }) {
    this.#syntax = parts.syntax
    this.options = parts.options
    this.operands = parts.options.operands
    this.context = parts.context
    this.files = parts.context.host.kernel.syscalls
    this.#output = parts.output
  }

  /** The command's. */
  get name(): string {
    return this.#syntax.name
  }

  get isFailed(): boolean {
    return this.#failed
  }

  out(text: string): void {
    this.#output.text(text)
  }

  outBytes(bytes: Uint8Array): void {
    this.#output.bytes(bytes)
  }

  /** The content of this member of an archive is shown, or goes where its name is another. */
  showsMember(name: string): void {
    const path = this.path(name)
    if (isOwnWithheldFile(path)) this.files.noteOpened(path)
  }

  /** A line on stderr with the command's name in front; the command goes on. */
  warn(message: string): void {
    this.#output.error(`${this.#syntax.name}: ${message}\n`)
  }

  /** The same, and the exit code will say that something failed. */
  complain(message: string): void {
    this.warn(message)
    this.#failed = true
  }

  /** The exit code will say that something failed, and nothing else does. */
  failQuietly(): void {
    this.#failed = true
  }

  /** Text on stderr as it is. */
  err(text: string): void {
    this.#output.error(text)
  }

  /** A wrong command line. */
  misuse(message: string): CommandError {
    return usageError(this.#syntax, message)
  }

  /** True when whoever reads the output has it now; false while the shell keeps it for the next command. */
  get isLive(): boolean {
    return this.context.live.stdout !== null
  }

  /** Lets signals in, and stops for good once the shell must end: for commands that would run for ever. */
  async pause(): Promise<void> {
    await this.context.host.tick()
  }

  /** The path for the kernel of what the user wrote. */
  path(operand: string): string {
    if (operand === '') throw new Errno('ENOENT', 'open', operand)
    return this.context.host.realPath(resolve(operand, this.context.cwd))
  }

  /** Everything on stdin. */
  stdin(): Uint8Array {
    return fromByteString(String(this.context.stdin))
  }

  /** A whole file; `-` is stdin. Throws `CommandError` that names the operand. */
  read(operand: string): Uint8Array {
    return this.#read(operand, (path) => this.files.readFile(path))
  }

  /** The same, not to be written to. */
  view(operand: string): Uint8Array {
    return this.#read(operand, (path) => this.files.viewFile(path))
  }

  #read(operand: string, body: (path: string) => Uint8Array): Uint8Array {
    if (operand === '-' || namesStandardInput(operand)) return this.stdin()
    return this.attempt(operand, () => {
      const path = this.path(operand)
      if (/^\/dev\/(zero|u?random)$/.test(path)) throw new Errno('EFBIG', 'read', path)
      return body(path)
    })
  }

  readText(operand: string): string {
    return decoder.decode(this.read(operand))
  }

  /** Creates or replaces a file. */
  write(operand: string, data: Uint8Array, mode = 0o666): void {
    if (operand === '-' || operand === '/dev/stdout') return this.outBytes(data)
    this.attempt(operand, () => this.files.writeFile(this.path(operand), data, mode))
  }

  /** `body`, with a failure of the files turned into `operand: reason`. */
  attempt<T>(operand: string, body: () => T, code = 1): T {
    try {
      return body()
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new FileError(operand, errnoSentence(error), code)
    }
  }

  /** Runs `body` for each operand; a failure is said, and the others are still done. */
  each(operands: readonly string[], body: (operand: string) => void): void {
    for (const operand of operands) {
      try {
        body(operand)
      } catch (error) {
        if (!(error instanceof CommandError) && !(error instanceof Errno)) throw error
        this.complain(explain(error).message)
      }
    }
  }

  /** Stats of the file itself, or of its target; undefined if missing. */
  statsOf(operand: string, follows: boolean): Stats | undefined {
    try {
      return follows ? this.files.stat(this.path(operand)) : this.files.lstat(this.path(operand))
    } catch (error) {
      if (error instanceof Errno) return undefined
      throw error
    }
  }

  exists(operand: string): boolean {
    return this.statsOf(operand, false) !== undefined
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes written between others' output: at once where the stream is live, else kept in order. */
class ByteOutput {
  readonly #context: CommandContext
  readonly #kept: string[] = []
  #stderr = ''

  constructor(context: CommandContext) {
    this.#context = context
  }

  text(text: string): void {
    this.bytes(encodeText(text))
  }

  bytes(bytes: Uint8Array): void {
    const { live, host } = this.#context
    if (live.stdout === null) this.#kept.push(toByteString(bytes))
    else host.writeSoon(live.stdout, bytes)
  }

  error(text: string): void {
    const { live, host } = this.#context
    if (live.stderr === null) this.#stderr += text
    else host.write(live.stderr, text, false)
  }

  end(exitCode: number): ExecResult {
    return { stdout: this.#kept.join(''), stderr: this.#stderr, exitCode, stdoutKind: 'bytes' }
  }
}
