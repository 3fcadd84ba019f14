/** Two files beside each other, as `diff -y` shows them. */
import { TAB } from '../text/tab-stops.ts'
import type { Change } from './compare-lines.ts'
import type { Files } from './formats.ts'

export interface SideBySide {
  /** Columns of a line. */
  readonly width: number
  /** Lines that both have stand on the left only. */
  readonly leftColumn: boolean
  readonly suppressCommon: boolean
  /** Blanks instead of tabs. */
  readonly expandTabs: boolean
}

/** Columns between the two files, at least. */
const GUTTER = 3

export function sideBySideFormat(
  { oldLines, newLines }: Files,
  changes: readonly Change[],
  options: SideBySide,
): string {
  const columns = new Columns(options)
  let text = ''
  let [oldAt, newAt] = [0, 0]
  const common = (until: number): void => {
    for (; oldAt < until; oldAt += 1, newAt += 1) {
      if (options.suppressCommon) continue
      text += options.leftColumn
        ? columns.line(oldLines[oldAt], '(', undefined)
        : columns.line(oldLines[oldAt], ' ', newLines[newAt])
    }
  }
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    common(oldStart)
    const pairs = Math.min(oldEnd - oldStart, newEnd - newStart)
    for (let at = 0; at < pairs; at += 1)
      text += columns.line(oldLines[oldStart + at], '|', newLines[newStart + at])
    for (const line of newLines.slice(newStart + pairs, newEnd)) text += columns.line(undefined, '>', line)
    for (const line of oldLines.slice(oldStart + pairs, oldEnd)) text += columns.line(line, '<', undefined)
    ;[oldAt, newAt] = [oldEnd, newEnd]
  }
  common(oldLines.length)
  return text
}

class Columns {
  /** Columns of a half, and where the second begins. */
  readonly #half: number
  readonly #second: number
  readonly #tab: number

  constructor({ width, expandTabs }: SideBySide) {
    this.#tab = expandTabs ? 1 : TAB
    const gutter = this.#tab + GUTTER
    const middle = (width >> 1) + (gutter >> 1) + (width & gutter & 1)
    const start = middle - (middle % this.#tab)
    this.#half = Math.max(0, Math.min(start - GUTTER, width - start))
    this.#second = this.#half > 0 ? start : width
  }

  line(left: string | undefined, mark: string, right: string | undefined): string {
    let text = ''
    let column = 0
    if (left !== undefined) [text, column] = this.#cut(left)
    if (mark !== ' ') {
      const at = (this.#half + this.#second - 1) >> 1
      text += this.#blanks(column, at) + this.#sign(mark, left, right)
      column = at + 1
    }
    if (right !== undefined && right !== '\n')
      text += this.#blanks(column, this.#second) + this.#cut(right)[0]
    return `${text}\n`
  }

  /** Marks a pair of lines of which only one ends with a newline. */
  #sign(mark: string, left: string | undefined, right: string | undefined): string {
    if (mark !== '|') return mark
    const [hasLeft, hasRight] = [left?.endsWith('\n'), right?.endsWith('\n')]
    return hasLeft === hasRight ? mark : hasRight === true ? '\\' : '/'
  }

  /** As much of a line as half the width holds, and the column behind it. */
  #cut(line: string): [text: string, column: number] {
    let text = ''
    let shown = 0
    let at = 0
    for (const letter of line.replace(/\n$/, '')) {
      if (letter !== '\t') {
        if (at < this.#half) {
          text += letter
          shown = at + 1
        }
        at += 1
        continue
      }
      const next = at + TAB - (at % TAB)
      if (next < this.#half) {
        text += this.#tab === 1 ? ' '.repeat(next - shown) : '\t'
        shown = next
      }
      at = next
    }
    return [text, shown]
  }

  #blanks(from: number, to: number): string {
    let column = from
    let text = ''
    if (this.#tab > 1)
      for (let stop = column + TAB - (column % TAB); stop <= to; stop += TAB) {
        text += '\t'
        column = stop
      }
    return text + ' '.repeat(Math.max(0, to - column))
  }
}
