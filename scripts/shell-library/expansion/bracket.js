/** Sets in brackets, as patterns of `case`, `[[` and the like have them. */

/** Members of the named classes, as a set in a regular expression has them. */
export const CLASSES = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: '\\t ',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  word: '0-9A-Z_a-z',
  xdigit: '0-9A-Fa-f',
}
const NOTHING = '[^\\s\\S]'
const ANYTHING = '[\\s\\S]'

/**
 * The regular expression for the set whose bracket is at `start`, and where its last bracket is; undefined where none
 * ends it: then the bracket stands for itself. A backslash takes from the character behind it what it means.
 */
export function liveBracket(pattern, start) {
  let at = start + 1
  const isNegated = pattern[at] === '!' || pattern[at] === '^'
  if (isNegated) at++
  let members = ''
  /** The character that a range may begin with. */
  let low
  const first = at
  while (at < pattern.length) {
    if (pattern[at] === ']' && at > first) {
      if (members === '') return { source: isNegated ? ANYTHING : NOTHING, end: at }
      return { source: `[${isNegated ? '^' : ''}${members}]`, end: at }
    }
    const named = /^\[:(\w+):\]/.exec(pattern.slice(at, at + 16))
    if (named !== null) {
      members += Object.hasOwn(CLASSES, named[1]) ? CLASSES[named[1]] : ''
      low = undefined
      at += named[0].length
      continue
    }
    const [char, length] = characterAt(pattern, at)
    at += length
    const isRange =
      low !== undefined && char === '-' && length === 1 && at < pattern.length && pattern[at] !== ']'
    if (!isRange) {
      members += escaped(char)
      low = char
      continue
    }
    const [high, highLength] = characterAt(pattern, at)
    at += highLength
    const begun = members.slice(0, members.length - escaped(low).length)
    members = low.codePointAt(0) > high.codePointAt(0) ? begun : `${begun}${escaped(low)}-${escaped(high)}`
    low = undefined
  }
  return undefined
}

/** With how much of the pattern it takes: a backslash before it, or the brackets of `[.x.]` and `[=x=]` around it. */
function characterAt(pattern, at) {
  const [collated, , char] = /^\[([.=])(.)\1\]/su.exec(pattern.slice(at, at + 7)) ?? []
  if (char !== undefined) return [char, collated.length]
  const escape = pattern[at] === '\\' && at + 1 < pattern.length ? 1 : 0
  const plain = String.fromCodePoint(pattern.codePointAt(at + escape))
  return [plain, escape + plain.length]
}

function escaped(char) {
  return /[\\\]^[-]/.test(char) ? `\\${char}` : char
}
