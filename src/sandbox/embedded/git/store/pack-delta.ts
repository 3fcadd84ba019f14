/** A delta of a pack: copies of parts of a base, and new bytes. */

/** Undefined when the delta is damaged or not for this base. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array | undefined {
  const from = readSize(delta, 0)
  const to = readSize(delta, from.next)
  if (from.size !== base.length || to.size > base.length * 65_536 + delta.length * 65_536) return undefined
  const out = new Uint8Array(to.size)
  let at = to.next
  let written = 0
  while (at < delta.length) {
    const instruction = delta[at] ?? 0
    at += 1
    if (instruction === 0) return undefined
    if (instruction < 0x80) {
      if (at + instruction > delta.length || written + instruction > out.length) return undefined
      out.set(delta.subarray(at, at + instruction), written)
      at += instruction
      written += instruction
      continue
    }
    const copy = readCopy(delta, at, instruction)
    if (copy.offset + copy.size > base.length || written + copy.size > out.length) return undefined
    out.set(base.subarray(copy.offset, copy.offset + copy.size), written)
    at = copy.next
    written += copy.size
  }
  return written === out.length ? out : undefined
}

/** Seven bits a byte, the lowest first. */
function readSize(data: Uint8Array, start: number): { size: number; next: number } {
  let size = 0
  let factor = 1
  let at = start
  for (;;) {
    const byte = data[at] ?? 0
    at += 1
    size += (byte & 0x7f) * factor
    factor *= 128
    if (byte < 0x80) return { size, next: at }
  }
}

/** The bits of the instruction say which bytes of offset and size follow. */
function readCopy(
  delta: Uint8Array,
  start: number,
  instruction: number,
): { offset: number; size: number; next: number } {
  let at = start
  let offset = 0
  let size = 0
  for (let byte = 0; byte < 4; byte += 1) {
    if (instruction & (1 << byte)) offset += (delta[at++] ?? 0) * 2 ** (8 * byte)
  }
  for (let byte = 0; byte < 3; byte += 1) {
    if (instruction & (0x10 << byte)) size += (delta[at++] ?? 0) * 2 ** (8 * byte)
  }
  return { offset, size: size === 0 ? 0x10000 : size, next: at }
}
