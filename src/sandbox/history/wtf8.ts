/**
 * Names as bytes and back. A JavaScript string may hold half a surrogate pair, which UTF-8 cannot say; WTF-8 encodes
 * it like any other code point, so that every name has bytes of its own and comes back the same.
 */
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function encodeWtf8(text: string): Uint8Array {
  return text.isWellFormed() ? encoder.encode(text) : encodeIllFormed(text)
}

/** Undefined when the bytes are not what `encodeWtf8` makes of any string. */
export function decodeWtf8(bytes: Uint8Array): string | undefined {
  const text = tryUtf8(bytes) ?? decodeIllFormed(bytes)
  return text !== undefined && sameBytes(encodeWtf8(text), bytes) ? text : undefined
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}

function encodeIllFormed(text: string): Uint8Array {
  const out: number[] = []
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (character.isWellFormed()) out.push(...encoder.encode(character))
    else out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
  }
  return Uint8Array.from(out)
}

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    // Not UTF-8: the caller tries the wider form.
    return undefined
  }
}

/** Splits at the three-byte forms of surrogates (ED A0..BF xx) and decodes what lies between them. */
function decodeIllFormed(bytes: Uint8Array): string | undefined {
  let text = ''
  let start = 0
  for (let at = 0; at <= bytes.length; at += 1) {
    const isSurrogate = bytes[at] === 0xed && (bytes[at + 1] ?? 0) >= 0xa0 && at + 2 < bytes.length
    if (!isSurrogate && at < bytes.length) continue
    const part = tryUtf8(bytes.subarray(start, at))
    if (part === undefined) return undefined
    text += part
    if (!isSurrogate) return text
    text += String.fromCharCode(0xd000 | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f))
    start = at + 3
    at += 2
  }
  return text
}
