/** `cat` without options, as its input comes; with options it is the library's. */
import { Errno } from '../../syscalls.ts'
import { errnoSentence } from '../errno-text.ts'
import { command, type CommandContext } from '../just-bash.ts'
import { runStream, type CommandStream } from './command-stream.ts'
import { openInput } from './open-input.ts'
import { original } from './original.ts'

export const catCommand = command('cat', (args, context) => {
  const operands = args.filter((arg) => arg !== '-u' && arg !== '--')
  if (operands.some((arg) => arg.startsWith('-') && arg !== '-')) return original(context, args)
  return runStream('cat', context, async (stream) => {
    let exitCode = 0
    for (const operand of operands.length === 0 ? ['-'] : operands) {
      const isStdin = operand === '-' || operand === '/dev/stdin'
      if (isStdin) await copyStdin(stream)
      else if (!(await copyFile(operand, stream, context))) exitCode = 1
    }
    return exitCode
  })
})

async function copyStdin(stream: CommandStream): Promise<void> {
  for (;;) {
    const part = await stream.read()
    if (part.length === 0) return
    await stream.write(part)
  }
}

async function copyFile(operand: string, stream: CommandStream, context: CommandContext): Promise<boolean> {
  let input
  try {
    input = openInput(context, operand)
  } catch (error) {
    return said(operand, error, stream)
  }
  try {
    if (input.isSameAs(context.live.stdout)) {
      stream.error(`cat: ${operand}: input file is output file\n`)
      return false
    }
    for (;;) {
      const part = readPart(input.read, operand, stream)
      if (part === undefined) return false
      if (part.length === 0) return true
      await stream.write(part)
      await context.host.tick()
    }
  } finally {
    input.close()
  }
}

function readPart(read: () => Uint8Array, operand: string, stream: CommandStream): Uint8Array | undefined {
  try {
    return read()
  } catch (error) {
    said(operand, error, stream)
    return undefined
  }
}

function said(operand: string, error: unknown, stream: CommandStream): false {
  if (!(error instanceof Errno)) throw error
  stream.error(`cat: ${operand}: ${errnoSentence(error)}\n`)
  return false
}
