/** `od` and `hexdump`: bytes as numbers and characters. */
import { joinBytes } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { dumpLines, formatOf, type DumpFormat } from './dump-format.ts'
import { usageError, type Syntax } from '../../../../languages/option-parser.ts'
import { parseSize } from '../frame/text-units.ts'

/** Old letters, and the types that they stand for. */
const OLD: Readonly<Record<string, string>> = {
  a: 'a',
  b: 'o1',
  c: 'c',
  d: 'u2',
  f: 'fF',
  h: 'x2',
  i: 'd4',
  l: 'd8',
  o: 'o2',
  s: 'd2',
  x: 'x2',
}
const OD: Syntax = {
  name: 'od',
  usage: 'od [-A RADIX] [-t TYPE] [-j BYTES] [-N BYTES] [-w[BYTES]] [-v] [FILE]...',
  options: [
    'A,address-radix=',
    't,format=',
    'j,skip-bytes=',
    'N,read-bytes=',
    'w,width=?',
    'v,output-duplicates',
    ...Object.keys(OLD),
  ],
}
const HEXDUMP: Syntax = {
  name: 'hexdump',
  usage: 'hexdump [-bcCdovx] [-n LENGTH] [-s SKIP] [FILE]...',
  options: ['b', 'c', 'C,canonical', 'd', 'o', 'x', 'v', 'n,length=', 's,skip=', 'e=', 'f='],
}
const WIDTH = 16

export const od: CommandBody = (args, context) => runCommand(OD, args, { context, body: runOd })

export const hexdump: CommandBody = (args, context) =>
  runCommand(HEXDUMP, args, { context, body: runHexdump })

function runOd(run: CommandRun): number {
  const formats: DumpFormat[] = []
  for (const argument of run.options.all) {
    if (argument.type !== 'option') continue
    const types = argument.name === 't' ? (argument.value ?? '') : OLD[argument.name]
    if (types !== undefined) formats.push(...typesOf(types))
  }
  if (formats.length === 0) formats.push(...typesOf('o2'))
  const radix = run.options.value('A') ?? 'o'
  if (!/^[doxn]/.test(radix))
    throw new CommandError(`invalid output address radix '${radix}'; it must be one character from [doxn]`)
  const width = run.options.has('w') ? Number(run.options.value('w') ?? 32) : WIDTH
  const bytes = chosen(run, { skip: run.options.value('j'), length: run.options.value('N') })
  const address = (at: number): string => addressOf(at, radix)
  const text = dumpLines(bytes.data, formats, {
    start: bytes.start,
    width,
    address,
    showsRepeats: run.options.has('v'),
  })
  const end =
    radix === 'n' || (run.isFailed && bytes.data.length === 0)
      ? ''
      : `${address(bytes.start + bytes.data.length)}\n`
  run.out(text + end)
  return run.isFailed ? 1 : 0
}

function addressOf(at: number, radix: string): string {
  if (radix === 'n') return ''
  const base = { d: 10, o: 8, x: 16 }[radix] ?? 8
  return at.toString(base).padStart(radix === 'x' ? 6 : 7, '0')
}

function typesOf(text: string): DumpFormat[] {
  const formats: DumpFormat[] = []
  let rest = text
  while (rest !== '') {
    const [found, letter = '', size = '', trail = ''] = /^([acdfoux])([CSILFDL]|\d+)?(z?)/.exec(rest) ?? []
    const format = found === undefined ? undefined : formatOf(letter, size, trail !== '')
    if (found === undefined || format === undefined) throw new CommandError(`invalid type string '${text}'`)
    formats.push(format)
    rest = rest.slice(found.length)
  }
  return formats
}

function chosen(
  run: CommandRun,
  { skip, length }: { skip: string | undefined; length: string | undefined },
): { data: Uint8Array; start: number } {
  const parts: Uint8Array[] = []
  const files = run.operands.length === 0 ? ['-'] : run.operands
  run.each(files, (file) => parts.push(bytesOf(run, file, length)))
  const all = joinBytes(parts)
  const start = skip === undefined ? 0 : sizeOf(skip)
  if (start > all.length) throw new CommandError('cannot skip past end of combined input')
  const end = length === undefined ? all.length : start + sizeOf(length)
  return { data: all.subarray(start, end), start }
}

/** Reads the file; of an endless device only the requested length. */
function bytesOf(run: CommandRun, file: string, length: string | undefined): Uint8Array {
  const path = file === '-' ? '' : run.path(file)
  if (length === undefined || !/^\/dev\/(zero|u?random)$/.test(path)) return run.read(file)
  const fd = run.files.open(path, 0)
  try {
    return run.files.read(fd, sizeOf(length), null)
  } finally {
    run.files.close(fd)
  }
}

function sizeOf(text: string): number {
  const hex = /^0x([\da-fA-F]+)$/.exec(text)?.[1]
  const size = hex === undefined ? parseSize(text) : Number.parseInt(hex, 16)
  if (size === undefined) throw new CommandError(`invalid number '${text}'`)
  return size
}

function runHexdump(run: CommandRun): number {
  const { options } = run
  if (options.has('e') || options.has('f'))
    throw usageError(HEXDUMP, 'formats (-e, -f) are not supported here')
  const bytes = chosen(run, { skip: options.value('s'), length: options.value('n') })
  const isCanonical = options.has('C')
  const digits = isCanonical ? 8 : 7
  const address = (at: number): string => at.toString(16).padStart(digits, '0')
  const style = options.lastOf(['b', 'c', 'C', 'd', 'o', 'x']) ?? ''
  const formats = hexdumpFormats(style).map((format) => ({ ...format, isFilled: true }))
  const layout = { start: bytes.start, width: WIDTH, address, showsRepeats: options.has('v') }
  const text = dumpLines(bytes.data, formats, layout)
  const end = bytes.data.length === 0 ? '' : `${address(bytes.start + bytes.data.length)}\n`
  run.out(text + end)
  return run.isFailed ? 1 : 0
}

function hexdumpFormats(style: string): DumpFormat[] {
  const two = (letter: string, width: number, digits: number): DumpFormat[] => {
    const base = letter === 'u' ? 10 : letter === 'o' ? 8 : 16
    return [{ size: 2, width, show: (view) => view.getUint16(0, true).toString(base).padStart(digits, '0') }]
  }
  if (style === 'C') return [{ size: 1, width: 3, show: (view) => byteHex(view), canonical: true }]
  if (style === 'b')
    return [{ size: 1, width: 4, show: (view) => view.getUint8(0).toString(8).padStart(3, '0') }]
  if (style === 'c') return typesOf('c')
  if (style === 'd') return two('u', 8, 5)
  if (style === 'o') return two('o', 8, 6)
  return two('x', style === 'x' ? 8 : 5, 4)
}

function byteHex(view: DataView): string {
  return view.getUint8(0).toString(16).padStart(2, '0')
}
