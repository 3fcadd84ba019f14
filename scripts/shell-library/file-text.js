/** Files as text. just-bash makes a string of their bytes first, and then looks at each whether it is more than ASCII. */

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a file in UTF-8; undefined when its bytes are none. */
export function liveFileText(bytes) {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
