/** One run of a command with options that works on its input piece by piece, from stdin or files. */
import { namesStandardInput } from '../files/standard-input.ts'
import { SHELL_OUTPUT_BUFFER_BYTES } from '../../../contract/limits.ts'
import { Errno } from '../../syscalls.ts'
import { encodeText, joinBytes } from '../byte-string.ts'
import { CommandError, FileError } from '../../../contract/command-error.ts'
import { decodeLoosely } from '../commands/frame/loose-text.ts'
import { parseOptions, usageError, type Options, type Syntax } from '../../../languages/option-parser.ts'
import { errnoSentence } from '../files/errno-text.ts'
import type { CommandBody, CommandContext } from '../just-bash.ts'
import { runStream, type CommandStream } from './command-stream.ts'
import { openInput } from './open-input.ts'

type Body = (run: StreamRun) => Promise<void>

/** The exit code is 1 when something was complained about, or what `CommandError` says. `adapt` makes old forms new. */
export function streamTool(
  syntax: Syntax,
  body: Body,
  adapt: (args: readonly string[]) => readonly string[] = (args) => args,
): CommandBody {
  return (args, context) =>
    runStream(syntax.name, context, async (stream) => {
      const run = new StreamRun(syntax, { stream, context })
      try {
        run.options = parseOptions(syntax, adapt(args))
        if (run.options.has('help')) await run.out(`Usage: ${syntax.usage}\n`)
        else if (run.options.has('version')) await run.out(`${syntax.name} (Vivarium)\n`)
        else await body(run)
        await run.flush()
        return run.exitCode
      } catch (error) {
        // Output from before the error must appear before it.
        if (error instanceof CommandError) await run.flush()
        throw error
      }
    })
}

export class StreamRun {
  readonly #syntax: Syntax
  readonly stream: CommandStream
  readonly context: CommandContext
  options: Options = parseOptions({ name: '', usage: '', options: [] }, [])
  exitCode = 0
  #waiting: string[] = []
  #waitingLength = 0

  constructor(syntax: Syntax, io: { stream: CommandStream; context: CommandContext }) {
    this.#syntax = syntax
    this.stream = io.stream
    this.context = io.context
  }

  /** The operands, or stdin where there are none. */
  get inputs(): readonly string[] {
    return this.options.operands.length === 0 ? ['-'] : this.options.operands
  }

  async out(text: string): Promise<void> {
    this.#waiting.push(text)
    this.#waitingLength += text.length
    if (this.#waitingLength > SHELL_OUTPUT_BUFFER_BYTES) await this.flush()
  }

  async outBytes(bytes: Uint8Array): Promise<void> {
    await this.flush()
    await this.stream.write(bytes)
  }

  async flush(): Promise<void> {
    const wait = this.context.host.tick()
    if (wait !== undefined) await wait
    const text = this.#waiting.join('')
    this.#waiting = []
    this.#waitingLength = 0
    if (text !== '') await this.stream.write(encodeText(text))
  }

  /** Said on stderr; the command goes on, and will end with that code. */
  complain(message: string, code = 1): void {
    this.stream.error(`${this.#syntax.name}: ${message}\n`)
    this.exitCode = code
  }

  misuse(message: string): CommandError {
    return usageError(this.#syntax, message)
  }

  /** A whole number at least 0 as the value of an option. */
  number(name: string, what: string): number | undefined {
    const text = this.options.value(name)
    if (text === undefined) return undefined
    if (!/^\d+$/.test(text)) throw new CommandError(`${what}: '${text}'`)
    return Number(text)
  }

  /** Chunks of the file or of stdin, as they arrive. Throws `CommandError` that names the operand. */
  async *pieces(operand: string): AsyncGenerator<Uint8Array> {
    if (operand === '-' || namesStandardInput(operand)) {
      for (;;) {
        const part = await this.stream.read()
        if (part.length === 0) return
        yield part
        await this.flush()
      }
    }
    const input = this.#attempt(operand, () => openInput(this.context, operand))
    try {
      for (;;) {
        const part = this.#attempt(operand, () => input.read())
        if (part.length === 0) return
        yield part
      }
    } finally {
      input.close()
    }
  }

  /** Whole lines at a time, in one text with their separators; the last one may lack its own. */
  async *lines(operand: string, separator = '\n'): AsyncGenerator<readonly string[]> {
    const code = separator.charCodeAt(0)
    let kept: Uint8Array[] = []
    for await (const part of this.pieces(operand)) {
      const end = part.lastIndexOf(code) + 1
      if (end === 0) {
        kept.push(part.slice())
        continue
      }
      yield decodeLoosely(joinBytes([...kept, part.subarray(0, end - 1)])).text.split(separator)
      kept = end < part.length ? [part.slice(end)] : []
    }
    const rest = joinBytes(kept)
    if (rest.length > 0) yield decodeLoosely(rest).text.split(separator)
  }

  async bytes(operand: string): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    for await (const part of this.pieces(operand)) parts.push(part.slice())
    return joinBytes(parts)
  }

  async text(operand: string): Promise<string> {
    return decodeLoosely(await this.bytes(operand)).text
  }

  /** Runs `body` for each operand; a file that fails is said, and the others are still done. */
  async each(operands: readonly string[], body: (operand: string) => Promise<void>): Promise<void> {
    for (const operand of operands) {
      try {
        await body(operand)
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        await this.flush()
        this.complain(error.message, error.code)
      }
    }
  }

  #attempt<T>(operand: string, body: () => T): T {
    try {
      return body()
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new FileError(operand, errnoSentence(error))
    }
  }
}
