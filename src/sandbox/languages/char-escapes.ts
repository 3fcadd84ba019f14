/** Backslash escapes on which all tools agree. `\b` is missing: in a pattern it is a word boundary. */
export const CHAR_ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** The other way round, for letters that would spoil a line: what they are written as. */
export const WRITTEN_ESCAPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...CHAR_ESCAPES, b: '\b', '\\': '\\' }).map(([letter, char]) => [char, `\\${letter}`]),
)
