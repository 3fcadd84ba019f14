/** stdin and stdout of a command that works piece by piece: it waits where nothing comes and where nobody reads. */
import type { ExecResult } from 'just-bash/browser'
import { SHELL_CAPTURE_MAX_BYTES, SHELL_READ_BYTES } from '../../../contract/limits.ts'
import { Errno } from '../../syscalls.ts'
import { encodeText, fromByteString, joinBytes, toByteString } from '../byte-string.ts'
import { CommandError } from '../../../contract/command-error.ts'
import { errnoSentence } from '../files/errno-text.ts'
import { command, type CommandContext } from '../just-bash.ts'
import type { CustomCommand } from 'just-bash/browser'

/** The command is over: nobody reads what it writes, or it was signalled. */
class Ended extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`ended with ${exitCode}`)
    this.exitCode = exitCode
  }
}

const BROKEN_PIPE = 141

export class CommandStream {
  readonly #context: CommandContext
  readonly #kept: Uint8Array[] = []
  #keptBytes = 0
  #stderr = ''
  #textIsRead = false

  constructor(context: CommandContext) {
    this.#context = context
  }

  /** Nobody reads what is written, as far as that can be known without writing. */
  get isBroken(): boolean {
    const { live, host } = this.#context
    return live.stdout !== null && host.descriptors.isBroken(live.stdout)
  }

  /** Empty at the end of stdin. */
  async read(): Promise<Uint8Array> {
    const { feed, host } = this.#context
    if (feed.text !== '') {
      if (this.#textIsRead) return new Uint8Array(0)
      this.#textIsRead = true
      return fromByteString(feed.text)
    }
    if (feed.fd === null) return new Uint8Array(0)
    host.beforeCommand('')
    const part = await Promise.race([host.descriptors.read(feed.fd, SHELL_READ_BYTES), host.interruption])
    if (part === undefined) throw new Ended(128 + (host.waitingSignal ?? 0))
    return part
  }

  /** All that is left of stdin. */
  async readAll(): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    for (;;) {
      const part = await this.read()
      if (part.length === 0) return joinBytes(parts)
      parts.push(part.slice())
    }
  }

  /** Gives back what was read too much. */
  unread(bytes: Uint8Array): void {
    const { feed, host } = this.#context
    if (feed.fd !== null) host.descriptors.unread(feed.fd, bytes)
  }

  async write(bytes: Uint8Array): Promise<void> {
    const { live, host } = this.#context
    if (live.stdout === null) return this.#keep(bytes)
    const failure = await host.writeBytes(live.stdout, bytes)
    if (failure === undefined) return
    if (failure.code === 'EPIPE') throw new Ended(BROKEN_PIPE)
    throw failure
  }

  text(text: string): Promise<void> {
    return this.write(encodeText(text))
  }

  error(text: string): void {
    const { live, host } = this.#context
    if (live.stderr === null) this.#stderr += text
    else host.write(live.stderr, text, false)
  }

  end(exitCode: number): ExecResult {
    const stdout = toByteString(joinBytes(this.#kept))
    return { stdout, stderr: this.#stderr, exitCode, stdoutKind: 'bytes' }
  }

  #keep(bytes: Uint8Array): void {
    this.#keptBytes += bytes.length
    if (this.#keptBytes > SHELL_CAPTURE_MAX_BYTES) throw new Errno('ENOMEM', 'write')
    this.#kept.push(bytes.slice())
  }
}

type StreamBody = (args: readonly string[], stream: CommandStream, context: CommandContext) => Promise<number>

/** A command that gives its exit code; it ends by itself when its reader is gone. */
export function streamCommand(name: string, body: StreamBody): CustomCommand {
  return command(name, (args, context) => runStream(name, context, (stream) => body(args, stream, context)))
}

/** A command's whole life. `body` gives the exit code, or throws `CommandError`. */
export async function runStream(
  name: string,
  context: CommandContext,
  body: (stream: CommandStream) => Promise<number>,
): Promise<ExecResult> {
  const stream = new CommandStream(context)
  try {
    return stream.end(await body(stream))
  } catch (error) {
    if (error instanceof Ended) return stream.end(error.exitCode)
    const { message, code } = explain(error)
    stream.error(`${name}: ${message}\n`)
    return stream.end(code)
  }
}

function explain(error: unknown): { message: string; code: number } {
  if (error instanceof CommandError) return error
  if (!(error instanceof Errno)) throw error
  return { message: `write error: ${errnoSentence(error)}`, code: 1 }
}
