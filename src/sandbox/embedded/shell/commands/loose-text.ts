/**
 * Bytes as text and back without loss: a byte that is no part of a letter is a lone surrogate U+DC80–U+DCFF, which
 * `encodeText` writes as that byte.
 */
import { encodeText } from '../byte-string.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const latin = new TextDecoder('latin1')

export interface LooseText {
  readonly text: string
  /** All of it is UTF-8. */
  readonly isValid: boolean
}

export function decodeLoosely(bytes: Uint8Array): LooseText {
  try {
    return { text: strict.decode(bytes), isValid: true }
  } catch {
    return { text: decodeInParts(bytes), isValid: false }
  }
}

/** The text of `bytes` whose UTF-8 is broken somewhere. */
function decodeInParts(bytes: Uint8Array): string {
  const parts: string[] = []
  let at = 0
  while (at < bytes.length) {
    const end = endOfAscii(bytes, at)
    if (end > at) parts.push(latin.decode(bytes.subarray(at, end)))
    at = end
    if (at >= bytes.length) break
    const length = sequenceLength(bytes, at)
    if (length > 0) parts.push(strict.decode(bytes.subarray(at, at + length)))
    else parts.push(String.fromCharCode(0xdc00 + (bytes[at] ?? 0)))
    at += Math.max(1, length)
  }
  return parts.join('')
}

function endOfAscii(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at += 1
  return at
}

/** Bytes of the letter that begins here; 0 when none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const length = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
  if (length === 0 || first > 0xf4 || at + length > bytes.length) return 0
  try {
    strict.decode(bytes.subarray(at, at + length))
    return length
  } catch {
    return 0
  }
}

/** How many bytes the text takes. */
export function byteLength(text: string): number {
  return encodeText(text).length
}
