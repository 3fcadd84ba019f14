/** Values in messages. */
import { JqError } from './jq-error.ts'
import { toText } from './json-text.ts'
import { kindOf, numberOf, type Value } from './value.ts'

/** Bytes of a value that a message shows. */
const SHOWN_BYTES = 29
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** For messages: `number (1)`. */
export function describe(value: Value): string {
  return `${kindOf(value)} (${shorten(toText(value))})`
}

/** The beginning of a long one, and how it ends: `"abc..."`. */
function shorten(text: string): string {
  const bytes = encoder.encode(text)
  if (bytes.length <= SHOWN_BYTES) return text
  const end = /["\]}]$/.exec(text)?.[0] ?? ''
  const head = decoder.decode(bytes.subarray(0, SHOWN_BYTES - 3 - end.length)).replace(/\ufffd+$/, '')
  return `${head}...${end}`
}

export function wantNumber(value: Value): number {
  const number = numberOf(value)
  if (number === undefined) throw new JqError(`${describe(value)} number required`)
  return number
}
