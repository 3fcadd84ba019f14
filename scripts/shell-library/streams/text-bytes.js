/** Bytes and texts: bytes that are no UTF-8 in the library's strings, and errors of files as words. */

/**
 * A byte in text: ASCII is itself, another byte a lone surrogate (U+DC80 to U+DCFF), which no valid text has.
 * `encodeText` in src/sandbox/embedded/shell/byte-string.ts turns it into the byte again.
 */
export function liveByte(value) {
  const byte = value & 255
  return String.fromCharCode(byte < 128 ? byte : 0xdc00 + byte)
}

/** Runs of such bytes that are letters in UTF-8 as these letters. */
export function liveLetters(text) {
  return text.replace(/[\udc80-\udcff]+/gu, (run) => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(liveEncode(run))
    } catch {
      return run // These bytes are not UTF-8: they stay bytes.
    }
  })
}

const liveEncoder = new TextEncoder()

export function liveEncode(text) {
  if (!/[\udc80-\udcff]/u.test(text)) return liveEncoder.encode(text)
  const bytes = []
  for (const part of text.split(/([\udc80-\udcff])/u)) {
    if (/^[\udc80-\udcff]$/u.test(part)) bytes.push(part.charCodeAt(0) & 255)
    else for (const byte of liveEncoder.encode(part)) bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

/** A file system's error inside a message, as a command would say it. */
export function liveWords(message) {
  if (!message.includes(': E')) return message
  return message.replace(/: E[A-Z]+: ([a-z -]+), \w+(?: '[^'\n]*'(?: -> '[^'\n]*')?)?/g, (_, words) => {
    return `: ${words.charAt(0).toUpperCase()}${words.slice(1)}`
  })
}
