/** `head` and `tail` without `-f`: the ends of files. */
import { joinBytes } from '../../byte-string.ts'
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { parseSize } from '../frame/text-units.ts'

const HEAD: Syntax = {
  name: 'head',
  usage: 'head [OPTION]... [FILE]...',
  options: ['c,bytes=', 'n,lines=', 'q,quiet,silent', 'v,verbose', 'z,zero-terminated'],
}
const TAIL: Syntax = {
  name: 'tail',
  usage: 'tail [OPTION]... [FILE]...',
  options: [
    'c,bytes=',
    'f,follow=?',
    'F',
    'n,lines=',
    'max-unchanged-stats=',
    'pid=',
    'q,quiet,silent',
    'retry',
    's,sleep-interval=',
    'v,verbose',
    'z,zero-terminated',
  ],
}

interface Amount {
  readonly count: number
  readonly isBytes: boolean
  readonly sign: '' | '+' | '-'
}

export const head = streamTool(
  HEAD,
  (run) => eachWithTitle(run, (file, amount) => headOf(run, file, amount)),
  (args) => oldForm(args, /^-(\d+)([bkm]?)([clqvz]*)$/),
)

/** Not for `-f`, which `stream/tail.ts` does. */
export const tail = streamTool(
  TAIL,
  (run) => eachWithTitle(run, (file, amount) => tailOf(run, file, amount)),
  (args) => oldForm(args, /^([-+]\d+)()([cl]*)$/),
)

/** `-5`, `+5` and `-5c`, as the first argument. */
function oldForm(args: readonly string[], form: RegExp): readonly string[] {
  const [first = '', ...rest] = args
  const [, count, unit = '', letters = ''] = form.exec(first) ?? []
  if (count === undefined) return args
  const option = letters.includes('c') ? '-c' : '-n'
  const others = letters.replaceAll(/[cl]/g, '')
  return [`${option}${count}${unit}`, ...(others === '' ? [] : [`-${others}`]), ...rest]
}

async function eachWithTitle(
  run: StreamRun,
  body: (file: string, amount: Amount) => Promise<void>,
): Promise<void> {
  const amount = amountOf(run)
  const last = run.options.lastOf(['q', 'v'])
  const hasTitles = last === 'v' || (last !== 'q' && run.inputs.length > 1)
  let isFirst = true
  await run.each(run.inputs, async (file) => {
    try {
      // Whether it can be read is seen before its title is shown.
      if (file !== '-') await run.pieces(file).next()
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const [, name = '', reason = ''] = /^(.*): (.*)$/.exec(error.message) ?? []
      const message =
        reason === 'Is a directory'
          ? `error reading '${name}': ${reason}`
          : `cannot open '${name}' for reading: ${reason}`
      throw new CommandError(message)
    }
    if (hasTitles) await run.out(`${isFirst ? '' : '\n'}==> ${file === '-' ? 'standard input' : file} <==\n`)
    isFirst = false
    await body(file, amount)
  })
}

function amountOf(run: StreamRun): Amount {
  const kind = run.options.lastOf(['c', 'n'])
  const isBytes = kind === 'c'
  const text = (kind === undefined ? undefined : run.options.value(kind)) ?? '10'
  const sign = /^[-+]/.exec(text)?.[0] ?? ''
  const count = parseSize(text.slice(sign.length))
  if (count === undefined || (sign !== '' && sign !== '+' && sign !== '-'))
    throw new CommandError(`invalid number of ${isBytes ? 'bytes' : 'lines'}: '${text}'`)
  return { count, isBytes, sign }
}

async function headOf(run: StreamRun, file: string, { count, isBytes, sign }: Amount): Promise<void> {
  if (sign === '-') {
    const bytes = await run.bytes(file)
    const end = isBytes ? Math.max(0, bytes.length - count) : startOfLast(bytes, count, codeOf(run))
    return run.outBytes(bytes.subarray(0, end))
  }
  let left = count
  if (left === 0) return
  for await (const piece of run.pieces(file)) {
    const end = isBytes ? Math.min(left, piece.length) : endOfLines(piece, left, codeOf(run))
    await run.outBytes(piece.slice(0, end))
    left -= isBytes ? end : countOf(piece.subarray(0, end), codeOf(run))
    if (left > 0) continue
    if (file === '-') run.stream.unread(piece.subarray(end))
    return
  }
}

async function tailOf(run: StreamRun, file: string, { count, isBytes, sign }: Amount): Promise<void> {
  const code = codeOf(run)
  if (sign === '+') {
    let skip = Math.max(0, count - 1)
    for await (const piece of run.pieces(file)) {
      const start = skip === 0 ? 0 : isBytes ? Math.min(skip, piece.length) : endOfLines(piece, skip, code)
      skip -= isBytes ? start : countOf(piece.subarray(0, start), code)
      if (start < piece.length) await run.outBytes(piece.slice(start))
    }
    return
  }
  const parts: Uint8Array[] = []
  for await (const piece of run.pieces(file)) parts.push(piece.slice())
  const bytes = joinBytes(parts)
  const start = isBytes ? Math.max(0, bytes.length - count) : startOfLast(bytes, count, code)
  await run.outBytes(bytes.subarray(start))
}

function codeOf(run: StreamRun): number {
  return run.options.has('z') ? 0 : 10
}

/** Behind the line of that number, or at the end. */
function endOfLines(bytes: Uint8Array, lines: number, code: number): number {
  let at = 0
  for (let line = 0; line < lines; line += 1) {
    const end = bytes.indexOf(code, at)
    if (end < 0) return bytes.length
    at = end + 1
  }
  return at
}

/** Offset at which the last lines begin. */
function startOfLast(bytes: Uint8Array, lines: number, code: number): number {
  if (lines === 0) return bytes.length
  let at = bytes.at(-1) === code ? bytes.length - 1 : bytes.length
  for (let line = 0; line < lines; line += 1) {
    if (at === 0) return 0
    at = bytes.lastIndexOf(code, at - 1)
    if (at < 0) return 0
  }
  return at + 1
}

function countOf(bytes: Uint8Array, code: number): number {
  let found = 0
  for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + 1)) found += 1
  return found
}
