/** Files as text. just-bash makes a string of their bytes first, and then looks at each whether it is more than ASCII. */

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Arguments of one call: far below every engine's limit, also on a worker's small stack. */
const CHUNK = 8192

/** The text of a file in UTF-8, else one char (0–255) for each byte, as the library has it. */
export function liveFileText(bytes) {
  try {
    return utf8.decode(bytes)
  } catch {
    let text = ''
    for (let at = 0; at < bytes.length; at += CHUNK)
      text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + CHUNK))
    return text
  }
}
