/** All parts behind each other, in one array of their own. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** In groups of at most `maxBytes`, in their order; what is larger is a group of its own. */
export function inBatches<T>(items: readonly T[], maxBytes: number, sizeOf: (item: T) => number): T[][] {
  const batches: T[][] = []
  let size = Infinity
  for (const item of items) {
    const bytes = sizeOf(item)
    if (size + bytes > maxBytes) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(item)
    size += bytes
  }
  return batches
}
