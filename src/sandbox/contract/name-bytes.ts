/**
 * Names of files are bytes elsewhere, and mostly UTF-8. Here they are strings: a byte that is no part of a character in
 * UTF-8 becomes half of a surrogate pair (U+DC80 to U+DCFF), which no text has, so that the way back is exact.
 */
const encoder = new TextEncoder()
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const ESCAPED_BYTE = /([\udc80-\udcff])/u

export function nameOfBytes(bytes: Uint8Array): string {
  return tryDecode(bytes) ?? decodeEscaped(bytes)
}

export function bytesOfName(name: string): Uint8Array {
  if (!hasBytes(name)) return encoder.encode(name)
  const bytes = name
    .split(ESCAPED_BYTE)
    .flatMap((part, at) => (at % 2 === 1 ? [part.charCodeAt(0) & 255] : [...encoder.encode(part)]))
  return Uint8Array.from(bytes)
}

/** Whether it has bytes in it that are no text. */
export function hasBytes(name: string): boolean {
  return ESCAPED_BYTE.test(name)
}

function decodeEscaped(bytes: Uint8Array): string {
  let out = ''
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes[at] ?? 0)
    const sequence = bytes.subarray(at, at + length)
    const part = sequence.length < length ? undefined : tryDecode(sequence)
    out += part ?? String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
    at += part === undefined ? 1 : length
  }
  return out
}

function sequenceLength(first: number): number {
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

function tryDecode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined // not all of it is text
  }
}
