/** Decimal numbers of any length, with the scales that POSIX gives to bc's results. */

/** The value is `digits / 10 ** scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

export class ArithmeticError extends Error {}

/** Digits of a power's result: more than that is a mistake, and would stop the shell. */
const MAX_DIGITS = 1_000_000

export function integer(value: number | bigint): Decimal {
  return { digits: BigInt(value), scale: 0 }
}

export const ZERO = integer(0)
export const ONE = integer(1)

function tenTo(power: number): bigint {
  return 10n ** BigInt(power)
}

/** Cuts digits off or adds zeros. */
export function rescale(value: Decimal, scale: number): Decimal {
  if (scale >= value.scale) return { digits: value.digits * tenTo(scale - value.scale), scale }
  return { digits: value.digits / tenTo(value.scale - scale), scale }
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: rescale(a, scale).digits + rescale(b, scale).digits, scale }
}

export function negate(value: Decimal): Decimal {
  return { digits: -value.digits, scale: value.scale }
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b))
}

export function multiply(a: Decimal, b: Decimal, scale: number): Decimal {
  const exact = { digits: a.digits * b.digits, scale: a.scale + b.scale }
  return rescale(exact, Math.min(exact.scale, Math.max(scale, a.scale, b.scale)))
}

export function divide(a: Decimal, b: Decimal, scale: number): Decimal {
  if (b.digits === 0n) throw new ArithmeticError('Divide by zero')
  const power = scale + b.scale - a.scale
  const [top, bottom] =
    power >= 0 ? [a.digits * tenTo(power), b.digits] : [a.digits, b.digits * tenTo(-power)]
  return { digits: top / bottom, scale }
}

export function remainder(a: Decimal, b: Decimal, scale: number): Decimal {
  if (b.digits === 0n) throw new ArithmeticError('Modulo by zero')
  const quotient = divide(a, b, scale)
  const product = { digits: quotient.digits * b.digits, scale: quotient.scale + b.scale }
  return rescale(subtract(a, product), Math.max(scale + b.scale, a.scale))
}

export function power(base: Decimal, exponent: Decimal, scale: number): Decimal {
  const count = exponent.digits / tenTo(exponent.scale)
  const size = count < 0n ? -count : count
  const length = base.digits.toString().length
  if (size * BigInt(length) > BigInt(MAX_DIGITS) && length > 1)
    throw new ArithmeticError('exponent too large in raise')
  if (size > BigInt(MAX_DIGITS) * 4n) throw new ArithmeticError('exponent too large in raise')
  const exact = { digits: base.digits ** size, scale: base.scale * Number(size) }
  if (count < 0n) return divide(ONE, exact, scale)
  return rescale(exact, Math.min(exact.scale, Math.max(scale, base.scale)))
}

export function squareRoot(value: Decimal, scale: number): Decimal {
  if (value.digits < 0n) throw new ArithmeticError('Square root of a negative number')
  const wanted = Math.max(scale, value.scale)
  return { digits: integerRoot(rescale(value, wanted * 2).digits), scale: wanted }
}

function integerRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

export function compare(a: Decimal, b: Decimal): number {
  const difference = subtract(a, b).digits
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function wholePart(value: Decimal): bigint {
  return value.digits / tenTo(value.scale)
}

/** Digits that count, those after the point included. */
export function lengthOf(value: Decimal): number {
  const text = (value.digits < 0n ? -value.digits : value.digits).toString()
  return value.digits === 0n ? Math.max(1, value.scale) : Math.max(text.length, value.scale)
}

const NUMERALS = '0123456789ABCDEF'

/** Written in base `base`; a single digit is its value in every base. */
export function parseDecimal(text: string, base: number): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  if (whole.length === 1 && fraction === '') return integer(NUMERALS.indexOf(whole))
  const valueOf = (char: string): bigint => BigInt(Math.min(NUMERALS.indexOf(char), base - 1))
  let digits = 0n
  for (const char of whole) digits = digits * BigInt(base) + valueOf(char)
  if (fraction === '') return { digits, scale: 0 }
  let top = 0n
  for (const char of fraction) top = top * BigInt(base) + valueOf(char)
  const scale = fraction.length
  return { digits: digits * tenTo(scale) + (top * tenTo(scale)) / BigInt(base) ** BigInt(scale), scale }
}

/** As bc prints it: no zero before the point, in base `base`. */
export function formatDecimal(value: Decimal, base: number): string {
  const sign = value.digits < 0n ? '-' : ''
  const size = value.digits < 0n ? -value.digits : value.digits
  if (base === 10) {
    if (size === 0n) return '0'
    const text = size.toString().padStart(value.scale + 1, '0')
    const whole = text.slice(0, text.length - value.scale).replace(/^0+/, '')
    return sign + whole + (value.scale === 0 ? '' : `.${text.slice(text.length - value.scale)}`)
  }
  return sign + inBase({ digits: size, scale: value.scale }, base)
}

function inBase(value: Decimal, base: number): string {
  const unit = tenTo(value.scale)
  const wide = base > 16
  const width = String(base - 1).length
  const numeral = (digit: bigint): string =>
    wide ? ` ${digit.toString().padStart(width, '0')}` : NUMERALS.charAt(Number(digit))
  let whole = value.digits / unit
  let text = ''
  for (; whole > 0n; whole /= BigInt(base)) text = numeral(whole % BigInt(base)) + text
  let rest = value.digits % unit
  if (value.scale === 0) return text === '' ? (wide ? numeral(0n) : '0') : text
  text += '.'
  // As many digits as say what the scale says.
  for (let count = 1n; count < unit; count *= BigInt(base)) {
    rest *= BigInt(base)
    const digit = numeral(rest / unit)
    text += text.endsWith('.') ? digit.trimStart() : digit
    rest %= unit
  }
  return text
}
