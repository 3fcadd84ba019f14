/** Texts as the shell reads them back, for printf %q and declare -p. */

/** A text as the shell reads it back: `${x@Q}`. */
export function liveQuoted(text) {
  if (!/[\x00-\x1f\x7f]/.test(text)) return `'${text.replaceAll("'", "'\\''")}'`
  const names = { '\n': 'n', '\t': 't', '\r': 'r', '\x07': 'a', '\b': 'b', '\f': 'f', '\v': 'v', '\x1b': 'E' }
  const inner = [...text].map((char) => {
    if (char === "'" || char === '\\') return `\\${char}`
    if (char in names) return `\\${names[char]}`
    const code = char.charCodeAt(0)
    return code < 32 || code === 127 ? `\\${code.toString(8).padStart(3, '0')}` : char
  })
  return `$'${inner.join('')}'`
}

/** Quotes a text as `printf %q` does: with backslashes, or as `$'…'` when it has unprintable characters. */
export function liveBackslashed(text) {
  if (text === '') return "''"
  if (/[\x00-\x1f\x7f]/.test(text)) return liveQuoted(text)
  return text
    .replace(/[\s'"\\|&;()<>!{}*[\]?^$`,]/g, '\\$&')
    .replace(/^[#~]/, '\\$&')
    .replace(/([:=])~/g, '$1\\~')
}

/** A value in what declare -p prints. */
export function liveDoubleQuoted(text) {
  return /[\x00-\x1f\x7f]/.test(text) ? liveQuoted(text) : `"${text.replace(/["$`\\]/g, '\\$&')}"`
}

/** An associative array in what declare -p prints: a key is quoted where it must be, and a blank ends the list. */
export function liveKeyedList(entries) {
  return `(${entries.map(([key, value]) => `[${keyText(key)}]=${liveDoubleQuoted(value)} `).join('')})`
}

function keyText(key) {
  return key === '' || /[\x00-\x1f\x7f\s'"\\|&;()<>!{}*[\]?^$`@]|^[#~]/.test(key)
    ? liveDoubleQuoted(key)
    : key
}
