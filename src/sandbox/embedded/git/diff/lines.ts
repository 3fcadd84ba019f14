/** Which lines of two texts differ, as git sees it. */
import { compactChanges, type Side } from './compact.ts'
import { markDifferences } from './myers.ts'

/** `aCount` lines from `a` on are replaced by `bCount` lines from `b` on; lines are counted from 0. */
export interface LineChange {
  readonly a: number
  readonly aCount: number
  readonly b: number
  readonly bCount: number
}

export interface LineOptions {
  /** Reduces a line to the part that is compared. */
  readonly normalize?: ((line: string) => string) | undefined
  /** False: blocks are not moved by the look of the indentation. */
  readonly indents?: boolean
}

export function diffLines(
  a: readonly string[],
  b: readonly string[],
  options: LineOptions = {},
): LineChange[] {
  const [left, right] = numberLines(a, b, options.normalize)
  markChanges(left, right)
  compactChanges(left, right, options.indents)
  compactChanges(right, left, options.indents)
  return collect(left.changed, right.changed)
}

function numberLines(
  a: readonly string[],
  b: readonly string[],
  normalize: ((line: string) => string) | undefined,
): [Side, Side] {
  const numbers = new Map<string, number>()
  const side = (lines: readonly string[]): Side => {
    const ids = new Int32Array(lines.length)
    lines.forEach((line, at) => {
      const key = normalize === undefined ? line : normalize(line)
      let id = numbers.get(key)
      if (id === undefined) {
        id = numbers.size
        numbers.set(key, id)
      }
      ids[at] = id
    })
    return { lines, ids, changed: new Uint8Array(lines.length) }
  }
  return [side(a), side(b)]
}

function markChanges(left: Side, right: Side): void {
  const [a, b] = [left.ids, right.ids]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let [aEnd, bEnd] = [a.length, b.length]
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1
    bEnd -= 1
  }
  // Lines that do not occur on the other side are changed for certain and need no comparison.
  const [inA, inB] = [new Set(a), new Set(b)]
  const keptA = keep(left, { start, end: aEnd, others: inB })
  const keptB = keep(right, { start, end: bEnd, others: inA })
  const pick = (ids: Int32Array, kept: readonly number[]): Int32Array =>
    Int32Array.from(kept, (at) => ids[at] ?? 0)
  const marks = { a: new Uint8Array(keptA.length), b: new Uint8Array(keptB.length) }
  markDifferences(pick(a, keptA), pick(b, keptB), marks)
  keptA.forEach((at, index) => (left.changed[at] = marks.a[index] ?? 0))
  keptB.forEach((at, index) => (right.changed[at] = marks.b[index] ?? 0))
}

function keep(side: Side, range: { start: number; end: number; others: ReadonlySet<number> }): number[] {
  const kept: number[] = []
  for (let at = range.start; at < range.end; at += 1) {
    if (range.others.has(side.ids[at] ?? -1)) kept.push(at)
    else side.changed[at] = 1
  }
  return kept
}

function collect(a: Uint8Array, b: Uint8Array): LineChange[] {
  const changes: LineChange[] = []
  let [x, y] = [0, 0]
  while (x < a.length || y < b.length) {
    const [fromX, fromY] = [x, y]
    while (a[x] === 1) x += 1
    while (b[y] === 1) y += 1
    if (x > fromX || y > fromY) changes.push({ a: fromX, aCount: x - fromX, b: fromY, bCount: y - fromY })
    x += 1
    y += 1
  }
  return changes
}
