/** Finding text that differs from what was asked for only in white space, and putting the new text in its indentation. */

export interface TolerantMatch {
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
  /** The new text, indented as the place is. */
  readonly replacement: string
}

/** Characters besides white space that make a text worth finding this way. */
const TELLING_CHARS = 8

/** Whole lines only. Every place where each line is the same but for its indentation and its end. */
export function tolerantMatches(text: string, oldString: string, newString: string): TolerantMatch[] {
  if (oldString.replace(/\s/g, '').length < TELLING_CHARS) return []
  const wanted = linesOf(oldString)
  const lines = linesOf(text)
  const starts = lineStarts(lines)
  const first = wanted.findIndex((line) => line.trim() !== '')
  const found: TolerantMatch[] = []
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    if (lines[at + first]?.trim() !== wanted[first]?.trim()) continue
    const place = lines.slice(at, at + wanted.length)
    if (!place.every((line, index) => line.trim() === wanted[index]?.trim())) continue
    const indents = indentMap(wanted, place)
    if (indents === undefined) continue
    const start = starts[at] ?? 0
    const endsWithNewline = oldString.endsWith('\n') && at + wanted.length < lines.length
    const end = (starts[at + wanted.length - 1] ?? 0) + (place.at(-1)?.length ?? 0)
    found.push({
      start,
      end: endsWithNewline ? end + 1 : withoutReturn(end, text),
      replacement: reindented(newString, indents),
    })
    at += wanted.length - 1
  }
  return found
}

/** Lines without the end of the text as a line of its own. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '' && lines.length > 1) lines.pop()
  return lines
}

function lineStarts(lines: readonly string[]): number[] {
  let at = 0
  return lines.map((line) => {
    const start = at
    at += line.length + 1
    return start
  })
}

/** The carriage return belongs to the line's end, which stays. */
function withoutReturn(end: number, text: string): number {
  return text[end - 1] === '\r' ? end - 1 : end
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** How the indentations of the wanted lines are written in the place; undefined when one is written in two ways. */
function indentMap(wanted: readonly string[], place: readonly string[]): Map<string, string> | undefined {
  const map = new Map<string, string>()
  for (const [index, line] of wanted.entries()) {
    if (line.trim() === '') continue
    const [from, to] = [indentOf(line), indentOf(place[index] ?? '')]
    if ((map.get(from) ?? to) !== to) return undefined
    map.set(from, to)
  }
  return map
}

function reindented(text: string, indents: ReadonlyMap<string, string>): string {
  const unit = unitOf(indents)
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line.trim() === line ? line : ''
      const indent = indentOf(line)
      return newIndent(indent, indents, unit) + line.slice(indent.length)
    })
    .join('\n')
}

/** As the same indentation was written; else as the nearest known one, and what is beyond it in the place's units. */
function newIndent(
  indent: string,
  indents: ReadonlyMap<string, string>,
  unit: { readonly from: string; readonly to: string } | undefined,
): string {
  const known = indents.get(indent)
  if (known !== undefined) return known
  const base = [...indents.keys()]
    .filter((from) => indent.startsWith(from))
    .reduce<string | undefined>((best, from) => (from.length >= (best?.length ?? 0) ? from : best), undefined)
  if (base === undefined) return shallower(indent, indents)
  const rest = indent.slice(base.length)
  return (indents.get(base) ?? '') + (unit === undefined ? rest : rest.replaceAll(unit.from, unit.to))
}

/** Less deep than every line that was matched: shifted by the same amount as those. */
function shallower(indent: string, indents: ReadonlyMap<string, string>): string {
  const [from = '', to = ''] = [...indents].reduce((a, b) => (a[0].length <= b[0].length ? a : b))
  const moved = to.length - from.length
  return moved > 0 ? to.slice(0, indent.length + moved) : indent.slice(0, Math.max(0, indent.length + moved))
}

/** One step of indentation as written and as it is in the file, when that shows. */
function unitOf(indents: ReadonlyMap<string, string>): { from: string; to: string } | undefined {
  const sorted = [...indents].sort(([a], [b]) => a.length - b.length)
  for (const [index, [from, to]] of sorted.entries()) {
    const before = sorted[index - 1] ?? ['', '']
    const step = { from: from.slice(before[0].length), to: to.slice(before[1].length) }
    if (step.from !== '' && step.to !== '' && step.from !== step.to && from.startsWith(before[0])) {
      const tabs = /^\t+$/.test(step.to) ? step.to.length : 1
      return { from: step.from.slice(0, Math.max(1, step.from.length / tabs)), to: tabs > 1 ? '\t' : step.to }
    }
  }
  return undefined
}
