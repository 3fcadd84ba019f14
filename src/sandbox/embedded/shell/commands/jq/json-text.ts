/** Values as JSON text. */
import { ExactNumber, isArray, isObject, kindOf, sortedKeys, type JsonObject, type Value } from './value.ts'

export interface TextStyle {
  /** Indentation of a level; undefined: all on one line. */
  readonly indent?: string | undefined
  readonly isSorted?: boolean
  /** Letters beyond ASCII as escapes. */
  readonly isAscii?: boolean
  readonly colors?: Colors | undefined
}

/** Escape sequences. */
export interface Colors {
  readonly null: string
  readonly false: string
  readonly true: string
  readonly number: string
  readonly string: string
  readonly array: string
  readonly object: string
  readonly key: string
}

const RESET = '\x1b[0m'
/** How deep a value may be nested before it is not written any further. */
const MAX_DEPTH = 10_000
const DELETE = /\x7f/g
const BEYOND_ASCII = /[\u0080-\uffff]/g

export function toText(value: Value, style: TextStyle = {}): string {
  return style.colors === undefined ? plain(value, style, '\n', 0) : colored(value, style, style.colors, '\n')
}

/** As C prints the shortest digits that lead back to the number. */
export function numberText(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e-4 && size < 1e16) return String(value)
  if (Number.isNaN(value)) return 'null'
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}1.7976931348623157e+308`
  if (Object.is(value, -0)) return '-0'
  const [digits = '', exponent = '0'] = size.toExponential().split('e')
  const all = digits.replace('.', '')
  const point = Number(exponent) + 1
  if (value === 0 || (point > -4 && point <= all.length + 15)) return positional(value)
  const power = String(Math.abs(point - 1)).padStart(2, '0')
  return `${value < 0 ? '-' : ''}${digits}e${point < 1 ? '-' : '+'}${power}`
}

/** `String` switches to powers of ten at 1e21. */
function positional(value: number): string {
  const text = String(value)
  const [, minus = '', digits = '', exponent] = /^(-?)([\d.]+)e\+(\d+)$/.exec(text) ?? []
  return exponent === undefined ? text : minus + digits.replace('.', '').padEnd(Number(exponent) + 1, '0')
}

function quote(text: string, isAscii = false): string {
  const quoted = JSON.stringify(text).replaceAll(DELETE, String.raw`\u007f`)
  if (!isAscii) return quoted
  return quoted.replaceAll(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function scalar(value: Value, style: TextStyle): string {
  if (typeof value === 'string') return quote(value, style.isAscii)
  if (typeof value === 'number') return numberText(value)
  return value instanceof ExactNumber ? value.text : String(value)
}

function keysOf(object: JsonObject, style: TextStyle): Iterable<string> {
  return style.isSorted ? sortedKeys(object) : object.keys()
}

/** `start` begins the line that the value stands on. */
function plain(value: Value, style: TextStyle, start: string, depth: number): string {
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return scalar(value, style)
  if (depth > MAX_DEPTH) return '"<skipped: too deep>"'
  const { indent } = style
  const inside = indent === undefined ? '' : start + indent
  const end = indent === undefined ? '' : start
  const parts: string[] = []
  if (isArray(value)) {
    if (value.length === 0) return '[]'
    for (const item of value) parts.push(inside + plain(item, style, inside, depth + 1))
    return `[${parts.join(',')}${end}]`
  }
  if (value.size === 0) return '{}'
  const colon = indent === undefined ? ':' : ': '
  for (const key of keysOf(value, style))
    parts.push(
      inside + quote(key, style.isAscii) + colon + plain(value.get(key) ?? null, style, inside, depth + 1),
    )
  return `{${parts.join(',')}${end}}`
}

function colored(value: Value, style: TextStyle, colors: Colors, start: string): string {
  const kind = kindOf(value)
  if (!isArray(value) && !isObject(value)) {
    const color = kind === 'boolean' ? colors[value === true ? 'true' : 'false'] : colors[kind]
    return color + scalar(value, style) + RESET
  }
  const color = colors[kind === 'array' ? 'array' : 'object']
  const inside = style.indent === undefined ? '' : start + style.indent
  const end = style.indent === undefined ? '' : start
  const [open, close] = isArray(value) ? '[]' : '{}'
  if ((isArray(value) ? value.length : value.size) === 0) return `${color}${open}${close}${RESET}`
  const parts: string[] = []
  if (isArray(value)) {
    for (const item of value) parts.push(inside + colored(item, style, colors, inside))
    return `${color}[${parts.join(`${color},`)}${color}${end}${color}]${RESET}`
  }
  const colon = style.indent === undefined ? ':' : ': '
  for (const key of keysOf(value, style))
    parts.push(
      `${inside}${RESET}${colors.key}${quote(key, style.isAscii)}${RESET}${color}${colon}${RESET}${colored(value.get(key) ?? null, style, colors, inside)}`,
    )
  return `${color}{${parts.join(`${color},`)}${color}${end}${color}}${RESET}`
}
