/** jq's functions of texts. */
import { iterate } from './access.ts'
import { add, split } from './arithmetic.ts'
import type { Native } from './calls.ts'
import { describe } from './describe.ts'
import { formatValue, textOf } from './formats.ts'
import { JqError } from './jq-error.ts'
import { JsonError, parseJson } from './json-reader.ts'
import { parseNumber } from './json-number.ts'
import { toText } from './json-text.ts'
import { isArray, kindOf, numberOf, type Value } from './value.ts'

const encoder = new TextEncoder()

export const TEXTS: Readonly<Record<string, Native>> = {
  'tostring/0': textOf,
  'tojson/0': (value) => toText(value),
  'fromjson/0': fromJson,
  'format/1': (value, name = null) => {
    if (typeof name !== 'string') throw new JqError(`${describe(name)} is not a valid format`)
    return formatValue(name, value)
  },
  'tonumber/0': toNumber,
  'toboolean/0': (value) => {
    if (typeof value === 'boolean') return value
    if (value === 'true' || value === 'false') return value === 'true'
    throw new JqError(`${describe(value)} cannot be parsed as a boolean`)
  },
  'startswith/1': (value, start = null) => both(value, start, 'startswith')[0].startsWith(String(start)),
  'endswith/1': (value, end = null) => both(value, end, 'endswith')[0].endsWith(String(end)),
  'ltrimstr/1': (value, start = null) => withoutStart(value, start),
  'rtrimstr/1': (value, end = null) => withoutEnd(value, end),
  'trimstr/1': (value, around = null) => withoutEnd(withoutStart(value, around), around),
  'trim/0': (value) => trimmed(value, /^[\t-\r ]+|[\t-\r ]+$/g),
  'ltrim/0': (value) => trimmed(value, /^[\t-\r ]+/g),
  'rtrim/0': (value) => trimmed(value, /[\t-\r ]+$/g),
  'explode/0': (value) => {
    if (typeof value !== 'string') throw new JqError('explode input must be a string')
    return Array.from(value, (letter) => letter.codePointAt(0) ?? 0)
  },
  'implode/0': implode,
  'split/1': (value, separator = null) => {
    if (typeof value !== 'string' || typeof separator !== 'string')
      throw new JqError('split input and separator must be strings')
    return split(value, separator)
  },
  'join/1': join,
  'ascii_downcase/0': (value) => cased(value, /[A-Z]/g, (letter) => letter.toLowerCase()),
  'ascii_upcase/0': (value) => cased(value, /[a-z]/g, (letter) => letter.toUpperCase()),
  'utf8bytelength/0': (value) => {
    if (typeof value !== 'string') throw new JqError(`${describe(value)} only strings have UTF-8 byte length`)
    return encoder.encode(value).length
  },
}

function both(value: Value, other: Value, name: string): readonly [string, string] {
  if (typeof value === 'string' && typeof other === 'string') return [value, other]
  throw new JqError(`${name}() requires string inputs`)
}

function withoutStart(value: Value, start: Value): Value {
  const [text, prefix] = both(value, start, 'startswith')
  return text.startsWith(prefix) ? text.slice(prefix.length) : text
}

function withoutEnd(value: Value, end: Value): Value {
  const [text, suffix] = both(value, end, 'endswith')
  return text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text
}

function trimmed(value: Value, what: RegExp): Value {
  if (typeof value !== 'string') throw new JqError('trim input must be a string')
  return value.replaceAll(what, '')
}

function cased(value: Value, what: RegExp, change: (letter: string) => string): Value {
  if (typeof value !== 'string') throw new JqError('explode input must be a string')
  return value.replaceAll(what, change)
}

function fromJson(value: Value): Value {
  if (typeof value !== 'string') throw new JqError(`${describe(value)} only strings can be parsed`)
  try {
    const parsed = parseJson(value)
    if (parsed === undefined) throw new JsonError('Expected JSON value')
    return parsed
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new JqError(`${error.message} (while parsing '${value}')`)
  }
}

function toNumber(value: Value): Value {
  if (numberOf(value) !== undefined) return value
  if (typeof value !== 'string') throw new JqError(`${describe(value)} cannot be parsed as a number`)
  const number = parseNumber(value)
  if (number === undefined) throw new JqError(`${describe(value)} cannot be parsed as a number`)
  return number
}

function implode(value: Value): Value {
  if (!isArray(value)) throw new JqError('implode input must be an array')
  const letters = value.map((item) => {
    const code = numberOf(item)
    if (code === undefined)
      throw new JqError(`${describe(item)} can't be imploded, unicode codepoint needs to be numeric`)
    const isLetter = code >= 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    return isLetter ? String.fromCodePoint(Math.trunc(code)) : '\ufffd'
  })
  return letters.join('')
}

function join(value: Value, separator: Value = null): Value {
  let text: Value = null
  for (const item of iterate(value)) {
    const kind = kindOf(item)
    const own = kind === 'number' || kind === 'boolean' ? textOf(item) : (item ?? '')
    text = add(text === null ? '' : add(text, separator), own)
  }
  return text ?? ''
}
