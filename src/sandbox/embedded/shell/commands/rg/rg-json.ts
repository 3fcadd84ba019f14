/** Writes the matches of a file as `rg --json` does, one JSON value per line. */
import { byteLength } from '../frame/loose-text.ts'
import { lineEnd, LineCounter, linesBack } from './rg-lines.ts'
import type { RgOptions } from './rg-options.ts'
import type { RgMatch } from './rg-search.ts'

interface SearchedFile {
  readonly name: string
  readonly text: string
  readonly bytes: Uint8Array
  /** Offset of the first NUL, or -1. */
  readonly nul: number
}

/** `matches` are not empty. */
export function jsonOf(
  file: SearchedFile,
  matches: readonly RgMatch[],
  { before, after }: Pick<RgOptions, 'before' | 'after'>,
): string {
  const { text } = file
  const lines = new LineCounter(text)
  const path = { text: file.name }
  let printed = ''
  const tell = (type: string, data: object): void => {
    printed += `${JSON.stringify({ type, data })}\n`
  }
  const line = (type: string, start: number, end: number, submatches: readonly object[]): void =>
    tell(type, {
      path,
      lines: { text: text.slice(start, end + 1) },
      line_number: lines.lineAt(start),
      absolute_offset: lines.byteAt(start),
      submatches,
    })
  tell('begin', { path })
  let shownTo = -1
  for (const [number, match] of matches.entries()) {
    const from = Math.max(linesBack(text, match.start, before), shownTo + 1)
    for (let at = from; at < match.start; at = lineEnd(text, at) + 1)
      line('context', at, lineEnd(text, at), [])
    const offset = (at: number): number => byteLength(text.slice(match.start, at))
    line(
      'match',
      match.start,
      match.end,
      match.spans.map(({ start, end }) => ({
        match: { text: text.slice(start, end) },
        start: offset(start),
        end: offset(end),
      })),
    )
    shownTo = match.end
    const next = matches[number + 1]?.start ?? Infinity
    for (let left = after; left > 0 && shownTo + 1 < Math.min(next, text.length); left -= 1) {
      const at = shownTo + 1
      shownTo = lineEnd(text, at)
      line('context', at, shownTo, [])
    }
  }
  const stats = {
    elapsed: elapsed(0),
    searches: 1,
    searches_with_match: 1,
    bytes_searched: file.bytes.length,
    bytes_printed: byteLength(printed),
    matched_lines: matches.length,
    matches: matches.reduce((sum, match) => sum + match.spans.length, 0),
  }
  tell('end', { path, binary_offset: file.nul < 0 ? null : file.nul, stats })
  return printed
}

export function elapsed(ms: number): object {
  const nanos = Math.round((ms % 1000) * 1e6)
  return { secs: Math.floor(ms / 1000), nanos, human: `${(ms / 1000).toFixed(6)}s` }
}
