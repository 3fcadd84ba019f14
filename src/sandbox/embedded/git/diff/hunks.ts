/** Changes with the lines around them, as a patch has them. */
import type { LineChange } from './lines.ts'

export interface Hunk {
  readonly a: number
  readonly aCount: number
  readonly b: number
  readonly bCount: number
  /** Each with its mark (` `, `-`, `+`) in front and its newline, or the note that there is none. */
  readonly lines: readonly string[]
  /** Nearest preceding line that looks like a function's head. */
  readonly section: string
}

export interface HunkOptions {
  /** Lines shown before and after. */
  readonly context: number
  readonly interHunk?: number
  /** Show the whole function. */
  readonly wholeFunction?: boolean
}

const NO_NEWLINE = '\\ No newline at end of file\n'
/** Bytes of the section that are shown. */
const SECTION_BYTES = 80

interface Texts {
  readonly a: readonly string[]
  readonly b: readonly string[]
}

export function makeHunks(texts: Texts, changes: readonly LineChange[], options: HunkOptions): Hunk[] {
  const hunks: Hunk[] = []
  for (const group of groupChanges(texts, changes, options)) hunks.push(makeHunk(texts, group))
  return hunks
}

interface Group {
  readonly changes: readonly LineChange[]
  readonly start: number
  readonly end: number
}

function groupChanges({ a }: Texts, changes: readonly LineChange[], options: HunkOptions): Group[] {
  const groups: { changes: LineChange[]; start: number; end: number }[] = []
  for (const change of changes) {
    const { start, end } = rangeOf(a, change, options)
    const last = groups.at(-1)
    if (last !== undefined && start <= last.end + (options.interHunk ?? 0)) {
      last.changes.push(change)
      last.end = Math.max(last.end, end)
    } else groups.push({ changes: [change], start, end })
  }
  return groups
}

function rangeOf(
  a: readonly string[],
  change: LineChange,
  options: HunkOptions,
): { start: number; end: number } {
  const start = Math.max(0, change.a - options.context)
  const end = Math.min(a.length, change.a + change.aCount + options.context)
  if (!options.wholeFunction) return { start, end }
  let from = Math.min(change.a, a.length - 1)
  while (from > 0 && !isHead(a[from] ?? '')) from -= 1
  let to = change.a + change.aCount
  while (to < a.length && !isHead(a[to] ?? '')) to += 1
  return { start: Math.min(start, Math.max(0, from)), end: Math.max(end, to) }
}

function makeHunk(texts: Texts, { changes, start, end }: Group): Hunk {
  const lines: string[] = []
  const add = (mark: string, line: string): void => {
    lines.push(line.endsWith('\n') ? mark + line : `${mark}${line}\n${NO_NEWLINE}`)
  }
  const first = changes[0]
  const bStart = first === undefined ? start : first.b - (first.a - start)
  let at = start
  let bCount = 0
  // Unchanged lines are shown as they are now: they may differ in what does not count.
  const copy = (to: number, shift: number): void => {
    for (; at < to; at += 1, bCount += 1) add(' ', texts.b[at + shift] ?? texts.a[at] ?? '')
  }
  let shift = bStart - start
  for (const change of changes) {
    copy(change.a, shift)
    for (const line of texts.a.slice(change.a, change.a + change.aCount)) add('-', line)
    for (const line of texts.b.slice(change.b, change.b + change.bCount)) add('+', line)
    at += change.aCount
    bCount += change.bCount
    shift = change.b + change.bCount - (change.a + change.aCount)
  }
  copy(end, shift)
  return { a: start, aCount: end - start, b: bStart, bCount, lines, section: sectionBefore(texts.a, start) }
}

function isHead(line: string): boolean {
  return /^[A-Za-z_$]/.test(line)
}

function sectionBefore(a: readonly string[], start: number): string {
  for (let at = start - 1; at >= 0; at -= 1) {
    const line = a[at] ?? ''
    if (isHead(line)) return line.slice(0, SECTION_BYTES).replace(/\s+$/, '')
  }
  return ''
}

export function hunkHeader(hunk: Hunk): string {
  const range = (start: number, count: number): string => {
    const from = count === 0 ? start : start + 1
    return count === 1 ? String(from) : `${from},${count}`
  }
  const section = hunk.section === '' ? '' : ` ${hunk.section}`
  return `@@ -${range(hunk.a, hunk.aCount)} +${range(hunk.b, hunk.bCount)} @@${section}\n`
}
