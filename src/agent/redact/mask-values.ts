/**
 * Takes values out of a text in the forms that programs print them in: as they are, in JSON, in an address, in Base64, in hex, and
 * reversed. A line with a value that is too short to be looked for everywhere goes as a whole.
 */
import { LEAST_MASKED_CHARS, type ExposedValues } from './exposed-values.ts'
import { REDACTED } from './redactor.ts'
import { secretValue, withoutValue, type SecretValue } from './secret-values.ts'

/** One kind at a time: one format's escape is plain text to another. */
const ESCAPES = [
  /%[\dA-F]{2}/gi,
  // In a form a plus is a blank.
  /%[\dA-Fa-f]{2}|\+/g,
  /\\u\{[\dA-Fa-f]{1,8}\}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\[bfnrt0"'`\\/]/g,
  /&#(?:\d{1,12}|x[\dA-F]{1,10});?|&(?:amp|lt|gt|quot|apos|nbsp);/gi,
]
const BETWEEN_BYTES = /0x|\\x|[%\s:,"'-]+/g
/** Within Base64: the ends of lines, and what JSON and addresses make of its signs. */
const IN_BASE64 = /\s+|\\[nr]|\\\/|%(?:2[BF]|3D)/gi
export const WITHHELD_LINE = '[line withheld]'

interface Forms {
  /** Looked for in the text as it is. */
  readonly plain: readonly SecretValue[]
  /** Looked for in the text with its escapes read. */
  readonly escapes: readonly SecretValue[]
  /** Looked for in the text without its white space: encoders break their lines. */
  readonly encoded: readonly SecretValue[]
  /** In lower case. */
  readonly hex: readonly SecretValue[]
  readonly short: RegExp | undefined
}

/** Made once for the values, then for any number of texts. */
export class ValueMask {
  readonly #forms: Forms

  constructor({ values, short }: Pick<ExposedValues, 'values' | 'short'>) {
    this.#forms = {
      plain: forms(values.flatMap(plainForms)),
      escapes: forms(
        values.flatMap((value) => [value, latin1(value)].flatMap((text) => [text, reversed(text)])),
      ),
      encoded: forms(values.flatMap(base64Forms)),
      hex: forms(values.flatMap((value) => [hexOf(value), hexOf(reversed(value))])),
      short:
        short.length === 0
          ? undefined
          : new RegExp(`(?<!\\w)(?:${short.map(escaped).join('|')})(?!\\w)`, 'u'),
    }
  }

  mask(text: string): string {
    const { plain, escapes, encoded, hex, short } = this.#forms
    let clean = text
    for (const value of plain) clean = withoutValue(clean, value, REDACTED)
    for (const code of ESCAPES) clean = withoutRead(clean, { values: escapes, code, meaning: escapedChar })
    clean = withoutRead(clean, { values: encoded, code: IN_BASE64, meaning: inBase64 })
    clean = withoutRead(clean, {
      values: hex,
      code: BETWEEN_BYTES,
      meaning: () => '',
      isAnyCase: true,
    })
    if (short === undefined) return clean
    return clean
      .split('\n')
      .map((line) => (short.test(line) ? WITHHELD_LINE : line))
      .join('\n')
  }
}

function forms(values: readonly string[]): readonly SecretValue[] {
  return [...new Set(values)]
    .filter(({ length }) => length >= LEAST_MASKED_CHARS)
    .toSorted((a, b) => b.length - a.length)
    .map(secretValue)
}

function plainForms(value: string): string[] {
  const address = encodeURIComponent(value)
  const json = JSON.stringify(value).slice(1, -1)
  const all = [
    value,
    address.replaceAll('%20', '+'),
    json,
    json.replaceAll('/', String.raw`\/`),
    JSON.stringify(json).slice(1, -1),
    value.replaceAll(/[&<>"']/g, (char) => HTML[char] ?? char),
  ]
  // Programs reverse characters, or the halves of which some are made up.
  return [...all, ...all.map(reversed), ...all.map(reversedHalves), reversedHalves(value).toWellFormed()]
}

function reversed(text: string): string {
  return [...text].reverse().join('')
}

function reversedHalves(text: string): string {
  return text.split('').reverse().join('')
}

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The part of it that stands in Base64 for sure, for each of the three places in a group that it may begin at; reversed, too. */
function base64Forms(value: string): string[] {
  return [value, reversed(value)].flatMap((text) => {
    const bytes = new TextEncoder().encode(text)
    return [0, 1, 2].flatMap((offset) => {
      const padded = new Uint8Array(offset + bytes.length)
      padded.set(bytes, offset)
      const all = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join(''))
      const stable = all.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
      return [stable, stable.replaceAll('+', '-').replaceAll('/', '_')]
    })
  })
}

/** Its bytes, a character each. */
function latin1(value: string): string {
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join('')
}

function hexOf(value: string): string {
  return Array.from(new TextEncoder().encode(value), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** How a text is read: `filler` is passed over, and each `code` stands for what `meaning` says. */
interface Reading {
  readonly values: readonly SecretValue[]
  /** Global. A match whose meaning is '' is filler. */
  readonly code: RegExp
  readonly meaning: (code: string) => string
  /** The values are in lower case, the text in either. */
  readonly isAnyCase?: boolean
}

/** Values that stand in the text as it is read, out of the text as it is. */
function withoutRead(text: string, { values, code, meaning, isAnyCase = false }: Reading): string {
  if (values.length === 0) return text
  const reading = new ReadText()
  let at = 0
  for (const match of text.matchAll(code)) {
    const { index } = match
    reading.add(text.slice(at, index), { start: at, end: index })
    at = index + match[0].length
    reading.add(meaning(match[0]), { start: index, end: at })
  }
  reading.add(text.slice(at), { start: at, end: text.length })
  // Some letters beyond ASCII have more than one in the other case: places would be others.
  const dense = isAnyCase
    ? reading.text().replaceAll(/[A-F]/g, (digit) => digit.toLowerCase())
    : reading.text()
  const found = values.flatMap(({ value }) => rangesOf(dense, value)).sort((a, b) => a[0] - b[0])
  let clean = ''
  let done = 0
  for (const [from, to] of found) {
    const start = reading.place(from).start
    const { end } = reading.place(to - 1)
    if (end <= done) continue
    clean += text.slice(done, Math.max(done, start)) + (start >= done ? REDACTED : '')
    done = end
  }
  return done === 0 ? text : clean + text.slice(done)
}

/** A text that was read from another, and where its characters stand there. */
class ReadText {
  readonly #parts: {
    readonly from: number
    readonly text: string
    readonly start: number
    readonly end: number
  }[] = []
  #length = 0

  add(text: string, { start, end }: { readonly start: number; readonly end: number }): void {
    if (text === '') return
    this.#parts.push({ from: this.#length, text, start, end })
    this.#length += text.length
  }

  text(): string {
    return this.#parts.map(({ text }) => text).join('')
  }

  /** Range of a character in the original text: exact in parts copied verbatim, else the whole part. */
  place(at: number): { readonly start: number; readonly end: number } {
    let low = 0
    let high = this.#parts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#parts[middle]?.from ?? 0) <= at) low = middle
      else high = middle - 1
    }
    const part = this.#parts[low]
    if (part === undefined) return { start: 0, end: 0 }
    if (part.text.length !== part.end - part.start) return part
    const start = part.start + at - part.from
    return { start, end: start + 1 }
  }
}

function inBase64(code: string): string {
  if (code === String.raw`\/` || /^%2F$/i.test(code)) return '/'
  return /^%2B$/i.test(code) ? '+' : ''
}

const NAMED: Readonly<Record<string, string>> = {
  '+': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
  [String.raw`\b`]: '\b',
  [String.raw`\f`]: '\f',
  [String.raw`\n`]: '\n',
  [String.raw`\r`]: '\r',
  [String.raw`\t`]: '\t',
  [String.raw`\0`]: '\0',
}

/** The character that an escape of an address, of JSON, of a program or of HTML stands for; bytes as Latin-1. */
function escapedChar(code: string): string {
  const named = NAMED[code.toLowerCase()]
  if (named !== undefined) return named
  if (/^\\[^ux]/.test(code)) return code.slice(1)
  if (/^&#\d/.test(code)) return charOf(Number.parseInt(code.slice(2), 10))
  return charOf(Number.parseInt(code.replace(/^(?:%|\\u\{?|\\x|&#x)/i, ''), 16))
}

function charOf(code: number): string {
  return Number.isNaN(code) || code > 0x10_ff_ff ? '' : String.fromCodePoint(code)
}

function rangesOf(text: string, value: string): [number, number][] {
  const ranges: [number, number][] = []
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
    ranges.push([at, at + value.length])
  return ranges
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
