/** The conversions of `printf` for numbers: 64 bits, and C's forms of floating-point numbers. */

import { liveCodeOf } from '../expansion/locale.js'

const LARGEST = 2n ** 63n - 1n
const SMALLEST = -(2n ** 63n)
const LARGEST_UNSIGNED = 2n ** 64n - 1n
/** More digits than JavaScript can print of a fraction. */
const MOST_DIGITS = 100
/** So many more tell whether a number is just between two others. */
const MORE_DIGITS = 25

/**
 * One conversion, as the library's own function gives it: `spec` from its percent sign to its letter, `argument` as
 * text. Undefined: the library has this one.
 */
export function liveConversion(spec, letter, argument) {
  const [, flags = '', width = '', precision] = /^%([-+ #0']*)(\d*)(?:\.(-?\d*))?/.exec(spec) ?? []
  const form = { flags, width: Number(width || 0), precision: digitsOf(precision) }
  if (letter !== '' && 'diouxX'.includes(letter)) return integer(form, letter, argument)
  if (letter !== '' && 'eEfFgG'.includes(letter)) return fraction(form, letter, argument)
  if (letter === 'c' && argument <= '\x7f') return character(form, argument)
  if (letter !== '' && 'csqb'.includes(letter)) return undefined
  const what =
    letter === '' ? `\`${spec}': missing format character` : `\`${letter}': invalid format character`
  return { value: '', parseError: true, parseErrMsg: `bash: printf: ${what}\n`, stopped: true }
}

/** As in C, there always is one: without an argument, it is NUL. */
function character(form, argument) {
  return done(padded('', argument.slice(0, 1) || '\0', form), argument, true)
}

function digitsOf(precision) {
  if (precision === undefined || precision.startsWith('-')) return undefined
  return Number(precision || 0)
}

/** The text of a `%b` with the character itself for what the library does not know: `\\e`, `\\E` and `\\U1f600`. */
export function liveMoreEscapes(text) {
  return text.replace(/\\(?:U([0-9a-fA-F]{1,8})|[^])/g, (escape, code) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
    return escape === '\\e' || escape === '\\E' ? '\x1b' : escape
  })
}

function done(value, argument, isNumber) {
  const parseErrMsg = isNumber ? '' : `bash: printf: ${argument}: invalid number\n`
  return { value, parseError: !isNumber, parseErrMsg }
}

function integer({ flags, width, precision }, letter, argument) {
  const { value, isNumber } = parseInteger(argument)
  const isSigned = letter === 'd' || letter === 'i'
  let number =
    value > (isSigned ? LARGEST : LARGEST_UNSIGNED) ? (isSigned ? LARGEST : LARGEST_UNSIGNED) : value
  if (number < SMALLEST) number = SMALLEST
  if (!isSigned) number = BigInt.asUintN(64, number)
  const base = letter === 'o' ? 8 : letter === 'x' || letter === 'X' ? 16 : 10
  const isNegative = number < 0n
  let digits = (isNegative ? -number : number).toString(base)
  if (precision === 0 && number === 0n) digits = ''
  digits = digits.padStart(precision ?? 0, '0')
  if (flags.includes('#') && letter === 'o' && !digits.startsWith('0')) digits = `0${digits}`
  let sign = isNegative ? '-' : isSigned ? signOf(flags) : ''
  if (flags.includes('#') && base === 16 && number !== 0n) sign = '0x'
  const isZeroFilled = flags.includes('0') && precision === undefined
  const text = padded(sign, digits, { flags, width, isZeroFilled })
  return done(letter === 'X' ? text.toUpperCase() : text, argument, isNumber)
}

function signOf(flags) {
  if (flags.includes('+')) return '+'
  return flags.includes(' ') ? ' ' : ''
}

function padded(sign, digits, { flags, width, isZeroFilled }) {
  if (flags.includes('-')) return (sign + digits).padEnd(width)
  if (isZeroFilled) return sign + digits.padStart(width - sign.length, '0')
  return (sign + digits).padStart(width)
}

/** Prefixes as in C; what follows a number makes it none, but counts as far as it goes. */
function parseInteger(argument) {
  const text = argument.trimStart()
  if (text === '') return { value: 0n, isNumber: argument === '' }
  if (/^['"]/.test(text)) return { value: BigInt(liveCodeOf(text.slice(1))), isNumber: true }
  const [, sign, digits = '', rest] = /^([-+]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)?([^]*)$/.exec(text) ?? []
  const isOctal = /^0[0-7]/.test(digits)
  const size = digits === '' ? 0n : BigInt(isOctal ? `0o${digits.slice(1)}` : digits)
  return { value: sign === '-' ? -size : size, isNumber: digits !== '' && rest === '' }
}

function fraction({ flags, width, precision = 6 }, letter, argument) {
  const { value, isNumber } = parseFraction(argument)
  const isNegative = value < 0 || Object.is(value, -0)
  const size = Math.abs(value)
  const text = Number.isFinite(size)
    ? fractionDigits(size, letter, { flags, precision })
    : String(size).slice(0, 3)
  const sign = isNegative ? '-' : signOf(flags)
  const isZeroFilled = flags.includes('0') && Number.isFinite(size)
  const whole = padded(sign, text.toLowerCase(), { flags, width, isZeroFilled })
  return done(letter === letter.toUpperCase() ? whole.toUpperCase() : whole, argument, isNumber)
}

function fractionDigits(size, letter, { flags, precision }) {
  const dot = flags.includes('#') && precision === 0 ? '.' : ''
  switch (letter.toLowerCase()) {
    case 'f':
      return fixed(size, precision) + dot
    case 'e':
      return exponential(size, precision)
    default: {
      const digits = precision === 0 ? 1 : precision
      const exponent = Number(size.toExponential(Math.min(digits - 1, MOST_DIGITS)).split('e')[1])
      const text =
        exponent < -4 || exponent >= digits
          ? exponential(size, digits - 1)
          : fixed(size, digits - 1 - exponent)
      return flags.includes('#')
        ? text
        : text.replace(/\.?0+(?=e|$)/, (zeros) => (text.includes('.') ? '' : zeros))
    }
  }
}

function fixed(size, digits) {
  const zeros = '0'.repeat(Math.max(0, digits - MOST_DIGITS))
  if (size < 1e21) return rounded((count) => size.toFixed(count), digits) + zeros
  return BigInt(size).toString() + (digits > 0 ? `.${'0'.repeat(digits)}` : '')
}

/** JavaScript rounds what is just between two numbers up, C to the even one. */
function rounded(print, digits) {
  const text = print(Math.min(digits, MOST_DIGITS))
  const [, cut, exponent] =
    /^(.*?)\.?50*(e.*)?$/.exec(print(Math.min(digits + MORE_DIGITS, MOST_DIGITS))) ?? []
  const isTie = cut !== undefined && cut.replace(/^.*\./, '').length === (digits === 0 ? cut.length : digits)
  return isTie && /[02468]$/.test(cut) ? cut + (exponent ?? '') : text
}

function exponential(size, digits) {
  const text = rounded((count) => size.toExponential(count), digits)
  return text.replace(/e([-+])(\d)$/, 'e$10$2')
}

function parseFraction(argument) {
  const text = argument.trimStart()
  if (text === '') return { value: 0, isNumber: argument === '' }
  if (/^['"]/.test(text)) return { value: liveCodeOf(text.slice(1)), isNumber: true }
  const special = /^([-+]?)(inf(?:inity)?|nan)$/i.exec(text)
  if (special) {
    const size = /^n/i.test(special[2]) ? NaN : Infinity
    return { value: special[1] === '-' ? -size : size, isNumber: true }
  }
  const hex = /^([-+]?)(0[xX][0-9a-fA-F]+)$/.exec(text)
  if (hex) return { value: (hex[1] === '-' ? -1 : 1) * Number(hex[2]), isNumber: true }
  const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(text)?.[0] ?? ''
  return { value: Number(number), isNumber: number !== '' && number === text }
}
