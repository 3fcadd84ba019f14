/** Finds registered values in linear time, whatever they and the text are made of. */

/** Values that are longer are found by their beginning first: a search by all of it can be slow where both repeat themselves. */
const NEEDLE_CHARS = 16

export interface SecretValue {
  readonly value: string
  readonly needle: string
  /** Length of the longest beginning that is also the end, for each beginning of the value. */
  readonly borders: () => Int32Array
  /** Its needle stands in it twice. */
  readonly isRepetitive: boolean
}

export function secretValue(value: string): SecretValue {
  const needle = value.slice(0, NEEDLE_CHARS)
  let borders: Int32Array | undefined
  return {
    value,
    needle,
    isRepetitive: value.includes(needle, 1),
    borders: () => (borders ??= bordersOf(value)),
  }
}

/** The text without the value, each `replacement` in place of one. */
export function withoutValue(text: string, secret: SecretValue, replacement: string): string {
  let clean = ''
  let done = 0
  for (let at = indexOf(text, secret, 0); at >= 0; at = indexOf(text, secret, done)) {
    clean += text.slice(done, at) + replacement
    done = at + secret.value.length
  }
  return done === 0 ? text : clean + text.slice(done)
}

/**
 * How much of the value the text ends with, as a beginning that is not whole. `matched`: the same of the text before this
 * piece.
 */
export function valueBegun({ value, borders }: SecretValue, matched: number, piece: string): number {
  // Longer ago than the value is long nothing counts.
  const from = Math.max(0, piece.length - value.length)
  let length = from === 0 ? matched : 0
  const first = value.charAt(0)
  for (let at = from; at < piece.length; at += 1) {
    if (length === 0) {
      at = piece.indexOf(first, at)
      if (at < 0) return 0
    }
    length = grown(value, borders, length, piece.charCodeAt(at))
  }
  return length
}

function indexOf(text: string, secret: SecretValue, from: number): number {
  const { value, needle, isRepetitive, borders } = secret
  let at = text.indexOf(needle, from)
  if (value.length === needle.length || at < 0) return at
  if (!isRepetitive) {
    // The needle occurs once in the value: no part of the text is compared more than twice.
    while (at >= 0 && !text.startsWith(value, at)) at = text.indexOf(needle, at + 1)
    return at
  }
  let length = 0
  for (; at < text.length; at += 1) {
    if (length === value.length - 1 && text.charCodeAt(at) === value.charCodeAt(length)) return at - length
    length = grown(value, borders, length, text.charCodeAt(at))
  }
  return -1
}

/** Length of the longest beginning, not whole, that the text ends with after one more character. */
function grown(value: string, borders: () => Int32Array, length: number, code: number): number {
  let now = length
  while (now > 0 && value.charCodeAt(now) !== code) now = borders()[now - 1] ?? 0
  if (value.charCodeAt(now) === code) now += 1
  return now === value.length ? (borders()[now - 1] ?? 0) : now
}

/** As Knuth, Morris and Pratt have it. */
function bordersOf(value: string): Int32Array {
  const borders = new Int32Array(value.length)
  let length = 0
  for (let at = 1; at < value.length; at += 1) {
    while (length > 0 && value.charCodeAt(at) !== value.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (value.charCodeAt(at) === value.charCodeAt(length)) length += 1
    borders[at] = length
  }
  return borders
}
