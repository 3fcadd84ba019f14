/** Passages of a text: its sentences and lines. */

export interface Passage {
  /** Offset of its first character. */
  readonly at: number
  readonly text: string
}

const END = /[.!?](?=\s)|[。！？]|\n/g

export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = []
  let start = 0
  for (const { 0: end, index } of text.matchAll(END)) {
    add(start, index + end.length)
    start = index + end.length
  }
  add(start, text.length)
  return passages

  function add(from: number, to: number): void {
    const passage = text.slice(from, to)
    if (passage.trim() !== '') passages.push({ at: from, text: passage })
  }
}
