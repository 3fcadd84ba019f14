/** Values of a database as text. */
import { decodeLoosely } from '../frame/loose-text.ts'
import type { Value } from './engine.ts'

const DIGITS = 15

/** As they are shown; `nullText` for NULL. */
export function plainText(value: Value, nullText: string): string {
  if (value === null) return nullText
  if (typeof value === 'number') return realText(value)
  return value instanceof Uint8Array ? decodeLoosely(value).text : String(value)
}

/** As SQL would have it. */
export function sqlText(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  return value instanceof Uint8Array
    ? `X'${hex(value)}'`
    : typeof value === 'number'
      ? realText(value)
      : String(value)
}

/** As `.dump` has it: exact, and on one line. */
export function dumpText(value: Value): string {
  if (typeof value === 'number' && Number.isFinite(value)) {
    const text = String(value)
    return /[.e]/.test(text) ? text : `${text}.0`
  }
  if (typeof value === 'number') return value > 0 ? '1e999' : '-1e999'
  if (typeof value !== 'string' || !/[\r\n]/.test(value)) return sqlText(value)
  let text = sqlText(value)
  for (const [char, letter, code] of [
    ['\n', 'n', 10],
    ['\r', 'r', 13],
  ] as const) {
    if (!value.includes(char)) continue
    const mark = value.includes(`\\${letter}`) ? `\\${letter}~` : `\\${letter}`
    text = `replace(${text.replaceAll(char, mark)},'${mark}',char(${code}))`
  }
  return text
}

export function jsonText(value: Value): string {
  if (value === null) return 'null'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number')
    return Number.isFinite(value) ? realText(value) : value > 0 ? '1e999' : '-1e999'
  if (typeof value === 'string') return JSON.stringify(value)
  return `"${Array.from(value, (byte) => (byte < 32 || byte > 126 || byte === 34 || byte === 92 ? `\\u00${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte))).join('')}"`
}

/** Quoted where it is not letters, digits and the like alone. */
export function csvText(value: Value, nullText: string, separator: string): string {
  if (value === null) return nullText
  const text = plainText(value, nullText)
  const isPlain = text !== '' && !/[\0- "'\x7f-\uffff]/.test(text) && !text.includes(separator)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}

/** 15 digits, always with a point. */
function realText(value: number): string {
  if (Number.isNaN(value)) return ''
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf'
  const [mantissa = '0', power = '0'] = value.toExponential(DIGITS - 1).split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= DIGITS) {
    const sign = exponent < 0 ? '-' : '+'
    return `${withPoint(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  return withPoint(value.toFixed(Math.max(0, DIGITS - 1 - exponent)))
}

function withPoint(text: string): string {
  const short = text.includes('.') ? text.replace(/0+$/, '') : `${text}.`
  return short.endsWith('.') ? `${short}0` : short
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
