/** Characters by which a command line may be another one than it looks like, and where the first of them stands. */

/** Formats of any script, fillers, joiners, and variants of what stands before. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\p{Co}\u115f\u1160\u17b4\u17b5\u3164\uffa0]|\u034f/u
/** In `$'…'`: bytes by their numbers, which need not be the text that they are read as. */
const BYTES = /\$'(?:[^'\\]|\\.)*?\\(?:x[89a-fA-F][0-9a-fA-F]|[23][0-7]{2})/s

/** The weightiest first. Tabs and line ends are none of them. */
export const HIDDEN_CHARACTERS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a carriage return', /\r/],
  ['a control character', /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/],
  ['a character that changes the direction of text', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/],
  ['an invisible character', INVISIBLE],
  ['white space that is none for a shell', /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800]/],
  ['half a character, or one that stands for bytes that are no text', /\p{Cs}|[\ufffd-\uffff]/u],
  ['bytes by their numbers', BYTES],
]

/** The character's name, with its code and its place, or undefined where there is none. */
export function hiddenCharacter(text: string): string | undefined {
  for (const [what, pattern] of HIDDEN_CHARACTERS) {
    const found = pattern.exec(text)
    if (found === null) continue
    const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return pattern === BYTES
      ? `${what} (character ${found.index + 1})`
      : `${what} (U+${code}, character ${found.index + 1})`
  }
  return undefined
}
