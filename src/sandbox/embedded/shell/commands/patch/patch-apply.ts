/** Finds where hunks fit and applies them, as `patch` does: first with all of their context, then with less. */
import type { Hunk } from './patch-format.ts'

export interface Applied {
  readonly lines: readonly string[]
  readonly placed: readonly Placed[]
}

/** `failed` hunks changed nothing. `line` is where the hunk was put in the new file. */
export type Placed =
  | { readonly type: 'applied'; readonly line: number; readonly offset: number; readonly fuzz: number }
  | { readonly type: 'failed'; readonly line: number }

export function applyHunks(lines: readonly string[], hunks: readonly Hunk[], maxFuzz: number): Applied {
  const result: string[] = []
  const placed: Placed[] = []
  let done = 0
  let offset = 0
  for (const hunk of hunks) {
    const found = place(lines, hunk, { from: done, offset, maxFuzz })
    if (found === undefined) {
      placed.push({ type: 'failed', line: hunk.oldStart + offset + (result.length - done) })
      continue
    }
    const { at, fuzz, top, bottom } = found
    const changed = hunk.lines.slice(top, hunk.lines.length - bottom)
    result.push(...lines.slice(done, at))
    const line = result.length + 1 - top
    offset = at - top - firstIndex(hunk)
    let old = at
    for (const mark of changed) {
      // A kept line stays as the file has it.
      if (mark.startsWith('+')) result.push(mark.slice(1))
      else if (mark.startsWith('-')) old += 1
      else result.push(lines[old++] ?? '')
    }
    done = old
    placed.push({ type: 'applied', line, offset, fuzz })
  }
  result.push(...lines.slice(done))
  return { lines: result, placed }
}

/** Index of the hunk's first line in the old file. A hunk without old lines says the line before it. */
function firstIndex(hunk: Hunk): number {
  const hasOld = hunk.lines.some((line) => !line.startsWith('+'))
  return hasOld ? Math.max(0, hunk.oldStart - 1) : hunk.oldStart
}

interface Place {
  readonly at: number
  readonly fuzz: number
  /** Lines of context that were left out at the start and at the end. */
  readonly top: number
  readonly bottom: number
}

function place(
  lines: readonly string[],
  hunk: Hunk,
  { from, offset, maxFuzz }: { from: number; offset: number; maxFuzz: number },
): Place | undefined {
  const leading = countWhile(hunk.lines, (line) => line.startsWith(' '))
  const trailing = countWhile([...hunk.lines].reverse(), (line) => line.startsWith(' '))
  const context = Math.max(leading, trailing)
  for (let fuzz = 0; fuzz <= Math.min(maxFuzz, context); fuzz += 1) {
    const top = Math.max(0, fuzz + leading - context)
    const bottom = Math.max(0, fuzz + trailing - context)
    const old = hunk.lines.slice(top, hunk.lines.length - bottom).filter((line) => !line.startsWith('+'))
    const wanted = old.map((line) => line.slice(1))
    const expected = firstIndex(hunk) + offset + top
    // Less context after the change than before it: the hunk is of the end of the file; the other way round of its
    // beginning.
    const isAtEnd = fuzz + trailing < context
    const isAtStart = fuzz + leading < context && hunk.oldStart <= 1
    const at = search(lines, wanted, { from, expected, isAtEnd, isAtStart })
    if (at !== undefined) return { at, fuzz, top, bottom }
  }
  return undefined
}

/** The fitting place that is nearest to the expected one. */
function search(
  lines: readonly string[],
  wanted: readonly string[],
  where: { from: number; expected: number; isAtEnd: boolean; isAtStart: boolean },
): number | undefined {
  const { from, expected, isAtEnd, isAtStart } = where
  const last = lines.length - wanted.length
  const fits = (at: number): boolean => {
    if (at < from || at > last) return false
    if (isAtEnd && at !== last) return false
    if (isAtStart && at !== 0) return false
    return wanted.every((line, index) => sameLine(lines[at + index], line))
  }
  for (let distance = 0; distance <= lines.length + Math.abs(expected); distance += 1) {
    if (fits(expected + distance)) return expected + distance
    if (distance > 0 && fits(expected - distance)) return expected - distance
  }
  return undefined
}

/** A newline that is missing at a file's end is no difference, as for GNU. */
function sameLine(line: string | undefined, wanted: string): boolean {
  return line !== undefined && (line === wanted || line.replace(/\n$/, '') === wanted.replace(/\n$/, ''))
}

function countWhile(lines: readonly string[], test: (line: string) => boolean): number {
  const end = lines.findIndex((line) => !test(line))
  return end < 0 ? lines.length : end
}

/** Returns the hunk that undoes `hunk`. */
export function reverseHunk(hunk: Hunk): Hunk {
  const swapped: string[] = []
  let added: string[] = []
  // Removed lines come before added ones again.
  for (const line of hunk.lines) {
    if (line.startsWith('-')) added.push(`+${line.slice(1)}`)
    else if (line.startsWith('+')) swapped.push(`-${line.slice(1)}`)
    else {
      swapped.push(...added, line)
      added = []
    }
  }
  return { oldStart: hunk.newStart, newStart: hunk.oldStart, lines: [...swapped, ...added] }
}
