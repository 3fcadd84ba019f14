/** IP addresses as text and as bytes. */

/** 4 or 16 bytes; undefined when it is no address. A zone after `%` is not part of it. */
export function addressBytes(text: string): Uint8Array | undefined {
  return text.includes(':') ? ipv6Bytes(text.replace(/%.*$/, '')) : ipv4Bytes(text)
}

/** The shortest form, as RFC 5952 has it. */
export function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  const words = Array.from(
    { length: 8 },
    (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0),
  )
  const isMapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff
  if (isMapped) return `::ffff:${bytes.slice(12).join('.')}`
  const { start, length } = longestZeros(words)
  const hex = words.map((word) => word.toString(16))
  if (length < 2) return hex.join(':')
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`
}

function ipv4Bytes(text: string): Uint8Array | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return Uint8Array.from(parts, Number)
}

function ipv6Bytes(text: string): Uint8Array | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map(wordsOf)
  if (!head || (halves.length === 2 && !tail)) return undefined
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const words = [...head, ...Array<number>(missing).fill(0), ...(tail ?? [])]
  return Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]))
}

/** The 16-bit groups between colons; an IPv4 address at the end is two. */
function wordsOf(text: string): number[] | undefined {
  if (text === '') return []
  const words: number[] = []
  const groups = text.split(':')
  for (const [index, group] of groups.entries()) {
    const isLast = index === groups.length - 1
    const four = isLast && group.includes('.') ? ipv4Bytes(group) : undefined
    if (four) words.push(((four[0] ?? 0) << 8) | (four[1] ?? 0), ((four[2] ?? 0) << 8) | (four[3] ?? 0))
    else if (/^[0-9a-f]{1,4}$/i.test(group)) words.push(Number.parseInt(group, 16))
    else return undefined
  }
  return words
}

function longestZeros(words: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  for (let start = 0; start < words.length; start += 1) {
    let length = 0
    while (words[start + length] === 0) length += 1
    if (length > best.length) best = { start, length }
  }
  return best
}
