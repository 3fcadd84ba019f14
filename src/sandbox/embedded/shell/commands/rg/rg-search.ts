/** The matches of one text: lines, or what goes over several of them. */
import { lineEnd, lineStart } from './rg-lines.ts'
import type { Matcher, Span } from './rg-matcher.ts'

export interface RgMatch {
  /** From the first line's start to the last line's end, without its newline. */
  readonly start: number
  readonly end: number
  /** In the text; none of a line that does not match and is wanted for that. */
  readonly spans: readonly Span[]
}

interface How {
  readonly multiline: boolean
  readonly invert: boolean
  readonly crlf: boolean
  readonly max: number
  /** Places in the lines are wanted, not only which lines. */
  readonly exact: boolean
}

export function findMatches(text: string, matcher: Matcher, how: How): RgMatch[] {
  if (text === '' || how.max === 0) return []
  if (matcher.literal !== '' && !how.invert && !text.includes(matcher.literal)) return []
  return how.multiline ? findAcross(text, matcher, how) : findLines(text, matcher, how)
}

function findLines(text: string, matcher: Matcher, how: How): RgMatch[] {
  const found: RgMatch[] = []
  const literal = how.invert ? '' : matcher.literal
  for (let start = candidate(text, 0, literal); start < text.length;) {
    const end = lineEnd(text, start)
    const line = text.slice(start, how.crlf && end > start && text[end - 1] === '\r' ? end - 1 : end)
    if (matcher.test(line) !== how.invert) {
      const spans = how.exact && !how.invert ? matcher.spans(line) : []
      found.push({
        start,
        end,
        spans: spans.map((span) => ({ ...span, start: span.start + start, end: span.end + start })),
      })
      if (found.length >= how.max) break
    }
    start = candidate(text, end + 1, literal)
  }
  return found
}

function findAcross(text: string, matcher: Matcher, how: How): RgMatch[] {
  const groups: { start: number; end: number; spans: Span[] }[] = []
  for (const span of matcher.spans(text)) {
    if (span.start === text.length && text.endsWith('\n')) continue
    const start = lineStart(text, span.start)
    const end = lineEnd(text, Math.max(span.start, span.end - 1))
    const last = groups.at(-1)
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end)
      last.spans.push(span)
    } else groups.push({ start, end, spans: [span] })
  }
  if (!how.invert) return groups.slice(0, how.max)
  const others: RgMatch[] = []
  let at = 0
  for (let start = 0; start < text.length && others.length < how.max;) {
    const end = lineEnd(text, start)
    while ((groups[at]?.end ?? Infinity) < start) at += 1
    const group = groups[at]
    if (group === undefined || start < group.start) others.push({ start, end, spans: [] })
    start = end + 1
  }
  return others
}

function candidate(text: string, from: number, literal: string): number {
  if (literal === '') return from
  const at = text.indexOf(literal, from)
  return at < 0 ? text.length : text.lastIndexOf('\n', at) + 1
}
