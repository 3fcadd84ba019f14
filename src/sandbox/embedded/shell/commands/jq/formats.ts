/** `@csv` and the like. */
import { describe } from './describe.ts'
import { JqError } from './jq-error.ts'
import { toText } from './json-text.ts'
import { isArray, kindOf, type Value } from './value.ts'

const HTML: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  "'": '&apos;',
  '"': '&quot;',
}
const TSV: Readonly<Record<string, string>> = {
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\\': String.raw`\\`,
}
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const FORMATS: Readonly<Record<string, (value: Value) => string>> = {
  text: textOf,
  json: (value) => toText(value),
  csv: (value) => row(value, 'csv', ',', (text) => `"${text.replaceAll('"', '""')}"`),
  tsv: (value) =>
    row(value, 'tsv', '\t', (text) => text.replaceAll(/[\t\n\r\\]/g, (char) => TSV[char] ?? char)),
  html: (value) => textOf(value).replaceAll(/[<>&'"]/g, (char) => HTML[char] ?? char),
  uri: (value) => percentEncoded(textOf(value)),
  urid: (value) => percentDecoded(value),
  sh: (value) => (isArray(value) ? value : [value]).map(shellWord).join(' '),
  base64: (value) => base64(encoder.encode(textOf(value))),
  base64d: (value) => fromBase64(value),
  base32: (value) => base32(encoder.encode(textOf(value))),
  base32d: (value) => fromBase32(value),
}

export function formatValue(name: string, value: Value): string {
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (format === undefined) throw new JqError(`${name} is not a valid format`)
  return format(value)
}

/** As `tostring` has it. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : toText(value)
}

function row(value: Value, name: string, separator: string, quoted: (text: string) => string): string {
  if (!isArray(value)) throw new JqError(`${describe(value)} cannot be ${name}-formatted, only array`)
  const cells = value.map((cell) => {
    if (typeof cell === 'string') return quoted(cell)
    if (cell === null) return ''
    const kind = kindOf(cell)
    if (kind === 'array' || kind === 'object')
      throw new JqError(`${describe(cell)} is not valid in a csv row`)
    return toText(cell)
  })
  return cells.join(separator)
}

function shellWord(value: Value): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", String.raw`'\''`)}'`
  const kind = kindOf(value)
  if (kind === 'array' || kind === 'object')
    throw new JqError(`${describe(value)} can not be escaped for shell`)
  return toText(value)
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function percentDecoded(value: Value): string {
  const text = textOf(value)
  const bytes: number[] = []
  for (let at = 0; at < text.length;) {
    const code = /^%([0-9a-fA-F]{2})/.exec(text.slice(at, at + 3))?.[1]
    if (code !== undefined) {
      bytes.push(Number.parseInt(code, 16))
      at += 3
    } else if (text.charAt(at) === '%') throw new JqError(`${describe(text)} is not a valid uri encoding`)
    else {
      const letter = String.fromCodePoint(text.codePointAt(at) ?? 0)
      bytes.push(...encoder.encode(letter))
      at += letter.length
    }
  }
  return decoder.decode(new Uint8Array(bytes))
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function fromBase64(value: Value): string {
  const text = textOf(value)
  const digits = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  const isWrong = /[^A-Za-z0-9+/]/.test(digits) || (digits.length % 4 === 1 && digits.length < 4)
  if (isWrong) throw new JqError(`${describe(text)} is not valid base64 data`)
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
  return decoder.decode(Uint8Array.from(atob(whole), (char) => char.charCodeAt(0)))
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const digits = (bits.match(/.{1,5}/g) ?? []).map((five) =>
    BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)),
  )
  return digits.join('').padEnd(Math.ceil(digits.length / 8) * 8, '=')
}

function fromBase32(value: Value): string {
  const text = textOf(value)
  const digits = text.replace(/=+$/, '')
  if (/[^A-Z2-7]/.test(digits)) throw new JqError(`${describe(text)} is not valid base32 data`)
  const bits = [...digits].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2))
  return decoder.decode(new Uint8Array(bytes))
}
