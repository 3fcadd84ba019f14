/** Faulty conditions of `test` and `[`: the library finds them false, bash reports the fault. */

const UNARY = new Set([...'abcdefghknoprstuvwxzGLNORS'].map((letter) => `-${letter}`))
const INTEGER_OPERATORS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge'])
const BINARY = new Set([...INTEGER_OPERATORS, '=', '==', '!=', '<', '>', '-nt', '-ot', '-ef', '-a', '-o'])
const INTEGER = /^\s*[-+]?\d+\s*$/

/** The fault in the words between `[` and `]`; undefined when there is none. */
export function liveTestFault(words) {
  const [first, second, third] = words
  switch (words.length) {
    case 0:
    case 1:
      return undefined
    case 2:
      return first === '!' || UNARY.has(first) ? undefined : `${first}: unary operator expected`
    case 3:
      if (BINARY.has(second)) return integerFault(words)
      if (first === '!') return liveTestFault(words.slice(1))
      return first === '(' && third === ')' ? undefined : `${second}: binary operator expected`
    default:
      return first === '!' && words.length === 4 ? liveTestFault(words.slice(1)) : integerFault(words)
  }
}

function integerFault(words) {
  const at = words.findIndex(
    (word, index) => INTEGER_OPERATORS.has(word) && index > 0 && index + 1 < words.length,
  )
  if (at < 0) return undefined
  const wrong = [words[at - 1], words[at + 1]].find((word) => !INTEGER.test(word))
  return wrong === undefined ? undefined : `${wrong}: integer expression expected`
}
