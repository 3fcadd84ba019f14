/** `cat` without options, as its input comes; with options it is the library's. */
import { namesStandardInput } from '../files/standard-input.ts'
import { SHELL_FILE_READ_BYTES } from '../../../contract/limits.ts'
import { Errno } from '../../syscalls.ts'
import { joinBytes } from '../byte-string.ts'
import { errnoSentence } from '../files/errno-text.ts'
import { command, type CommandContext } from '../just-bash.ts'
import { runStream, type CommandStream } from './command-stream.ts'
import { openInput } from './open-input.ts'
import { original } from './original.ts'

export const catCommand = command('cat', (args, context) => {
  const operands = args.filter((arg) => arg !== '-u' && arg !== '--')
  if (operands.some((arg) => arg.startsWith('-') && arg !== '-')) return original(context, args)
  return runStream('cat', context, async (stream) => {
    const output = new JoinedOutput(stream)
    let exitCode = 0
    for (const operand of operands.length === 0 ? ['-'] : operands) {
      const isStdin = operand === '-' || namesStandardInput(operand)
      const failure = isStdin ? await copyStdin(output) : await copyFile(operand, output, context)
      if (failure === undefined) continue
      await output.flush()
      stream.error(`cat: ${operand}: ${failure}\n`)
      exitCode = 1
    }
    await output.flush()
    return exitCode
  })
})

/** Small files on their way out together: a write for each would forget what was read ahead. */
class JoinedOutput {
  readonly stream: CommandStream
  #parts: Uint8Array[] = []
  #length = 0

  constructor(stream: CommandStream) {
    this.stream = stream
  }

  /** Flushes before a part that does not fit into a pipe with the rest. */
  async add(part: Uint8Array): Promise<void> {
    if (this.#length + part.length > SHELL_FILE_READ_BYTES) await this.flush()
    this.#parts.push(part)
    this.#length += part.length
    if (this.#length >= SHELL_FILE_READ_BYTES) await this.flush()
  }

  async flush(): Promise<void> {
    const bytes = joinBytes(this.#parts)
    this.#parts = []
    this.#length = 0
    if (bytes.length > 0) await this.stream.write(bytes)
  }
}

async function copyStdin(output: JoinedOutput): Promise<undefined> {
  await output.flush()
  for (;;) {
    const part = await output.stream.read()
    if (part.length === 0) return undefined
    await output.stream.write(part)
  }
}

/** Returns what went wrong. */
async function copyFile(
  operand: string,
  output: JoinedOutput,
  context: CommandContext,
): Promise<string | undefined> {
  const opened = attempt(() => openInput(context, operand))
  if (typeof opened === 'string') return opened
  try {
    if (opened.isSameAs(context.live.stdout)) return 'input file is output file'
    for (;;) {
      const part = attempt(() => opened.read())
      if (typeof part === 'string') return part
      if (part.length === 0) return undefined
      await output.add(part)
      if (!opened.isWhole) await output.flush()
      const wait = context.host.tick()
      if (wait !== undefined) await wait
    }
  } finally {
    opened.close()
  }
}

function attempt<T>(body: () => T): T | string {
  try {
    return body()
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    return errnoSentence(error)
  }
}
