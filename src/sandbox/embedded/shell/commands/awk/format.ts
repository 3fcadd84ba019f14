/** `printf` and how numbers become text. */
import { CommandError } from '../../../../contract/command-error.ts'
import { toNumber, type Value } from './values.ts'

const DIRECTIVE = /%([-+ 0#']*)(\*|\d+)?(?:\.(\*|\d*))?(?:hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])/g

/** Throws `CommandError` for a directive that there is none of. */
export function format(text: string, args: readonly Value[], toText: (value: Value) => string): string {
  let at = 0
  const next = (): Value => {
    const value = args[at]
    at += 1
    return value
  }
  return text.replaceAll(DIRECTIVE, (_, given: string, ...rest: (string | undefined)[]) => {
    const [widthText, precisionText, letter = ''] = rest
    if (letter === '%') return '%'
    let flags = given
    let width = widthText === '*' ? Math.trunc(toNumber(next())) : Number(widthText ?? 0)
    if (width < 0) {
      flags += '-'
      width = -width
    }
    const precision =
      precisionText === undefined
        ? undefined
        : precisionText === '*'
          ? Math.trunc(toNumber(next()))
          : Number(precisionText)
    if (at >= args.length && letter !== '%')
      throw new CommandError('not enough arguments passed to printf', 2)
    return pad(body(letter, next(), { flags, precision, toText }), {
      flags,
      width,
      isText: /[sc]/.test(letter),
    })
  })
}

function pad(
  text: string,
  { flags, width, isText }: { flags: string; width: number; isText: boolean },
): string {
  if (text.length >= width) return text
  if (flags.includes('-')) return text.padEnd(width)
  if (!flags.includes('0') || isText || /[a-z]{3}/.test(text)) return text.padStart(width)
  const sign = /^[-+ ]?(?:0[xX])?/.exec(text)?.[0] ?? ''
  return sign + text.slice(sign.length).padStart(width - sign.length, '0')
}

function body(
  letter: string,
  value: Value,
  {
    flags,
    precision,
    toText,
  }: { flags: string; precision: number | undefined; toText: (value: Value) => string },
): string {
  switch (letter) {
    case 's': {
      const text = toText(value)
      return precision === undefined ? text : [...text].slice(0, precision).join('')
    }
    case 'c':
      return typeof value === 'number'
        ? String.fromCodePoint(Math.trunc(value) & 0x1fffff)
        : [...toText(value)].slice(0, 1).join('')
    case 'd':
    case 'i':
      return signed(integerText(toNumber(value), 10, precision), toNumber(value), flags)
    case 'o':
    case 'x':
    case 'X':
    case 'u': {
      const base = letter === 'o' ? 8 : letter === 'u' ? 10 : 16
      const digits = integerText(toNumber(value), base, precision)
      const prefix =
        flags.includes('#') && toNumber(value) !== 0 ? (base === 16 ? '0x' : base === 8 ? '0' : '') : ''
      return letter === 'X' ? (prefix + digits).toUpperCase() : prefix + digits
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': {
      const number = toNumber(value)
      const text = signed(
        floatText(number, letter.toLowerCase(), { precision: precision ?? 6, flags }),
        number,
        flags,
      )
      return letter === letter.toUpperCase() ? text.toUpperCase() : text
    }
    default:
      throw new CommandError(`printf: %${letter} is not supported here`, 2)
  }
}

function signed(text: string, value: number, flags: string): string {
  if (text.startsWith('-') || value < 0) return text
  return (flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') + text
}

function integerText(value: number, base: number, precision: number | undefined): string {
  if (!Number.isFinite(value)) return special(value)
  const whole = BigInt(Math.trunc(value))
  const digits = (whole < 0n ? -whole : whole).toString(base).padStart(precision ?? 0, '0')
  return whole < 0n ? `-${digits}` : digits
}

function special(value: number): string {
  return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf'
}

function floatText(
  value: number,
  letter: string,
  { precision, flags }: { precision: number; flags: string },
): string {
  if (!Number.isFinite(value)) return special(value)
  const exponential = (digits: number): string =>
    value.toExponential(Math.min(100, digits)).replace(/e([-+])(\d)$/, 'e$10$2')
  if (letter === 'e') return exponential(precision)
  if (letter === 'f') return fixed(value, precision)
  const significant = Math.max(1, precision)
  const power = value === 0 ? 0 : Number(value.toExponential(Math.min(100, significant - 1)).split('e')[1])
  const text =
    power < -4 || power >= significant ? exponential(significant - 1) : fixed(value, significant - 1 - power)
  return flags.includes('#') || !text.includes('.') ? text : text.replace(/\.?0+(e|$)/, '$1')
}

/** As C: in full, where the engine would turn to exponents. */
function fixed(value: number, digits: number): string {
  if (Math.abs(value) < 1e21) return value.toFixed(Math.min(100, digits))
  const whole = BigInt(value).toString()
  return digits === 0 ? whole : `${whole}.${'0'.repeat(digits)}`
}

/** By CONVFMT or OFMT; whole numbers in full. */
export function numberText(value: number, by: string): string {
  if (Number.isInteger(value))
    return Math.abs(value) < 1e21 ? String(value === 0 ? 0 : value) : BigInt(value).toString()
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf'
  return by === '%.6g' ? floatText(value, 'g', { precision: 6, flags: '' }) : format(by, [value], () => '')
}
