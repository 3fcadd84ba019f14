/** Numbers as JSON writes them, kept exactly where a double would not print the same. */
import { ExactNumber, type Value } from './value.ts'
import { numberText } from './json-text.ts'

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/
/** Integers of so many digits are always kept. */
const SAFE_DIGITS = 15

/** Undefined for what is not a number. */
export function parseNumber(text: string): Value | undefined {
  if (text.length <= SAFE_DIGITS && /^-?[1-9]\d*$/.test(text)) return Number(text)
  if (!NUMBER.test(text)) return special(text)
  const value = Number(text)
  const canonical = decimalText(text)
  return numberText(value) === canonical ? value : new ExactNumber(value, canonical)
}

function special(text: string): Value | undefined {
  const [, sign, name = ''] = /^([-+]?)(nan|inf(?:inity)?)$/i.exec(text) ?? []
  if (name === '') return undefined
  return name.toLowerCase() === 'nan' ? Number.NaN : sign === '-' ? -Infinity : Infinity
}

/** The General Decimal Arithmetic's text of a number: all its digits, a power of ten where it is small or has zeros cut off. */
function decimalText(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '')
  const exponent = Number(power) - fraction.length
  const adjusted = exponent + digits.length - 1
  const minus = sign === '-' ? '-' : ''
  if (exponent <= 0 && adjusted >= -6) {
    const padded = digits.padStart(1 - exponent, '0')
    const point = padded.length + exponent
    return minus + padded.slice(0, point) + (exponent < 0 ? `.${padded.slice(point)}` : '')
  }
  const mantissa = digits.length > 1 ? `${digits.charAt(0)}.${digits.slice(1)}` : digits
  return `${minus}${mantissa}E${adjusted < 0 ? '-' : '+'}${Math.abs(adjusted)}`
}
