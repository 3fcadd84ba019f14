/** Changes as text: the normal format and the unified one. */
import type { Change } from './compare-lines.ts'

interface Files {
  /** With their newlines. */
  readonly oldLines: readonly string[]
  readonly newLines: readonly string[]
}

const NO_NEWLINE = '\\ No newline at end of file\n'

function marked(mark: string, line: string): string {
  return line.endsWith('\n') ? mark + line : `${mark}${line}\n${NO_NEWLINE}`
}

export function normalFormat({ oldLines, newLines }: Files, changes: readonly Change[]): string {
  let text = ''
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    const letter = oldStart === oldEnd ? 'a' : newStart === newEnd ? 'd' : 'c'
    text += `${normalRange(oldStart, oldEnd)}${letter}${normalRange(newStart, newEnd)}\n`
    for (const line of oldLines.slice(oldStart, oldEnd)) text += marked('< ', line)
    if (letter === 'c') text += '---\n'
    for (const line of newLines.slice(newStart, newEnd)) text += marked('> ', line)
  }
  return text
}

function normalRange(start: number, end: number): string {
  if (start === end) return String(start)
  return end - start === 1 ? String(end) : `${start + 1},${end}`
}

export function unifiedFormat(
  { oldLines, newLines }: Files,
  changes: readonly Change[],
  context: number,
): string {
  let text = ''
  for (const group of groupsOf(changes, context)) {
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined) continue
    const oldFrom = Math.max(0, first.oldStart - context)
    const newFrom = Math.max(0, first.newStart - context)
    const oldTo = Math.min(oldLines.length, last.oldEnd + context)
    const newTo = Math.min(newLines.length, last.newEnd + context)
    text += `@@ -${unifiedRange(oldFrom, oldTo)} +${unifiedRange(newFrom, newTo)} @@\n`
    let at = oldFrom
    for (const { oldStart, oldEnd, newStart, newEnd } of group) {
      for (const line of oldLines.slice(at, oldStart)) text += marked(' ', line)
      for (const line of oldLines.slice(oldStart, oldEnd)) text += marked('-', line)
      for (const line of newLines.slice(newStart, newEnd)) text += marked('+', line)
      at = oldEnd
    }
    for (const line of oldLines.slice(at, oldTo)) text += marked(' ', line)
  }
  return text
}

/** Changes whose context would meet stand in one hunk. */
function groupsOf(changes: readonly Change[], context: number): readonly Change[][] {
  const groups: Change[][] = []
  for (const change of changes) {
    const before = groups.at(-1)
    const last = before?.at(-1)
    if (before !== undefined && last !== undefined && change.oldStart - last.oldEnd <= context * 2)
      before.push(change)
    else groups.push([change])
  }
  return groups
}

function unifiedRange(from: number, to: number): string {
  const count = to - from
  if (count === 1) return String(to)
  return `${count === 0 ? from : from + 1},${count}`
}
