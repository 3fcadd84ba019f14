/** `tee`: what comes goes to every file and on, as it comes. */
import { resolve } from '../../../path.ts'
import { Errno, O } from '../../syscalls.ts'
import { errnoSentence } from '../errno-text.ts'
import { streamCommand } from './command-stream.ts'

const NEW_FILE_MODE = 0o666

export const teeCommand = streamCommand('tee', async (args, stream, context) => {
  const { syscalls } = context.host.kernel
  const flags = args.filter((arg) => arg.startsWith('-') && arg.length > 1 && arg !== '--')
  const wrong = flags.find((flag) => !/^(-[aip]+|--append|--ignore-interrupts)$/.test(flag))
  if (wrong !== undefined) {
    stream.error(`tee: unrecognized option '${wrong}'\n`)
    return 1
  }
  const isAppend = flags.some((flag) => flag === '--append' || /^-\w*a/.test(flag))
  const mode = O.WRONLY | O.CREAT | (isAppend ? O.APPEND : O.TRUNC)
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
  const operands = args.filter((arg) => !flags.includes(arg) && arg !== '--')
  for (const operand of operands) {
    const path = context.host.realPath(resolve(operand, context.cwd))
    attempt(operand, () => fds.push(syscalls.open(path, mode, NEW_FILE_MODE)))
  }
  try {
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
