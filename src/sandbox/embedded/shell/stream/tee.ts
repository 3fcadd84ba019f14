/** `tee`: what comes goes to every file and on, as it comes. */
import { resolve } from '../../../contract/path.ts'
import { parseOptions, usageError, type Syntax } from '../../../languages/option-parser.ts'
import { Errno, O } from '../../syscalls.ts'
import { errnoSentence } from '../files/errno-text.ts'
import { streamCommand } from './command-stream.ts'

const SYNTAX: Syntax = {
  name: 'tee',
  usage: 'tee [-aip] [--output-error[=MODE]] [FILE]...',
  options: ['a,append', 'i,ignore-interrupts', 'p', 'output-error=?'],
}
const ERROR_MODES = ['warn', 'warn-nopipe', 'exit', 'exit-nopipe']
const NEW_FILE_MODE = 0o666

export const teeCommand = streamCommand('tee', async (args, stream, context) => {
  const { syscalls } = context.host.kernel
  const options = parseOptions(SYNTAX, args)
  if (options.has('help') || options.has('version')) {
    await stream.text(options.has('help') ? `Usage: ${SYNTAX.usage}\n` : 'tee (Vivarium)\n')
    return 0
  }
  const onError = options.value('output-error') ?? 'warn'
  if (!ERROR_MODES.includes(onError))
    throw usageError(SYNTAX, `invalid argument '${onError}' for '--output-error'`)
  const mode = O.WRONLY | O.CREAT | (options.has('a') ? O.APPEND : O.TRUNC)
  let exitCode = 0
  const fds: number[] = []
  const attempt = (operand: string, body: () => void): void => {
    try {
      body()
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      stream.error(`tee: ${operand}: ${errnoSentence(error)}\n`)
      exitCode = 1
    }
  }
  try {
    for (const operand of options.operands) {
      const path = context.host.realPath(resolve(operand, context.cwd))
      attempt(operand, () => fds.push(syscalls.open(path, mode, NEW_FILE_MODE)))
      if (exitCode !== 0 && onError.startsWith('exit')) return exitCode
    }
    for (;;) {
      const part = await stream.read()
      if (part.length === 0) return exitCode
      for (const fd of fds) attempt('write', () => void syscalls.write(fd, part, null))
      await stream.write(part)
    }
  } finally {
    for (const fd of fds) syscalls.close(fd)
  }
})
