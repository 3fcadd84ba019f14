/** `tail -f`: the end of a file, and what is added to it. Without `-f` it is `text/head.ts`. */
import { TAIL_POLL_MS } from '../../../contract/limits.ts'
import { Errno } from '../../syscalls.ts'
import { joinBytes } from '../byte-string.ts'
import { errnoSentence } from '../files/errno-text.ts'
import { command, type CommandContext } from '../just-bash.ts'
import { runStream, type CommandStream } from './command-stream.ts'
import { openDescriptor, type FileInput } from './open-input.ts'
import { tail } from '../commands/text/head.ts'

interface Request {
  readonly unit: 'lines' | 'bytes'
  readonly count: number
  readonly fromStart: boolean
  readonly operand: string
  /** Waits for a file that is not there, and follows its name. */
  readonly retries: boolean
  /** Ends with this process. */
  readonly pid: number | undefined
}

const NEWLINE = 10
/** As the signal for a broken pipe shows it: 128 + 13. */
const BROKEN_PIPE = 141

export const tailCommand = command('tail', (args, context) => {
  const request = parse(args)
  if (request === undefined) return tail(args, context)
  return runStream('tail', context, async (stream) => {
    if (typeof request === 'string') {
      stream.error(`tail: ${request}\n`)
      return 1
    }
    return follow(request, stream, context)
  })
})

async function follow(request: Request, stream: CommandStream, context: CommandContext): Promise<number> {
  const { host } = context
  const isEnded = (): boolean =>
    request.pid !== undefined && !host.kernel.syscalls.processes().some(({ pid }) => pid === request.pid)
  let input = tryOpen(request, context)
  if (input instanceof Errno) {
    stream.error(`tail: cannot open '${request.operand}' for reading: ${errnoSentence(input)}\n`)
    if (!request.retries) {
      stream.error('tail: no files remaining\n')
      return 1
    }
  } else await stream.write(endOf(readAll(input), request))
  for (;;) {
    const last = isEnded()
    const next =
      input instanceof Errno ? tryOpen(request, context) : renewed(input, request, { stream, context })
    if (!(next instanceof Errno)) await copyNew(next, stream)
    input = next
    if (last) return 0
    if (stream.isBroken) return BROKEN_PIPE
    const signal = await host.sleep(TAIL_POLL_MS)
    if (signal !== undefined) return 128 + signal
  }
}

function tryOpen(request: Request, context: CommandContext): Followed | Errno {
  try {
    return new Followed(openDescriptor(context, request.operand))
  } catch (error) {
    if (error instanceof Errno) return error
    throw error
  }
}

/** A file that is followed, with how much of it was read. */
class Followed {
  readonly input: FileInput
  read = 0

  constructor(input: FileInput) {
    this.input = input
  }

  next(): Uint8Array {
    const part = this.input.read()
    this.read += part.length
    return part
  }
}

/** The same file, or from its start when it has become shorter. */
function renewed(
  followed: Followed,
  request: Request,
  { stream, context }: { stream: CommandStream; context: CommandContext },
): Followed | Errno {
  if (followed.input.size() >= followed.read) return followed
  stream.error(`tail: ${request.operand}: file truncated\n`)
  followed.input.close()
  return tryOpen(request, context)
}

async function copyNew(followed: Followed, stream: CommandStream): Promise<void> {
  for (;;) {
    const part = followed.next()
    if (part.length === 0) return
    await stream.write(part)
  }
}

function readAll(followed: Followed): Uint8Array {
  const parts: Uint8Array[] = []
  for (;;) {
    const part = followed.next()
    if (part.length === 0) return joinBytes(parts)
    parts.push(part)
  }
}

function endOf(bytes: Uint8Array, { unit, count, fromStart }: Request): Uint8Array {
  if (unit === 'bytes')
    return fromStart ? bytes.subarray(Math.max(0, count - 1)) : bytes.subarray(-count || bytes.length)
  if (fromStart) {
    let at = 0
    for (let line = 1; line < count && at >= 0; line += 1) at = bytes.indexOf(NEWLINE, at) + 1 || bytes.length
    return bytes.subarray(at)
  }
  if (count === 0) return new Uint8Array(0)
  let at = bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length
  for (let line = 0; line < count && at >= 0; line += 1)
    at = at === 0 ? -1 : bytes.lastIndexOf(NEWLINE, at - 1)
  return bytes.subarray(at + 1)
}

/** Undefined when nothing is to be followed; text for what is wrong with it. */
function parse(args: readonly string[]): Request | string | undefined {
  const follows = args.some((arg) => /^-\d*[a-eg-zA-Z]*[fF]$|^-[fF]|^--follow/.test(arg))
  if (!follows) return undefined
  let amount = '10'
  let unit: Request['unit'] = 'lines'
  let pid: number | undefined
  let retries = false
  const operands: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    const value = /^(?:-n|-c|--lines=|--bytes=|--pid=)(.+)$/.exec(arg)?.[1]
    if (/^-n|^--lines/.test(arg)) amount = value ?? args[(at += 1)] ?? ''
    else if (/^-c|^--bytes/.test(arg)) [unit, amount] = ['bytes', value ?? args[(at += 1)] ?? '']
    else if (arg.startsWith('--pid')) pid = Number(value ?? args[(at += 1)])
    else if (/^-(s|-sleep-interval)$/.test(arg)) at += 1
    else if (/^-\d+[fF]?$/.test(arg))
      [amount, retries] = [/\d+/.exec(arg)?.[0] ?? '', retries || arg.endsWith('F')]
    else if (/^-[fFqv]+(n\d*)?$/.test(arg)) {
      retries ||= arg.includes('F')
      const own = /n(\d*)$/.exec(arg)?.[1]
      if (own !== undefined) amount = own === '' ? (args[(at += 1)] ?? '') : own
    } else if (/^--follow|^--retry$|^--quiet$|^-s|^--sleep/.test(arg)) retries ||= /name|retry/.test(arg)
    else if (arg.startsWith('-') && arg !== '-') return `unrecognized option '${arg}'`
    else operands.push(arg)
  }
  const [operand] = operands
  if (operand === undefined || operand === '-') return 'following standard input is not supported'
  if (operands.length > 1) return 'following more than one file is not supported'
  if (!/^[-+]?\d+$/.test(amount)) return `invalid number of ${unit}: '${amount}'`
  return { unit, count: Math.abs(Number(amount)), fromStart: amount.startsWith('+'), operand, retries, pid }
}
