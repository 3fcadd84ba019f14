/**
 * A block of changed lines can often be moved up or down without changing what the diff does. This moves each to where
 * git has it: together with a change on the other side, else where the indentation says that something begins or ends.
 */
import { splitScore, type Score } from './indent-score.ts'

/** One side of a diff: lines as numbers, and which of them are changed. */
export interface Side {
  readonly lines: readonly string[]
  readonly ids: Int32Array
  readonly changed: Uint8Array
}

/** Lines that a block is moved at most by the look of the indentation. */
const MAX_SLIDING = 100

/** A run of changed lines, maybe empty: there is one before each unchanged line, and one at the end. */
class Group {
  start = 0
  end = 0
  readonly #side: Side

  constructor(side: Side) {
    this.#side = side
    this.#growDown()
  }

  get isEmpty(): boolean {
    return this.start === this.end
  }

  next(): boolean {
    if (this.end >= this.#side.ids.length) return false
    this.start = this.end + 1
    this.end = this.start
    this.#growDown()
    return true
  }

  previous(): boolean {
    if (this.start === 0) return false
    this.end = this.start - 1
    this.start = this.end
    this.#growUp()
    return true
  }

  slideDown(): boolean {
    const { ids, changed } = this.#side
    if (this.end >= ids.length || ids[this.start] !== ids[this.end]) return false
    changed[this.start++] = 0
    changed[this.end++] = 1
    this.#growDown()
    return true
  }

  slideUp(): boolean {
    const { ids, changed } = this.#side
    if (this.start === 0 || ids[this.start - 1] !== ids[this.end - 1]) return false
    changed[(this.start -= 1)] = 1
    changed[(this.end -= 1)] = 0
    this.#growUp()
    return true
  }

  #growDown(): void {
    while (this.#side.changed[this.end] === 1) this.end += 1
  }

  #growUp(): void {
    while (this.start > 0 && this.#side.changed[this.start - 1] === 1) this.start -= 1
  }
}

/** Moves the blocks of `side`; those of `other` stay. */
export function compactChanges(side: Side, other: Side, indents: boolean = true): void {
  const group = new Group(side)
  const opposite = new Group(other)
  for (;;) {
    if (!group.isEmpty) place(side, group, { opposite, indents })
    if (!group.next()) return
    opposite.next()
  }
}

function place(side: Side, group: Group, how: { opposite: Group; indents: boolean }): void {
  const { opposite, indents } = how
  let size: number
  let earliestEnd: number
  let matchingEnd: number
  do {
    size = group.end - group.start
    matchingEnd = -1
    while (group.slideUp()) opposite.previous()
    earliestEnd = group.end
    if (!opposite.isEmpty) matchingEnd = group.end
    while (group.slideDown()) {
      opposite.next()
      if (!opposite.isEmpty) matchingEnd = group.end
    }
    // It may have run into its neighbours and be larger now.
  } while (size !== group.end - group.start)
  if (group.end === earliestEnd) return
  if (matchingEnd >= 0) {
    while (opposite.isEmpty && group.slideUp()) opposite.previous()
    return
  }
  if (!indents) return
  const best = bestEnd(side, group, { size, earliestEnd })
  while (group.end > best && group.slideUp()) opposite.previous()
}

function bestEnd(side: Side, group: Group, range: { size: number; earliestEnd: number }): number {
  let shift = Math.max(range.earliestEnd, group.end - range.size - 1, group.end - MAX_SLIDING)
  let best = shift
  let bestScore: Score | undefined
  for (; shift <= group.end; shift += 1) {
    const score = add(splitScore(side.lines, shift), splitScore(side.lines, shift - range.size))
    if (bestScore !== undefined && compare(score, bestScore) > 0) continue
    bestScore = score
    best = shift
  }
  return best
}

function add(a: Score, b: Score): Score {
  return { indent: a.indent + b.indent, penalty: a.penalty + b.penalty }
}

const INDENT_WEIGHT = 60

function compare(a: Score, b: Score): number {
  return INDENT_WEIGHT * Math.sign(a.indent - b.indent) + (a.penalty - b.penalty)
}
