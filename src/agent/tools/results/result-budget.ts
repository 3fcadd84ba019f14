/** Keeps results within what history can bear, and says what was left out. */

/** Head and tail of a text over `max` characters, with the totals stated between them. */
export function headAndTail(text: string, max: number): string {
  if (text.length <= max) return text
  const half = Math.floor(max / 2)
  const head = cutStart(text, half)
  const tail = cutEnd(text, max - half)
  const left = text.length - head.length - tail.length
  return `${head}\n\n[${count(left)} of ${count(text.length)} characters left out here. Ask for a smaller part to see them.]\n\n${tail}`
}

/** The first `length` characters, never half of a surrogate pair. */
export function cutStart(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
  return text.slice(0, cut)
}

/** The last `length` characters, never half of a surrogate pair. */
export function cutEnd(text: string, length: number): string {
  if (text.length <= length) return text
  const start = text.length - length
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start)
}

/** e.g. `12,345`. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
