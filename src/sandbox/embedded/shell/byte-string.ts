/** just-bash carries bytes in strings, one char (0–255) a byte. These are the ways in and out. */
import { concatenate } from '../../contract/bytes.ts'

const encoder = new TextEncoder()
/** Arguments of one `String.fromCharCode` call: far below every engine's limit, also on a worker's small stack. */
const CHUNK = 8192
/** The name means windows-1252, which has other letters for 0x80 to 0x9f: all of them above 255, or the byte itself. */
const latin = new TextDecoder('latin1')
const ABOVE_BYTES = /[^\0-\xff]/

export function toByteString(bytes: Uint8Array): string {
  const text = latin.decode(bytes)
  return ABOVE_BYTES.test(text) ? textOfUnits(bytes) : text
}

/** A char for each number. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = ''
  for (let at = 0; at < units.length; at += CHUNK)
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(at, at + CHUNK))
  return text
}

/** Chars above 255 lose their upper bits: the caller passes bytes. */
export function fromByteString(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  // All of it fits only if it is ASCII.
  if (encoder.encodeInto(text, bytes).read === text.length) return bytes
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** A byte above 127 within text, as the shell's `printf '\\xff'` leaves it: a surrogate without its partner. */
const ESCAPED_BYTE = /([\udc80-\udcff])/u

/** Text as UTF-8; bytes that were put into it come out as they are. */
export function encodeText(text: string): Uint8Array {
  if (!ESCAPED_BYTE.test(text)) return encoder.encode(text)
  const parts = text.split(ESCAPED_BYTE).map((part, at) => {
    return at % 2 === 1 ? String.fromCharCode(part.charCodeAt(0) & 255) : toByteString(encoder.encode(part))
  })
  return fromByteString(parts.join(''))
}

/** A command's output: bytes as they are, text as UTF-8. */
export function encodeOutput(text: string, isBytes: boolean): Uint8Array {
  return isBytes ? fromByteString(text) : encodeText(text)
}

export function decodeText(byteString: string): string {
  return new TextDecoder().decode(fromByteString(byteString))
}

/** All parts behind each other; a single one is given as it is. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts
  return parts.length === 1 && first !== undefined ? first : concatenate(parts)
}
