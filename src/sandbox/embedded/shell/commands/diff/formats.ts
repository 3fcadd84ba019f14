/** Changes as text: the normal format, with context (unified or not), and as commands for ed and RCS. */
import type { Change } from './compare-lines.ts'

export interface Files {
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

export interface ContextOptions {
  /** Lines around changes. */
  readonly lines: number
  /** A line like this before a hunk is shown with it. */
  readonly heading: ((line: string) => boolean) | undefined
}

export function unifiedFormat(files: Files, changes: readonly Change[], options: ContextOptions): string {
  const { oldLines, newLines } = files
  let text = ''
  for (const { group, oldFrom, oldTo, newFrom, newTo } of hunksOf(files, changes, options.lines)) {
    const heading = headingOf(oldLines, oldFrom, options)
    text += `@@ -${unifiedRange(oldFrom, oldTo)} +${unifiedRange(newFrom, newTo)} @@${heading}\n`
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

export function contextFormat(files: Files, changes: readonly Change[], options: ContextOptions): string {
  const { oldLines, newLines } = files
  let text = ''
  for (const { group, oldFrom, oldTo, newFrom, newTo } of hunksOf(files, changes, options.lines)) {
    text += `***************${headingOf(oldLines, oldFrom, options)}\n*** ${contextRange(oldFrom, oldTo)} ****\n`
    const removed = group.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
      start: oldStart,
      end: oldEnd,
      mark: newStart === newEnd ? '- ' : '! ',
    }))
    text += contextSide(oldLines, { from: oldFrom, to: oldTo, changed: removed })
    text += `--- ${contextRange(newFrom, newTo)} ----\n`
    const added = group.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
      start: newStart,
      end: newEnd,
      mark: oldStart === oldEnd ? '+ ' : '! ',
    }))
    text += contextSide(newLines, { from: newFrom, to: newTo, changed: added })
  }
  return text
}

/** Nothing where nothing of it has changed: the other side shows the context. */
function contextSide(
  lines: readonly string[],
  side: {
    from: number
    to: number
    changed: readonly { start: number; end: number; mark: string }[]
  },
): string {
  if (side.changed.every(({ start, end }) => start === end)) return ''
  let text = ''
  let at = side.from
  for (const { start, end, mark } of side.changed) {
    for (const line of lines.slice(at, start)) text += marked('  ', line)
    for (const line of lines.slice(start, end)) text += marked(mark, line)
    at = end
  }
  for (const line of lines.slice(at, side.to)) text += marked('  ', line)
  return text
}

function contextRange(from: number, to: number): string {
  return to - from <= 1 ? String(to) : `${from + 1},${to}`
}

/** Commands that make the old file the new one, from its end on. */
export function edFormat({ newLines }: Files, changes: readonly Change[]): string {
  let text = ''
  for (const { oldStart, oldEnd, newStart, newEnd } of [...changes].reverse()) {
    const letter = oldStart === oldEnd ? 'a' : newStart === newEnd ? 'd' : 'c'
    text += `${normalRange(oldStart, oldEnd)}${letter}\n`
    if (letter === 'd') continue
    let isOpen = true
    for (const line of newLines.slice(newStart, newEnd)) {
      if (!isOpen) text += 'a\n'
      // A dot alone would end the text: two are written, and one is taken away again.
      isOpen = line !== '.\n'
      text += isOpen ? withNewline(line) : '..\n.\ns/.//\n'
    }
    if (isOpen) text += '.\n'
  }
  return text
}

export function rcsFormat({ newLines }: Files, changes: readonly Change[]): string {
  let text = ''
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    if (oldEnd > oldStart) text += `d${oldStart + 1} ${oldEnd - oldStart}\n`
    if (newEnd === newStart) continue
    text += `a${oldEnd} ${newEnd - newStart}\n${newLines.slice(newStart, newEnd).join('')}`
  }
  return text
}

function withNewline(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`
}

interface Hunk {
  readonly group: readonly Change[]
  readonly oldFrom: number
  readonly oldTo: number
  readonly newFrom: number
  readonly newTo: number
}

function hunksOf(
  { oldLines, newLines }: Files,
  changes: readonly Change[],
  context: number,
): readonly Hunk[] {
  return groupsOf(changes, context).flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined) return []
    return {
      group,
      oldFrom: Math.max(0, first.oldStart - context),
      newFrom: Math.max(0, first.newStart - context),
      oldTo: Math.min(oldLines.length, last.oldEnd + context),
      newTo: Math.min(newLines.length, last.newEnd + context),
    }
  })
}

const HEADING_LETTERS = 40

function headingOf(lines: readonly string[], before: number, { heading }: ContextOptions): string {
  const found = heading && lines.slice(0, before).findLast((line) => heading(line))
  return found === undefined ? '' : ` ${found.trimEnd().slice(0, HEADING_LETTERS).trimEnd()}`
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
