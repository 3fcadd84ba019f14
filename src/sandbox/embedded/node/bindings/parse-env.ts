/** `.env` files as native Node reads them: quotes of three kinds, comments, `export`, line breaks inside quotes. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?([^=#\s]+)[ \t]*=[ \t]*(?:"((?:[^"])*)"|'([^']*)'|`([^`]*)`|([^\n#]*))[^\n]*$/gm

export function parseEnv(content: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const match of content.replaceAll('\r\n', '\n').matchAll(LINE)) {
    const [, key = '', double, single, back, bare = ''] = match
    values[key] = double?.replaceAll('\\n', '\n') ?? single ?? back ?? bare.trim()
  }
  return values
}
