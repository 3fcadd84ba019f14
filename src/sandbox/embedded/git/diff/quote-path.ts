/** Names as git writes them where a newline or a quote in one would mislead. */
const LETTERS: Readonly<Record<string, string>> = {
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '"': '"',
  '\\': '\\',
}

/** `quoteHigh` is `core.quotePath`: bytes above 127 too. */
export function quotePath(path: string, quoteHigh: boolean): string {
  const special = quoteHigh ? /[\0-\x1f"\\\x7f-\xff]/ : /[\0-\x1f"\\\x7f]/
  if (!special.test(path)) return path
  const escape = quoteHigh ? /[\0-\x1f"\\\x7f-\xff]/g : /[\0-\x1f"\\\x7f]/g
  const body = path.replace(escape, (char) => {
    const letter = LETTERS[char]
    return `\\${letter ?? char.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
  return `"${body}"`
}

/** The other way round; undefined when it is not well formed. `text` begins with the quote. */
export function unquotePath(text: string): { path: string; length: number } | undefined {
  let path = ''
  for (let at = 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') return { path, length: at + 1 }
    if (char !== '\\') {
      path += char
      continue
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1))?.[0]
    if (octal !== undefined) {
      path += String.fromCharCode(Number.parseInt(octal, 8))
      at += 3
      continue
    }
    const plain = Object.entries(LETTERS).find(([, letter]) => letter === text.charAt(at + 1))?.[0]
    if (plain === undefined) return undefined
    path += plain
    at += 1
  }
  return undefined
}
