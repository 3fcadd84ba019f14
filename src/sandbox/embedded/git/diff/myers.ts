/**
 * Myers' algorithm in linear space: which numbers of two lists are not in a longest common subsequence. Where it would
 * take too long, a good split is taken instead of the best.
 */

/** Rounds after which a split need no longer be the best one: as git's, so that the outcome is the same. */
const MIN_COST_LIMIT = 256
const NONE = -1
const FAR = 0x7fffffff

interface Box {
  readonly a0: number
  readonly a1: number
  readonly b0: number
  readonly b1: number
}

/** Sets the marks of what differs. */
export function markDifferences(
  a: Int32Array,
  b: Int32Array,
  marks: { readonly a: Uint8Array; readonly b: Uint8Array },
): void {
  const diagonals = a.length + b.length + 3
  const search: Search = {
    a,
    b,
    forward: new Int32Array(2 * diagonals + 2),
    backward: new Int32Array(2 * diagonals + 2),
    zero: diagonals,
    costLimit: Math.max(MIN_COST_LIMIT, Math.floor(Math.sqrt(diagonals))),
  }
  const rest: Box[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }]
  for (let box = rest.pop(); box !== undefined; box = rest.pop()) {
    let { a0, a1, b0, b1 } = box
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) {
      a0 += 1
      b0 += 1
    }
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
      a1 -= 1
      b1 -= 1
    }
    if (a0 === a1) marks.b.fill(1, b0, b1)
    else if (b0 === b1) marks.a.fill(1, a0, a1)
    else {
      const split = findSplit(search, { a0, a1, b0, b1 })
      rest.push({ a0: split.a, a1, b0: split.b, b1 }, { a0, a1: split.a, b0, b1: split.b })
    }
  }
}

interface Search {
  readonly a: Int32Array
  readonly b: Int32Array
  /** By diagonal (a − b, plus `zero`): how far in `a` a path has come. */
  readonly forward: Int32Array
  readonly backward: Int32Array
  readonly zero: number
  readonly costLimit: number
}

/** A point that a shortest path goes through. */
function findSplit(search: Search, box: Box): { a: number; b: number } {
  const { a, b, forward, backward, zero, costLimit } = search
  const { a0, a1, b0, b1 } = box
  const [low, high] = [a0 - b1, a1 - b0]
  const [from, to] = [a0 - b0, a1 - b1]
  const isOdd = ((from - to) & 1) !== 0
  let [fMin, fMax, bMin, bMax] = [from, from, to, to]
  forward[zero + from] = a0
  backward[zero + to] = a1
  for (let cost = 1; ; cost += 1) {
    if (fMin > low) forward[zero + (fMin -= 1) - 1] = NONE
    else fMin += 1
    if (fMax < high) forward[zero + (fMax += 1) + 1] = NONE
    else fMax -= 1
    for (let d = fMax; d >= fMin; d -= 2) {
      const [left, right] = [forward[zero + d - 1] ?? NONE, forward[zero + d + 1] ?? NONE]
      let x = left >= right ? left + 1 : right
      while (x < a1 && x - d < b1 && a[x] === b[x - d]) x += 1
      forward[zero + d] = x
      if (isOdd && bMin <= d && d <= bMax && (backward[zero + d] ?? FAR) <= x) return { a: x, b: x - d }
    }
    if (bMin > low) backward[zero + (bMin -= 1) - 1] = FAR
    else bMin += 1
    if (bMax < high) backward[zero + (bMax += 1) + 1] = FAR
    else bMax -= 1
    for (let d = bMax; d >= bMin; d -= 2) {
      const [left, right] = [backward[zero + d - 1] ?? FAR, backward[zero + d + 1] ?? FAR]
      let x = left < right ? left : right - 1
      while (x > a0 && x - d > b0 && a[x - 1] === b[x - d - 1]) x -= 1
      backward[zero + d] = x
      if (!isOdd && fMin <= d && d <= fMax && x <= (forward[zero + d] ?? NONE)) return { a: x, b: x - d }
    }
    if (cost >= costLimit) return furthest(search, box, { fMin, fMax, bMin, bMax })
  }
}

/** The point that the longer of the two searches has come to. */
function furthest(
  { forward, backward, zero }: Search,
  { a0, a1, b0, b1 }: Box,
  range: { fMin: number; fMax: number; bMin: number; bMax: number },
): { a: number; b: number } {
  let [best, at] = [NONE, { a: a0, b: b0 }]
  for (let d = range.fMax; d >= range.fMin; d -= 2) {
    const x = Math.min(forward[zero + d] ?? NONE, a1, b1 + d)
    if (x + x - d > best) [best, at] = [x + x - d, { a: x, b: x - d }]
  }
  let [leftmost, back] = [FAR, { a: a1, b: b1 }]
  for (let d = range.bMax; d >= range.bMin; d -= 2) {
    const x = Math.max(a0, backward[zero + d] ?? FAR, b0 + d)
    if (x + x - d < leftmost) [leftmost, back] = [x + x - d, { a: x, b: x - d }]
  }
  return a1 + b1 - leftmost < best - (a0 + b0) ? at : back
}
