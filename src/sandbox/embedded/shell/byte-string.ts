/** just-bash carries bytes in strings, one char (0–255) a byte. These are the ways in and out. */
import { concatenate } from '../../bytes.ts'

/** Arguments of one `String.fromCharCode` call: far below every engine's limit, also on a worker's small stack. */
const CHUNK = 8192

export function toByteString(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)))
  }
  return parts.join('')
}

/** Chars above 255 lose their upper bits: the caller passes bytes. */
export function fromByteString(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

const encoder = new TextEncoder()
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
