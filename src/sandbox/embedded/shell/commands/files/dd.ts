/** `dd`: copies blocks. */
import { namesStandardInput } from '../../files/standard-input.ts'
import { O } from '../../../syscalls.ts'
import { joinBytes } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { usageError, type Syntax } from '../../../../languages/option-parser.ts'
import { parseSize } from '../frame/text-units.ts'

const SYNTAX: Syntax = {
  name: 'dd',
  usage: 'dd [if=FILE] [of=FILE] [bs=BYTES] [count=N] [skip=N] [seek=N] [conv=WORDS] [status=LEVEL]',
  options: [],
}
const KEYS = [
  'if',
  'of',
  'bs',
  'ibs',
  'obs',
  'cbs',
  'count',
  'skip',
  'seek',
  'conv',
  'status',
  'iflag',
  'oflag',
  'iseek',
  'oseek',
]
const CONVERSIONS = [
  'notrunc',
  'ucase',
  'lcase',
  'swab',
  'sync',
  'noerror',
  'fsync',
  'fdatasync',
  'excl',
  'nocreat',
]
const BLOCK = 512
const ENDLESS = /^\/dev\/(zero|u?random)$/

export const dd: CommandBody = (args, context) => runCommand(SYNTAX, args, { context, body: runDd })

function runDd(run: CommandRun): number {
  const started = performance.now()
  const given = readOperands(run)
  const block = sizeOf(given, 'ibs') ?? sizeOf(given, 'bs') ?? BLOCK
  const outBlock = sizeOf(given, 'obs') ?? sizeOf(given, 'bs') ?? BLOCK
  if (block === 0) throw new CommandError(`invalid number: '${given.get('bs') ?? '0'}'`)
  const flags = new Set((given.get('iflag') ?? '').split(','))
  const outFlags = new Set((given.get('oflag') ?? '').split(','))
  const skip = (sizeOf(given, 'skip') ?? sizeOf(given, 'iseek') ?? 0) * (flags.has('skip_bytes') ? 1 : block)
  const count = sizeOf(given, 'count')
  const most = count === undefined ? undefined : count * (flags.has('count_bytes') ? 1 : block)
  const conversions = conversionsOf(given)
  const input = readInput(run, given.get('if') ?? '-', { skip, most })
  const output = convert(input, conversions, block)
  const seek =
    (sizeOf(given, 'seek') ?? sizeOf(given, 'oseek') ?? 0) * (outFlags.has('seek_bytes') ? 1 : outBlock)
  writeOutput(run, given.get('of'), { data: output, seek, conversions, appends: outFlags.has('append') })
  report(run, given.get('status') ?? '', {
    read: input.length,
    written: output.length,
    block,
    outBlock,
    seconds: (performance.now() - started) / 1000,
  })
  return 0
}

function readOperands(run: CommandRun): ReadonlyMap<string, string> {
  const given = new Map<string, string>()
  for (const operand of run.operands) {
    const [, key = '', value = ''] = /^([a-z]+)=([^]*)$/.exec(operand) ?? []
    if (!KEYS.includes(key)) throw usageError(SYNTAX, `unrecognized operand '${operand}'`)
    given.set(key, value)
  }
  if (given.has('cbs')) throw new CommandError('cbs= is not supported here')
  return given
}

function sizeOf(given: ReadonlyMap<string, string>, key: string): number | undefined {
  const text = given.get(key)
  if (text === undefined) return undefined
  const factors = text.split('x').map(parseSize)
  if (factors.some((factor) => factor === undefined)) throw new CommandError(`invalid number: '${text}'`)
  return factors.reduce<number>((product, factor) => product * (factor ?? 1), 1)
}

function conversionsOf(given: ReadonlyMap<string, string>): ReadonlySet<string> {
  const words = (given.get('conv') ?? '').split(',').filter((word) => word !== '')
  for (const word of words)
    if (!CONVERSIONS.includes(word)) throw new CommandError(`invalid conversion: '${word}'`)
  return new Set(words)
}

function readInput(
  run: CommandRun,
  file: string,
  { skip, most }: { skip: number; most: number | undefined },
): Uint8Array {
  const path = file === '-' || namesStandardInput(file) ? undefined : run.path(file)
  if (path === undefined) return slice(run.stdin(), skip, most)
  if (ENDLESS.test(path) && most === undefined)
    throw new CommandError(`${file} never ends: count= is needed here`)
  return run.attempt(`failed to open '${file}'`, () => {
    if (!ENDLESS.test(path)) return slice(run.files.readFile(path), skip, most)
    const fd = run.files.open(path, O.RDONLY)
    const parts: Uint8Array[] = []
    for (let rest = most ?? 0; rest > 0;) {
      const part = run.files.read(fd, rest, null)
      parts.push(part)
      rest -= part.length
    }
    run.files.close(fd)
    return joinBytes(parts)
  })
}

function slice(bytes: Uint8Array, skip: number, most: number | undefined): Uint8Array {
  return bytes.subarray(skip, most === undefined ? undefined : skip + most)
}

function convert(input: Uint8Array, conversions: ReadonlySet<string>, block: number): Uint8Array {
  const output = new Uint8Array(
    conversions.has('sync') ? Math.ceil(input.length / block) * block : input.length,
  )
  output.set(input)
  const [first, last, by] = conversions.has('ucase')
    ? [97, 122, -32]
    : conversions.has('lcase')
      ? [65, 90, 32]
      : [1, 0, 0]
  for (const [at, byte] of output.entries()) if (byte >= first && byte <= last) output[at] = byte + by
  for (let at = 0; conversions.has('swab') && at + 1 < output.length; at += 2)
    output.set([output[at + 1] ?? 0, output[at] ?? 0], at)
  return output
}

function writeOutput(
  run: CommandRun,
  file: string | undefined,
  wanted: { data: Uint8Array; seek: number; conversions: ReadonlySet<string>; appends: boolean },
): void {
  const { data, seek, conversions, appends } = wanted
  if (file === undefined || file === '/dev/stdout' || file === '-') return run.outBytes(data)
  const flags = (conversions.has('nocreat') ? 0 : O.CREAT) | (conversions.has('excl') ? O.EXCL : 0) | O.RDWR
  const { files } = run
  run.attempt(`failed to open '${file}'`, () => {
    const fd = files.open(run.path(file), appends ? flags | O.APPEND : flags, 0o666)
    try {
      if (files.fstat(fd).kind !== 'file') return void files.write(fd, data, null)
      if (!conversions.has('notrunc') && !appends) files.ftruncate(fd, seek)
      for (let at = 0; at < data.length;) at += files.write(fd, data.subarray(at), appends ? null : seek + at)
    } finally {
      files.close(fd)
    }
  })
}

function report(
  run: CommandRun,
  status: string,
  done: { read: number; written: number; block: number; outBlock: number; seconds: number },
): void {
  if (status === 'none') return
  const records = (bytes: number, block: number): string =>
    `${Math.floor(bytes / block)}+${bytes % block === 0 ? 0 : 1} records`
  run.err(`${records(done.read, done.block)} in\n${records(done.written, done.outBlock)} out\n`)
  if (status === 'noxfer') return
  const size = `${done.written} byte${done.written === 1 ? '' : 's'} copied`
  const rate = done.seconds === 0 ? 0 : done.written / done.seconds / 1e6
  run.err(`${size}, ${done.seconds.toPrecision(6)} s, ${rate.toFixed(1)} MB/s\n`)
}
