/** `split`: a file in pieces. */
import { concatenate } from '../../../../contract/bytes.ts'
import { encodeText, fromByteString } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import { CommandError, retell } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { parseSize } from '../frame/text-units.ts'
import { splitNames } from './split-names.ts'

const SYNTAX: Syntax = {
  name: 'split',
  usage: 'split [-b SIZE | -C SIZE | -l LINES | -n CHUNKS] [-dxe] [-a N] [-t SEP] [FILE [PREFIX]]',
  options: [
    'a,suffix-length=',
    'additional-suffix=',
    'b,bytes=',
    'C,line-bytes=',
    'd',
    'numeric-suffixes=?',
    'x',
    'hex-suffixes=?',
    'e,elide-empty-files',
    'filter=',
    'l,lines=',
    'n,number=',
    't,separator=',
    'u,unbuffered',
    'verbose',
  ],
}
const DEFAULT_LINES = '1000'

export const split: CommandBody = (args, context) =>
  runCommand(SYNTAX, args.map(oldForm), { context, body: runSplit })

function oldForm(arg: string): string {
  return arg.replace(/^-(\d+)$/, '-l$1')
}

async function runSplit(run: CommandRun): Promise<number> {
  const { options, operands } = run
  const [file = '-', , extra] = operands
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  const separator = separatorOf(options.value('t'))
  const way = wayOf(run)
  const bytes = contentOf(run, file)
  const { pieces, only } = cut(bytes, way, separator)
  if (only !== undefined) {
    run.outBytes(only)
    return 0
  }
  const names = splitNames(namesOf(run, way.kind === 'chunks' ? way.count : undefined))
  for (const piece of pieces) {
    if (piece.length === 0 && options.has('e')) continue
    const name = String(names.next().value)
    const command = options.value('filter')
    if (command !== undefined) await filter(run, command, { name, piece })
    else {
      if (options.has('verbose')) run.out(`creating file '${name}'\n`)
      run.write(name, piece)
    }
  }
  return run.isFailed ? 1 : 0
}

function contentOf(run: CommandRun, file: string): Uint8Array {
  try {
    return run.read(file)
  } catch (error) {
    retell(error, ({ operand, reason }) =>
      reason === 'Is a directory'
        ? `${operand}: read error: ${reason}`
        : `cannot open '${operand}' for reading: ${reason}`,
    )
  }
}

function separatorOf(text: string | undefined): number {
  if (text === undefined) return 10
  if (text === '\\0') return 0
  const [first, second] = encodeText(text)
  if (first === undefined) throw new CommandError('empty record separator')
  if (second !== undefined) throw new CommandError(`multi-character separator '${text}'`)
  return first
}

type Way =
  | { readonly kind: 'lines' | 'bytes' | 'line-bytes'; readonly size: number }
  | {
      readonly kind: 'chunks'
      readonly by: 'bytes' | 'lines' | 'turns'
      readonly count: number
      /** Only this one, to stdout. */
      readonly only: number | undefined
    }

function wayOf(run: CommandRun): Way {
  const { options } = run
  const given = ['b', 'C', 'l', 'n'].filter((name) => options.has(name))
  if (given.length > 1) throw run.misuse('cannot split in more than one way')
  const [kind = 'l'] = given
  if (kind === 'n') return chunksOf(options.value('n') ?? '')
  const text = options.value(kind) ?? DEFAULT_LINES
  const what = kind === 'l' ? 'lines' : 'bytes'
  const size = parseSize(text)
  if (size === undefined) throw new CommandError(`invalid number of ${what}: '${text}'`)
  if (size === 0)
    throw new CommandError(`invalid number of ${what}: '${text}': Numerical result out of range`)
  return { kind: kind === 'l' ? 'lines' : kind === 'b' ? 'bytes' : 'line-bytes', size }
}

function chunksOf(text: string): Way {
  const [, by = '', first = '', second] = /^(?:([lr])\/)?(\d+)(?:\/(\d+))?$/.exec(text) ?? []
  const count = Number(second ?? first)
  if (first === '' || count === 0) throw new CommandError(`invalid number of chunks: '${text}'`)
  const only = second === undefined ? undefined : Number(first)
  if (only !== undefined && (only === 0 || only > count))
    throw new CommandError(`invalid chunk number: '${first}'`)
  return { kind: 'chunks', by: by === 'l' ? 'lines' : by === 'r' ? 'turns' : 'bytes', count, only }
}

interface Cut {
  readonly pieces: readonly Uint8Array[]
  readonly only?: Uint8Array | undefined
}

function cut(bytes: Uint8Array, way: Way, separator: number): Cut {
  if (way.kind === 'bytes') return { pieces: bySize(bytes, way.size) }
  if (way.kind !== 'chunks') {
    const lines = linesOf(bytes, separator)
    return {
      pieces: way.kind === 'lines' ? byLines(bytes, lines, way.size) : byLineBytes(bytes, lines, way.size),
    }
  }
  const pieces =
    way.by === 'bytes'
      ? parts(
          bytes,
          Array.from({ length: way.count }, (_, at) => Math.floor((bytes.length * (at + 1)) / way.count)),
        )
      : way.by === 'turns'
        ? inTurns(bytes, linesOf(bytes, separator), way.count)
        : wholeLines(bytes, linesOf(bytes, separator), way.count)
  return { pieces, only: way.only === undefined ? undefined : (pieces[way.only - 1] ?? new Uint8Array(0)) }
}

/** Offset of each line's end. */
function linesOf(bytes: Uint8Array, separator: number): readonly number[] {
  const ends: number[] = []
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at + 1)) ends.push(at + 1)
  if (bytes.length > (ends.at(-1) ?? 0)) ends.push(bytes.length)
  return ends
}

function parts(bytes: Uint8Array, ends: readonly number[]): readonly Uint8Array[] {
  return ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end))
}

function bySize(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.ceil(bytes.length / size)
  return parts(
    bytes,
    Array.from({ length: count }, (_, at) => Math.min(bytes.length, (at + 1) * size)),
  )
}

function byLines(bytes: Uint8Array, lines: readonly number[], size: number): readonly Uint8Array[] {
  return parts(
    bytes,
    lines.filter((_, at) => (at + 1) % size === 0 || at === lines.length - 1),
  )
}

/** As many whole lines as fit; a line that does not fit alone is broken. */
function byLineBytes(bytes: Uint8Array, lines: readonly number[], size: number): readonly Uint8Array[] {
  const ends: number[] = []
  let start = 0
  let end = 0
  const close = (): void => {
    if (end > start) ends.push(end)
    start = end
  }
  for (const line of lines) {
    if (line - start > size) close()
    while (line - start > size) {
      end = start + size
      close()
    }
    end = line
  }
  close()
  return parts(bytes, ends)
}

/** A line belongs to the part of the bytes in which it begins. */
function wholeLines(bytes: Uint8Array, lines: readonly number[], count: number): readonly Uint8Array[] {
  const size = Math.floor(bytes.length / count)
  const ends = Array.from({ length: count }, (_, at) =>
    at === count - 1 ? bytes.length : (lines.find((end) => end >= size * (at + 1)) ?? bytes.length),
  )
  return parts(bytes, ends)
}

function inTurns(bytes: Uint8Array, lines: readonly number[], count: number): readonly Uint8Array[] {
  const all = parts(bytes, lines)
  return Array.from({ length: count }, (_, turn) => {
    return concatenate(all.filter((__, at) => at % count === turn))
  })
}

function namesOf(run: CommandRun, count: number | undefined): Parameters<typeof splitNames>[0] {
  const { options, operands } = run
  const isHex = options.has('x') || options.has('hex-suffixes')
  const isNumeric = options.has('d') || options.has('numeric-suffixes')
  const digits = isHex ? '0123456789abcdef' : isNumeric ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz'
  const from = options.value(isHex ? 'hex-suffixes' : 'numeric-suffixes')
  const start = from === undefined ? 0 : Number.parseInt(from, isHex ? 16 : 10)
  if (Number.isNaN(start)) throw run.misuse(`'${from ?? ''}': invalid start value for numerical suffix`)
  const given = options.value('a')
  if (given !== undefined && !/^[1-9]\d*$/.test(given))
    throw new CommandError(`invalid suffix length: '${given}'`)
  const needed =
    count === undefined
      ? undefined
      : Math.max(2, Math.ceil(Math.log(count + start) / Math.log(digits.length) - 1e-9))
  const suffix = options.value('additional-suffix') ?? ''
  if (suffix.includes('/')) throw run.misuse(`invalid suffix '${suffix}', contains directory separator`)
  return {
    prefix: operands[1] ?? 'x',
    digits,
    length: given === undefined ? (needed ?? (from === undefined ? undefined : 2)) : Number(given),
    start,
    suffix,
  }
}

/** The command gets the piece on stdin, and its name as `$FILE`. */
async function filter(
  run: CommandRun,
  script: string,
  { name, piece }: { name: string; piece: Uint8Array },
): Promise<void> {
  const { context } = run
  let stdin = ''
  for (const byte of piece) stdin += String.fromCharCode(byte)
  const result = await runScript(context.exec, {
    script,
    name: 'sh',
    args: [],
    cwd: context.cwd,
    env: { ...context.exportedEnv, FILE: name },
    stdin,
    live: { ...context.live, stdin: null },
  })
  if (result.stdoutKind === 'bytes') run.outBytes(fromByteString(result.stdout))
  else run.out(result.stdout)
  run.err(result.stderr)
  if (result.exitCode !== 0)
    run.complain(`with FILE=${name}, exit ${result.exitCode} from command: ${script}`)
}
