/** Bytes to text and back in the encodings that Node knows, with its leniency towards malformed input. */
export type Encoding = 'ascii' | 'utf8' | 'base64' | 'utf16le' | 'latin1' | 'hex' | 'buffer' | 'base64url'

/** Order of the library's numbers for encodings. */
export const ENCODINGS: readonly Encoding[] = [
  'ascii',
  'utf8',
  'base64',
  'utf16le',
  'latin1',
  'hex',
  'buffer',
  'base64url',
]

// Captured: user code may replace the globals.
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const utf8Encoder = new TextEncoder()
const utf16Decoder = new TextDecoder('utf-16le', { ignoreBOM: true })
const fromCharCode = String.fromCharCode
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE64URL = `${BASE64.slice(0, 62)}-_`
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const sextets = new Int8Array(128).fill(-1)
for (const alphabet of [BASE64, BASE64URL]) {
  for (let index = 0; index < 64; index += 1) sextets[alphabet.charCodeAt(index)] = index
}
/** Arguments of one call: engines limit their number. */
const CALL_CHUNK = 8192

/** Decoders refuse views of shared memory. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}

export function normaliseEncoding(name: string | undefined): Encoding {
  switch ((name ?? 'utf8').toLowerCase()) {
    case 'ucs2':
    case 'ucs-2':
    case 'utf16le':
    case 'utf-16le':
      return 'utf16le'
    case 'latin1':
    case 'binary':
      return 'latin1'
    case 'ascii':
      return 'ascii'
    case 'hex':
      return 'hex'
    case 'base64':
      return 'base64'
    case 'base64url':
      return 'base64url'
    case 'buffer':
      return 'buffer'
    default:
      return 'utf8'
  }
}

export function decode(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case 'utf8':
    case 'buffer':
      return utf8Decoder.decode(unshared(bytes))
    case 'latin1':
      return fromBytes(bytes, 0xff)
    case 'ascii':
      return fromBytes(bytes, 0x7f)
    case 'utf16le':
      return decodeUtf16(bytes)
    case 'hex':
      return toHex(bytes)
    case 'base64':
      return toBase64(bytes, BASE64, true)
    case 'base64url':
      return toBase64(bytes, BASE64URL, false)
  }
}

export function encode(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'utf8':
    case 'buffer':
      return utf8Encoder.encode(text)
    case 'latin1':
    case 'ascii':
      return toBytes(text)
    case 'utf16le':
      return encodeUtf16(text)
    case 'hex':
      return fromHex(text)
    case 'base64':
    case 'base64url':
      return fromBase64(text)
  }
}

export function utf8Length(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) length += 1
    else if (unit < 0x800) length += 2
    else if (isLeadSurrogate(unit) && isTrailSurrogate(text.charCodeAt(index + 1))) {
      length += 4
      index += 1
    } else length += 3
  }
  return length
}

/** Writes whole characters only; gives units read and bytes written. */
export function encodeUtf8Into(text: string, target: Uint8Array): { read: number; written: number } {
  if (target.buffer instanceof ArrayBuffer)
    return utf8Encoder.encodeInto(text, target as Uint8Array<ArrayBuffer>)
  const copy = new Uint8Array(target.length)
  const result = utf8Encoder.encodeInto(text, copy)
  target.set(copy.subarray(0, result.written))
  return result
}

function isLeadSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isTrailSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

function fromBytes(bytes: Uint8Array, mask: number): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += CALL_CHUNK) {
    const part = bytes.subarray(start, start + CALL_CHUNK)
    text += fromCharCode(...(mask === 0xff ? part : part.map((byte) => byte & mask)))
  }
  return text
}

function decodeUtf16(bytes: Uint8Array): string {
  const even = bytes.length & ~1
  // The decoder replaces lone surrogates; Node keeps them.
  const text = utf16Decoder.decode(unshared(bytes.subarray(0, even)))
  if (!text.includes('\ufffd')) return text
  let exact = ''
  for (let index = 0; index < even; index += 2) {
    exact += fromCharCode((bytes[index] ?? 0) | ((bytes[index + 1] ?? 0) << 8))
  }
  return exact
}

function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte] ?? ''
  return text
}

function toBase64(bytes: Uint8Array, alphabet: string, padded: boolean): string {
  const parts: string[] = []
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = [bytes[index], bytes[index + 1], bytes[index + 2]]
    text += alphabet.charAt(first >> 2) + alphabet.charAt(((first & 3) << 4) | ((second ?? 0) >> 4))
    if (second !== undefined) text += alphabet.charAt(((second & 15) << 2) | ((third ?? 0) >> 6))
    else if (padded) text += '='
    if (third !== undefined) text += alphabet.charAt(third & 63)
    else if (padded) text += '='
    if (text.length > CALL_CHUNK) {
      parts.push(text)
      text = ''
    }
  }
  return parts.join('') + text
}

function toBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

function encodeUtf16(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    bytes[index * 2] = unit & 0xff
    bytes[index * 2 + 1] = unit >> 8
  }
  return bytes
}

/** Ends at the first pair that is not hexadecimal. */
function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1)
  for (let index = 0; index < bytes.length; index += 1) {
    const pair = text.slice(index * 2, index * 2 + 2)
    if (!/^[0-9a-fA-F]{2}$/.test(pair)) return bytes.slice(0, index)
    bytes[index] = parseInt(pair, 16)
  }
  return bytes
}

/** Both alphabets at once; skips what belongs to neither; ends at padding. */
function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4))
  let length = 0
  let bits = 0
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === 0x3d) break
    const sextet = unit < 128 ? (sextets[unit] ?? -1) : -1
    if (sextet < 0) continue
    bits = ((bits << 6) | sextet) & 0xffffff
    count += 1
    if (count % 4 === 1) continue
    const shift = count % 4 === 2 ? 4 : count % 4 === 3 ? 2 : 0
    bytes[length] = (bits >> shift) & 0xff
    length += 1
  }
  return bytes.subarray(0, length)
}
