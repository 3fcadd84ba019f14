/**
 * Bytes as text and back without loss: a byte that is no part of a letter is a lone surrogate U+DC80–U+DCFF, which
 * `encodeText` writes as that byte.
 */
import { encodeText, textOfUnits } from '../../byte-string.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

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
  // No letter takes more units than bytes.
  const units = new Uint16Array(bytes.length)
  let used = 0
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0
    // Most bytes of what is no text: seen without a call.
    if (first < 0x80 || ((bytes[at + 1] ?? 0) & 0xc0) !== 0x80) {
      units[used++] = first < 0x80 ? first : 0xdc00 + first
      at += 1
      continue
    }
    const length = sequenceLength(bytes, at)
    if (length === 0) units[used++] = 0xdc00 + first
    else {
      let letter = first & (0xff >> (length + 1))
      for (let next = at + 1; next < at + length; next += 1)
        letter = (letter << 6) | ((bytes[next] ?? 0) & 0x3f)
      if (letter > 0xffff) {
        units[used++] = 0xd7c0 + (letter >> 10)
        letter = 0xdc00 + (letter & 0x3ff)
      }
      units[used++] = letter
    }
    at += Math.max(1, length)
  }
  return textOfUnits(units.subarray(0, used))
}

/** Bytes of the letter beyond ASCII that begins here; 0 when none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  const second = bytes[at + 1] ?? 0
  // No letter in more bytes than it needs, no halves of pairs, nothing beyond the last plane.
  const from = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const to = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (second < from || second > to) return 0
  for (let next = at + 2; next < at + length; next += 1) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** How many bytes the text takes. */
export function byteLength(text: string): number {
  return encodeText(text).length
}
