/** Which lines of two files are the same. */
import { diffArrays } from 'diff'

/** Lines `oldStart` to `oldEnd` (not included) become lines `newStart` to `newEnd`; counted from zero. */
export interface Change {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** `key` is what of a line counts. */
export function compareLines(
  oldLines: readonly string[],
  newLines: readonly string[],
  key: (line: string) => string,
): readonly Change[] {
  const [before, after] = [oldLines.map(key), newLines.map(key)]
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let tail = 0
  const most = Math.min(before.length, after.length) - start
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const parts = diffArrays(before.slice(start, before.length - tail), after.slice(start, after.length - tail))
  const isOld = before.map((_, at) => at >= start && at < before.length - tail)
  const isNew = after.map((_, at) => at >= start && at < after.length - tail)
  let [oldAt, newAt] = [start, start]
  for (const part of parts) {
    if (part.added) newAt += part.value.length
    else if (part.removed) oldAt += part.value.length
    else {
      isOld.fill(false, oldAt, oldAt + part.value.length)
      isNew.fill(false, newAt, newAt + part.value.length)
      oldAt += part.value.length
      newAt += part.value.length
    }
  }
  slide(before, isOld, isNew)
  slide(after, isNew, isOld)
  return changesOf(isOld, isNew)
}

/**
 * Runs of changed lines are moved down as far as they can be, as GNU's diff has them; where they meet the other
 * file's changes on the way, they stay beside those.
 */
function slide(lines: readonly string[], changed: boolean[], other: readonly boolean[]): void {
  let otherAt = 0
  let at = 0
  while (at < lines.length) {
    if (!changed[at]) {
      while (other[otherAt]) otherAt += 1
      otherAt += 1
      at += 1
      continue
    }
    const begin = at
    while (changed[at]) at += 1
    let [first, end] = [begin, at]
    let [partner, best] = [otherAt, other[otherAt] ? [begin, at] : undefined]
    while (end < lines.length && !changed[end] && lines[first] === lines[end]) {
      while (other[partner]) partner += 1
      partner += 1
      first += 1
      end += 1
      while (changed[end]) end += 1
      if (other[partner]) best = [first, end]
    }
    const [from = first, to = end] = best ?? [first, end]
    for (let index = begin; index < Math.max(at, end); index += 1)
      changed[index] = index >= from && index < to
    // Realigns the other side with the new place of this run.
    while (other[otherAt]) otherAt += 1
    for (let index = begin; index < from; index += 1) {
      otherAt += 1
      while (other[otherAt]) otherAt += 1
    }
    at = to
  }
}

function changesOf(isOld: readonly boolean[], isNew: readonly boolean[]): readonly Change[] {
  const changes: Change[] = []
  let [oldAt, newAt] = [0, 0]
  while (oldAt < isOld.length || newAt < isNew.length) {
    const [oldStart, newStart] = [oldAt, newAt]
    while (isOld[oldAt]) oldAt += 1
    while (isNew[newAt]) newAt += 1
    if (oldAt > oldStart || newAt > newStart)
      changes.push({ oldStart, oldEnd: oldAt, newStart, newEnd: newAt })
    oldAt += 1
    newAt += 1
  }
  return changes
}
