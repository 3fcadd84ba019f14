/** Whether bytes are text, in which letters, and how its lines end. */

export interface TextEncodingInfo {
  /** `ASCII text`. */
  readonly name: string
  readonly charset: string
  readonly text: string
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const latin = new TextDecoder('latin1')
/** Bytes that text never has; bell, backspace, blanks, line ends and escape are allowed. */
const NOT_TEXT = /[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]/
const NOT_ISO = /[\x80-\x84\x86-\x9f]/
const LONG_LINE = 300

/** Undefined: it is not text. */
export function textEncoding(all: Uint8Array): TextEncodingInfo | undefined {
  const wide = wideEncoding(all)
  if (wide !== undefined) return wide
  const text = latin1(all)
  if (NOT_TEXT.test(text)) return undefined
  if (!/[\x80-\xff]/.test(text)) return { name: 'ASCII text', charset: 'us-ascii', text }
  const decoded = decodeUtf8(all)
  if (decoded !== undefined) {
    const mark = decoded.startsWith('\ufeff') ? ' (with BOM)' : ''
    return { name: `Unicode text, UTF-8${mark} text`, charset: 'utf-8', text: decoded.replace(/^\ufeff/, '') }
  }
  return NOT_ISO.test(text)
    ? { name: 'Non-ISO extended-ASCII text', charset: 'unknown-8bit', text }
    : { name: 'ISO-8859 text', charset: 'iso-8859-1', text }
}

/** `latin1` means windows-1252 to a decoder. */
function latin1(bytes: Uint8Array): string {
  const text = latin.decode(bytes)
  if (!/[^\0-\xff]/.test(text)) return text
  let exact = ''
  for (const byte of bytes) exact += String.fromCharCode(byte)
  return exact
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  // The last letter may be cut off where only the beginning was read.
  for (const cut of [0, 1, 2, 3]) {
    try {
      return utf8.decode(bytes.subarray(0, bytes.length - cut))
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  return undefined
}

function wideEncoding(bytes: Uint8Array): TextEncodingInfo | undefined {
  const starts = (...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte)
  if (starts(0xff, 0xfe, 0, 0))
    return { name: 'Unicode text, UTF-32, little-endian', charset: 'utf-32le', text: '' }
  if (starts(0, 0, 0xfe, 0xff))
    return { name: 'Unicode text, UTF-32, big-endian', charset: 'utf-32be', text: '' }
  for (const order of ['little', 'big'] as const) {
    if (!(order === 'little' ? starts(0xff, 0xfe) : starts(0xfe, 0xff))) continue
    const text = new TextDecoder(order === 'little' ? 'utf-16le' : 'utf-16be').decode(bytes)
    if (NOT_TEXT.test(text)) return undefined
    return {
      name: `Unicode text, UTF-16, ${order}-endian text`,
      charset: `utf-16${order === 'little' ? 'le' : 'be'}`,
      text,
    }
  }
  return undefined
}

/** `, with CRLF line terminators` and the like. */
export function textNotes(text: string): string {
  const ends = [
    ['CRLF', /\r\n/],
    ['CR', /\r(?!\n)/],
    ['LF', /(?<!\r)\n/],
    ['NEL', /\x85/],
  ] as const
  const found = ends.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))
  const longest = Math.max(0, ...text.split(/\r\n|[\n\r\x85]/).map((line) => line.length))
  let notes = longest > LONG_LINE ? `, with very long lines (${longest})` : ''
  if (found.length === 0) notes += ', with no line terminators'
  else if (found.length > 1 || found[0] !== 'LF') notes += `, with ${found.join(', ')} line terminators`
  if (text.includes('\x1b')) notes += ', with escape sequences'
  return text.includes('\b') ? `${notes}, with overstriking` : notes
}
