/** The ways to compare two texts. */
import { encodeText } from '../../byte-string.ts'
import type { Ordering } from './keys.ts'

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const UNITS = 'KMGTPEZY'

/** An order: the key, computed once per line, and its comparison. */
export interface Order {
  readonly prepare: (text: string) => string | number | readonly (string | number)[]
  readonly compare: (one: unknown, other: unknown) => number
}

export function orderFor(ordering: Ordering, seed: string): Order {
  const clean = cleaner(ordering)
  switch (ordering.kind) {
    case 'n':
      return { prepare: (text) => leadingNumber(clean(text)), compare: byNumber }
    case 'g':
      return { prepare: (text) => generalNumber(clean(text)), compare: byNumber }
    case 'h':
      return { prepare: (text) => humanNumber(clean(text)), compare: byParts }
    case 'M':
      return {
        prepare: (text) => MONTHS.indexOf(clean(text).trimStart().slice(0, 3).toUpperCase()),
        compare: byNumber,
      }
    case 'V':
      return { prepare: (text) => versionParts(clean(text)), compare: byParts }
    case 'R':
      return { prepare: (text) => hashOf(seed + clean(text)), compare: byNumber }
    default:
      return { prepare: clean, compare: byBytes }
  }
}

function cleaner(ordering: Ordering): (text: string) => string {
  return (text) => {
    let result = ordering.skipBlanks ? text.replace(/^[ \t\n]+/, '') : text
    if (ordering.dictionary) result = result.replace(/[^A-Za-z0-9 \t\n]/g, '')
    if (ordering.printable) result = result.replace(/[^\x20-\x7e]/g, '')
    return ordering.ignoreCase ? result.toUpperCase() : result
  }
}

/** Halves of letters beyond the first plane: where there are none, units are in the order of letters. */
const HAS_PAIRS = /[\ud800-\udfff]/

function byUnits(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index])
  if (at < 0) return one.length - other.length
  return (one[at] ?? 0) - (other[at] ?? -1)
}

/** The order of UTF-8's bytes: that of the code points. */
export function byBytes(one: unknown, other: unknown): number {
  const [a, b] = [String(one), String(other)]
  if (a === b) return 0
  if (!HAS_PAIRS.test(a) && !HAS_PAIRS.test(b)) return a < b ? -1 : 1
  // Bytes that are no text: only the bytes themselves have an order.
  if (!a.isWellFormed() || !b.isWellFormed()) return byUnits(encodeText(a), encodeText(b))
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left === right) continue
    // Halves of letters beyond the first plane stand above all others.
    const isPair = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff
    if (isPair(left) !== isPair(right)) return isPair(left) ? 1 : -1
    return left < right ? -1 : 1
  }
  return a.length < b.length ? -1 : 1
}

function byNumber(one: unknown, other: unknown): number {
  const [a, b] = [Number(one), Number(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

function byParts(one: unknown, other: unknown): number {
  if (!Array.isArray(one) || !Array.isArray(other)) return 0
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [a, b]: unknown[] = [one[at], other[at]]
    // The end stands between a tilde and everything else.
    if (a === undefined || b === undefined) return byBytes(a ?? '\x02', b ?? '\x02')
    const order = typeof a === 'number' && typeof b === 'number' ? byNumber(a, b) : byBytes(a, b)
    if (order !== 0) return order
  }
  return 0
}

function leadingNumber(text: string): number {
  const found = /^[ \t\n]*(-?\d*(?:\.\d*)?)/.exec(text)?.[1] ?? ''
  const value = Number(found)
  return found === '' || found === '-' || found === '.' || Number.isNaN(value) ? 0 : value
}

/** A text that is not a number comes first. */
function generalNumber(text: string): number {
  const found = /^[ \t\n]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?(?:inf(?:inity)?))/i.exec(text)?.[1]
  if (found === undefined) return -Infinity
  return /inf/i.test(found) ? (found.startsWith('-') ? -Number.MAX_VALUE : Infinity) : Number(found)
}

/** The unit counts before the number. */
function humanNumber(text: string): readonly number[] {
  const [, digits = '', unit = ''] = /^[ \t\n]*(-?\d*(?:\.\d+)?)([KkMGTPEZY]?)/.exec(text) ?? []
  const value = Number(digits) || 0
  const power = value === 0 ? 0 : UNITS.indexOf(unit.toUpperCase()) + 1
  return unit === '' || value === 0 ? [0, value] : [value < 0 ? -power : power, value]
}

/** Runs of digits as numbers, what is between them as text, with `~` before everything. */
function versionParts(text: string): readonly (string | number)[] {
  const parts: (string | number)[] = []
  for (const [, letters = '', digits] of text.matchAll(/([^\d]*)(\d+)?/g)) {
    if (letters === '' && digits === undefined) continue
    // Letters come before other signs, and the end before both.
    parts.push(
      [...letters]
        .map((char) => (char === '~' ? '\x01' : /[A-Za-z]/.test(char) ? char : `\x7f${char}`))
        .join(''),
    )
    parts.push(digits === undefined ? 0 : Number(digits))
  }
  return parts
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}
