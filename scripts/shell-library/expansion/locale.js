/** The unit that a script counts in: characters, or bytes in the C locale. */

const BYTE_LOCALES = new Set(['C', 'POSIX'])
const encoder = new TextEncoder()

/** The text; in the C locale, one character for each byte, as the shell keeps bytes that are no character. */
export function liveUnits({ state: { env } }, text) {
  const locale = env.get('LC_ALL') || env.get('LC_CTYPE') || env.get('LANG')
  if (!BYTE_LOCALES.has(locale) || /^[\0-\x7f]*$/.test(text)) return text
  const bytes = [...text].flatMap((char) => (isByte(char) ? [char] : [...encoder.encode(char)].map(charOf)))
  return bytes.join('')
}

/** The number of a character, or of a byte that is none. */
export function liveCodeOf(char) {
  const code = char.codePointAt(0) ?? 0
  return isByte(char) ? code - 0xdc00 : code
}

function isByte(char) {
  const code = char.codePointAt(0)
  return code >= 0xdc80 && code <= 0xdcff
}

function charOf(byte) {
  return String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)
}
