/** A part of a text with line numbers, as Read shows it. */
import { READ_BYTES } from '../../limits.ts'
import type { SeenLines } from '../../protocol/events/call-events.ts'
import { count, cutStart } from '../results/result-budget.ts'

export interface ShownLines {
  readonly text: string
  /** Undefined where a line was cut. */
  readonly lines: SeenLines | undefined
}

/** Lines without their ends and without a byte order mark; a last line end does not begin another line. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** As many of these lines as fit; the text says which of them these are, and how to go on. */
export function numbered(
  lines: readonly string[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ShownLines {
  const encoder = new TextEncoder()
  const shownLines: string[] = []
  let bytes = 0
  for (const [index, line] of lines.slice(offset - 1, offset - 1 + limit).entries()) {
    const text = `${offset + index}\t${line}`
    const size = encoder.encode(text).length + 1
    if (bytes + size > READ_BYTES) {
      if (shownLines.length === 0) return { text: cutLine(line, offset, lines.length), lines: undefined }
      break
    }
    shownLines.push(text)
    bytes += size
  }
  const last = offset + shownLines.length - 1
  const shown = { from: offset, to: last, of: lines.length }
  if (offset === 1 && last === lines.length) return { text: shownLines.join('\n'), lines: shown }
  const next = last < lines.length ? ` Go on with offset ${last + 1}.` : ''
  const note = `[Lines ${offset} to ${last} of ${count(lines.length)}.${next}]`
  return { text: `${shownLines.join('\n')}\n${note}`, lines: shown }
}

/** A single line over the byte limit, such as a minified file. */
function cutLine(line: string, number: number, total: number): string {
  const part = cutStart(line, READ_BYTES / 4)
  const next = number < total ? ` Go on with offset ${number + 1}.` : ''
  return `${number}\t${part}\n[Line ${number} of ${count(total)} has ${count(line.length)} characters and is cut after ${count(part.length)}; search in it with Grep or cut it with Bash.${next}]`
}
