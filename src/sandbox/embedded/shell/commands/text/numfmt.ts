/** `numfmt`: numbers with units, and back. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { linesOf } from '../frame/text-units.ts'

const SYNTAX: Syntax = {
  name: 'numfmt',
  usage: 'numfmt [--from=UNIT] [--to=UNIT] [--field=N] [--suffix=TEXT] [--format=FORMAT] [NUMBER]...',
  options: [
    'from=',
    'to=',
    'from-unit=',
    'to-unit=',
    'suffix=',
    'format=',
    'field=',
    'padding=',
    'round=',
    'd,delimiter=',
    'header=?',
    'invalid=',
    'grouping',
    'z,zero-terminated',
  ],
}
const UNITS = ['none', 'si', 'iec', 'iec-i', 'auto']
const LETTERS = 'KMGTPEZY'
const INVALID = 2

export const numfmt: CommandBody = (args, context) => runCommand(SYNTAX, args, { context, body: runNumfmt })

function runNumfmt(run: CommandRun): number {
  const { options, operands } = run
  if (options.has('invalid') || options.has('z'))
    throw new CommandError('--invalid and -z are not supported here')
  for (const option of ['from', 'to']) {
    const unit = options.value(option)
    if (unit !== undefined && (!UNITS.includes(unit) || (option === 'to' && unit === 'auto')))
      throw run.misuse(`invalid argument '${unit}' for '--${option}'`)
  }
  const heads = options.has('header') ? Number(options.value('header') ?? 1) : 0
  const lines = operands.length > 0 ? operands : linesOf(run.readText('-'))
  for (const [at, line] of lines.entries()) {
    if (operands.length === 0 && at < heads) run.out(`${line}\n`)
    else run.out(`${convertLine(run, line)}\n`)
  }
  return 0
}

function convertLine(run: CommandRun, line: string): string {
  const field = Number(run.options.value('field') ?? 1)
  const delimiter = run.options.value('d')
  if (delimiter !== undefined) {
    const parts = line.split(delimiter)
    const part = parts[field - 1]
    if (part !== undefined) parts[field - 1] = convert(run, part, 0)
    return parts.join(delimiter)
  }
  let count = 0
  return line.replace(/(^\s*|\s+)(\S+)/g, (all: string, blank: string, word: string) => {
    count += 1
    if (count !== field) return all
    // A column keeps its width where it can.
    const width = count === 1 && blank === '' ? 0 : all.length - (count === 1 ? 0 : 1)
    return (
      (count === 1 ? '' : blank.slice(0, 1)) + convert(run, word, blank.length > 1 || count === 1 ? width : 0)
    )
  })
}

function convert(run: CommandRun, text: string, width: number): string {
  const { options } = run
  const suffix = options.value('suffix') ?? ''
  const bare = suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text
  const value =
    (parse(bare, options.value('from') ?? 'none') * Number(options.value('from-unit') ?? 1)) /
    Number(options.value('to-unit') ?? 1)
  const format = /^([^%]*)%(['0-]*)(\d*)(?:\.(\d+))?f(.*)$/.exec(options.value('format') ?? '%f')
  if (format === null) throw new CommandError(`invalid format '${options.value('format') ?? ''}'`)
  const [, before = '', flags = '', formatWidth = '', digits, after = ''] = format
  const decimals = digits === undefined ? undefined : Number(digits)
  const shown = show(value, {
    to: options.value('to') ?? 'none',
    decimals,
    rounding: options.value('round') ?? 'from-zero',
    plain: fraction(bare),
  })
  const padding = Number(options.value('padding') ?? 0)
  const padded = pad(
    shown + suffix,
    flags.includes('-') ? -Number(formatWidth) : Number(formatWidth),
    flags.includes('0'),
  )
  return pad(before + padded + after, padding !== 0 ? padding : width, false)
}

function pad(text: string, width: number, zeros: boolean): string {
  return width < 0 ? text.padEnd(-width) : text.padStart(width, zeros ? '0' : ' ')
}

function fraction(text: string): number {
  return /\.(\d+)$/.exec(text)?.[1]?.length ?? 0
}

function parse(text: string, from: string): number {
  const [, digits, letter = '', i = ''] = /^(-?\d+(?:\.\d+)?)([KkMGTPEZY])?(i)?$/.exec(text) ?? []
  if (digits === undefined) throw new CommandError(`invalid number: '${text}'`, INVALID)
  if (letter === '') return Number(digits)
  if (from === 'none')
    throw new CommandError(`rejecting suffix in input: '${text}' (consider using --from)`, INVALID)
  if (from === 'iec-i' && i === '')
    throw new CommandError(`missing 'i' suffix in input: '${text}' (e.g Ki/Mi/Gi)`, INVALID)
  if ((from === 'si' || from === 'iec') && i !== '')
    throw new CommandError(`invalid suffix in input '${text}': 'i'`, INVALID)
  const base = from === 'si' || (from === 'auto' && i === '') ? 1000 : 1024
  return Number(digits) * base ** (LETTERS.indexOf(letter.toUpperCase()) + 1)
}

interface Shape {
  readonly to: string
  readonly decimals: number | undefined
  readonly rounding: string
  /** Digits after the point that the input had. */
  readonly plain: number
}

function show(value: number, { to, decimals, rounding, plain }: Shape): string {
  if (to === 'none') return round(value, decimals ?? plain, rounding).toFixed(decimals ?? plain)
  const base = to === 'si' ? 1000 : 1024
  let power = 0
  let scaled = value
  while (Math.abs(scaled) >= base && power < LETTERS.length) {
    scaled /= base
    power += 1
  }
  const digitsFor = (size: number): number => decimals ?? (power > 0 && Math.abs(size) < 10 ? 1 : 0)
  let rounded = round(scaled, digitsFor(scaled), rounding)
  if (Math.abs(rounded) >= base) {
    rounded /= base
    power += 1
  }
  const letter = power === 0 ? '' : LETTERS.charAt(power - 1) + (to === 'iec-i' ? 'i' : '')
  return rounded.toFixed(digitsFor(rounded)) + letter
}

function round(value: number, decimals: number, rounding: string): number {
  const unit = 10 ** decimals
  // Floating-point error must not cause rounding up.
  const scaled = Number((value * unit).toPrecision(15))
  switch (rounding) {
    case 'up':
      return Math.ceil(scaled) / unit
    case 'down':
      return Math.floor(scaled) / unit
    case 'towards-zero':
      return Math.trunc(scaled) / unit
    case 'nearest':
      return (Math.sign(scaled) * Math.round(Math.abs(scaled))) / unit
    default:
      return (Math.sign(scaled) * Math.ceil(Math.abs(scaled))) / unit
  }
}
