/** An answer without the keys that its request was sent with: a server that repeats what it got must not hand them to the sandbox. */

import { concatenate } from '../../sandbox/contract/bytes.ts'

const STAR = 0x2a

/** As many stars as there were characters: lengths that were announced stay true. */
export function maskText(text: string, values: readonly string[]): string {
  const longestFirst = values.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((masked, value) => masked.replaceAll(value, '*'.repeat(value.length)), text)
}

/** Finds values that come in several pieces, too: so much is held back that none is cut. */
export function maskBody(
  body: ReadableStream<Uint8Array>,
  values: readonly string[],
): ReadableStream<Uint8Array> {
  if (values.length === 0) return body
  const patterns = values.map((value) => new TextEncoder().encode(value))
  const longest = Math.max(...patterns.map(({ length }) => length))
  const reader = body.getReader()
  let held = new Uint8Array(0)
  /** Bytes at the beginning of what is held that belong to a value which began before. */
  let begun = 0
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (;;) {
          const { done, value } = await reader.read()
          const all = value ? concatenate([held, value]) : held
          // A value that begins before it is there as a whole.
          const end = done ? all.length : Math.max(0, all.length - longest + 1)
          const ends = matches(all, end, patterns)
          const out = all.slice(0, end)
          out.fill(STAR, 0, begun)
          for (const [from, to] of ends) out.fill(STAR, from, to)
          begun = Math.max(begun - end, 0, ...ends.map(([, to]) => to - end))
          held = all.slice(end)
          if (end > 0) controller.enqueue(out)
          if (done) return controller.close()
          if (end > 0) return
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** From where to where they stand; of those that begin before `end`. */
function matches(
  bytes: Uint8Array,
  end: number,
  patterns: readonly Uint8Array[],
): readonly (readonly [number, number])[] {
  const found: [number, number][] = []
  for (const pattern of patterns) {
    const [first = 0] = pattern
    for (let at = bytes.indexOf(first); at >= 0 && at < end; at = bytes.indexOf(first, at + 1))
      if (pattern.every((byte, offset) => bytes[at + offset] === byte)) found.push([at, at + pattern.length])
  }
  return found
}
