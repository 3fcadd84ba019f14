/** `xxd`: bytes as hexadecimal, and back. */
import { dirname } from '../../../../contract/path.ts'
import { joinBytes } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'xxd',
  usage: 'xxd [-bEeipru] [-c COLS] [-g BYTES] [-l LEN] [-o OFF] [-s SEEK] [INFILE [OUTFILE]]',
  options: [
    'b,bits',
    'C,capitalize',
    'c,cols=',
    'e',
    'g,groupsize=',
    'i,include',
    'l,len=',
    'n,name=',
    'o,offset=',
    'p,ps,postscript,plain',
    'r,revert',
    's,seek=',
    'u,uppercase',
    'd',
  ],
}
const MAX_COLUMNS = 256
const NO_INPUT = 2

export const xxd: CommandBody = (args, context) => {
  return runCommand(SYNTAX, withLongDashes(args), { context, body: runXxd })
}

/** xxd takes its long names after one dash too. */
function withLongDashes(args: readonly string[]): readonly string[] {
  const names = new Set(SYNTAX.options.flatMap((option) => option.replace(/=$/, '').split(',')))
  return args.map((arg) => (/^-\w{2,}$/.test(arg) && names.has(arg.slice(1)) ? `-${arg}` : arg))
}

interface Layout {
  readonly columns: number
  readonly group: number
  readonly upper: boolean
}

function runXxd(run: CommandRun): number {
  const { options, operands } = run
  const [input = '-', output = '-'] = operands
  if (options.has('r')) {
    write(run, output, reverted(run, input))
    return 0
  }
  const all = readInput(run, input)
  const seek = integerOf(options.value('s') ?? '0')
  const start = seek < 0 ? Math.max(0, all.length + seek) : seek
  const bytes = all.subarray(
    start,
    start + (options.has('l') ? integerOf(options.value('l') ?? '') : all.length),
  )
  const offset = start + integerOf(options.value('o') ?? '0')
  const style = options.has('b') ? 'bits' : options.has('e') ? 'little' : 'hex'
  const defaults = {
    bits: { columns: 6, group: 1 },
    little: { columns: 16, group: 4 },
    hex: { columns: 16, group: 2 },
  }
  const columns = columnsOf(run, defaults[style].columns)
  const group = integerOf(options.value('g') ?? String(defaults[style].group)) || columns
  const upper = options.has('u')
  let text
  if (options.has('i')) text = included(run, bytes, input)
  else if (options.has('p')) text = plain(bytes, { columns: columnsOf(run, 30), group, upper })
  else text = dump(bytes, offset, { columns, group, upper, style, isDecimal: options.has('d') })
  write(run, output, new TextEncoder().encode(text))
  return 0
}

function readInput(run: CommandRun, input: string): Uint8Array {
  if (input === '-') return run.stdin()
  return run.attempt(input, () => run.files.readFile(run.path(input)), NO_INPUT)
}

function columnsOf(run: CommandRun, usual: number): number {
  const given = run.options.value('c')
  if (given === undefined) return usual
  const columns = integerOf(given)
  if (columns > MAX_COLUMNS && !run.options.has('p'))
    throw new CommandError(`invalid number of columns (max. ${MAX_COLUMNS}).`)
  return columns === 0 ? (run.options.has('p') ? Infinity : usual) : columns
}

function integerOf(text: string): number {
  const [, sign = '', digits] = /^([-+]?)(0x[\da-fA-F]+|\d+)$/.exec(text) ?? []
  if (digits === undefined) throw new CommandError(`invalid number '${text}'`)
  const value = /^0\d/.test(digits) ? Number.parseInt(digits, 8) : Number(digits)
  return sign === '-' ? -value : value
}

function write(run: CommandRun, output: string, bytes: Uint8Array): void {
  if (output !== '-') run.attempt(output, () => run.files.mkdir(dirname(run.path(output)), 0o755, true))
  run.write(output, bytes)
}

function hexOf(byte: number, upper: boolean): string {
  const text = byte.toString(16).padStart(2, '0')
  return upper ? text.toUpperCase() : text
}

function dump(
  bytes: Uint8Array,
  offset: number,
  layout: Layout & { style: 'bits' | 'little' | 'hex'; isDecimal: boolean },
): string {
  const { columns, group, upper, style } = layout
  const digits = style === 'bits' ? 8 : 2
  const groups = Math.ceil(columns / group)
  const width = columns * digits + groups - 1
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += columns) {
    const row = bytes.subarray(at, at + columns)
    const cells: string[] = []
    for (let from = 0; from < row.length; from += group)
      cells.push(cell(row.subarray(from, from + group), layout))
    const address = (offset + at).toString(layout.isDecimal ? 10 : 16).padStart(8, '0')
    const shown = Array.from(row, (byte) =>
      byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.',
    ).join('')
    lines.push(
      `${upper && !layout.isDecimal ? address.toLowerCase() : address}: ${cells.join(' ').padEnd(width)}  ${shown}\n`,
    )
  }
  return lines.join('')
}

function cell(bytes: Uint8Array, layout: Layout & { style: 'bits' | 'little' | 'hex' }): string {
  if (layout.style === 'bits') return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const hex = Array.from(bytes, (byte) => hexOf(byte, layout.upper))
  return layout.style === 'little'
    ? hex
        .reverse()
        .join('')
        .padStart(layout.group * 2)
    : hex.join('')
}

function plain(bytes: Uint8Array, { columns, upper }: Layout): string {
  const lines: string[] = []
  const step = Number.isFinite(columns) ? columns : Math.max(1, bytes.length)
  for (let at = 0; at < bytes.length; at += step)
    lines.push(`${Array.from(bytes.subarray(at, at + step), (byte) => hexOf(byte, upper)).join('')}\n`)
  return lines.join('')
}

function included(run: CommandRun, bytes: Uint8Array, input: string): string {
  const rows: string[] = []
  const columns = columnsOf(run, 12)
  const upper = run.options.has('u')
  for (let at = 0; at < bytes.length; at += columns) {
    const row = Array.from(
      bytes.subarray(at, at + columns),
      (byte) => `0${upper ? 'X' : 'x'}${hexOf(byte, upper)}`,
    )
    rows.push(`  ${row.join(', ')}`)
  }
  const body = `${rows.join(',\n')}\n`
  const given = run.options.value('n') ?? (input === '-' ? undefined : input)
  if (given === undefined) return body
  const safe = given.replace(/[^A-Za-z0-9]/g, '_').replace(/^\d/, '__$&')
  const name = run.options.has('C') ? safe.toUpperCase() : safe
  const length = run.options.has('C') ? `${name}_LEN` : `${name}_len`
  return `unsigned char ${name}[] = {\n${body}};\nunsigned int ${length} = ${bytes.length};\n`
}

/** The bytes of a dump, at their addresses; of plain hexadecimal, one after another. */
function reverted(run: CommandRun, input: string): Uint8Array {
  const text = new TextDecoder().decode(readInput(run, input))
  if (run.options.has('p')) return Uint8Array.from(text.match(/[\da-fA-F]\s*[\da-fA-F]/g) ?? [], pairOf)
  const parts: Uint8Array[] = []
  let end = 0
  for (const line of text.split('\n')) {
    const [, address, rest] = /^\s*([\da-fA-F]+):?\s(.*)$/.exec(line) ?? []
    if (address === undefined || rest === undefined) continue
    const start = Number.parseInt(address, 16) - integerOf(run.options.value('o') ?? '0')
    const cells = rest.split(/ {2,}/)[rest.startsWith(' ') ? 1 : 0] ?? ''
    const bytes = Uint8Array.from(cells.match(/[\da-fA-F]{2}/g) ?? [], pairOf)
    if (start < end) throw new CommandError('sorry, cannot seek backwards.', 5)
    parts.push(new Uint8Array(start - end), bytes)
    end = start + bytes.length
  }
  return joinBytes(parts)
}

function pairOf(pair: string): number {
  return Number.parseInt(pair.replace(/\s/g, ''), 16)
}
