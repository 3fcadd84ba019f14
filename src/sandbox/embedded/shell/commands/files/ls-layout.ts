/** How `ls` sets names: several a line, and with letters that would spoil a line written out. */
import { WRITTEN_ESCAPES } from '../../../../languages/char-escapes.ts'
import { blanks } from '../text/tab-stops.ts'

/** Blanks between two columns, at least. */
const GAP = 2

/** `option`: `Q` in quotes, `b` with escapes, `q` with question marks; else as it is. */
export function quoted(name: string, option: string | undefined): string {
  if (option === 'q') return name.replaceAll(/\p{Cc}/gu, '?')
  if (option !== 'Q' && option !== 'b') return name
  const escaped = name.replaceAll(/[\\\p{Cc}]/gu, (letter) => {
    return WRITTEN_ESCAPES[letter] ?? `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
  return option === 'Q' ? `"${escaped.replaceAll('"', '\\"')}"` : escaped.replaceAll(' ', '\\ ')
}

/** `-m`: with commas, as many a line as there is room for. */
export function runningLines(names: readonly string[], width: number): string {
  if (names.length === 0) return ''
  let text = ''
  let column = 0
  for (const [at, name] of names.entries()) {
    const room = lengthOf(name) + 2
    if (at > 0) {
      const fits = column + room <= width
      text += fits ? ', ' : ',\n'
      if (!fits) column = 0
    }
    text += name
    column += room
  }
  return `${text}\n`
}

/** In as many columns as fit, each as wide as its longest name: `down` one column after the other, or `across`. */
export function inColumns(names: readonly string[], width: number, order: 'down' | 'across'): string {
  if (names.length === 0) return ''
  const lengths = names.map(lengthOf)
  const most = Math.max(
    1,
    Math.min(names.length, Number.isFinite(width) ? Math.floor(width / (1 + GAP)) : names.length),
  )
  for (let columns = most; columns >= 1; columns -= 1) {
    const rows = Math.ceil(names.length / columns)
    const columnOf = (at: number): number => (order === 'down' ? Math.floor(at / rows) : at % columns)
    const widths = Array.from({ length: columns }, () => 0)
    for (const [at, length] of lengths.entries()) {
      const column = columnOf(at)
      const isLast = column === columns - 1
      widths[column] = Math.max(widths[column] ?? 0, length + (isLast ? 0 : GAP))
    }
    const total = widths.reduce((sum, each) => sum + each, 0)
    if (columns > 1 && total >= width) continue
    return Array.from({ length: rows }, (_, row) => {
      const line = names.flatMap((name, at) => {
        const isHere = order === 'down' ? at % rows === row : Math.floor(at / columns) === row
        return isHere ? { name, length: lengths[at] ?? 0, width: widths[columnOf(at)] ?? 0 } : []
      })
      return setLine(line)
    }).join('')
  }
  return ''
}

/** Names at their columns, with tabs where they reach one. */
function setLine(parts: readonly { name: string; length: number; width: number }[]): string {
  let text = ''
  let start = 0
  for (const [at, { name, length, width }] of parts.entries()) {
    text += name
    const next = start + width
    if (at < parts.length - 1) text += blanks(start + length, next)
    start = next
  }
  return `${text}\n`
}

function lengthOf(name: string): number {
  return [...name].length
}
