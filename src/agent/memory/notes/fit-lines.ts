/** Lines within the limits of what a session is told at its start. */
import type { MemoryIndex } from '../../protocol/calls/memory.ts'
import { MEMORY_INDEX_BYTES, MEMORY_INDEX_LINES } from '../../limits.ts'

export interface FittedLines {
  /** The first lines; the last one may be cut, if it alone is longer than all may be. */
  readonly kept: readonly string[]
  /** All lines. */
  readonly size: MemoryIndex
}

/** Bytes are those of UTF-8, with a line end for each line. */
export function fitLines(lines: readonly string[]): FittedLines {
  const sizes = lines.map((line) => bytesOf(line) + 1)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const kept: string[] = []
  let free = MEMORY_INDEX_BYTES
  for (const [index, line] of lines.slice(0, MEMORY_INDEX_LINES).entries()) {
    const size = sizes[index] ?? 0
    if (size > free) {
      if (size > MEMORY_INDEX_BYTES && free > 1) kept.push(startOf(line, free - 1))
      break
    }
    free -= size
    kept.push(line)
  }
  return { kept, size: { lines: lines.length, bytes, cut: cutOf(lines.length, bytes) } }
}

function cutOf(lines: number, bytes: number): MemoryIndex['cut'] {
  const [isLong, isLarge] = [lines > MEMORY_INDEX_LINES, bytes > MEMORY_INDEX_BYTES]
  if (isLong && isLarge) return 'both'
  if (isLong) return 'lines'
  return isLarge ? 'bytes' : 'no'
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** The characters that are whole within so many bytes. */
export function startOf(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}
