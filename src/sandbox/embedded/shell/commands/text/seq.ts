/** `seq`: numbers. */
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'

const SYNTAX: Syntax = {
  name: 'seq',
  usage:
    'seq [OPTION]... LAST\n  or:  seq [OPTION]... FIRST LAST\n  or:  seq [OPTION]... FIRST INCREMENT LAST',
  operandsLast: true,
  options: ['f,format=', 's,separator=', 'w,equal-width'],
}
/** A decimal number; hexadecimal forms are unsupported. */
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/
const FORMAT = /^((?:[^%]|%%)*)%([-+ 0#']*)(\d*)(?:\.(\d+))?([efgEFG])((?:[^%]|%%)*)$/

/** A negative number is an operand, as is what stands before it. */
const adapt = (args: readonly string[]): readonly string[] => {
  let at = args.findIndex((arg) => /^-[\d.]/.test(arg))
  const end = args.indexOf('--')
  if (at < 0 || (end >= 0 && end < at)) return args
  while (at > 0 && NUMBER.test(args[at - 1] ?? '') && !/^-[fs]$/.test(args[at - 2] ?? '')) at -= 1
  return [...args.slice(0, at), '--', ...args.slice(at)]
}

export const seq = streamTool(SYNTAX, printNumbers, adapt)

async function printNumbers(run: StreamRun): Promise<void> {
  const { operands } = run.options
  if (operands.length === 0) throw run.misuse('missing operand')
  if (operands.length > 3) throw run.misuse(`extra operand '${operands[3] ?? ''}'`)
  for (const operand of operands)
    if (!NUMBER.test(operand)) throw run.misuse(`invalid floating point argument: '${operand}'`)
  const [first, step, last] =
    operands.length === 1
      ? ['1', '1', operands[0] ?? '']
      : operands.length === 2
        ? [operands[0] ?? '', '1', operands[1] ?? '']
        : [operands[0] ?? '', operands[1] ?? '', operands[2] ?? '']
  if (Number(step) === 0) throw run.misuse(`invalid Zero increment value: '${step}'`)
  const show = formatter(run, [first, step, last])
  const separator = run.options.value('s') ?? '\n'
  // Steps are counted in units of the last decimal, so that no error adds up.
  const scale = 10 ** Math.max(decimalsOf(first), decimalsOf(step))
  const [start, by] = [Math.round(Number(first) * scale), Math.round(Number(step) * scale)]
  const end = Number(last) * scale
  const tolerance = Math.abs(by) * 1e-9
  let isFirst = true
  for (let value = start; by > 0 ? value <= end + tolerance : value >= end - tolerance; value += by) {
    await run.out((isFirst ? '' : separator) + show(value / scale))
    isFirst = false
  }
  if (!isFirst) await run.out('\n')
}

function decimalsOf(text: string): number {
  const [, fraction = '', exponent = '0'] = /(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

function formatter(
  run: StreamRun,
  [first, step, last]: readonly [string, string, string],
): (value: number) => string {
  const format = run.options.value('f')
  if (format !== undefined) {
    if (run.options.has('w'))
      throw run.misuse('format string may not be specified when printing equal width strings')
    return formatted(format)
  }
  const decimals = Math.max(decimalsOf(first), decimalsOf(step))
  const plain = (value: number): string => value.toFixed(decimals).replace(/^-(0(?:\.0*)?)$/, '$1')
  if (!run.options.has('w')) return plain
  const lastDecimals = decimalsOf(last)
  const width = Math.max(
    plain(Number(first)).length,
    plain(Number(last)).length,
    lastDecimals > decimals
      ? 0
      : Number(last).toFixed(lastDecimals).length +
          (decimals - lastDecimals) +
          (lastDecimals === 0 && decimals > 0 ? 1 : 0),
  )
  return (value) => {
    const text = plain(value)
    return text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0')
  }
}

function formatted(format: string): (value: number) => string {
  const [, before = '', flags = '', width = '', precision = '6', letter = '', after = ''] =
    FORMAT.exec(format) ?? []
  if (letter === '') {
    const directive = /%(?!%)[^a-zA-Z]*([a-zA-Z]?)/.exec(format)
    if (directive === null) throw new CommandError(`format '${format}' has no % directive`)
    throw new CommandError(
      /[efgEFG]/.test(directive[1] ?? '')
        ? `format '${format}' has too many % directives`
        : `format '${format}' has unknown %${directive[1] ?? ''} directive`,
    )
  }
  const [head, tail] = [before, after].map((text) => text.replaceAll('%%', '%'))
  return (value) => {
    const body = number(value, letter, Number(precision))
    const sign = value < 0 ? '' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''
    const text = sign + body
    const padded = flags.includes('-')
      ? text.padEnd(Number(width))
      : flags.includes('0')
        ? text.replace(
            /^([-+ ]?)(.*)$/,
            (_, mark: string, digits: string) => mark + digits.padStart(Number(width) - mark.length, '0'),
          )
        : text.padStart(Number(width))
    return `${head ?? ''}${padded}${tail ?? ''}`
  }
}

function number(value: number, letter: string, precision: number): string {
  const lower = letter.toLowerCase()
  const exponential = (digits: number): string =>
    value.toExponential(digits).replace(/e([-+])(\d)$/, 'e$10$2')
  let text: string
  if (lower === 'f') text = value.toFixed(precision)
  else if (lower === 'e') text = exponential(precision)
  else {
    const significant = Math.max(1, precision)
    const power = value === 0 ? 0 : Number(value.toExponential(significant - 1).split('e')[1])
    text =
      power < -4 || power >= significant
        ? exponential(significant - 1)
        : value.toFixed(significant - 1 - power)
    if (text.includes('.')) text = text.replace(/\.?0+(e|$)/, '$1')
  }
  return letter === lower ? text : text.toUpperCase()
}
