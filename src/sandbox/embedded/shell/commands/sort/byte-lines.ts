/**
 * Whole lines in the order of their bytes, without making texts of them: some bytes of each line make one number, and
 * numbers are sorted much faster than texts.
 */
import { concatenate } from '../../../../contract/bytes.ts'

/** A byte, or that the line is over, which comes first. */
const BASE = 257
/** Fewer lines are compared. */
const FEW = 12
/** Lines that are alike for so many bytes are compared. */
const MAX_DEPTH = 512

interface Part {
  readonly from: number
  readonly to: number
  /** So many bytes of all its lines are the same. */
  readonly depth: number
}

export class ByteLines {
  readonly #bytes: Uint8Array
  /** Start of each line, and after the last the start of a further one. */
  readonly #starts: Uint32Array

  /** `end` ends each line, the last one of each text as well, where it lacks it. */
  constructor(texts: readonly Uint8Array[], end: number) {
    const ending = Uint8Array.of(end)
    this.#bytes = concatenate(
      texts.flatMap((text) => (text.length === 0 || text.at(-1) === end ? [text] : [text, ending])),
    )
    this.#starts = startsOf(this.#bytes, end)
  }

  /** The lines in their order, each with its end. `isUnique`: of those that are the same one. */
  sorted({ isUnique, isReversed }: { isUnique: boolean; isReversed: boolean }): Uint8Array {
    const order = this.#order()
    if (isReversed) order.reverse()
    const [bytes, starts] = [this.#bytes, this.#starts]
    const out = new Uint8Array(bytes.length)
    let at = 0
    for (let index = 0; index < order.length; index += 1) {
      const line = order[index] ?? 0
      if (isUnique && index > 0 && this.#compare(order[index - 1] ?? 0, line, 0) === 0) continue
      const to = starts[line + 1] ?? 0
      for (let from = starts[line] ?? 0; from < to; from += 1) out[at++] = bytes[from] ?? 0
    }
    return out.subarray(0, at)
  }

  /** Numbers of lines. */
  #order(): Uint32Array {
    const order = new Uint32Array(this.#starts.length - 1)
    for (let line = 0; line < order.length; line += 1) order[line] = line
    const work: Part[] = [{ from: 0, to: order.length, depth: 0 }]
    for (let part = work.pop(); part !== undefined; part = work.pop()) {
      const lines = order.subarray(part.from, part.to)
      if (lines.length <= FEW) this.#insertionSort(lines, part.depth)
      else if (part.depth > MAX_DEPTH) this.#compareAll(lines, part.depth)
      else this.#sortByNumbers(lines, part, work)
    }
    return order
  }

  /** Puts what is still to be sorted into `work`. */
  #sortByNumbers(lines: Uint32Array, { from, depth }: Part, work: Part[]): void {
    const size = lines.length
    const own = lines.slice()
    // The bytes above, the place below: no more than a double holds exactly.
    const count = Math.floor(Math.log(Number.MAX_SAFE_INTEGER / size) / Math.log(BASE))
    const keys = new Float64Array(size)
    for (let place = 0; place < size; place += 1)
      keys[place] = this.#numberOf(own[place] ?? 0, depth, count) * size + place
    keys.sort()
    let start = 0
    let number = Math.floor((keys[0] ?? 0) / size)
    for (let at = 0; at < size; at += 1) {
      lines[at] = own[(keys[at] ?? 0) - number * size] ?? 0
      const next = at + 1 < size ? Math.floor((keys[at + 1] ?? 0) / size) : -1
      if (next === number) continue
      // Lines that end here are equal.
      if (at > start && number % BASE !== 0)
        work.push({ from: from + start, to: from + at + 1, depth: depth + count })
      start = at + 1
      number = next
    }
  }

  #numberOf(line: number, depth: number, count: number): number {
    const start = (this.#starts[line] ?? 0) + depth
    const last = (this.#starts[line + 1] ?? 0) - 1
    let number = 0
    for (let at = start; at < start + count; at += 1)
      number = number * BASE + (at < last ? (this.#bytes[at] ?? 0) + 1 : 0)
    return number
  }

  #compareAll(lines: Uint32Array, depth: number): void {
    lines.sort((one, other) => this.#compare(one, other, depth))
  }

  #insertionSort(lines: Uint32Array, depth: number): void {
    for (let at = 1; at < lines.length; at += 1) {
      const line = lines[at] ?? 0
      let place = at
      for (; place > 0 && this.#compare(lines[place - 1] ?? 0, line, depth) > 0; place -= 1)
        lines[place] = lines[place - 1] ?? 0
      lines[place] = line
    }
  }

  /** Compares lines whose first `depth` bytes are equal. */
  #compare(line: number, other: number, depth: number): number {
    const [bytes, starts] = [this.#bytes, this.#starts]
    const [start, otherStart] = [starts[line] ?? 0, starts[other] ?? 0]
    const length = (starts[line + 1] ?? 0) - 1 - start
    const otherLength = (starts[other + 1] ?? 0) - 1 - otherStart
    const both = Math.min(length, otherLength)
    for (let at = depth; at < both; at += 1) {
      const difference = (bytes[start + at] ?? 0) - (bytes[otherStart + at] ?? 0)
      if (difference !== 0) return difference
    }
    return length - otherLength
  }
}

function startsOf(bytes: Uint8Array, end: number): Uint32Array {
  let starts = new Uint32Array(1024)
  let lines = 0
  for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + 1)) {
    lines += 1
    if (lines === starts.length) {
      const more = new Uint32Array(2 * lines)
      more.set(starts)
      starts = more
    }
    starts[lines] = at + 1
  }
  return starts.subarray(0, lines + 1)
}
